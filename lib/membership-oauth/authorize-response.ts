import type { AuthorizeRefusal } from './authorize-request';
import type { Client } from './clients';
import { issuerOf } from './metadata';
import { appendToRedirectUri } from '@/lib/membership-accounts/redirect-uri';

/** The address that returns a code to the client. */
export function codeAddress(
  baseUrl: string,
  client: Client,
  response: { redirectUri: string; state: string | null; code: string },
): string {
  return address(baseUrl, client, response, [['code', response.code]]);
}

/** The error if the member refuses. Descriptions are in ASCII, for the client's developers, and on no page. */
export const deniedByMember = {
  error: 'access_denied',
  description: 'The member did not allow access',
} as const;

/** The error if a person without membership or role signs in at another site (docs/decisions.md, J7). */
export const notAMember = {
  error: 'access_denied',
  description: 'Only members can sign in',
} as const;

/** For our own site, when the browser returns to a page of a sign-in that has already had its response. */
export const alreadyFinished = {
  error: 'interaction_required',
  description: 'This sign-in is already finished',
} as const;

/** The error if only the scope `office` is asked for, and the person has no role. */
export const noRole = {
  error: 'access_denied',
  description: 'The person has no role in the office',
} as const;

/** The address that returns an error to the client. @see RFC 6749 §4.1.2.1 */
export function refusalAddress(baseUrl: string, client: Client, refusal: AuthorizeRefusal): string {
  return address(baseUrl, client, refusal, [
    ['error', refusal.error],
    ['error_description', encodeURIComponent(refusal.description)],
  ]);
}

function address(
  baseUrl: string,
  client: Client,
  { redirectUri, state }: { redirectUri: string; state: string | null },
  response: [string, string][],
): string {
  const full = [...response];
  if (state !== null) full.push(['state', state]);
  if (client.sendsIss) full.push(['iss', encodeURIComponent(issuerOf(baseUrl, client.organisationId))]);
  return appendToRedirectUri(redirectUri, full);
}
