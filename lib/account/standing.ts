/** What a person's memberships amount to on a day. Pure: the truth table is `standing.json`, explained in docs/sign-in.md. */
import type {
  Chapter,
  CorporateMembership,
  LoggedInUser,
  OwnMembership,
} from '@/lib/membership-api/resources';
import { amountOwed } from './amount';
import type { AmountOwed } from './amount';
import { webAddressOrNull } from './web-address';

/** `other`: a status that the contract does not list; its word is in `statusWord`. */
export type MembershipState =
  'current' | 'expiring' | 'owing' | 'expired' | 'awaiting-approval' | 'incomplete' | 'other';

/** What the member does next; the words are in `words.ts`. */
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
  /** Opens members-only things today. */
  isValid: boolean;
  state: MembershipState;
  /** The status as the API sent it, for `other`. */
  statusWord: string;
  /** ISO day, itself included; null: without end, or not said. */
  lastDay: string | null;
  nextStep: NextStep;
  /** Who keeps and pays a sub-member's membership; null for others. */
  managedBy: string | null;
  /** null: nothing, or somebody else's affair. */
  owed: AmountOwed | null;
  /** http or https; null where there is none, and always for a sub-member. */
  invoiceUrl: string | null;
  paymentUrl: string | null;
}

export interface Standing {
  /** Any valid membership is enough: a lapsed one never takes away what another gives. */
  isMember: boolean;
  /** The person's own first, then the corporate ones in the API's order; empty: not a member. */
  memberships: MembershipStanding[];
  /** The chapter on whose committee the person serves today. */
  committeeChapter: Chapter | null;
}

/** @param today ISO day in the association's time zone */
export function toStanding(user: LoggedInUser, today: string): Standing {
  const own = user.Membership === null ? [] : [toMembershipStanding(user.Membership, today)];
  const memberships = [...own, ...user.CorporateMemberships.map((one) => toMembershipStanding(one, today))];
  return {
    isMember: memberships.some((membership) => membership.isValid),
    memberships,
    committeeChapter: user.CommitteeMemberships.Chapter,
  };
}

/** One membership by itself. @param today ISO day in the association's time zone */
export function toMembershipStanding(
  membership: OwnMembership | CorporateMembership,
  today: string,
): MembershipStanding {
  const parent = membership.Parent ?? null;
  // A sub-member's expiry and status are the parent's (decisions.md 1).
  const source = parent ?? membership;
  const lastDay = isoDayOrNull(source.ExpiryDate);
  const isApproved = membership.Checked !== false && source.Checked !== false;
  const hasEnded = hasEndedBy({ lastDay, saysExpired: saysExpired(source), today });
  const state = toState({ status: statusKey(source.Status), isApproved, hasEnded });
  const isValid = !hasEnded && (state === 'current' || state === 'expiring' || state === 'owing');
  const owed = parent === null ? amountOwed(membership) : null;
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

/** Capitals and spaces are a matter of taste between sites. */
function statusKey(status: string): string {
  return status.trim().toLowerCase();
}

function saysExpired(source: { Status: string; Expired?: boolean | undefined }): boolean {
  return source.Expired === true || statusKey(source.Status) === 'expired';
}

/**
 * The last day itself is inside, whatever the site says of it: sites that count to 00:00 of the last day call the
 * membership expired a day early. On any other day either the date or the site's word is enough to end it.
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
  // `expired` that has not ended: the last day of a site that counts to 00:00.
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

/** Sites send `0000-00-00` and the like for "none"; such a date says nothing. */
function isoDayOrNull(date: string | null): string | null {
  return date !== null && /^\d{4}-\d{2}-\d{2}/.test(date) && !date.startsWith('0000')
    ? date.slice(0, 10)
    : null;
}
