import { hash } from 'node:crypto';

let last = { secret: '', key: '' };

/**
 * The name of a secret in memory, from which nobody can find the secret, or another one with the same name. Several
 * parts of the server need it for the same request, one after another.
 */
export function secretKey(secret: string): string {
  // 128 bits.
  if (secret !== last.secret) last = { secret, key: hash('sha256', secret, 'base64url').slice(0, 22) };
  return last.key;
}
