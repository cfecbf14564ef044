/** @jsxImportSource hono/jsx */
import type { Context } from 'hono';
import type { Scope } from '@/lib/membership-api/resources';
import { findPeople } from '../accounts/people';
import { refusalAddress } from '../oauth/authorize-answer';
import { giveConsent } from '../oauth/consents';
import type { OAuthOptions } from '../oauth/options';
import { consumeRequest } from '../oauth/pending-requests';
import { redirectSource } from '../oauth/redirect-uri';
import { Csrf } from './form-parts';
import { renderPage } from './frame';
import { PageProblem } from './problem';
import { pagePath, proceed, sendCode } from './proceed';
import { requireForm, requireVisit } from './visit';

/** What a client may see with each scope, in words for the member. */
const seen: Record<Scope, string> = {
  user: 'your name, e-mail, addresses and phone numbers, and your memberships with what is owed for them',
  members: 'the organisation’s list of members',
  basic: 'the organisation’s membership types, categories and addons',
};

/** The page that names the site that asks, where the answer goes and what the site will see. */
export async function showConsent(options: OAuthOptions, context: Context) {
  const visit = await requireVisit(options, context);
  const { request, client, session, organisation, formTargets, csrf } = visit;
  if (session === null || client === null || request.purpose.clientId === null)
    return proceed(options, context, visit);
  const { scopes, redirectUri } = request.purpose.authorize;
  const { organisationId } = request;
  const [person] = await findPeople(options.store, { organisationId, ids: [session.personId] });
  return renderPage(
    context,
    { title: `Go on to ${client.name}?`, organisation, formTargets },
    <>
      <p>
        <strong>{client.name}</strong> ({redirectSource(redirectUri)}) will see
      </p>
      <ul>
        {scopes.map((scope) => (
          <li>{seen[scope]}</li>
        ))}
      </ul>
      <form method="post" action={pagePath(request, 'consent')} class="stack">
        <Csrf token={csrf} />
        <button name="answer" value="allow">
          Allow and go on
        </button>
        <button name="answer" value="deny" class="second">
          Do not allow
        </button>
      </form>
      <p class="hint">
        You are signed in as {person?.name}. <a href={pagePath(request, 'sign-in')}>Not you?</a>
      </p>
    </>,
  );
}

/** The member's answer. Only a plain "allow" allows. */
export async function answerConsent(options: OAuthOptions, context: Context) {
  const visit = await requireVisit(options, context);
  const form = await requireForm(options, context, visit.csrf);
  const { request, client, session } = visit;
  if (form.get('answer') !== 'allow') return sendRefusal(options, context);
  if (session === null || client === null || request.purpose.clientId === null)
    return proceed(options, context, visit);
  const { scopes } = request.purpose.authorize;
  await giveConsent(options.store, { client, personId: session.personId, scopes }, options.clock());
  return sendCode(options, context, { request, client, session });
}

/** Goes back to the client without signing in. */
export async function deny(options: OAuthOptions, context: Context) {
  const visit = await requireVisit(options, context);
  await requireForm(options, context, visit.csrf);
  return sendRefusal(options, context);
}

async function sendRefusal(options: OAuthOptions, context: Context) {
  const { request, client } = await requireVisit(options, context);
  if (client === null || request.purpose.clientId === null) throw new PageProblem(400, 'ended');
  await consumeRequest(options.store, request.handle);
  const { redirectUri, state } = request.purpose.authorize;
  const description = 'The member did not allow it';
  const refusal = { redirectUri, state, error: 'access_denied', description } as const;
  return context.redirect(refusalAddress(options.baseUrl, client, refusal), 303);
}
