import type { Context } from 'hono';
import { say, sayAround } from '@/lib/messages/say';
import { consentText, scopeText } from '@/lib/messages/sign-in';
import {
  deniedByMember,
  refusalAddress,
  type notAllowed,
  type notAMember,
} from '@/lib/sign-in/oauth/authorize-response';
import { giveConsent } from '@/lib/sign-in/oauth/consents';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { consumeRequest } from '@/lib/sign-in/oauth/pending-requests';
import { redirectSource } from '@/lib/sign-in/accounts/redirect-uri';
import { findName, isForSession, NamedSession, renderChangedSession } from './changed-session';
import { Csrf } from './form-parts';
import { renderPage } from './frame';
import { PageProblem } from './problem';
import { findStep } from './next-step';
import { pagePath, proceed, sendCode } from './proceed';
import { requireForm, requireInteraction, type Interaction } from './interaction';

export async function showConsent(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  const { request, client, session, organisation, formTargets, csrf } = interaction;
  if (session === null || client === null || request.purpose.clientId === null)
    return proceed(services, context, interaction);
  const { authorize } = request.purpose;
  const { step } = await findStep(services, { request, authorize, client, session });
  if (step !== 'consent') return proceed(services, context, interaction);
  const { scopes, redirectUri } = authorize;
  const source = redirectSource(redirectUri);
  const willSee = sayAround(consentText.willSee, { client: client.name, source });
  const signedIn = sayAround(consentText.signedInAs, { name: await findName(services, session) });
  return renderPage(
    context,
    { title: say(consentText.title, { client: client.name }), organisation, formTargets },
    <>
      <p>
        {willSee.before}
        <strong>{willSee.within}</strong>
        {willSee.after}
      </p>
      <ul>
        {scopes.map((scope) => (
          <li key={scope}>{scopeText[scope]}</li>
        ))}
      </ul>
      <form method="post" action={pagePath(request, 'consent')} className="stack">
        <Csrf token={csrf} />
        <NamedSession csrf={csrf} session={session} />
        <button name="answer" value="allow">
          {consentText.allow}
        </button>
        <button name="answer" value="deny" className="second">
          {consentText.deny}
        </button>
      </form>
      <p className="hint">
        {signedIn.before}
        <a href={pagePath(request, 'sign-in')}>{signedIn.within}</a>
        {signedIn.after}
      </p>
    </>,
  );
}

/** Only the answer "allow" gives consent. */
export async function submitConsent(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  const form = await requireForm(services, context, interaction.csrf);
  const { request, client, session } = interaction;
  if (form.get('answer') !== 'allow') return sendRefusal(services, context, interaction);
  if (!isForSession(form, interaction)) {
    const [onward, signIn] = [pagePath(request, 'consent'), pagePath(request, 'sign-in')];
    return renderChangedSession(services, context, { ...interaction, onward, signIn });
  }
  if (session === null || client === null || request.purpose.clientId === null)
    return proceed(services, context, interaction);
  const { authorize } = request.purpose;
  const { step } = await findStep(services, { request, authorize, client, session });
  if (step === 'sign-in' || step === 'other-person' || step === 'members-only')
    return proceed(services, context, interaction);
  const { scopes } = authorize;
  await giveConsent(services.store, { client, personId: session.personId, scopes }, services.clock());
  return sendCode(services, context, { request, client, session });
}

/** Returns to the client without signing in. */
export async function deny(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  await requireForm(services, context, interaction.csrf);
  return sendRefusal(services, context, interaction);
}

/**
 * Ends the sign-in and returns to the client with an error.
 * @throws PageProblem if there is no client
 */
export async function sendRefusal(
  services: OAuthServices,
  context: Context,
  { request, client }: Interaction,
  reason: typeof deniedByMember | typeof notAMember | typeof notAllowed = deniedByMember,
) {
  if (client === null || request.purpose.clientId === null) throw new PageProblem(400, 'ended');
  await consumeRequest(services.store, request.handle, services.clock());
  const refusal = { ...request.purpose.authorize, ...reason };
  return context.redirect(refusalAddress(services.baseUrl, client, refusal), 303);
}
