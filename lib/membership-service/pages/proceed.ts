import type { Context } from 'hono';
import type { Scope } from '@/lib/membership-api/resources';
import { readRole } from '@/lib/membership-store/roles';
import { codeAddress, noRole, refusalAddress } from '@/lib/membership-oauth/authorize-response';
import { issueCode } from '@/lib/membership-oauth/authorization-code';
import type { Client } from '@/lib/membership-oauth/clients';
import { needsConsent } from '@/lib/membership-oauth/consents';
import type { OAuthServices } from '@/lib/membership-oauth/oauth-services';
import { consumeRequest, type PendingRequest } from '@/lib/membership-oauth/pending-requests';
import { isRemovedPerson } from '@/lib/membership-accounts/person-standing';
import type { Session } from '@/lib/membership-accounts/sessions';
import { FinishedSignIn } from './finished-sign-in';
import { PageProblem } from './problem';

export interface Progress {
  request: PendingRequest;
  /** null: the request is for a page of our own. */
  client: Client | null;
  session: Session | null;
}

/** The next step of a sign-in: sign-in, consent, or back to where the browser came from, with a code. */
export async function proceed(
  services: OAuthServices,
  context: Context,
  progress: Progress,
): Promise<Response> {
  const { request, client, session } = progress;
  if (session === null || session.organisationId !== request.organisationId) {
    return context.redirect(pagePath(request, 'sign-in'), 303);
  }
  if (request.purpose.clientId === null) {
    await consumeRequest(services.store, request.handle, services.clock());
    return context.redirect(request.purpose.path, 303);
  }
  if (client === null) throw new PageProblem(400, 'client');
  if (!(await mayUseClient(services, client, session)))
    return context.redirect(pagePath(request, 'members-only'), 303);
  const { scopes } = request.purpose.authorize;
  if (await needsConsent(services.store, { client, personId: session.personId, scopes })) {
    return context.redirect(pagePath(request, 'consent'), 303);
  }
  return sendCode(services, context, { request, client, session });
}

/** Removed persons sign in to this installation's own pages only, where they see their own data (decision J7). */
export async function mayUseClient(
  { store, clock, ownClientId }: OAuthServices,
  { id, organisationId }: Client,
  { personId }: Session,
): Promise<boolean> {
  return id === ownClientId || !(await isRemovedPerson(store, { organisationId, personId, now: clock() }));
}

/**
 * Redirects the browser to the client with a code. 303, so that no browser sends a form with a password there again
 * (RFC 9700 §4.12).
 */
export async function sendCode(
  { store, clock, baseUrl }: OAuthServices,
  context: Context,
  { request, client, session }: { request: PendingRequest; client: Client; session: Session },
): Promise<Response> {
  if (request.purpose.clientId === null) throw new PageProblem(400, 'ended');
  const { redirectUri, namesRedirectUri, scopes, state, challenge } = request.purpose.authorize;
  if (!(await consumeRequest(store, request.handle, clock()))) throw new FinishedSignIn(request);
  const granted = await withoutUnusableOffice(store, session, scopes);
  if (granted.length === 0) {
    const refusal = { redirectUri, state, ...noRole };
    return context.redirect(refusalAddress(baseUrl, client, refusal), 303);
  }
  const code = await issueCode(
    store,
    {
      client,
      personId: session.personId,
      sessionHash: session.hash,
      scopes: granted,
      redirectUri: namesRedirectUri ? redirectUri : null,
      challenge,
    },
    clock(),
  );
  // The session has ended since the page was requested.
  if (code === null) throw new PageProblem(400, 'ended');
  context.header('Cache-Control', 'no-store');
  context.header('Referrer-Policy', 'no-referrer');
  return context.redirect(codeAddress(baseUrl, client, { redirectUri, state, code }), 303);
}

/** The directory asks for the scope `office` at every sign-in, and it is granted to those who have a role (J22). */
async function withoutUnusableOffice(
  { members }: OAuthServices['store'],
  { organisationId, personId }: Session,
  scopes: readonly Scope[],
): Promise<Scope[]> {
  const isUsable =
    scopes.includes('office') && (await readRole(members, organisationId, personId)).role !== null;
  return scopes.filter((scope) => scope !== 'office' || isUsable);
}

/** The address of a page of a sign-in in progress. */
export function pagePath(
  { organisationId, handle }: Pick<PendingRequest, 'organisationId' | 'handle'>,
  page: string,
): string {
  return `/auth/organisation/${organisationId}/${page}?request=${handle}`;
}
