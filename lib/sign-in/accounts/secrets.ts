import { hash, randomBytes } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * The length of tokens, codes, secrets and handles. 36 characters out of 62 different ones have 214 bits; RFC 6749
 * §10.10 requires 160.
 */
const secretLength = 36;

/**
 * A secret that nobody can guess. It has only letters and digits, because clients disagree on how to percent-encode
 * other characters in Basic credentials.
 */
export function makeSecret(length = secretLength): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // 248 is the largest multiple of 62 in a byte. With bytes above it, the letters A to H would be more frequent.
      if (byte < 248 && text.length < length) text += letters[byte % 62];
    }
  }
  return text;
}

/** SHA-256 in hexadecimal. Tokens, codes and secrets are random, so a slow hash would not make them safer. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}
