import { hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readIfThere, writeOnce } from './write-once';

const secretsSchema = z.object({
  /** Signs and encrypts next-auth's sessions; the directory's own client is made from it. */
  authSecret: z.string().min(32),
});
export type Secrets = z.infer<typeof secretsSchema>;

/**
 * The secrets made for this installation, in `dataDir`/secrets.json (mode 0600); made when the file is missing.
 * Processes that start at once on one folder agree on those of the first.
 * @throws Error when the file is there and cannot be read: a fresh start would sign everybody out in silence
 */
export function openSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  const text = readIfThere(file) ?? writeOnce(file, newSecrets());
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(
      `${file} is damaged: it is not the JSON that Chapterhouse wrote. Restore it from a backup, ` +
        'or move it away to have new secrets made (everybody then has to sign in again).',
    );
  }
}

/**
 * The credentials with which the directory calls the API of its own process. They follow from the secret and are kept
 * nowhere: processes with one AUTH_SECRET are one client, and a code that one asked for is good at all of them.
 * @see https://www.rfc-editor.org/rfc/rfc5869 HKDF
 */
export function ownClient(authSecret: string, organisationId: number): { id: string; secret: string } {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(
      hkdfSync('sha256', authSecret, '', `chapterhouse client ${organisationId} ${purpose}`, bytes),
    ).toString('hex');
  return { id: derive('id', 10), secret: derive('secret', 20) };
}

function newSecrets(): string {
  const secrets: Secrets = { authSecret: randomBytes(32).toString('hex') };
  return `${JSON.stringify(secrets, null, 2)}\n`;
}
