import { Fields } from './client-fields';
import { readChapter, readMembershipBase, readPayment, readUser } from './client-records';
import {
  loggedInUserSchema,
  type CorporateMembership,
  type LoggedInUser,
  type OwnMembership,
} from './resources';
import { standings } from './words';

export function readLoggedInUser(record: Fields): LoggedInUser {
  record.recordUnknown(loggedInUserSchema.shape);
  const membership = record.objectOrNull('Membership');
  const committee = record.object('CommitteeMemberships');
  return {
    ...readUser(record),
    Membership: membership === null || membership.text('ID') === '' ? null : readOwnMembership(membership),
    CorporateMemberships: record.objects('CorporateMemberships').map(readCorporateMembership),
    CommitteeMemberships: { Chapter: readChapter(committee), Financial: committee.flag('Financial') },
    ...(record.has('ID') ? { ID: record.text('ID') } : {}),
    ...(record.has('Removed') && record.flag('Removed') ? { Removed: true as const } : {}),
  };
}

function readOwnMembership(membership: Fields): OwnMembership {
  return { ...readMembershipBase(membership), ...readPayment(membership), ...readOwnExtensions(membership) };
}

function readCorporateMembership(membership: Fields): CorporateMembership {
  return { ...readOwnMembership(membership), MembershipName: membership.text('MembershipName') };
}

/** Another site may omit these fields. An omitted field stays undefined. */
function readOwnExtensions(membership: Fields) {
  const parent = membership.has('Parent') ? membership.objectOrNull('Parent') : undefined;
  return {
    ...(membership.has('Checked') ? { Checked: membership.flag('Checked') } : {}),
    ...(membership.has('Expired') ? { Expired: membership.flag('Expired') } : {}),
    ...readStanding(membership),
    ...(parent === undefined ? {} : { Parent: parent === null ? null : readParent(parent) }),
  };
}

function readParent(parent: Fields) {
  return {
    ID: parent.text('ID'),
    MembershipName: parent.text('MembershipName'),
    ExpiryDate: parent.textOrNull('ExpiryDate'),
    Status: parent.text('Status'),
    Checked: parent.flag('Checked'),
    Expired: parent.flag('Expired'),
    ...readStanding(parent),
  };
}

function readStanding(membership: Fields) {
  const standing = standings.find((one) => membership.has('Standing') && one === membership.text('Standing'));
  return standing === undefined ? {} : { Standing: standing };
}
