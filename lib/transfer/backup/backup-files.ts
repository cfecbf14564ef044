import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { markerFile } from '@/lib/store/installation/marks';
import { hasCode } from '@/lib/base/error-code';

export const databases = ['members.db', 'auth.db'] as const;

/**
 * These files can be copied while the server runs: each file is only replaced as a whole or extended at its end. The
 * directory's snapshot is not copied, because the server creates the snapshot again.
 */
export const plainFiles = [
  'secrets.json',
  'card-key.json',
  'revoked-cards.jsonl',
  markerFile,
  'demo-credentials.json',
] as const;

export class BackupError extends Error {
  override name = 'BackupError';
}

export const manifestName = 'backup.json';

const manifestSchema = z.object({
  version: z.string(),
  madeAt: z.coerce.date(),
  /** All files of the backup except the manifest. `name` is the path in the backup. `sha256` is in hexadecimal. */
  files: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
});

export type Manifest = z.infer<typeof manifestSchema>;

/**
 * null: an earlier release made the backup.
 * @throws BackupError if the manifest is damaged
 */
export function readManifest(folder: string): Manifest | null {
  const file = join(folder, manifestName);
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    if (error instanceof Error && 'code' in error) throw error;
    throw new BackupError(`${file} is damaged`);
  }
}

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
