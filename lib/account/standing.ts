/** The status of a person's memberships on a day. Pure. Truth table: `standing.json`; see docs/sign-in.md. */
import type {
  Chapter,
  CorporateMembership,
  LoggedInUser,
  OwnMembership,
} from '@/lib/membership-api/resources';
import { amountOwed } from './amount';
import type { AmountOwed } from './amount';
import { webAddressOrNull } from './web-address';

/** `other`: a status not listed in the contract; its word is in `statusWord`. */
export type MembershipState =
  'current' | 'expiring' | 'owing' | 'expired' | 'awaiting-approval' | 'incomplete' | 'other';

/** The member's next step; the words are in `words.ts`. */
export type NextStep =
  | 'nothing'
  | 'renew-soon'
  | 'pay'
  | 'renew'
  | 'wait'
  | 'complete-application'
  | 'ask-manager'
  | 'ask-association';

export interface MembershipStanding {
  membership: OwnMembership | CorporateMembership;
  kind: 'individual' | 'sub-member' | 'corporate';
  /** Gives access to members-only pages today. */
  isValid: boolean;
  state: MembershipState;
  /** The status as sent by the API, for `other`. */
  statusWord: string;
  /** ISO day, inclusive; null: no end, or not sent. */
  lastDay: string | null;
  nextStep: NextStep;
  /** Who manages and pays a sub-member's membership; otherwise null. */
  managedBy: string | null;
  /** null: nothing, or somebody else pays. */
  owed: AmountOwed | null;
  /** http or https; null if there is none, and always for a sub-member. */
  invoiceUrl: string | null;
  paymentUrl: string | null;
}

export interface Standing {
  /** True if any membership is valid: a lapsed one does not cancel another. */
  isMember: boolean;
  /** The person's own first, then corporate ones in the API's order. Empty: not a member. */
  memberships: MembershipStanding[];
  /** The chapter whose committee the person is on today. */
  committeeChapter: Chapter | null;
  /** The person no longer has a membership, committee seat or role. Only our own API says so. */
  isRemoved: boolean;
}

/** @param today ISO day in the association's time zone. @param usualCurrency of amounts without one; '' if unknown */
export function toStanding(user: LoggedInUser, today: string, usualCurrency = ''): Standing {
  const all = [...(user.Membership === null ? [] : [user.Membership]), ...user.CorporateMemberships];
  const memberships = all.map((one) => toMembershipStanding(one, today, usualCurrency));
  return {
    isMember: memberships.some((membership) => membership.isValid),
    memberships,
    committeeChapter: user.CommitteeMemberships.Chapter,
    isRemoved: user.Removed === true,
  };
}

/** A single membership. Parameters as in `toStanding`. */
export function toMembershipStanding(
  membership: OwnMembership | CorporateMembership,
  today: string,
  usualCurrency = '',
): MembershipStanding {
  const parent = membership.Parent ?? null;
  // A sub-member has the parent's expiry and status (docs/decisions.md 1).
  const source = parent ?? membership;
  const lastDay = isoDayOrNull(source.ExpiryDate);
  const isApproved = membership.Checked !== false && source.Checked !== false;
  const hasEnded = hasEndedBy({ lastDay, saysExpired: saysExpired(source), today });
  const state = toState({ status: statusKey(source.Status), isApproved, hasEnded });
  const isValid = !hasEnded && (state === 'current' || state === 'expiring' || state === 'owing');
  const owed = parent === null ? amountOwed(membership, usualCurrency) : null;
  return {
    membership,
    kind: parent !== null ? 'sub-member' : 'MembershipName' in membership ? 'corporate' : 'individual',
    isValid,
    state,
    statusWord: source.Status,
    lastDay,
    nextStep: parent === null ? ownStep(state, owed) : subMemberStep(state),
    managedBy: parent?.MembershipName ?? null,
    owed,
    invoiceUrl: parent === null ? webAddressOrNull(membership.InvoiceURL) : null,
    paymentUrl: parent === null ? webAddressOrNull(membership.PaymentURL) : null,
  };
}

/** Sites differ in capitals and spaces. */
function statusKey(status: string): string {
  return status.trim().toLowerCase();
}

function saysExpired(source: { Status: string; Expired?: boolean | undefined }): boolean {
  return source.Expired === true || statusKey(source.Status) === 'expired';
}

/**
 * The last day always counts as valid: sites that count to 00:00 of the last day report the membership as expired a day
 * early. On any other day, either the date or the site's status is enough to end it.
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
  // `expired` but not ended: the last day at a site that counts to 00:00.
  return facts.status === 'financial' ? 'current' : 'expiring';
}

function ownStep(state: MembershipState, owed: AmountOwed | null): NextStep {
  if (state === 'awaiting-approval') return 'wait';
  if (state === 'incomplete') return 'complete-application';
  if (state === 'other') return 'ask-association';
  if (state === 'owing' || owed !== null) return 'pay';
  if (state === 'expired') return 'renew';
  return state === 'expiring' ? 'renew-soon' : 'nothing';
}

function subMemberStep(state: MembershipState): NextStep {
  return state === 'current' ? 'nothing' : state === 'awaiting-approval' ? 'wait' : 'ask-manager';
}

/** Sites send `0000-00-00` and similar for "none". Such a date is ignored. */
function isoDayOrNull(date: string | null): string | null {
  return date !== null && /^\d{4}-\d{2}-\d{2}/.test(date) && !date.startsWith('0000')
    ? date.slice(0, 10)
    : null;
}
