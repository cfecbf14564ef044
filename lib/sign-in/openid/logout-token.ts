import { randomUUID } from 'node:crypto';
import { nobody } from '@/lib/sign-in/accounts/session-sites';
import { issuerOf } from '@/lib/sign-in/oauth/metadata';
import { findSurvivor } from '@/lib/store/person-aliases';
import type { SigningAlgorithm } from '@/lib/sign-in/oauth/signing-algorithms';
import { signToken, type TokenSigner } from './sign-token';

/**
 * This lifetime is long enough even if the client's clock is a minute fast. Each attempt to send a logout token makes a
 * new token.
 */
const lifetimeSeconds = 120;

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

interface EndedSession {
  organisationId: number;
  clientId: string;
  /** The value `nobody` means that the person was removed. The token then names only the session. */
  personId: number;
  sid: string;
}

/**
 * The token cannot be mistaken for an ID token.
 * @see OpenID Connect Back-Channel Logout §2.4
 */
export async function issueLogoutToken(
  signer: TokenSigner & { baseUrl: string },
  { organisationId, clientId, personId, sid }: EndedSession,
  algorithm: SigningAlgorithm,
): Promise<string> {
  const issuedAt = Math.floor(signer.clock().getTime() / 1000);
  const isKnown = personId !== nobody;
  const survivor = isKnown ? await findSurvivor(signer.store.members, organisationId, personId) : null;
  const claims = {
    iss: issuerOf(signer.baseUrl, organisationId),
    aud: clientId,
    ...(isKnown && { sub: String(survivor ?? personId) }),
    sid,
    iat: issuedAt,
    exp: issuedAt + lifetimeSeconds,
    jti: randomUUID(),
    events: { [logoutEvent]: {} },
  };
  return signToken(signer, claims, { algorithm, type: 'logout+jwt' });
}
