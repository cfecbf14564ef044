/** Records in the journal's form: one value for each field, with the names of `lib/contract/fields`. */
import { isDeepStrictEqual } from 'node:util';
import { lookUp } from '@/lib/base/look-up';
import { readRecord, writeRecord, type Fields, type RecordOf } from '@/lib/contract/fields/field';
import { parseNotices } from '@/lib/contract/notice-settings';
import { membershipFields } from '@/lib/contract/fields/membership';
import type { MemberRecord, NoticeRecord, OrganisationMarks, PersonRecord } from '@/lib/store/schema/records';
import type { FlatRecord, Changes } from './flat-record';

/** null: no field differs. */
export function changesBetween(before: FlatRecord, after: FlatRecord): Changes | null {
  const changes: Changes = {};
  for (const [name, value] of Object.entries(after)) {
    const old = lookUp(before, name);
    if (!isDeepStrictEqual(old, value)) changes[name] = [old, value];
  }
  return Object.keys(changes).length === 0 ? null : changes;
}

/** How the journal writes a record. `toFlat` leaves out the record's ID, and `fromFlat` adds it. */
export interface Format<R> {
  toFlat(record: R): FlatRecord;
  fromFlat(id: number, flat: FlatRecord): R;
}

/** The field of a membership with the ID of its person. */
export const personIdName = 'User.ID';
export const memberFormat: Format<MemberRecord> = { toFlat: flatMember, fromFlat: memberFromFlat };
export const marksFormat: Format<OrganisationMarks> = { toFlat: flatMarks, fromFlat: marksFromFlat };
export const noticesFormat: Format<NoticeRecord> = { toFlat: flatNotices, fromFlat: noticesFromFlat };

/** A format with the fields of a table, without the record's ID. */
export function formatOf<F extends Fields>(table: F): Format<RecordOf<F> & { id: number }> {
  const fields = withoutId(table);
  return {
    // The record is one of this table.
    toFlat: (record) => flatten(fields, writeRecord(fields, record as RecordOf<Fields>, noNames)),
    fromFlat: (id, flat) =>
      ({ ...readRecord(fields, unflatten(fields, flat), unchecked), id }) as unknown as RecordOf<F> & {
        id: number;
      },
  };
}

function flatMember({ person, membership }: MemberRecord): FlatRecord {
  const flat = { [personIdName]: String(person.id), ...ownFormat.toFlat(membership) };
  // A sub-membership has its parent's expiry date, which is in the parent's row.
  return membership.parentId === null ? flat : { ...flat, ExpiryDate: null };
}

const readAtPrefix = 'ReadAt ';

function flatMarks({ isDemonstration, readAt }: OrganisationMarks): FlatRecord {
  const times = Object.entries(readAt).map(([source, at]) => [readAtPrefix + source, at]);
  return { IsDemonstration: isDemonstration, ...Object.fromEntries(times) };
}

function marksFromFlat(id: number, flat: FlatRecord): OrganisationMarks {
  const times = Object.entries(flat).flatMap(([name, at]) =>
    name.startsWith(readAtPrefix)
      ? [[name.slice(readAtPrefix.length), typeof at === 'string' ? at : null] as const]
      : [],
  );
  return { id, isDemonstration: lookUp(flat, 'IsDemonstration') === true, readAt: Object.fromEntries(times) };
}

function flatNotices({ isOn, perMinute, notices }: NoticeRecord): FlatRecord {
  return { On: isOn, PerMinute: perMinute, Notices: notices };
}

function noticesFromFlat(id: number, flat: FlatRecord): NoticeRecord {
  const notices = parseNotices(lookUp(flat, 'Notices'));
  return { id, isOn: lookUp(flat, 'On') === true, perMinute: Number(lookUp(flat, 'PerMinute')), notices };
}

function memberFromFlat(id: number, flat: FlatRecord): MemberRecord {
  return {
    // Only the person's ID is known here. Restoring a membership reads the person's current record.
    person: { id: Number(lookUp(flat, personIdName)) } as PersonRecord,
    membership: ownFormat.fromFlat(id, flat),
  };
}

const ownFormat = formatOf(membershipFields);
/** Types and chapters have journal rows of their own, so their names are not recorded. */
const noNames = { nameOf: () => '' };
/** The writer checks references. */
const unchecked = { hasReferred: null };

function withoutId(table: Fields): Fields {
  return Object.fromEntries(Object.entries(table).filter(([name]) => name !== 'ID'));
}

function flatten(fields: Fields, json: object, prefix = ''): FlatRecord {
  const flat: FlatRecord = {};
  for (const [name, one] of Object.entries(fields)) {
    const value: unknown = Reflect.get(json, name);
    const part = 'fields' in one ? one.fields : 'inset' in one ? one.inset : null;
    if (part !== null) Object.assign(flat, flatten(part, Object(value), `${prefix}${name}.`));
    else if ('kind' in one) flat[prefix + name] = value;
  }
  return flat;
}

function unflatten(fields: Fields, flat: FlatRecord, prefix = ''): Record<string, unknown> {
  const json: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(fields)) {
    const part = 'fields' in one ? one.fields : 'inset' in one ? one.inset : null;
    if (part !== null) json[name] = unflatten(part, flat, `${prefix}${name}.`);
    else json[name] = 'kind' in one ? lookUp(flat, prefix + name) : '';
  }
  return json;
}
