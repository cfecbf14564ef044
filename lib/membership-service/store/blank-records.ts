import type { AddressRecord, MembershipRecord, PersonRecord } from './records';

const blankAddress: AddressRecord = { address: null, suburb: '', postcode: '', state: '', country: '' };

/** A person of whom nothing is known yet. */
export function blankPerson(id: number): PersonRecord {
  return {
    id,
    firstName: '',
    lastName: '',
    title: '',
    email: '',
    organisation: '',
    address: blankAddress,
    mailingAddress: blankAddress,
    phone: '',
    workPhone: '',
    mobile: '',
  };
}

/** A membership of which nothing is known yet: approved, listed, without end; its type and number are to be filled in. */
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
