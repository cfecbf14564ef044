import { hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { StartupError } from '@/lib/startup-error';
import { readIfThere, writeOnce } from './write-once';

const secretsSchema = z.object({
  /** Signs and encrypts next-auth's sessions. The credentials of the directory's own client are derived from it. */
  authSecret: z.string().min(32),
});
export type Secrets = z.infer<typeof secretsSchema>;

/**
 * The secrets of this installation, in `dataDir`/secrets.json (mode 0600). They are created if the file is missing. If
 * several processes start together in one folder, all use the secrets of the first process. @throws Error when the file
 * exists and cannot be read, because new secrets would sign everybody out without notice
 */
export function openSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  const text = readIfThere(file) ?? writeOnce(file, newSecrets());
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    throw new StartupError(
      `${file} is damaged: it is not the JSON that Chapterhouse wrote. Restore it from a backup, ` +
        'or move it away to create new secrets (everyone must then sign in again).',
    );
  }
}

/**
 * The credentials with which the directory calls the API of its own process. They are derived from the secret and
 * stored nowhere. All processes with the same AUTH_SECRET are one client. If one of them has requested a code, each of
 * them can use it.
 * @see https://www.rfc-editor.org/rfc/rfc5869 HKDF
 */
export function ownClient(authSecret: string, organisationId: number): { id: string; secret: string } {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(
      hkdfSync('sha256', authSecret, '', `chapterhouse client ${organisationId} ${purpose}`, bytes),
    ).toString('hex');
  return { id: derive('id', 10), secret: derive('secret', 20) };
}

/** Distinguishes two secrets without revealing anything else about them. */
export function secretMark(authSecret: string): string {
  return Buffer.from(hkdfSync('sha256', authSecret, '', 'chapterhouse server mark', 8)).toString('hex');
}

function newSecrets(): string {
  const secrets: Secrets = { authSecret: randomBytes(32).toString('hex') };
  return `${JSON.stringify(secrets, null, 2)}\n`;
}
