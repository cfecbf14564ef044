import type { Context } from 'hono';
import { say } from '@/lib/messages/say';
import { continueText, serviceText } from '@/lib/messages/sign-in';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { findName, isForSession, NamedSession, renderChangedSession } from './changed-session';
import { Csrf, GoingOnTo } from './form-parts';
import { renderPage } from './frame';
import { requireForm, requireInteraction, type Interaction } from './interaction';
import { findStep } from './next-step';
import { pagePath, proceed, sendCode } from './proceed';

export async function showContinue(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  const { request, client, session, organisation, formTargets, csrf } = interaction;
  if (client === null || session === null || (await stepOf(services, interaction)) !== 'continue')
    return proceed(services, context, interaction);
  const name = await findName(services, session);
  return renderPage(
    context,
    { title: say(continueText.title, { name }), organisation, formTargets },
    <>
      <GoingOnTo client={client.name} />
      <form method="post" action={pagePath(request, 'continue')} className="stack">
        <Csrf token={csrf} />
        <NamedSession csrf={csrf} session={session} />
        <button>{say(continueText.goOn, { name })}</button>
      </form>
      <form method="get" action={`/auth/organisation/${request.organisationId}/sign-in`}>
        <input type="hidden" name="request" value={request.handle} />
        <button className="second">{continueText.other}</button>
      </form>
      <form method="post" action={pagePath(request, 'deny')}>
        <Csrf token={csrf} />
        <button className="plain">{serviceText.cancel}</button>
      </form>
    </>,
  );
}

/** Continues with the person whom the page named. */
export async function submitContinue(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  const form = await requireForm(services, context, interaction.csrf);
  const { request, client, session } = interaction;
  if (!isForSession(form, interaction)) {
    const [onward, signIn] = [pagePath(request, 'continue'), pagePath(request, 'sign-in')];
    return renderChangedSession(services, context, { ...interaction, onward, signIn });
  }
  if (client === null || session === null || (await stepOf(services, interaction)) !== 'continue')
    return proceed(services, context, interaction);
  return sendCode(services, context, { request, client, session });
}

async function stepOf(services: OAuthServices, { request, client, session }: Interaction) {
  if (client === null || request.purpose.clientId === null) return null;
  const { authorize } = request.purpose;
  return (await findStep(services, { request, authorize, client, session })).step;
}
