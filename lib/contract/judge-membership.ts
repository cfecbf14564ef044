/**
 * Whether a membership is valid on a day, computed only from what the API sends about the membership. The test cases
 * are in standing.json.
 */
import type { CorporateMembership, OwnMembership } from './resources';
import type { Standing } from './words';

/** `other`: the contract does not list the status, which is in `statusWord`. */
export type MembershipState =
  | 'current'
  | 'expiring'
  | 'owing'
  | 'expired'
  | 'awaiting-approval'
  | 'incomplete'
  | 'suspended'
  | 'cancelled'
  | 'other';

export interface Judgement {
  /** Whether the membership gives access to members-only pages on that day. */
  isValid: boolean;
  state: MembershipState;
  /** The status exactly as the API sent it. */
  statusWord: string;
  /** The last day, inclusive, as an ISO day. null: the membership has no end, or the site did not send the day. */
  lastDay: string | null;
}

/** @param today ISO day in the association's time zone */
export function judgeMembership(membership: OwnMembership | CorporateMembership, today: string): Judgement {
  // A sub-member has the parent's expiry and status (docs/decisions.md 1).
  const source = membership.Parent ?? membership;
  const lastDay = isoDayOrNull(source.ExpiryDate);
  const isApproved = membership.Checked !== false && source.Checked !== false;
  const hasEnded = hasEndedBy({ lastDay, saysExpired: saysExpired(source), today });
  const marked = membership.Standing ?? source.Standing;
  const state =
    marked === undefined
      ? toState({ status: statusKey(source.Status), isApproved, hasEnded })
      : stateOf[marked];
  const isValid = !hasEnded && (state === 'current' || state === 'expiring' || state === 'owing');
  return { isValid, state, statusWord: marked ?? source.Status, lastDay };
}

/** Nobody with one of these standings has a valid membership (docs/decisions.md, M1). */
const stateOf = {
  none: 'awaiting-approval',
  applicant: 'awaiting-approval',
  suspended: 'suspended',
  cancelled: 'cancelled',
  deceased: 'other',
} as const satisfies Record<Standing, MembershipState>;

/** Sites write the same status with different capitals and spaces. */
function statusKey(status: string): string {
  return status.trim().toLowerCase();
}

function saysExpired(source: { Status: string; Expired?: boolean | undefined }): boolean {
  return source.Expired === true || statusKey(source.Status) === 'expired';
}

/**
 * Whether the membership has ended. On the last day, it has not ended, even if the site reports `expired`. Some sites
 * report this a day early, because they count only to 00:00 of the last day. On any other day, there are two reasons
 * why it has ended. The last day has passed, or the site reports `expired`.
 */
function hasEndedBy(end: { lastDay: string | null; saysExpired: boolean; today: string }): boolean {
  if (end.lastDay === end.today) return false;
  return end.saysExpired || (end.lastDay !== null && end.lastDay < end.today);
}

function toState(facts: { status: string; isApproved: boolean; hasEnded: boolean }): MembershipState {
  if (facts.status === 'incomplete') return 'incomplete';
  if (!facts.isApproved || facts.status === 'unapproved') return 'awaiting-approval';
  if (facts.status === 'outstanding') return 'owing';
  if (!['financial', 'expiring', 'expired'].includes(facts.status)) return 'other';
  if (facts.hasEnded) return 'expired';
  // If the status is `expired` here, today is the last day, and the site counts only to 00:00 of that day.
  return facts.status === 'financial' ? 'current' : 'expiring';
}

/** Sites send `0000-00-00` and similar for "none". Such a date is ignored. */
function isoDayOrNull(date: string | null): string | null {
  return date !== null && /^\d{4}-\d{2}-\d{2}/.test(date) && !date.startsWith('0000')
    ? date.slice(0, 10)
    : null;
}
