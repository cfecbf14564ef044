import type { Context } from 'hono';
import { serviceText } from '@/lib/messages/service-sign-in';
import { endSession } from '@/lib/membership-accounts/sessions';
import type { OAuthServices } from '../oauth/oauth-services';
import { readForm } from '../oauth/parameters';
import { clearSessionCookie, readCookie } from './cookies';
import { renderPage } from './frame';
import { checkReturnAddress } from './return-address';
import { requireOwnOrigin } from './interaction';

/**
 * Ends the service's session: at once if a page of our own site sent the browser here (Sec-Fetch-Site shows it, and
 * other sites cannot fake it), otherwise after the button is pressed. So no link on another site signs anyone out.
 */
export async function showSignOut(services: OAuthServices, context: Context) {
  const secret = readCookie(context, services.baseUrl, 'session');
  const to = await checkReturnAddress(services, {
    address: context.req.query('return_to') ?? null,
    clientId: context.req.query('client_id') ?? null,
  });
  if (secret === null || context.req.header('Sec-Fetch-Site') === 'same-origin') {
    return finish(services, context, { secret, to });
  }
  const clientId = context.req.query('client_id') ?? '';
  return renderPage(
    context,
    {
      title: serviceText.signOutTitle,
      organisation: null,
      formTargets: to === null || to.startsWith('/') ? [] : [new URL(to).origin],
    },
    <form method="post" action="/auth/sign-out">
      {to !== null && <input type="hidden" name="return_to" value={to} />}
      {to !== null && <input type="hidden" name="client_id" value={clientId} />}
      <button>{serviceText.signOut}</button>
    </form>,
  );
}

/** Ends the service's session. Accepts forms from any page of our own site. */
export async function signOut(services: OAuthServices, context: Context) {
  requireOwnOrigin(services, context);
  const form = await readForm(context);
  const to = await checkReturnAddress(services, {
    address: form.get('return_to'),
    clientId: form.get('client_id') || null,
  });
  return finish(services, context, { secret: readCookie(context, services.baseUrl, 'session'), to });
}

async function finish(
  { store, clock, baseUrl }: OAuthServices,
  context: Context,
  { secret, to }: { secret: string | null; to: string | null },
) {
  if (secret !== null) await endSession(store, secret, clock());
  clearSessionCookie(context, baseUrl);
  if (to !== null) return context.redirect(to, 303);
  return renderPage(
    context,
    { title: serviceText.signedOutTitle, organisation: null },
    <p>{serviceText.signedOutText}</p>,
  );
}
