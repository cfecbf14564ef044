import type { MembershipStanding } from '@/lib/contract/standing';
import { hiddenReasons } from '@/lib/messages/account';

interface Known {
  /** Whether the member and the office chose to list the membership. null: another site has the members. */
  isChosen: boolean | null;
  isDirectoryClosed: boolean;
  /** Members see it in a directory of their own. */
  isForMembers: boolean;
}

/** Every reason why visitors do not see the membership, in words for its owner. */
export function whyHidden(
  { state }: MembershipStanding,
  { isChosen, isDirectoryClosed, isForMembers }: Known,
): string {
  if (isForMembers) return isDirectoryClosed ? hiddenReasons.closedForVisitors : hiddenReasons.forMembers;
  const reasons = [
    isDirectoryClosed && hiddenReasons.closed,
    state !== 'current' && state !== 'expiring' && hiddenReasons[state],
    isChosen === false && hiddenReasons.choice,
  ].filter((reason) => reason !== false);
  if (reasons.length > 0) return reasons.join(' ');
  return isChosen === null ? hiddenReasons.unknown : hiddenReasons.type;
}
