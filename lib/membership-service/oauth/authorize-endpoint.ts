/** The authorize endpoint: checks, then hands over to the sign-in pages. @see decisions.md 25 */
import type { Context } from 'hono';
import { findSession } from '../accounts/sessions';
import { readCookie, visitOf } from '../pages/cookies';
import { PageProblem } from '../pages/problem';
import { proceed } from '../pages/proceed';
import { countStart } from '../pages/sign-in-limits';
import { refusalAddress } from './authorize-answer';
import { checkAuthorizeRequest, readClientId } from './authorize-request';
import { findClient } from './clients';
import { parseOrganisation } from './organisation-id';
import type { OAuthOptions } from './options';
import { startRequest } from './pending-requests';

/**
 * Sends the browser on: to sign-in or consent, to the client with a code when nothing need be asked, or to the client
 * with an error.
 * @throws PageProblem when the client or its redirect address is wrong: nobody is sent to an unchecked address
 */
export async function answerAuthorize(
  options: OAuthOptions,
  context: Context,
  organisation: string,
): Promise<Response> {
  const { store, clock, baseUrl } = options;
  const { search, searchParams } = new URL(context.req.url);
  const id = readClientId(searchParams);
  const organisationId = parseOrganisation(organisation);
  const client = id === null || organisationId === null ? null : await findClient(store, organisationId, id);
  if (client === null) throw new PageProblem(400, 'client');
  const checked = checkAuthorizeRequest(client, search);
  if ('problem' in checked) throw new PageProblem(400, checked.problem);
  if ('error' in checked) return context.redirect(refusalAddress(baseUrl, client, checked), 303);
  await countStart(options, context);
  const visit = visitOf(context, baseUrl);
  const purpose = { clientId: client.id, authorize: checked };
  const handle = await startRequest(
    store,
    { organisationId: client.organisationId, visit, purpose },
    clock(),
  );
  const session = await findSession(store, readCookie(context, baseUrl, 'session'), clock());
  const request = { handle, organisationId: client.organisationId, purpose, candidates: [] };
  return proceed(options, context, { request, client, session });
}
