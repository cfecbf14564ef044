/** The truth table of these rules is in `standing.json`. The rules are in docs/sign-in.md. */
import { amountOwed, type AmountOwed } from '@/lib/base/amount';
import { judgeMembership, type MembershipState } from './judge-membership';
import type { Chapter, CorporateMembership, LoggedInUser, OwnMembership } from './resources';
import { webAddressOrNull } from './web-address';

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
  /** Whether the membership gives access to members-only pages today. */
  isValid: boolean;
  state: MembershipState;
  /** The status as the API sent it. Shown for the state `other`. */
  statusWord: string;
  /** The last day, inclusive, as an ISO day. null: the membership has no end, or the API did not send the day. */
  lastDay: string | null;
  nextStep: NextStep;
  /** Who manages and pays for the membership of a sub-member. null: the member is not a sub-member. */
  managedBy: string | null;
  /** null: the member owes nothing, or somebody else pays. */
  owed: AmountOwed | null;
  /** An http or https address. null: there is none. A sub-member never has one. */
  invoiceUrl: string | null;
  paymentUrl: string | null;
}

export interface Standing {
  /** Whether at least one membership is valid. Lapsed memberships do not matter. */
  isMember: boolean;
  /**
   * The person's own membership, then corporate memberships in the API's order. Empty: the person is not a member.
   */
  memberships: MembershipStanding[];
  committeeChapter: Chapter | null;
  /** The person no longer has a membership, committee seat or role. Only our own API reports this. */
  isRemoved: boolean;
}

/**
 * @param today ISO day in the association's time zone.
 * @param usualCurrency the currency of amounts that name none; '' if unknown
 */
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

/** The parameters are those of `toStanding`. */
export function toMembershipStanding(
  membership: OwnMembership | CorporateMembership,
  today: string,
  usualCurrency = '',
): MembershipStanding {
  const parent = membership.Parent ?? null;
  const { state, isValid, statusWord, lastDay } = judgeMembership(membership, today);
  const owed = parent === null ? amountOwed(membership, usualCurrency) : null;
  return {
    membership,
    kind: parent !== null ? 'sub-member' : 'MembershipName' in membership ? 'corporate' : 'individual',
    isValid,
    state,
    statusWord,
    lastDay,
    nextStep: parent === null ? ownStep(state, owed) : subMemberStep(state),
    managedBy: parent?.MembershipName ?? null,
    owed,
    invoiceUrl: parent === null ? webAddressOrNull(membership.InvoiceURL) : null,
    paymentUrl: parent === null ? webAddressOrNull(membership.PaymentURL) : null,
  };
}

function ownStep(state: MembershipState, owed: AmountOwed | null): NextStep {
  if (state === 'awaiting-approval') return 'wait';
  if (state === 'incomplete') return 'complete-application';
  if (state === 'suspended' || state === 'cancelled' || state === 'other') return 'ask-association';
  if (state === 'owing' || owed !== null) return 'pay';
  if (state === 'expired') return 'renew';
  return state === 'expiring' ? 'renew-soon' : 'nothing';
}

function subMemberStep(state: MembershipState): NextStep {
  return state === 'current' ? 'nothing' : state === 'awaiting-approval' ? 'wait' : 'ask-manager';
}
