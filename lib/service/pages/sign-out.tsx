import type { Context } from 'hono';
import { changedSessionText, serviceText } from '@/lib/messages/sign-in';
import { redirectSource } from '@/lib/sign-in/accounts/redirect-uri';
import { endSession, findSession, type Session } from '@/lib/sign-in/accounts/sessions';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { readForm } from '@/lib/sign-in/oauth/parameters';
import { closeChoices } from '@/lib/sign-in/oauth/pending-requests';
import { findName, isForSession, NamedSession, SignedInAs } from './changed-session';
import { clearSessionCookie, readCookie } from './cookies';
import { BackToSite, type Site } from './form-parts';
import { renderPage } from './frame';
import { checkReturnAddress, findClientById } from './return-address';
import { csrfToken, requireOwnOrigin } from './interaction';

/**
 * If a page of our own site sent the browser here, the session ends at once (Sec-Fetch-Site shows this, and other sites
 * cannot fake it). Otherwise it ends after the button is pressed, so that no link on another site signs anyone out.
 */
export async function showSignOut(services: OAuthServices, context: Context) {
  const { store, clock, baseUrl } = services;
  const secret = readCookie(context, baseUrl, 'session');
  const clientId = context.req.query('client_id') ?? null;
  const to = await checkReturnAddress(services, {
    address: context.req.query('return_to') ?? null,
    clientId,
  });
  const client = await findClientById(services, clientId);
  const session = await findSession(store, secret, clock());
  if (secret === null || session === null || context.req.header('Sec-Fetch-Site') === 'same-origin') {
    return finishSignOut(services, context, { secret, to, client });
  }
  return renderSignOutQuestion(services, context, { secret, session, to, clientId: client?.id ?? null });
}

/** Ends the session only if it belongs to the person whom the page named. */
export async function signOut(services: OAuthServices, context: Context) {
  requireOwnOrigin(services, context);
  const { store, clock, baseUrl } = services;
  const form = await readForm(context);
  const clientId = form.get('client_id') || null;
  const to = await checkReturnAddress(services, { address: form.get('return_to'), clientId });
  const secret = readCookie(context, baseUrl, 'session');
  const session = await findSession(store, secret, clock());
  if (secret === null || session === null || isForSession(form, { csrf: tokenOf(secret), session })) {
    return finishSignOut(services, context, { secret, to, client: await findClientById(services, clientId) });
  }
  return renderSignOutQuestion(services, context, { secret, session, to, clientId, hasChanged: true });
}

/** Only a page made for this session can contain this token. */
function tokenOf(secret: string): string {
  return csrfToken(secret, 'sign-out');
}

interface Question {
  secret: string;
  session: Session;
  to: string | null;
  clientId: string | null;
  /** The form was made for another session. */
  hasChanged?: boolean;
}

export async function renderSignOutQuestion(
  services: OAuthServices,
  context: Context,
  { secret, session, to, clientId, hasChanged = false }: Question,
) {
  return renderPage(
    context,
    {
      title: serviceText.signOutTitle,
      organisation: null,
      formTargets: to === null || to.startsWith('/') ? [] : [redirectSource(to)],
      status: hasChanged ? 409 : 200,
    },
    <>
      {hasChanged && <p>{changedSessionText.text}</p>}
      <SignedInAs name={await findName(services, session)} />
      <form method="post" action="/auth/sign-out">
        <NamedSession csrf={tokenOf(secret)} session={session} />
        {to !== null && <input type="hidden" name="return_to" value={to} />}
        {clientId !== null && <input type="hidden" name="client_id" value={clientId} />}
        <button>{serviceText.signOut}</button>
      </form>
    </>,
  );
}

export async function finishSignOut(
  { store, clock, baseUrl }: OAuthServices,
  context: Context,
  { secret, to, client }: { secret: string | null; to: string | null; client: Site | null },
) {
  if (secret !== null) await endSession(store, secret, clock());
  const interaction = readCookie(context, baseUrl, 'visit');
  if (interaction !== null) await closeChoices(store, interaction);
  clearSessionCookie(context, baseUrl);
  if (to !== null) return context.redirect(to, 303);
  return renderPage(
    context,
    { title: serviceText.signedOutTitle, organisation: null },
    <>
      <p>{serviceText.signedOutText}</p>
      <BackToSite site={client} />
    </>,
  );
}
