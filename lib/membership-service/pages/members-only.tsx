import type { Context } from 'hono';
import { say, sayAround } from '@/lib/messages/say';
import { membersOnlyText } from '@/lib/messages/service-sign-in';
import { notAMember } from '@/lib/membership-oauth/authorize-response';
import type { OAuthServices } from '@/lib/membership-oauth/oauth-services';
import { sendRefusal } from './consent';
import { Csrf } from './form-parts';
import { renderPage } from './frame';
import { requireForm, requireInteraction } from './interaction';
import { mayUseClient, pagePath, proceed } from './proceed';

/** Tells a removed person why they cannot sign in at another site, and where their own data is. */
export async function showMembersOnly(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  const { request, client, session, organisation, formTargets, csrf } = interaction;
  if (session === null || client === null || (await mayUseClient(services, client, session)))
    return proceed(services, context, interaction);
  const name = organisation?.name ?? '';
  const ownData = sayAround(membersOnlyText.ownData, { organisation: name });
  return renderPage(
    context,
    { title: say(membersOnlyText.title, { organisation: name }), organisation, formTargets },
    <>
      <p>{say(membersOnlyText.reason, { client: client.name, organisation: name })}</p>
      <p>
        {ownData.before}
        <a href={`/auth/organisation/${request.organisationId}/own-data`}>{ownData.within}</a>
        {ownData.after}
      </p>
      <form method="post" action={pagePath(request, 'members-only')}>
        <Csrf token={csrf} />
        <button>{say(membersOnlyText.back, { client: client.name })}</button>
      </form>
      <p className="links">
        <a href={pagePath(request, 'sign-in')}>{membersOnlyText.other}</a>
      </p>
    </>,
  );
}

/** Returns to the site with the reason. */
export async function leaveMembersOnly(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  await requireForm(services, context, interaction.csrf);
  return sendRefusal(services, context, interaction, notAMember);
}
