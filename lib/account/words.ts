import type { Leaving } from '@/lib/contract/office';
import { formatDay } from '@/lib/messages/format';
import { leavingText, nextSteps, standingText, stateLabels } from '@/lib/messages/account';
import { say } from '@/lib/messages/say';
import type { MembershipStanding } from '@/lib/contract/standing';

export function stateLabel(standing: MembershipStanding): string {
  return stateLabels[standing.state];
}

export function stateSentence(standing: MembershipStanding, today: string): string {
  const { state, isValid, lastDay, statusWord } = standing;
  const date = lastDay === null ? '' : formatDay(lastDay);
  if (state === 'awaiting-approval') return standingText.notApproved;
  if (state === 'suspended') return standingText.suspended;
  if (state === 'cancelled')
    return date === '' ? standingText.cancelled : say(standingText.cancelledOn, { date });
  if (state === 'incomplete') return standingText.incomplete;
  if (state === 'other') {
    return statusWord.trim() === ''
      ? standingText.noStatus
      : say(standingText.recordedAs, { word: statusWord });
  }
  if (state === 'owing') return owingSentence({ isValid, date, isLastDay: lastDay === today });
  if (state === 'expired') return date === '' ? standingText.ended : say(standingText.endedOn, { date });
  if (date === '') return standingText.noEnd;
  if (lastDay === today) return standingText.lastDay;
  return say(standingText.validUntil, { date });
}

function owingSentence(facts: { isValid: boolean; date: string; isLastDay: boolean }): string {
  if (!facts.isValid) {
    return facts.date === '' ? standingText.endedOwing : say(standingText.endedOnOwing, { date: facts.date });
  }
  if (facts.isLastDay) return standingText.owingLastDay;
  return facts.date === '' ? standingText.owing : say(standingText.owingUntil, { date: facts.date });
}

export function nextStepSentence(standing: MembershipStanding): string {
  const { nextStep, managedBy, isValid, paymentUrl } = standing;
  if (nextStep === 'ask-manager') return say(standingText.askManager, { name: managedBy ?? '' });
  const sentence = nextStep === 'pay' && !isValid ? standingText.payToRestore : nextSteps[nextStep];
  const needsLink = nextStep === 'pay' || nextStep === 'renew' || nextStep === 'renew-soon';
  return needsLink && paymentUrl === null ? `${sentence} ${standingText.askHowToPay}` : sentence;
}

export function paymentLabel(standing: MembershipStanding): string {
  return standing.owed !== null || standing.nextStep === 'pay' ? standingText.payNow : standingText.renew;
}

export function nameOfMembership({ membership }: Pick<MembershipStanding, 'membership'>): string {
  return 'MembershipName' in membership ? membership.MembershipName : membership.MembershipType.Type;
}

/** A sub-membership ends with the membership of its organisation. */
export function mayLeave({ isValid, managedBy }: MembershipStanding): boolean {
  return isValid && managedBy === null;
}

/** What a member who has said that they leave reads. */
export function leavingSentence({ SaidOn, LastDay }: Leaving, today: string): string {
  const said = formatDay(SaidOn);
  if (LastDay === null) return say(leavingText.leavesNoDay, { said });
  return say(LastDay < today ? leavingText.left : leavingText.leaves, { said, day: formatDay(LastDay) });
}

export function kindLabel(standing: MembershipStanding): string {
  if (standing.managedBy !== null) return say(standingText.managedBy, { name: standing.managedBy });
  return standing.kind === 'corporate' ? standingText.corporate : standingText.own;
}
