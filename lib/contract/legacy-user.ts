/**
 * The logged-in user for published login plugins, which cannot use our usual response. For these plugins, a membership
 * ends at 00:00 of its last day. They use the time zone of their own server. If there is no last day, they take the
 * current time instead. For a sub-member, some plugins read `Checked` of the sub-member's own membership. Others read
 * `Checked` of the parent (docs/decisions.md, J31).
 */
import { Temporal } from 'temporal-polyfill';
import { judgeMembership, type MembershipState } from './judge-membership';
import type { CorporateMembership, LoggedInUser, OwnMembership } from './resources';

const noEnd = '9999-12-31';

/** Plugins refuse an `expired` membership, and some plugins refuse an `outstanding` membership. */
const statusOf: Record<MembershipState, string> = {
  current: 'financial',
  expiring: 'expiring',
  owing: 'outstanding',
  expired: 'expired',
  'awaiting-approval': 'outstanding',
  incomplete: 'outstanding',
  suspended: 'outstanding',
  cancelled: 'expired',
  other: 'outstanding',
};
const isApprovedIn: readonly MembershipState[] = ['current', 'expiring', 'owing', 'expired'];

interface Place {
  /** ISO day in the association's time zone. */
  today: string;
  timeZone: string;
}

export function toLegacyUser(user: LoggedInUser, place: Place): LoggedInUser {
  return {
    ...user,
    Membership: user.Membership === null ? null : toLegacy(user.Membership, place),
    CorporateMemberships: user.CorporateMemberships.map((one) => toLegacy(one, place)),
  };
}

function toLegacy<T extends OwnMembership | CorporateMembership>(membership: T, place: Place): T {
  const { state, isValid, lastDay } = judgeMembership(membership, place.today);
  const judged = {
    Status: statusOf[state],
    ExpiryDate: lastDay === null ? noEnd : endOf(lastDay, place.timeZone),
    Checked: isApprovedIn.includes(state),
    Expired: isApprovedIn.includes(state) && !isValid,
  };
  const { Parent: parent = null } = membership;
  return { ...membership, ...judged, Parent: parent === null ? null : { ...parent, ...judged } };
}

/** The last second of a day, with the zone's offset, so that a server in any zone reads the same instant. */
function endOf(day: string, timeZone: string): string {
  return Temporal.PlainDateTime.from(`${day}T23:59:59`).toZonedDateTime(timeZone).toString({
    timeZoneName: 'never',
  });
}
