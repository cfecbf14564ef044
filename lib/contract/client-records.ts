/**
 * A site may run an older or newer release, or another program. The contract does not show the JSON form of some values
 * (docs/decisions.md 5). For such a value, the client accepts every form with a clear meaning. For example, a chapter
 * may be an object or only its name.
 */
import { Fields, isObject } from './client-fields';
import { readWire } from './fields/wire-format';
import { listedLocationFields } from './fields/location';
import { locationProfileFields, profileFields } from './fields/profile';
import { membershipHeadFields } from './fields/membership';
import { ownMembershipFields } from './fields/own-membership';
import { userFields } from './fields/person';
import { categoryFields, listedExtraFields, listedAddonFields, listedTypeFields } from './fields/structure';
import {
  extraAnswerSchema,
  locationSchema,
  membershipSchema,
  membershipTypeSchema,
  type Category,
  type Chapter,
  type DirectorySettings,
  type ExtraAnswer,
  type ExtraListing,
  type HeldAddon,
  type AddonListing,
  type Location,
  type MemberLocation,
  type Membership,
  type MembershipType,
  type MembershipTypeListing,
  type User,
} from './resources';
import { locationPrecisionSchema, type LocationPrecision } from './words';

/** Returns null if the record has no ID, or if `hasPlainMeaning` returns false. */
export function readMembership(record: Fields): Membership | null {
  return hasPlainMeaning(record) ? readMembershipLeniently(record) : null;
}

/**
 * Some fields decide whether the directory shows the member. Returns whether the type of each of these fields has a
 * clear meaning. If a value has a wrong type, the field must not count as absent. Otherwise, the directory would hide
 * or show the member permanently, although the site did not ask for that.
 */
function hasPlainMeaning(record: Fields): boolean {
  const user = record.raw('User');
  const names = isObject(user) ? [user.FirstName, user.LastName, user.Organisation] : [];
  const checks: [field: string, isPlain: boolean][] = [
    ['ExpiryDate', isTextOrAbsent(record.raw('ExpiryDate'))],
    ['Status', record.has('Directory') || typeof record.raw('Status') === 'string'],
    ['User', isObject(user)],
    ['User', names.every((name) => isTextOrAbsent(name) || typeof name === 'number')],
    ['Directory', isDirectoryOrAbsent(record.raw('Directory'))],
  ];
  const wrong = checks.filter(([, isPlain]) => !isPlain);
  for (const [field] of wrong) record.note(field, 'has the wrong type: the record is left out');
  return wrong.length === 0;
}

function isTextOrAbsent(value: unknown): boolean {
  return typeof value === 'string' || value === null || value === undefined;
}

function isDirectoryOrAbsent(value: unknown): boolean {
  if (value === undefined) return true;
  return isObject(value) && /^(true|false|0|1)$/i.test(String(value.Listed));
}

function readMembershipLeniently(record: Fields): Membership | null {
  if (record.text('ID') === '') return null;
  record.recordUnknown(membershipSchema.shape);
  const membership: Membership = {
    ...readMembershipBase(record),
    User: readUser(record.object('User')),
    ...readPayment(record),
  };
  if (record.has('Directory')) {
    membership.Directory = readDirectorySettings(record, 'Directory');
    Object.assign(membership, readWire(profileFields, record), { Picture: readPicture(record) });
  }
  if (record.has('MembersEntry')) membership.MembersEntry = readDirectorySettings(record, 'MembersEntry');
  if (record.has('Categories')) membership.Categories = record.integers('Categories');
  if (record.has('Locations'))
    membership.Locations = record.objects('Locations').flatMap((location) => readOwnLocation(location) ?? []);
  return membership;
}

export function readMembershipBase(record: Fields) {
  return {
    ...readWire(membershipHeadFields, record),
    Status: record.text('Status'),
    Chapter: readChapter(record),
    MembershipType: readMembershipType(record.object('MembershipType')),
    AmountOutstanding: record.text('AmountOutstanding'),
    Addons: record.objects('Addons').map(readHeldAddon),
    Extras: record.objects('Extras').flatMap(readAnswers),
  };
}

export function readPayment(record: Fields) {
  return {
    Currency: record.text('Currency'),
    InvoiceURL: record.textOrNull('InvoiceURL'),
    PaymentURL: record.textOrNull('PaymentURL'),
    ...readWire(ownMembershipFields, record),
  };
}

export function readUser(user: Fields): User {
  return readWire(userFields, user);
}

