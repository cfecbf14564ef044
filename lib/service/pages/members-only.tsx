import type { Context } from 'hono';
import type { MembershipStanding, NextStep } from '@/lib/contract/standing';
import { formatDay } from '@/lib/messages/format';
import { say, sayAround } from '@/lib/messages/say';
import { membersOnlyText, notAllowedText, serviceText } from '@/lib/messages/sign-in';
import type { Session } from '@/lib/sign-in/accounts/sessions';
import { findBrokenRule, nameRequired, type RuleBroken } from '@/lib/sign-in/oauth/client-rules';
import type { Client } from '@/lib/sign-in/oauth/clients';
import { readMemberFacts, type MemberFacts } from '@/lib/sign-in/oauth/member-facts';
import { notAllowed, notAMember } from '@/lib/sign-in/oauth/authorize-response';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { sendRefusal } from './consent';
import { Csrf } from './form-parts';
import { renderPage } from './frame';
import { requireForm, requireInteraction } from './interaction';
import { mayUseClient } from './next-step';
import { pagePath, proceed } from './proceed';

/** Tells a removed person why they cannot sign in at another site, and where their own data is. */
export async function showMembersOnly(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  const { request, client, session, organisation, formTargets, csrf } = interaction;
  if (session === null || client === null || (await mayUseClient(services, client, session)))
    return proceed(services, context, interaction);
  const name = organisation?.name ?? '';
  const email = organisation?.contactEmail ?? services.contactEmail;
  const refused = await findRefused(services, client, session);
  const { broken, facts } = refused ?? { broken: 'removed' as const, facts: null };
  const help = findHelp(broken, facts?.standing.memberships ?? [], { mayWrite: email !== null });
  const text = refused === null ? membersOnlyText : notAllowedText;
  const ownData = sayAround(membersOnlyText.ownData, { organisation: name });
  return renderPage(
    context,
    { title: say(text.title, { organisation: name, client: client.name }), organisation, formTargets },
    <>
      {refused === null ? (
        <>
          <p>{say(membersOnlyText.reason, { client: client.name, organisation: name })}</p>
          <p>
            {ownData.before}
            <a href="/account/privacy/data">{ownData.within}</a>
            {ownData.after}
          </p>
        </>
      ) : (
        <NotAllowed {...refused} client={client.name} organisation={name} />
      )}
      <MainHelp help={help} email={email} />
      <WayBack
        path={pagePath(request, 'members-only')}
        csrf={csrf}
        client={client}
        isMain={help.kind === 'site'}
      />
      <p className="links">
        {refused !== null && help.kind !== 'account' && <a href="/account">{notAllowedText.account}</a>}
        {email !== null && help.kind !== 'write' && (
          <a href={`mailto:${email}`}>{say(notAllowedText.write, { email })}</a>
        )}
        <a href={pagePath(request, 'sign-in')}>{membersOnlyText.other}</a>
      </p>
    </>,
  );
}

function MainHelp({ help, email }: { help: Help; email: string | null }) {
  if (help.kind === 'site') return null;
  const links = {
    pay: { href: help.kind === 'pay' ? help.url : '', label: notAllowedText.payNow },
    account: { href: '/account', label: notAllowedText.account },
    write: { href: `mailto:${email ?? ''}`, label: say(notAllowedText.write, { email: email ?? '' }) },
  };
  const { href, label } = links[help.kind];
  return (
    <p>
      <a className="button" href={href}>
        {label}
      </a>
    </p>
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

interface WayBackProps {
  path: string;
  csrf: string;
  client: Client;
  isMain: boolean;
}

/**
 * With a home address, the person goes there: most software shows the error that it gets at its redirect address as a
 * fault. Without one, the site gets the error.
 */
function WayBack({ path, csrf, client: { name, homeUrl }, isMain }: WayBackProps) {
  if (homeUrl === null) {
    return (
      <form method="post" action={path}>
        <Csrf token={csrf} />
        <button className={isMain ? undefined : 'second'}>{say(serviceText.backTo, { client: name })}</button>
      </form>
    );
  }
  return (
    <p>
      <a className={isMain ? 'button' : 'button second'} href={homeUrl}>
        {say(serviceText.backTo, { client: name })}
      </a>
    </p>
  );
}

export async function leaveMembersOnly(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  await requireForm(services, context, interaction.csrf);
  const { client } = interaction;
  return sendRefusal(services, context, interaction, client?.rules == null ? notAMember : notAllowed);
}

interface Refused {
  broken: Exclude<RuleBroken, 'removed'>;
  facts: MemberFacts;
  client: string;
  organisation: string;
  /** The names of the types, states, chapters or committees that the broken rule requires. */
  names: string[];
}

/** Says why a client's rules do not let the member sign in, and what the member can do. */
function NotAllowed({ broken, facts, client, organisation, names }: Refused) {
  const text = broken === 'committees' && names.length === 0 ? 'anyCommittee' : broken;
  const reason = say(notAllowedText[text], { client, organisation, names: names.join(', ') });
  const { memberships } = facts.standing;
  return (
    <>
      <p>{reason}</p>
      {broken === 'valid' && memberships.length === 0 && <p>{notAllowedText.noMembership}</p>}
      {broken === 'valid' &&
        memberships.map((one) => <p key={one.membership.ID}>{toStep(one, organisation)}</p>)}
    </>
  );
}

/** What a refused person can do. `site`: nothing here helps, so they go back to the site. */
type Help = { kind: 'pay'; url: string } | { kind: 'account' } | { kind: 'write' } | { kind: 'site' };

/**
 * What helps first, which is the main button of the page. A person whom a rule about the type, chapter, state or
 * committee refuses cannot change this: only the association can.
 */
function findHelp(
  broken: RuleBroken,
  memberships: readonly MembershipStanding[],
  { mayWrite }: { mayWrite: boolean },
): Help {
  const write: Help = { kind: mayWrite ? 'write' : 'site' };
  if (broken !== 'valid') return write;
  const payable = memberships.find(({ nextStep }) => nextStep === 'pay' || nextStep === 'renew');
  if (payable !== undefined && payable.paymentUrl !== null) return { kind: 'pay', url: payable.paymentUrl };
  const shows: readonly NextStep[] = ['pay', 'renew', 'complete-application', 'ask-manager'];
  return memberships.some(({ nextStep }) => shows.includes(nextStep)) ? { kind: 'account' } : write;
}

function toStep(
  { membership, nextStep, lastDay, managedBy }: MembershipStanding,
  organisation: string,
): string {
  const type = membership.MembershipType.Type;
  switch (nextStep) {
    case 'wait':
      return say(notAllowedText.wait, { type });
    case 'pay':
      return say(notAllowedText.pay, { type });
    case 'complete-application':
      return say(notAllowedText.completeApplication, { type });
    case 'ask-manager':
      return say(notAllowedText.askManager, { type, manager: managedBy ?? organisation });
    case 'renew':
      return lastDay === null
        ? say(notAllowedText.askAssociation, { type, organisation })
        : say(notAllowedText.renew, { type, day: formatDay(lastDay) });
    default:
      return say(notAllowedText.askAssociation, { type, organisation });
  }
}
