import { createHmac } from 'node:crypto';
import { equalTexts } from '@/lib/base/equal-texts';
import { formSender } from '@/lib/base/http/form-sender';
import type { Context } from 'hono';
import { findSession, type Session } from '@/lib/sign-in/accounts/sessions';
import { parseOrganisation } from '@/lib/sign-in/oauth/organisation-id';
import { chooseRedirectUri, redirectSource } from '@/lib/sign-in/accounts/redirect-uri';
import { signInScopes } from '@/lib/sign-in/accounts/client-scope';
import { findClient, type Client } from '@/lib/sign-in/oauth/clients';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { readForm } from '@/lib/sign-in/oauth/parameters';
import { findRequest, findSiteOf, type PendingRequest } from '@/lib/sign-in/oauth/pending-requests';
import { readCookie } from './cookies';
import { findBranding, type Branding } from './branding';
import { FinishedSignIn } from './finished-sign-in';
import { PageProblem } from './problem';

export interface Interaction {
  request: PendingRequest;
  client: Client | null;
  session: Session | null;
  /**
   * null: the person has not signed in and wants to open a page of our own. A sign-in for our own pages must not reveal
   * which organisations exist.
   */
  organisation: Branding | null;
  sendsMail: boolean;
  /** In each form: proves that the form is ours and from this browser. */
  csrf: string;
  /** Where the browser may be redirected at the end of the sign-in. */
  formTargets: string[];
}

/**
 * Checks the client again.
 * @throws PageProblem if the sign-in has ended or belongs to another browser
 */
export async function requireInteraction(services: OAuthServices, context: Context): Promise<Interaction> {
  const { store, clock, baseUrl } = services;
  const organisationId = parseOrganisation(context.req.param('organisation') ?? '');
  const handle = context.req.query('request') ?? '';
  const interaction = readCookie(context, baseUrl, 'visit');
  if (organisationId === null) throw new PageProblem(400, 'ended');
  const request =
    interaction === null ? null : await findRequest(store, { organisationId, handle, interaction }, clock());
  if (interaction === null || request === null)
    throw new PageProblem(400, 'ended', null, await findSiteOf(store, { organisationId, handle }));
  if (request.isFinished) throw new FinishedSignIn(request);
  const client = await requireClientOf(services, request);
  const found = await findSession(store, readCookie(context, baseUrl, 'session'), clock());
  const session = found?.organisationId === organisationId ? found : null;
  const isNamed = client !== null || session !== null;
  return {
    request,
    client,
    session,
    organisation: isNamed ? await findBranding(store, organisationId) : null,
    sendsMail: services.mailSettings.server !== null,
    csrf: csrfToken(interaction, handle),
    formTargets:
      request.purpose.clientId === null ? [] : [redirectSource(request.purpose.authorize.redirectUri)],
  };
}

/** @throws PageProblem if the form did not come from our page in this browser */
export async function requireForm(
  services: OAuthServices,
  context: Context,
  csrf: string,
): Promise<URLSearchParams> {
  requireOwnOrigin(services, context);
  const form = await readForm(context);
  if (!equalTexts(form.get('csrf') ?? '', csrf)) throw new PageProblem(403, 'forged');
  return form;
}

/** @throws PageProblem unless one of our own pages sent the request */
export function requireOwnOrigin({ baseUrl }: OAuthServices, context: Context): void {
  const { req } = context;
  const sender = { origin: req.header('Origin') ?? null, site: req.header('Sec-Fetch-Site') ?? null };
  if (formSender(sender, baseUrl) !== 'own') throw new PageProblem(403, 'forged');
}

/**
 * Only a page made for this browser can contain this token.
 * @param secret the value of one of the browser's cookies
 */
export function csrfToken(secret: string, subject: string): string {
  return createHmac('sha256', secret).update(subject).digest('base64url');
}

async function requireClientOf({ store }: OAuthServices, request: PendingRequest): Promise<Client | null> {
  const { purpose, organisationId } = request;
  if (purpose.clientId === null) return null;
  const client = await findClient(store, organisationId, purpose.clientId);
  // An operator may have changed or revoked the client meanwhile.
  if (client === null) throw new PageProblem(400, 'client');
  if (chooseRedirectUri(purpose.authorize.redirectUri, client.redirectUris) === null) {
    throw new PageProblem(400, 'redirect address', null, client);
  }
  if (!purpose.authorize.scopes.every((scope) => signInScopes(client.scopes).includes(scope)))
    throw new PageProblem(400, 'ended', null, client);
  return client;
}
