import type { MembershipStanding } from '@/lib/contract/standing';
import { hiddenReasons } from '@/lib/messages/account';

interface Known {
  /** Whether the member and the office chose to list the membership. null: another site has the members. */
  isChosen: boolean | null;
  isDirectoryClosed: boolean;
  /** Members see it in a directory of their own. */
  isForMembers: boolean;
}

/** Why visitors do not see the membership, in words for its owner. */
export function whyHidden(
  { state }: MembershipStanding,
  { isChosen, isDirectoryClosed, isForMembers }: Known,
): string {
  if (isForMembers) return isDirectoryClosed ? hiddenReasons.closedForVisitors : hiddenReasons.forMembers;
  if (isDirectoryClosed) return hiddenReasons.closed;
  if (state !== 'current' && state !== 'expiring') return hiddenReasons[state];
  if (isChosen === null) return hiddenReasons.unknown;
  return isChosen ? hiddenReasons.type : hiddenReasons.choice;
}
