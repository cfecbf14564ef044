/**
 * The authorize endpoint: checks the request, then redirects to the sign-in pages.
 * @see docs/decisions.md 25
 */
import { Hono, type Context } from 'hono';
import { nobody } from '@/lib/sign-in/accounts/session-sites';
import { findSession } from '@/lib/sign-in/accounts/sessions';
import { refusalAddress } from '@/lib/sign-in/oauth/authorize-response';
import { checkAuthorizeRequest, readClientId } from '@/lib/sign-in/oauth/authorize-request';
import { refusalReasons } from '@/lib/sign-in/oauth/client-uses';
import { findClient, type Client } from '@/lib/sign-in/oauth/clients';
import { allow, noStore } from '@/lib/sign-in/oauth/endpoint-guards';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { parseOrganisation } from '@/lib/sign-in/oauth/organisation-id';
import { readForm } from '@/lib/sign-in/oauth/parameters';
import { sentAddress, sentText } from '@/lib/sign-in/oauth/sent-text';
import { startRequest } from '@/lib/sign-in/oauth/pending-requests';
import { readPromptParameters } from '@/lib/sign-in/oauth/prompt';
import { readIdTokenHint } from '@/lib/sign-in/openid/id-token-hint';
import { readCookie, interactionOf } from './cookies';
import { PageProblem } from './problem';
import { proceed } from './proceed';
import { refuseUnfinishedImport } from './refuse-unfinished-import';
import { renderError } from './render-error';
import { countStart } from './sign-in-limits';

export function authorizeRoutes(services: OAuthServices): Hono {
  const app = new Hono();
  const path = '/api/v2/organisation/:organisation/authorize';
  app.use(path, noStore, allow('GET', 'POST'));
  app.all(path, async (context) => {
    try {
      if (context.req.raw.method === 'POST') return await repeatAsGet(context);
      return await handleAuthorize(services, context, context.req.param('organisation'));
    } catch (error) {
      return renderError(services, context, error);
    }
  });
  return app;
}

/**
 * Redirects the browser, which then sends the same request by GET. When another site posts a form, the browser sends
 * none of our cookies (SameSite). The service would not know the person, and would replace the cookie of other sign-ins
 * in progress.
 * @see OpenID Connect Core §3.1.2.1: authorize accepts POST
 */
export async function repeatAsGet(context: Context): Promise<Response> {
  const { pathname, searchParams } = new URL(context.req.url);
  const query = new URLSearchParams([...searchParams, ...(await readForm(context))]);
  if (query.toString().length > maxQueryLength) throw new PageProblem(400, 'too long');
  return context.redirect(`${pathname.replace(/^\/+/, '/')}?${query}`, 303);
}

/** An address and the browser's headers together must fit into the 16 KiB that the server reads. */
const maxQueryLength = 8000;

/**
 * Redirects the browser: to sign-in or consent; to the client with a code, if nothing has to be asked; or to the client
 * with an error.
 * @throws PageProblem if the client or its redirect address is wrong: nobody is sent to an unchecked address
 */
async function handleAuthorize(
  services: OAuthServices,
  context: Context,
  organisation: string,
): Promise<Response> {
  const { store, clock, baseUrl } = services;
  const { search, searchParams } = new URL(context.req.url);
  const id = readClientId(searchParams);
  const organisationId = parseOrganisation(organisation);
  const client = id === null || organisationId === null ? null : await findClient(store, organisationId, id);
  if (organisationId !== null) await refuseUnfinishedImport(store, organisationId);
  if (client === null) throw new PageProblem(400, 'client');
  const checked = checkAuthorizeRequest(client, search);
  if ('problem' in checked) {
    services.clientUses.note(client.id, 'redirect address', sentAddresses(searchParams));
    throw new PageProblem(400, checked.problem, null, client);
  }
  if ('error' in checked) {
    const reason = refusalReasons.find((one) => one === checked.error) ?? 'other';
    const scope = sentText(searchParams.getAll('scope').join(' '));
    services.clientUses.note(client.id, reason, reason === 'invalid_scope' ? scope : checked.description);
    return context.redirect(refusalAddress(baseUrl, client, checked), 303);
  }
  const source = await countStart(services, context);
  const interaction = interactionOf(context, baseUrl);
  const session = await findSession(store, readCookie(context, baseUrl, 'session'), clock());
  const startedAt = clock();
  const hintedPersonId = checked.isOpenid ? await readHint(services, client, searchParams) : null;
  const authorize = { ...checked, priorSession: session?.hash ?? null, hintedPersonId };
  const purpose = { clientId: client.id, authorize };
  const handle = await startRequest(
    store,
    { organisationId: client.organisationId, interaction: interaction, purpose, source },
    startedAt,
  );
  const request = {
    handle,
    organisationId: client.organisationId,
    purpose,
    startedAt,
    candidates: [],
    candidatesBy: null,
  };
  return proceed(services, context, { request, client, session });
}

/** What the office shows of redirect addresses that were refused. More than one is refused, too. */
function sentAddresses(query: URLSearchParams): string {
  return query.getAll('redirect_uri').slice(0, 2).map(sentAddress).join(' ');
}

/**
 * Returns the ID of the person whom the client expects. The client names this person with an ID token. null: the client
 * accepts anybody. A token of another client, or one that was signed with a replaced key, names nobody. With
 * `prompt=none`, such a token leads to an error, because no page may be shown. Otherwise, such a token is ignored.
 */
async function readHint(
  { store, baseUrl, clock }: OAuthServices,
  { id, organisationId }: Client,
  query: URLSearchParams,
): Promise<number | null> {
  const token = query.get('id_token_hint') || null;
  if (token === null) return null;
  const hint = await readIdTokenHint({ store, baseUrl, now: clock() }, { organisationId, token });
  if (hint?.clientId === id) return hint.personId ?? nobody;
  return readPromptParameters(query).prompts.includes('none') ? nobody : null;
}
