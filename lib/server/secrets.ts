import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const secretsSchema = z.object({
  /** Signs and encrypts next-auth's sessions. */
  authSecret: z.string().min(32),
  /** The web side's own client of the embedded API, by organisation. */
  clients: z.record(z.string(), z.object({ id: z.string(), secret: z.string() })),
});
export type Secrets = z.infer<typeof secretsSchema>;

/**
 * The secrets made for this installation, in `dataDir`/secrets.json (mode 0600); made when the file is missing.
 * @throws Error when the file is there and cannot be read: a fresh start would sign everybody out in silence
 */
export function openSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  const text = readIfThere(file);
  if (text === null) {
    const secrets: Secrets = { authSecret: randomBytes(32).toString('hex'), clients: {} };
    saveSecrets(dataDir, secrets);
    return secrets;
  }
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(
      `${file} is damaged: it is not the JSON that Chapterhouse wrote. Restore it from a backup, ` +
        'or move it away to have new secrets made (everybody then has to sign in again).',
    );
  }
}

/** Writes the secrets whole: to a new file that then takes the old one's name. */
export function saveSecrets(dataDir: string, secrets: Secrets): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'secrets.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