/** Other sites may send only the chapter's name or ID instead of an object. */
export function readChapter(record: Fields): Chapter | null {
  const value = record.raw('Chapter');
  if (value === null || value === undefined || value === '') return null;
  if (isObject(value)) {
    const chapter = record.object('Chapter');
    const [id, name] = [chapter.text('ID'), chapter.text('Name')];
    return id === '' && name === '' ? null : { ID: id === '' ? name : id, Name: name };
  }
  if (Array.isArray(value)) return null;
  const name = record.text('Chapter');
  return { ID: name, Name: name };
}

/** null: the record or its membership has no ID. Other sites may send `Distance` as a number. */
export function readLocation(record: Fields): Location | null {
  if (record.text('ID') === '') return null;
  record.recordUnknown(locationSchema.shape);
  const membership = record.objectOrNull('Membership');
  const read = membership === null ? null : readMembershipLeniently(membership);
  if (read === null) return null;
  const location: Location = {
    ...readWire(listedLocationFields, record),
    Membership: read,
    Distance: record.textOrNull('Distance'),
  };
  if (record.has('Precision')) location.Precision = readPrecision(record);
  if (record.has('OpeningHours')) location.OpeningHours = record.text('OpeningHours');
  return location;
}

function readOwnLocation(record: Fields): MemberLocation | null {
  if (record.text('ID') === '') return null;
  return {
    ...readWire(listedLocationFields, record),
    ...readWire(locationProfileFields, record),
    Precision: readPrecision(record),
  };
}

export function readCategory(record: Fields): Category | null {
  return withId(readWire(categoryFields, record));
}

export function readMembershipTypeListing(record: Fields): MembershipTypeListing | null {
  return withId(readWire(listedTypeFields, record));
}

export function readAddonListing(record: Fields): AddonListing | null {
  return withId(readWire(listedAddonFields, record));
}

/** An unreadable `AdminOnly` counts as true, because only clearly public extras are shown. */
export function readExtraListing(record: Fields): ExtraListing | null {
  const adminOnly = record.raw('AdminOnly');
  const isSurelyPublic = adminOnly === false || adminOnly === 0 || adminOnly === '0' || adminOnly === 'false';
  const extra = readWire(listedExtraFields, record);
  return withId({ ...extra, AdminOnly: extra.AdminOnly || !isSurelyPublic });
}

function withId<R extends { ID: number }>(record: R): R | null {
  return record.ID === 0 ? null : record;
}

function readMembershipType(type: Fields): MembershipType {
  type.recordUnknown(membershipTypeSchema.shape);
  return {
    ID: type.text('ID'),
    Type: type.text('Type'),
    Cost: type.text('Cost'),
    Description: type.text('Description'),
    Student: type.integer('Student'),
    Extras: type.objects('Extras').flatMap(readAnswers),
  };
}

/** A site may send several answers to one question as an array. */
function readAnswers(extra: Fields): ExtraAnswer[] {
  extra.recordUnknown(extraAnswerSchema.shape);
  const answers = Array.isArray(extra.raw('Answer')) ? extra.texts('Answer') : [extra.text('Answer')];
  return answers.map((answer) => ({
    ID: extra.text('ID'),
    Question: extra.text('Question'),
    Answer: answer,
  }));
}

function readHeldAddon(held: Fields): HeldAddon {
  const addon = held.object('Addon');
  return {
    Quantity: held.text('Quantity'),
    Addon: {
      ID: addon.text('ID'),
      Name: addon.text('Name'),
      Description: addon.text('Description'),
      Cost: addon.text('Cost'),
    },
    ExpiryDate: held.textOrNull('ExpiryDate'),
    Extras: held.objects('Extras').flatMap(readAnswers),
  };
}

/** If the settings cannot be read, the member is hidden, because the member may have opted out. */
function readDirectorySettings(record: Fields, name: 'Directory' | 'MembersEntry'): DirectorySettings {
  const settings = record.objectOrNull(name);
  if (settings === null) return { Listed: false, Show: [] };
  return { Listed: settings.flag('Listed'), Show: settings.texts('Show') };
}

function readPicture(record: Fields): Membership['Picture'] {
  const picture = record.objectOrNull('Picture');
  return picture === null ? null : { ID: picture.text('ID'), Description: picture.text('Description') };
}

/** An unknown precision counts as the coarsest. */
function readPrecision(record: Fields): LocationPrecision {
  const read = locationPrecisionSchema.safeParse(record.raw('Precision'));
  if (read.success) return read.data;
  record.note('Precision', 'unknown value');
  return 'state';
}
