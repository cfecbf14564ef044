/**
 * Sign-out that another site starts.
 * @see OpenID Connect RP-Initiated Logout
 */
import { Hono, type Context } from 'hono';
import { findSession } from '@/lib/sign-in/accounts/sessions';
import { appendToRedirectUri } from '@/lib/sign-in/accounts/redirect-uri';
import { findClient, type Client } from '@/lib/sign-in/oauth/clients';
import { allow, noStore } from '@/lib/sign-in/oauth/endpoint-guards';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { parseOrganisation } from '@/lib/sign-in/oauth/organisation-id';
import { findRepeated } from '@/lib/sign-in/oauth/parameters';
import { readIdTokenHint } from '@/lib/sign-in/openid/id-token-hint';
import { repeatAsGet } from './authorize';
import { readCookie } from './cookies';
import { PageProblem } from './problem';
import { renderError } from './render-error';
import { mayFollowSignOut } from './return-address';
import { finishSignOut, renderSignOutQuestion } from './sign-out';

export function endSessionRoutes(services: OAuthServices): Hono {
  const app = new Hono();
  const path = '/api/v2/organisation/:organisation/end-session';
  app.use(path, noStore, allow('GET', 'POST'));
  app.all(path, async (context) => {
    try {
      // When another site posts a form, the browser does not send the session cookie.
      if (context.req.raw.method === 'POST') return await repeatAsGet(context);
      return await endSession(services, context, context.req.param('organisation'));
    } catch (error) {
      return renderError(services, context, error);
    }
  });
  return app;
}

/**
 * Signs the person out at once if the ID token names the person of this session. Otherwise, a page asks the person
 * first. So a link on another site cannot sign anyone out. After the sign-out, the browser goes to the requested
 * address if the client has registered this address.
 * @throws PageProblem if a parameter is sent twice, or if the organisation's ID is not valid
 */
async function endSession(services: OAuthServices, context: Context, segment: string): Promise<Response> {
  const { store, clock, baseUrl } = services;
  const query = new URL(context.req.url).searchParams;
  const organisationId = parseOrganisation(segment);
  if (organisationId === null || findRepeated(query) !== null) throw new PageProblem(400, 'client');
  const token = query.get('id_token_hint') || null;
  const hint =
    token === null
      ? null
      : await readIdTokenHint({ store, baseUrl, now: clock() }, { organisationId, token });
  const clientId = query.get('client_id') || hint?.clientId || null;
  // PostgreSQL fails on a text with a NUL character.
  const client =
    clientId === null || clientId.includes('\0') ? null : await findClient(store, organisationId, clientId);
  const to = returnAddress(client, query);
  const secret = readCookie(context, baseUrl, 'session');
  const session = await findSession(store, secret, clock());
  // A person ID is unique only within an organisation.
  const isKnown =
    hint?.clientId === clientId &&
    session?.organisationId === organisationId &&
    session.personId === hint.personId;
  if (secret === null || session === null || isKnown)
    return finishSignOut(services, context, { secret, to, client });
  return renderSignOutQuestion(services, context, { secret, session, to, clientId: client?.id ?? null });
}

/** null: the request has no address, or one that is not registered. The sign-out continues anyway. */
function returnAddress(client: Client | null, query: URLSearchParams): string | null {
  const uri = query.get('post_logout_redirect_uri') || null;
  if (uri === null || client === null || !mayFollowSignOut(client, uri)) return null;
  const state = query.get('state') || null;
  return state === null ? uri : appendToRedirectUri(uri, [['state', encodeURIComponent(state)]]);
}
