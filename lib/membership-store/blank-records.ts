import { blankRecord } from '@/lib/membership-api/fields/columns';
import { userFields } from '@/lib/membership-api/fields/person';
import type { MembershipRecord, PersonRecord } from './records';

/** A person without any data. */
export function blankPerson(id: number): PersonRecord {
  return { ...blankRecord(userFields), id };
}

/** A membership without any data: approved, listed, without end. Its type and number must be filled in. */
export function blankMembership(id: number, kind: MembershipRecord['kind']): MembershipRecord {
  return {
    id,
    kind,
    parentId: null,
    membershipNumber: '',
    expiryDate: null,
    joiningDate: null,
    typeId: 0,
    chapterId: null,
    amountOutstandingThousandths: 0,
    isApproved: true,
    currency: null,
    invoiceUrl: null,
    paymentUrl: null,
    isListed: true,
    show: null,
    categoryIds: [],
    addons: [],
    answers: [],
    locations: [],
  };
}
