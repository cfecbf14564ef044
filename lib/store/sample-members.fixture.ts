import { blankSettings } from '@/lib/store/blank-settings';
/** A small organisation and one of its members. Each call creates new records. */
import { blankRecord } from '@/lib/contract/fields/columns';
import { locationFields } from '@/lib/contract/fields/location';
import { blankMembership, blankPerson } from './blank-records';
import type { Cause } from './journal';
import type { AreaCentre } from './location-document';
import type {
  LocationRecord,
  MemberRecord,
  MembershipRecord,
  OrganisationRecord,
  PersonRecord,
} from '@/lib/store/schema/records';
import type { MembersWriter } from './members-writer';

export const noAreaCentre: AreaCentre = () => null;
export const testCause: Cause = { actor: { kind: 'command', id: 'test' }, reason: null };

export function sampleOrganisation(change: Partial<OrganisationRecord> = {}): OrganisationRecord {
  return {
    id: 1,
    name: 'Institute of Examples',
    timeZone: 'Australia/Melbourne',
    country: 'Australia',
    currency: 'AUD',
    noticeDays: 30,
    listedStatuses: ['financial', 'expiring'],
    colour: null,
    logoUrl: null,
    invoiceUrlTemplate: 'https://pay.example/invoice/{MembershipNumber}',
    paymentUrlTemplate: 'https://pay.example/pay/{ID}',
    ...blankSettings,
    ...change,
  };
}

/**
 * Two types, and categories, chapters, addons and extras. Type 2 is for companies and not searchable. Extra 13 is
 * admin-only.
 */
export async function putSampleStructure(
  writer: MembersWriter,
  change: Partial<OrganisationRecord> = {},
): Promise<void> {
  await writer.structure.putOrganisation(sampleOrganisation(change));
  const type = {
    description: '',
    isStudent: false,
    isVisible: true,
    hasAnniversaryExpiry: false,
    hasGst: true,
  };
  await writer.structure.putMembershipTypes([
    { ...type, id: 1, name: 'Full', costThousandths: 250_000, isSearchable: true, extraIds: [11] },
    { ...type, id: 2, name: 'Firm', costThousandths: 999_990, isSearchable: false, extraIds: [] },
    {
      ...type,
      id: 3,
      name: 'Student',
      costThousandths: 50_000,
      isSearchable: true,
      isStudent: true,
      isVisible: false,
      extraIds: [],
    },
  ]);
  await writer.structure.putCategories([
    { id: 1, name: 'Fellows', description: '<b>Senior</b>' },
    { id: 2, name: 'Founders', description: '' },
  ]);
  await writer.structure.putChapters([
    { id: 1, name: 'Victoria' },
    { id: 2, name: 'Tasmania' },
  ]);
  const addon = { description: '', isVisible: true, hasGst: false };
  await writer.structure.putAddons([
    { ...addon, id: 1, name: 'Journal', costThousandths: 30_000, isSearchable: false },
    { ...addon, id: 2, name: 'Listing', costThousandths: 80_500, isSearchable: true },
    { ...addon, id: 3, name: 'Hidden', costThousandths: 0, isSearchable: true, isVisible: false },
  ]);
  const choice = { answerType: 1, options: ['Yes', 'No'], optionsFromAnswers: [] };
  const extra = { ...choice, isAdminOnly: false, isMembersOnly: false, isOnCard: false, isSearchable: true };
  await writer.structure.putExtras([
    { ...extra, id: 11, question: 'Do you take new patients?', searchName: 'New patients' },
    {
      ...extra,
      id: 12,
      question: 'Languages',
      searchName: 'Languages',
      answerType: 2,
      options: ['Łódź', 'English'],
    },
    {
      ...extra,
      id: 13,
      question: 'Notes',
      searchName: 'Notes',
      answerType: 0,
      options: [],
      isAdminOnly: true,
      isMembersOnly: false,
      isOnCard: false,
    },
  ]);
}

export function samplePerson(change: Partial<PersonRecord> = {}): PersonRecord {
  return {
    ...blankPerson(1),
    firstName: 'Zoë',
    lastName: 'Łukasiewicz',
    title: 'Dr',
    email: 'zoe@members.example',
    address: {
      address: '1 High Street',
      suburb: 'Geelong',
      postcode: '3220',
      state: 'VIC',
      country: 'Australia',
    },
    phone: '03 5550 0000',
    ...change,
  };
}

export function sampleMembership(change: Partial<MembershipRecord> = {}): MembershipRecord {
  return {
    ...blankMembership(1, 'individual'),
    membershipNumber: 'M-1',
    expiryDate: '2030-06-30',
    joiningDate: '2019-02-01',
    typeId: 1,
    chapterId: 1,
    ...change,
  };
}

/** Person and membership have the same number. */
export function sampleMember(
  id: number,
  membership: Partial<MembershipRecord> = {},
  person: Partial<PersonRecord> = {},
): MemberRecord {
  return {
    person: samplePerson({ id, email: `member${id}@members.example`, ...person }),
    membership: sampleMembership({ id, membershipNumber: `M-${id}`, ...membership }),
  };
}

export function sampleLocation(change: Partial<LocationRecord> = {}): LocationRecord {
  return {
    ...blankRecord(locationFields),
    id: 1,
    email: 'clinic@members.example',
    name: 'Geelong Clinic',
    address: '5 Ryrie Street',
    suburb: 'Geelong',
    state: 'VIC',
    country: 'Australia',
    postcode: '3220',
    phone: '03 5550 1111',
    website: 'https://clinic.example',
    latitude: -38.1499,
    longitude: 144.3617,
    precision: 'exact',
    ...change,
  };
}
