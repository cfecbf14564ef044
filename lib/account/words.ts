/** A member's standing in plain words. */
import { locale } from '@/lib/messages/locale';
import { say } from '@/lib/messages/say';
import type { MembershipStanding, NextStep } from './standing';

/** The one or two words beside the heading. */
export function stateLabel(standing: MembershipStanding): string {
  return labels[standing.state];
}

const labels = {
  current: 'Current',
  expiring: 'Ending soon',
  owing: 'Payment outstanding',
  expired: 'Lapsed',
  'awaiting-approval': 'Waiting for approval',
  incomplete: 'Not complete',
  other: 'Ask the association',
} as const;

/** What is true of the membership today, in a sentence. */
export function stateSentence(standing: MembershipStanding, today: string): string {
  const { state, isValid, lastDay, statusWord } = standing;
  const date = lastDay === null ? '' : formatDay(lastDay);
  if (state === 'awaiting-approval') return 'The association has not approved it yet.';
  if (state === 'incomplete') return 'The application is not complete.';
  if (state === 'other') {
    return statusWord.trim() === ''
      ? 'The association has recorded no status for it.'
      : say('The association has recorded it as “{word}”.', { word: statusWord });
  }
  if (state === 'owing') return owingSentence({ isValid, date, isLastDay: lastDay === today });
  if (state === 'expired') return date === '' ? 'It has ended.' : say('It ended on {date}.', { date });
  if (date === '') return 'It is valid and has no end date.';
  if (lastDay === today) return 'It is valid today, which is its last day.';
  return say('It is valid until {date}, that day included.', { date });
}

function owingSentence(facts: { isValid: boolean; date: string; isLastDay: boolean }): string {
  if (!facts.isValid) {
    return facts.date === ''
      ? 'It has ended, and a payment is outstanding.'
      : say('It ended on {date}, and a payment is outstanding.', { date: facts.date });
  }
  if (facts.isLastDay) return 'A payment is outstanding. It is valid today, which is its last day.';
  return facts.date === ''
    ? 'A payment is outstanding.'
    : say('A payment is outstanding. It is valid until {date}, that day included.', { date: facts.date });
}

/** What to do next, in a sentence. */
export function nextStepSentence(standing: MembershipStanding): string {
  const { nextStep, managedBy, isValid, paymentUrl } = standing;
  if (nextStep === 'ask-manager')
    return say('{name} looks after it. Ask there to have it put right.', { name: managedBy ?? '' });
  const sentence = nextStep === 'pay' && !isValid ? 'Pay what is owed to bring it back.' : steps[nextStep];
  const needsLink = nextStep === 'pay' || nextStep === 'renew' || nextStep === 'renew-soon';
  return needsLink && paymentUrl === null ? `${sentence} Ask the association how to pay.` : sentence;
}

const steps: Record<Exclude<NextStep, 'ask-manager'>, string> = {
  nothing: 'There is nothing to do.',
  'renew-soon': 'Renew it to keep it.',
  pay: 'Please pay what is owed.',
  renew: 'Renew it to bring it back.',
  wait: 'There is nothing to do until the association has decided.',
  'complete-application': 'Ask the association what is missing.',
  'ask-association': 'Ask the association what that means for you.',
};

/** What the payment link is for. */
export function paymentLabel(standing: MembershipStanding): string {
  return standing.owed !== null || standing.nextStep === 'pay' ? 'Pay now' : 'Renew';
}

/** Whose membership it is. */
export function kindLabel(standing: MembershipStanding): string {
  if (standing.managedBy !== null) return say('Managed by {name}', { name: standing.managedBy });
  return standing.kind === 'corporate' ? 'Organisation that you are the contact of' : 'Your own membership';
}

/** "30 June 2027" of an ISO day; the text itself when it is none. */
export function formatDay(day: string): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : days.format(date);
}

const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
