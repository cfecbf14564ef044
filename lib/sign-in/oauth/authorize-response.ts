import type { AuthorizeRefusal } from './authorize-request';
import type { Client } from './clients';
import { issuerOf } from './metadata';
import { appendToRedirectUri } from '@/lib/sign-in/accounts/redirect-uri';

export function codeAddress(
  baseUrl: string,
  client: Client,
  response: { redirectUri: string; state: string | null; isOpenid: boolean; code: string },
): string {
  return address(baseUrl, client, response, [['code', response.code]]);
}

/** Error descriptions are in ASCII. They are meant for the client's developers, and no page shows them. */
export const deniedByMember = {
  error: 'access_denied',
  description: 'The member did not allow access',
} as const;

/** Another site gets this error if the person has neither a membership nor a role (docs/decisions.md, J7). */
export const notAMember = {
  error: 'access_denied',
  description: 'Only members can sign in',
} as const;

/** The client's rules do not let the person sign in. The member sees the reason, the site does not. */
export const notAllowed = {
  error: 'access_denied',
  description: 'The rules of this client do not allow the member to sign in',
} as const;

/** Our own site gets this error when the browser returns to a page of a finished sign-in. */
export const alreadyFinished = {
  error: 'interaction_required',
  description: 'This sign-in is already finished',
} as const;

/**
 * With `prompt=none`, no page is allowed. If a page is needed all the same, the client gets one of these errors.
 * `id_token_hint` can name the person who must sign in. If another person signed in, the client gets `other-person`,
 * with any prompt.
 * @see OpenID Connect Core §3.1.2.1
 */
export const refusals = {
  'sign-in': { error: 'login_required', description: 'The person must sign in' },
  consent: { error: 'consent_required', description: 'The person must allow access' },
  'members-only': { error: 'interaction_required', description: 'The person must read a page' },
  'other-person': { error: 'login_required', description: 'The person of id_token_hint must sign in' },
} as const;

/** Only the scope `office` is asked for, and the person has no role. */
export const noRole = {
  error: 'access_denied',
  description: 'The person has no role in the office',
} as const;

/** @see RFC 6749 §4.1.2.1 */
export function refusalAddress(baseUrl: string, client: Client, refusal: AuthorizeRefusal): string {
  return address(baseUrl, client, refusal, [
    ['error', refusal.error],
    ['error_description', encodeURIComponent(refusal.description)],
  ]);
}

function address(
  baseUrl: string,
  client: Client,
  { redirectUri, state, isOpenid }: { redirectUri: string; state: string | null; isOpenid: boolean },
  response: [string, string][],
): string {
  const full = [...response];
  if (state !== null) full.push(['state', state]);
  // The discovery document promises `iss` to clients of OpenID Connect. Other clients reject an issuer that they do not
  // expect.
  if (!client.omitsIss && (client.sendsIss || isOpenid))
    full.push(['iss', encodeURIComponent(issuerOf(baseUrl, client.organisationId))]);
  return appendToRedirectUri(redirectUri, full);
}
