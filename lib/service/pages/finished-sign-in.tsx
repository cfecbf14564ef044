import type { Context } from 'hono';
import { finishedText } from '@/lib/messages/sign-in';
import { say } from '@/lib/messages/say';
import { findSession } from '@/lib/sign-in/accounts/sessions';
import { alreadyFinished, refusalAddress } from '@/lib/sign-in/oauth/authorize-response';
import { findClient } from '@/lib/sign-in/oauth/clients';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import type { PendingRequest } from '@/lib/sign-in/oauth/pending-requests';
import { findBranding } from './branding';
import { readCookie } from './cookies';
import { renderPage } from './frame';
import { PageProblem, renderProblem } from './problem';

/** Somebody opened a page of a finished sign-in: after Back, a reload or a second click. */
export class FinishedSignIn extends Error {
  override name = 'FinishedSignIn';
  constructor(readonly request: PendingRequest) {
    super('the sign-in is finished');
  }
}

/**
 * For our own site, continues to the page that the person wanted. Another site would refuse a second response, so the
 * person gets a page with a link to that site.
 */
export async function renderFinished(
  services: OAuthServices,
  context: Context,
  { purpose, organisationId }: PendingRequest,
): Promise<Response> {
  const { store, clock, baseUrl, ownClientId } = services;
  if (purpose.clientId === null) {
    const session = await findSession(store, readCookie(context, baseUrl, 'session'), clock());
    if (session?.organisationId === organisationId) return context.redirect(purpose.path, 303);
    return renderProblem(context, new PageProblem(400, 'ended'));
  }
  const client = await findClient(store, organisationId, purpose.clientId);
  if (client === null) return renderProblem(context, new PageProblem(400, 'client'));
  const { authorize } = purpose;
  if (client.id === ownClientId)
    return context.redirect(refusalAddress(baseUrl, client, { ...authorize, ...alreadyFinished }), 303);
  const { origin, protocol } = new URL(authorize.redirectUri);
  return renderPage(
    context,
    {
      title: finishedText.title,
      organisation: await findBranding(store, organisationId),
      status: 400,
    },
    <>
      <p>{say(finishedText.text, { client: client.name })}</p>
      <p className="links">
        {/* Only a web address gets a link. A link with an app's own scheme would open the app's callback. The
            callback would refuse the call, because the call has no response of a sign-in. */}
        {(client.homeUrl !== null || /^https?:$/.test(protocol)) && (
          <a href={client.homeUrl ?? `${origin}/`}>{say(finishedText.goOn, { client: client.name })}</a>
        )}
        <a href="/account">{finishedText.account}</a>
      </p>
    </>,
  );
}
