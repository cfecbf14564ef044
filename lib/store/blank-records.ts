import { blankRecord } from '@/lib/contract/fields/columns';
import { membershipFields } from '@/lib/contract/fields/membership';
import { userFields } from '@/lib/contract/fields/person';
import type { MembershipRecord, PersonRecord } from '@/lib/store/schema/records';

export function blankPerson(id: number): PersonRecord {
  return { ...blankRecord(userFields), id };
}

/** The new membership is approved and listed, and has no end. The caller must set the type and the number. */
export function blankMembership(id: number, kind: MembershipRecord['kind']): MembershipRecord {
  return { ...blankRecord(membershipFields), id, kind, isApproved: true, isListed: true };
}
