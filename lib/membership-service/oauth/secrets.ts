import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Length of tokens, codes, secrets and handles: 36 letters of 62 carry 214 bits, RFC 6749 §10.10 asks for 160. */
const secretLength = 36;

/**
 * A secret nobody can guess, of letters and digits only: clients disagree on how to percent-encode anything else
 * in Basic credentials.
 */
export function makeSecret(length = secretLength): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // 248 is the largest multiple of 62 in a byte; what lies above would favour the first letters.
      if (byte < 248 && text.length < length) text += letters[byte % 62];
    }
  }
  return text;
}

/** SHA-256 in hexadecimal: how tokens, codes and secrets are stored. They are random, so a slow hash adds nothing. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

/** Whether two hashes are equal, in the same time wherever they differ. */
export function equalHashes(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
