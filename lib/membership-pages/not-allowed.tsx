import { formatDay } from '@/lib/messages/format-day';
import { say } from '@/lib/messages/say';
import { notAllowedText } from '@/lib/messages/service-sign-in';
import type { MembershipStanding, NextStep } from '@/lib/membership-api/standing';
import type { RuleBroken } from '@/lib/membership-oauth/client-rules';
import type { MemberFacts } from '@/lib/membership-oauth/member-facts';

export interface Refused {
  broken: Exclude<RuleBroken, 'removed'>;
  facts: MemberFacts;
  client: string;
  organisation: string;
  /** The names of the types, states, chapters or committees that the broken rule requires. */
  names: string[];
}

/** Says why a client's rules do not let the member sign in, and what the member can do. */
export function NotAllowed({ broken, facts, client, organisation, names }: Refused) {
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
export type Help = { kind: 'pay'; url: string } | { kind: 'account' } | { kind: 'write' } | { kind: 'site' };

/**
 * What helps first, which is the main button of the page. A person whom a rule about the type, chapter, state or
 * committee refuses cannot change this: only the association can.
 */
export function findHelp(
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
