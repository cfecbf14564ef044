import type { MembershipStanding } from '@/lib/contract/standing';
import { hiddenReasons } from '@/lib/messages/public-entry';

interface Known {
  /** Whether the member and the office chose to list the membership. null: another site has the members. */
  isChosen: boolean | null;
  isDirectoryClosed: boolean;
}

/** Why visitors do not see the membership, in words for its owner. */
export function whyHidden({ state }: MembershipStanding, { isChosen, isDirectoryClosed }: Known): string {
  if (isDirectoryClosed) return hiddenReasons.closed;
  if (state !== 'current' && state !== 'expiring') return hiddenReasons[state];
  if (isChosen === null) return hiddenReasons.unknown;
  return isChosen ? hiddenReasons.type : hiddenReasons.choice;
}
