import type { Context } from 'hono';
import type { Scope } from '@/lib/contract/resources';
import { readRole } from '@/lib/store/roles';
import { codeAddress, noRole, refusalAddress, refusals } from '@/lib/sign-in/oauth/authorize-response';
import { issueCode } from '@/lib/sign-in/oauth/authorization-code';
import type { Client } from '@/lib/sign-in/oauth/clients';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { consumeRequest, type PendingRequest } from '@/lib/sign-in/oauth/pending-requests';
import type { Session } from '@/lib/sign-in/accounts/sessions';
import { FinishedSignIn } from './finished-sign-in';
import { findStep } from './next-step';
import { PageProblem } from './problem';

export interface Progress {
  request: PendingRequest;
  /** null: the request is for a page of our own. */
  client: Client | null;
  session: Session | null;
}

/**
 * Responds with the next step of a sign-in. If the sign-in is not finished, the step is a page. Otherwise, the browser
 * is redirected to the client with a code, or to a page of our own. If a page is needed but the client forbids pages
 * (`prompt=none`), the client gets an error.
 */
export async function proceed(
  services: OAuthServices,
  context: Context,
  progress: Progress,
): Promise<Response> {
  const { request, client, session } = progress;
  const { purpose, organisationId } = request;
  if (purpose.clientId === null) {
    if (session?.organisationId !== organisationId)
      return context.redirect(pagePath(request, 'sign-in'), 303);
    await consumeRequest(services.store, request.handle, services.clock());
    return context.redirect(purpose.path, 303);
  }
  if (client === null) throw new PageProblem(400, 'client');
  const { authorize } = purpose;
  const next = await findStep(services, { request, authorize, client, session });
  if (next.step === 'members-only') services.clientUses.note(client.id, 'rules', next.broken);
  if (next.step === 'code') return sendCode(services, context, { request, client, session: next.session });
  const mayShow = next.step !== 'other-person' && !authorize.prompts.includes('none');
  if (mayShow || next.step === 'continue') return context.redirect(pagePath(request, next.step), 303);
  await consumeRequest(services.store, request.handle, services.clock());
  const refusal = { ...authorize, ...refusals[next.step] };
  return context.redirect(refusalAddress(services.baseUrl, client, refusal), 303);
}

/**
 * The status is 303, so that the browser does not send the form's data to the client too. The form may contain a
 * password (RFC 9700 §4.12).
 */
export async function sendCode(
  { store, clock, baseUrl }: OAuthServices,
  context: Context,
  { request, client, session }: { request: PendingRequest; client: Client; session: Session },
): Promise<Response> {
  if (request.purpose.clientId === null) throw new PageProblem(400, 'ended');
  const { authorize } = request.purpose;
  const { redirectUri, namesRedirectUri, scopes, challenge, nonce } = authorize;
  if (!(await consumeRequest(store, request.handle, clock()))) throw new FinishedSignIn(request);
  const granted = await withoutUnusableOffice(store, session, scopes);
  if (granted.length === 0) {
    const refusal = { ...authorize, ...noRole };
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
      nonce,
    },
    clock(),
  );
  // The session has ended since the page was requested.
  if (code === null) throw new PageProblem(400, 'ended');
  context.header('Cache-Control', 'no-store');
  context.header('Referrer-Policy', 'no-referrer');
  return context.redirect(codeAddress(baseUrl, client, { ...authorize, code }), 303);
}

/** The directory asks for the scope `office` at every sign-in. Only people who have a role get it (J22). */
async function withoutUnusableOffice(
  { members }: OAuthServices['store'],
  { organisationId, personId }: Session,
  scopes: readonly Scope[],
): Promise<Scope[]> {
  const isUsable =
    scopes.includes('office') && (await readRole(members, organisationId, personId)).role !== null;
  return scopes.filter((scope) => scope !== 'office' || isUsable);
}

/** The path of a page of a sign-in in progress. */
export function pagePath(
  { organisationId, handle }: Pick<PendingRequest, 'organisationId' | 'handle'>,
  page: string,
): string {
  return `/auth/organisation/${organisationId}/${page}?request=${handle}`;
}
