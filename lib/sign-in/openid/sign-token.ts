import { SignJWT, type JWTPayload } from 'jose';
import type { Clock } from '@/lib/base/clock';
import type { SigningAlgorithm } from '@/lib/sign-in/oauth/signing-algorithms';
import type { Store } from '@/lib/store/database';
import { findSigningKey } from './signing-keys';

export interface TokenSigner {
  store: Store;
  clock: Clock;
  authSecret: string;
}

/**
 * @param type the header `typ`, such as `logout+jwt`, so that the token cannot be mistaken for an ID token
 * @returns a compact JWT
 */
export async function signToken(
  { store, clock, authSecret }: TokenSigner,
  claims: JWTPayload,
  { algorithm, type = 'JWT' }: { algorithm: SigningAlgorithm; type?: 'JWT' | 'logout+jwt' },
): Promise<string> {
  const { id, key } = await findSigningKey({ store, authSecret, now: clock() }, algorithm);
  return new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid: id, typ: type }).sign(key);
}
