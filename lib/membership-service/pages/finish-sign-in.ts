import type { Context } from 'hono';
import { findSession, startSession } from '../accounts/sessions';
import type { OAuthOptions } from '../oauth/options';
import { setCandidates } from '../oauth/pending-requests';
import { readCookie, writeSessionCookie } from './cookies';
import { pagePath, proceed } from './proceed';
import type { Visit } from './visit';

/**
 * Goes on after a right password or code: with the one person it belongs to, or to the chooser when several share
 * the e-mail address.
 */
export async function finishSignIn(
  options: OAuthOptions,
  context: Context,
  { visit, people }: { visit: Visit; people: readonly number[] },
): Promise<Response> {
  const { store, clock, baseUrl } = options;
  const { request, client } = visit;
  const [personId] = people;
  if (personId === undefined) throw new Error('nobody to sign in');
  await setCandidates(store, request.handle, people.length > 1 ? people : []);
  if (people.length > 1) return context.redirect(pagePath(request, 'choose'), 303);
  const previous = readCookie(context, baseUrl, 'session');
  const { organisationId } = request;
  const secret = await startSession(store, { organisationId, personId, previous }, clock());
  writeSessionCookie(context, baseUrl, secret);
  return proceed(options, context, { request, client, session: await findSession(store, secret, clock()) });
}
