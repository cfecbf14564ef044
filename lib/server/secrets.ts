import { hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { StartupError } from '@/lib/base/startup-error';
import { readIfThere, writeOnce } from './write-once';

const secretsSchema = z.object({
  authSecret: z.string().min(32),
});
export type Secrets = z.infer<typeof secretsSchema>;

/**
 * Reads `dataDir`/secrets.json (mode 0600), or creates it. If several processes start together in one folder, all use
 * the secrets of the first one.
 * @throws Error if the file exists and cannot be read, because new secrets would sign everybody out without notice
 */
export function openSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  const text = readIfThere(file) ?? writeOnce(file, newSecrets());
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    throw new StartupError(
      `${file} is damaged: it is not the JSON that Chapterhouse wrote. Restore it from a backup, ` +
        'or move it away to create new secrets: run ./chapterhouse installation accept, and everyone must sign in again.',
    );
  }
}

/**
 * The credentials with which the directory calls its own API. They are derived from the secret and stored nowhere. All
 * processes with the same AUTH_SECRET are one client, so each of them can use a code that another one requested.
 * @see https://www.rfc-editor.org/rfc/rfc5869 HKDF
 */
export function ownClient(authSecret: string, organisationId: number): { id: string; secret: string } {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(
      hkdfSync('sha256', authSecret, '', `chapterhouse client ${organisationId} ${purpose}`, bytes),
    ).toString('hex');
  return { id: derive('id', 10), secret: derive('secret', 20) };
}

/** Two secrets have different marks. A mark reveals nothing else about its secret. */
export function secretMark(authSecret: string): string {
  return Buffer.from(hkdfSync('sha256', authSecret, '', 'chapterhouse server mark', 8)).toString('hex');
}

function newSecrets(): string {
  const secrets: Secrets = { authSecret: randomBytes(32).toString('hex') };
  return `${JSON.stringify(secrets, null, 2)}\n`;
}
