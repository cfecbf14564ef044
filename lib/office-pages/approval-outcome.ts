import { lookUp } from '@/lib/base/look-up';
import { approvalText } from '@/lib/messages/office-approvals';
import { say } from '@/lib/messages/say';

/** @param done from the page's address: the number of approved members, or a key of `outcomes` */
export function approvalOutcome(done: string): string | null {
  if (/^[1-9]\d{0,3}$/.test(done)) return say(approvalText.approved, { count: Number(done) });
  return lookUp(outcomes, done) ?? null;
}

const outcomes: Readonly<Record<string, string>> = {
  sent: approvalText.refusedSent,
  waiting: approvalText.refusedWaiting,
  'no address': approvalText.refusedSilent,
  failed: approvalText.refusedFailed,
  refused: approvalText.refused,
  none: approvalText.nothingSelected,
  changed: approvalText.someChanged,
};
