import { blankRecord } from '@/lib/membership-api/fields/columns';
import { membershipFields } from '@/lib/membership-api/fields/membership';
import { userFields } from '@/lib/membership-api/fields/person';
import type { MembershipRecord, PersonRecord } from '@/lib/membership-schema/records';

export function blankPerson(id: number): PersonRecord {
  return { ...blankRecord(userFields), id };
}

/** A membership without any data. It is approved and listed, and never expires. Its type and number must be set. */
export function blankMembership(id: number, kind: MembershipRecord['kind']): MembershipRecord {
  return { ...blankRecord(membershipFields), id, kind, isApproved: true, isListed: true };
}
