/**
 * The values of `Directory.Show` (docs/decisions.md 22 and 37): which fields of a membership and of its locations are
 * public. The service writes them and the directory applies them; a field that is not named is not shown.
 */

import { userFields } from './fields/person';
import type { Field } from './fields/field';

/** Fields of a person that the contract does not have, and that may be shown. */
export const furtherFields: { name: string; field: Field }[] = Object.entries(userFields).flatMap(
  ([name, field]: [string, Field | { fields: unknown }]) =>
    'shown' in field && field.shown !== undefined ? [{ name, field }] : [],
);

/**
 * Names follow the API's fields; `Location…` are fields of the membership's locations. `Messages` shows no field: it
 * lets people write to the member, by mail to an address that only the service knows.
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

/** All values, our own fields last. */
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
 * What is shown for a member who made no choice. A firm is shown by its organisation's name: its contact's names are
 * not in its list, so a reader can also tell a firm from a person.
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
