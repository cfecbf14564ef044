import { createHash } from 'node:crypto';
import { equalTexts } from '@/lib/base/equal-texts';

/** SHA-256 in base64url has exactly 43 characters (RFC 7636 §4.2). */
export function isChallenge(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** A verifier has 43 to 128 unreserved characters (RFC 7636 §4.1). */
export function matchesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  return equalTexts(createHash('sha256').update(verifier).digest('base64url'), challenge);
}
