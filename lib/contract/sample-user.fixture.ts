import { blankWire } from '@/lib/contract/fields/wire-format';
import { ownMembershipFields } from '@/lib/contract/fields/own-membership';
import { userFields } from '@/lib/contract/fields/person';
import type { CorporateMembership, LoggedInUser, OwnMembership } from '@/lib/contract/resources';

const address = {
  Address: '1 Moorabool Street',
  Suburb: 'Geelong',
  Postcode: '3220',
  State: 'VIC',
  Country: 'Australia',
};

/**
 * A membership that is paid until mid 2027. Like a membership from a remote site, it has none of our extensions to the
 * API.
 */
export function sampleMembership(changes: Partial<OwnMembership> = {}): OwnMembership {
  return {
    ...blankWire(ownMembershipFields),
    ID: '41',
    MembershipNumber: 'M-0041',
    ExpiryDate: '2027-06-30',
    JoiningDate: '2019-02-01',
    Status: 'financial',
    Chapter: { ID: '3', Name: 'Victoria' },
    MembershipType: { ID: '1', Type: 'Full member', Cost: '240.00', Description: '', Student: 0, Extras: [] },
    AmountOutstanding: '0.000',
    Addons: [],
    Extras: [],
    Currency: 'AUD',
    InvoiceURL: 'https://pay.example/invoice/41',
    PaymentURL: 'https://pay.example/pay/41',
    ...changes,
  };
}

export function sampleCorporateMembership(changes: Partial<CorporateMembership> = {}): CorporateMembership {
  return {
    ...sampleMembership({ ID: '77', MembershipNumber: 'F-0077' }),
    MembershipName: 'Tidewater Rehab',
    ...changes,
  };
}

export function sampleUser(changes: Partial<LoggedInUser> = {}): LoggedInUser {
  return {
    ...blankWire(userFields),
    FirstName: 'Ada',
    LastName: 'Brandt',
    Title: 'Dr',
    Email: 'ada@example.com',
    Address: address,
    MailingAddress: address,
    Mobile: '0400 000 041',
    Membership: sampleMembership(),
    CorporateMemberships: [],
    CommitteeMemberships: { Chapter: null, Financial: true },
    ...changes,
  };
}
