/**
 * The values of `Directory.Show` (docs/decisions.md 22 and 37): which fields of a membership and of its locations are
 * public. A field that is not named there is not shown.
 */

import { ownLocationFields } from './fields/location';
import { ownMembershipFields } from './fields/own-membership';
import { userFields } from './fields/person';
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
export const furtherFields = [...furtherPersonFields, ...furtherMembershipFields, ...furtherLocationFields];

function shownFields(fields: Fields, prefix: string): FurtherField[] {
  return Object.entries(fields).flatMap(([wire, field]) =>
    'kind' in field && field.shown !== undefined ? [{ name: prefix + wire, wire, field }] : [],
  );
}

/**
 * The names are those of the API's fields. `Location…` are fields of the membership's locations. `Messages` shows no
 * field: it lets visitors send the member an email, at an address that only the service knows.
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
 * The fields that are shown for a member who made no choice. The default fields of a firm do not include the names of
 * its contact, so that a client can tell a firm from a person.
 */
export const defaultDirectoryFields: Record<'person' | 'organisation', readonly string[]> = {
  person: [
    'FirstName',
    'LastName',
    'Title',
    ...forEveryone,
    ...furtherFields.filter(({ field }) => field.shown === 'unless off').map(({ name }) => name),
  ],
  organisation: [...forEveryone, 'LocationAddress', 'LocationPhone'],
};
