/**
 * The names that a member's `Directory.Show` can contain (docs/decisions.md 22 and 37). Each name stands for a field of
 * the membership or of its locations. The fields in the member's list are public. A field that is not in the list is
 * not shown.
 */

import { lookUp } from '@/lib/base/look-up';
import { ownLocationFields } from './fields/location';
import { ownMembershipFields } from './fields/own-membership';
import { userFields } from './fields/person';
import { pictureFields } from './fields/picture';
import { locationProfileFields, profileFields } from './fields/profile';
import type { Field, Fields } from './fields/field';

/** A field that the contract does not have and that the public may see. */
interface FurtherField {
  name: string;
  /** The field's name in the API. */
  wire: string;
  field: Field;
}

export const furtherPersonFields = shownFields(userFields, '');
export const furtherMembershipFields = shownFields(ownMembershipFields, '');
export const furtherLocationFields = shownFields(ownLocationFields, 'Location');
const ofProfile = [...shownFields(pictureFields, ''), ...shownFields(profileFields, '')];
const ofLocationProfile = shownFields(locationProfileFields, 'Location');
export const furtherFields = [
  ...furtherPersonFields,
  ...furtherMembershipFields,
  ...ofProfile,
  ...furtherLocationFields,
  ...ofLocationProfile,
];

function shownFields(fields: Fields, prefix: string): FurtherField[] {
  return Object.entries(fields).flatMap(([wire, field]) =>
    'kind' in field && field.shown !== undefined ? [{ name: prefix + wire, wire, field }] : [],
  );
}

/**
 * The names are those of the API's fields. `Location…` are fields of the membership's locations. `Messages` is not a
 * field. It means that visitors can send the member an email through the service. `Messages` does not show the member's
 * email address to visitors.
 */
const contractFields = [
  'FirstName',
  'LastName',
  'Title',
  'Organisation',
  'MembershipType',
  'Categories',
  'Chapter',
  'JoiningDate',
  'Suburb',
  'State',
  'Country',
  'Extras',
  'Email',
  'Phone',
  'WorkPhone',
  'Mobile',
  'Locations',
  'LocationAddress',
  'LocationPhone',
  'LocationWebsite',
  'Messages',
] as const;
export type DirectoryField = (typeof contractFields)[number];

export const directoryFields: readonly string[] = [
  ...contractFields,
  ...furtherFields.map(({ name }) => name),
];

/** The names that `Directory.ShowMembers` can contain. Whether visitors can write to a member is not asked twice. */
export const membersDirectoryFields = directoryFields.filter((name) => name !== 'Messages');

const paths: Record<DirectoryField, readonly string[]> = {
  FirstName: ['User.FirstName'],
  LastName: ['User.LastName'],
  Title: ['User.Title'],
  Organisation: ['User.Organisation'],
  MembershipType: ['MembershipType'],
  Categories: ['Categories'],
  Chapter: ['Chapter'],
  JoiningDate: ['JoiningDate'],
  Suburb: ['User.Address.Suburb'],
  State: ['User.Address.State'],
  Country: ['User.Address.Country'],
  Extras: ['Extras'],
  Email: ['User.Email'],
  Phone: ['User.Phone'],
  WorkPhone: ['User.WorkPhone'],
  Mobile: ['User.Mobile'],
  Locations: ['Locations.Suburb', 'Locations.Postcode', 'Locations.Geolocation'],
  LocationAddress: ['Locations.Address'],
  LocationPhone: ['Locations.FullPhone'],
  LocationWebsite: ['Locations.Website'],
  // The public sees whether the member has an email address.
  Messages: ['User.Email'],
};

/** What the public sees of a member record if the name is in the list, such as `User.Email`. */
export function fieldsShownBy(name: string): readonly string[] {
  const further = [
    ...furtherPersonFields.map((one) => ({ ...one, prefix: 'User.' })),
    ...[...furtherMembershipFields, ...ofProfile].map((one) => ({ ...one, prefix: '' })),
    ...[...furtherLocationFields, ...ofLocationProfile].map((one) => ({ ...one, prefix: 'Locations.' })),
  ].find((one) => one.name === name);
  return further === undefined ? (lookUp(paths, name) ?? []) : [further.prefix + further.wire];
}

const forEveryone: DirectoryField[] = [
  'Organisation',
  'MembershipType',
  'Categories',
  'Chapter',
  'JoiningDate',
  'Suburb',
  'State',
  'Country',
  'Extras',
  'Locations',
  'LocationWebsite',
];

/**
 * The fields that are shown for a member who made no choice. For a company, they do not include `FirstName`, `LastName`
 * and `Title` of the company's contact. A client can therefore tell an entry of a company from an entry of a person.
 */
export const defaultDirectoryFields: Record<'person' | 'organisation', readonly string[]> = {
  person: [
    'FirstName',
    'LastName',
    'Title',
    ...forEveryone,
    ...furtherFields.filter(({ field }) => field.shown === 'unless off').map(({ name }) => name),
  ],
  organisation: [
    ...forEveryone,
    'LocationAddress',
    'LocationPhone',
    ...[...ofProfile, ...ofLocationProfile].map(({ name }) => name),
  ],
};
