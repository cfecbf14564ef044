import { createHash } from 'node:crypto';
import type { CodeGrant } from '@/lib/sign-in/oauth/code-grant';
import type { Client } from '@/lib/sign-in/oauth/clients';
import type { SignInMethod } from '@/lib/store/schema/auth-schema';
import { issuerOf } from '@/lib/sign-in/oauth/metadata';
import type { SigningAlgorithm } from '@/lib/sign-in/oauth/signing-algorithms';
import { readPersonClaims } from './person-claims';
import { signToken, type TokenSigner } from './sign-token';

/**
 * This lifetime is long enough even if the client's clock is fast. Clients check the token when they receive it, and
 * then create a session.
 */
const lifetimeSeconds = 3600;

/**
 * `1`: ISO/IEC 29115 level 1, one factor, and nobody checked an identity document. `phr`: resists phishing.
 * @see OpenID Connect EAP ACR Values §2
 */
export const signInClasses = ['1', 'phr'] as const;

/** A passkey has two factors: the device, and a fingerprint, face or PIN. */
const methods: Record<SignInMethod, { amr: string[]; acr: (typeof signInClasses)[number] }> = {
  pwd: { amr: ['pwd'], acr: '1' },
  otp: { amr: ['otp'], acr: '1' },
  pop: { amr: ['pop', 'mfa'], acr: 'phr' },
};

export const idTokenClaims = [
  'iss',
  'sub',
  'aud',
  'exp',
  'iat',
  'auth_time',
  'nonce',
  'sid',
  'amr',
  'acr',
  'at_hash',
] as const;

/** The scopes whose claims an ID token can have. The others stay at userinfo: a membership changes within an hour. */
const scopesOfIdToken = ['profile', 'email'] as const;

/**
 * The ID token for an exchanged code. The userinfo endpoint has the other facts that the site may know about the
 * person.
 * @see OpenID Connect Core §2 and §3.1.3.6
 */
export async function issueIdToken(
  signer: TokenSigner & { baseUrl: string },
  { client, grant }: { client: Client; grant: CodeGrant },
): Promise<string> {
  const { organisationId, idTokenAlgorithm: algorithm } = client;
  const scopes = new Set(scopesOfIdToken.filter((scope) => grant.scopes.includes(scope)));
  const person = client.hasIdTokenClaims
    ? await readPersonClaims(signer.store, {
        organisationId,
        personId: grant.personId,
        scopes,
        now: signer.clock(),
      })
    : null;
  const issuedAt = Math.floor(signer.clock().getTime() / 1000);
  const claims = {
    ...person,
    iss: issuerOf(signer.baseUrl, organisationId),
    sub: String(grant.personId),
    aud: client.id,
    exp: issuedAt + lifetimeSeconds,
    iat: issuedAt,
    ...(grant.signedInAt === null ? {} : { auth_time: Math.floor(grant.signedInAt / 1000) }),
    ...(grant.sid === null ? {} : { sid: grant.sid }),
    ...(grant.nonce === null ? {} : { nonce: grant.nonce }),
    ...(grant.amr === null ? { acr: '1' } : methods[grant.amr]),
    at_hash: tokenHash(algorithm, grant.token),
  };
  return signToken(signer, claims, { algorithm });
}

/**
 * Binds the access token to the ID token: the left half of the access token's hash. The signing algorithm decides which
 * hash function is used.
 */
function tokenHash(algorithm: SigningAlgorithm, token: string): string {
  const hash = createHash(algorithm === 'RS256' ? 'sha256' : 'sha512')
    .update(token)
    .digest();
  return hash.subarray(0, hash.length / 2).toString('base64url');
}
