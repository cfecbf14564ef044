import { SignJWT, type JWTPayload } from 'jose';
import type { Clock } from '@/lib/clock';
import type { SigningAlgorithm } from '@/lib/membership-oauth/signing-algorithms';
import type { Store } from '@/lib/membership-store/database';
import { findSigningKey } from './signing-keys';

export interface TokenSigner {
  store: Store;
  clock: Clock;
  authSecret: string;
}

/**
 * Signs claims with the current key of an algorithm, as a compact JWT.
 * @param type the header `typ`: `logout+jwt` for a logout token, so that it cannot be taken for an ID token
 */
export async function signToken(
  { store, clock, authSecret }: TokenSigner,
  claims: JWTPayload,
  { algorithm, type = 'JWT' }: { algorithm: SigningAlgorithm; type?: 'JWT' | 'logout+jwt' },
): Promise<string> {
  const { id, key } = await findSigningKey({ store, authSecret, now: clock() }, algorithm);
  return new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid: id, typ: type }).sign(key);
}
