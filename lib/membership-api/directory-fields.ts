/**
 * The words of `Directory.Show` (decisions.md 22 and 37): which fields of a membership and of its locations the
 * world may see. The service writes them, the directory obeys them; a field that is not named is not shown.
 */

/**
 * Names follow the API's fields; `Location…` are fields of the membership's locations. `Messages` shows nothing: it
 * lets people write to the member, who gets it by mail at an address that stays with the service.
 */
export const directoryFields = [
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
export type DirectoryField = (typeof directoryFields)[number];

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
 * What is shown of a member who chose nothing. A firm goes by its organisation's name: its contact's names are not
 * in its list, which is also how a reader tells a firm from a person.
 */
export const defaultDirectoryFields: Record<'person' | 'organisation', readonly DirectoryField[]> = {
  person: ['FirstName', 'LastName', 'Title', ...forEveryone],
  organisation: [...forEveryone, 'LocationAddress', 'LocationPhone'],
};
