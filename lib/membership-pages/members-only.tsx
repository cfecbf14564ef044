import type { Context } from 'hono';
import { say, sayAround } from '@/lib/messages/say';
import { membersOnlyText, notAllowedText } from '@/lib/messages/service-sign-in';
import type { Session } from '@/lib/membership-accounts/sessions';
import { findBrokenRule, nameRequired } from '@/lib/membership-oauth/client-rules';
import type { Client } from '@/lib/membership-oauth/clients';
import { readMemberFacts } from '@/lib/membership-oauth/member-facts';
import { notAllowed, notAMember } from '@/lib/membership-oauth/authorize-response';
import type { OAuthServices } from '@/lib/membership-oauth/oauth-services';
import { sendRefusal } from './consent';
import { BackToSite, Csrf } from './form-parts';
import { renderPage } from './frame';
import { requireForm, requireInteraction } from './interaction';
import { mayUseClient } from './next-step';
import { NotAllowed } from './not-allowed';
import { pagePath, proceed } from './proceed';

/** Tells a removed person why they cannot sign in at another site, and where their own data is. */
export async function showMembersOnly(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  const { request, client, session, organisation, formTargets, csrf } = interaction;
  if (session === null || client === null || (await mayUseClient(services, client, session)))
    return proceed(services, context, interaction);
  const name = organisation?.name ?? '';
  const refused = await findRefused(services, client, session);
  if (refused !== null) {
    return renderPage(
      context,
      { title: say(notAllowedText.title, { client: client.name }), organisation, formTargets },
      <>
        <NotAllowed {...refused} client={client.name} organisation={name} />
        <WayBack path={pagePath(request, 'members-only')} csrf={csrf} client={client} />
        <OtherPerson path={pagePath(request, 'sign-in')} />
      </>,
    );
  }
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
      <WayBack path={pagePath(request, 'members-only')} csrf={csrf} client={client} />
      <OtherPerson path={pagePath(request, 'sign-in')} />
    </>,
  );
}

/** Finds the client's rule that refuses the member. Returns null if the person was removed. */
async function findRefused(
  { store, clock }: OAuthServices,
  client: Client,
  { organisationId, personId }: Session,
) {
  const facts = await readMemberFacts(store, { organisationId, personId, now: clock() });
  const broken = findBrokenRule(client.rules, facts);
  if (client.rules === null || facts === null || broken === null || broken === 'removed') return null;
  const names = await nameRequired(store, { organisationId, rules: client.rules, broken });
  return { facts, broken, names };
}

/**
 * With a home address, the person goes there: most software shows the error that it gets at its redirect address as a
 * fault. Without one, the site gets the error.
 */
function WayBack({ path, csrf, client }: { path: string; csrf: string; client: Client }) {
  if (client.homeUrl !== null) return <BackToSite site={client} />;
  return (
    <form method="post" action={path}>
      <Csrf token={csrf} />
      <button className="second">{say(membersOnlyText.back, { client: client.name })}</button>
    </form>
  );
}

function OtherPerson({ path }: { path: string }) {
  return (
    <p className="links">
      <a href={path}>{membersOnlyText.other}</a>
    </p>
  );
}

export async function leaveMembersOnly(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  await requireForm(services, context, interaction.csrf);
  const { client } = interaction;
  return sendRefusal(services, context, interaction, client?.rules == null ? notAMember : notAllowed);
}
