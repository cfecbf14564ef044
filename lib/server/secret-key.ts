import { hash } from 'node:crypto';

let last = { secret: '', key: '' };

/**
 * Returns a key that stands for a secret in memory. Nobody can find out the secret from its key, or find another secret
 * with the same key. The latest key is cached, because several parts of the server need it for the same request.
 */
export function secretKey(secret: string): string {
  // 22 characters of base64url have 132 bits.
  if (secret !== last.secret) last = { secret, key: hash('sha256', secret, 'base64url').slice(0, 22) };
  return last.key;
}
