/** Records in the journal's form: one value for each field, with the names of `lib/membership-api/fields`. */
import { isDeepStrictEqual } from 'node:util';
import { lookUp } from '@/lib/look-up';
import {
  field,
  readRecord,
  writeRecord,
  type Fields,
  type RecordOf,
} from '@/lib/membership-api/fields/field';
import { recordsOf } from '@/lib/membership-api/fields/list-kinds';
import { flag, recordId } from '@/lib/membership-api/fields/number-kinds';
import { optional } from '@/lib/membership-api/fields/text-kinds';
import { parseNotices } from '@/lib/membership-api/notice-settings';
import { membershipFields } from '@/lib/membership-api/fields/membership';
import { organisationFields } from '@/lib/membership-api/fields/organisation';
import { personFields } from '@/lib/membership-api/fields/person';
import { roleFields } from '@/lib/membership-api/fields/role';
import { savedViewFields } from '@/lib/membership-api/fields/saved-view';
import {
  addonFields,
  categoryFields,
  chapterFields,
  committeeSeatFields,
  extraFields,
  membershipTypeFields,
} from '@/lib/membership-api/fields/structure';
import type { JournalKind } from '@/lib/membership-schema/members-schema';
import type {
  NoticeRecord,
  AddonRecord,
  CategoryRecord,
  ChapterRecord,
  CommitteeSeatRecord,
  ExtraRecord,
  MemberRecord,
  MembershipRecord,
  MembershipTypeRecord,
  OrganisationRecord,
  PersonRecord,
  NoticeExclusion,
  NotesRecord,
  OrganisationMarks,
  RoleRecord,
} from '@/lib/membership-schema/records';
import { flatNotes, notesFromFlat } from './note-fields';
import type { FlatRecord, Changes } from './flat-record';

/** The stored type of each kind of record. */
export interface RecordOfKind {
  membership: MemberRecord;
  person: PersonRecord;
  committee: { id: number; seats: Omit<CommitteeSeatRecord, 'personId'>[] };
  /** null: the ID is not an alias. */
  alias: { id: number; personId: number | null };
  mark: OrganisationMarks;
  role: RoleRecord;
  view: RecordOf<typeof savedViewFields>;
  notice: NoticeRecord;
  notice_exclusion: NoticeExclusion;
  note: NotesRecord;
  organisation: OrganisationRecord;
  membership_type: MembershipTypeRecord;
  category: CategoryRecord;
  chapter: ChapterRecord;
  addon: AddonRecord;
  extra: ExtraRecord;
}

/** The result does not contain the record's ID. */
export function toFlat<K extends JournalKind>(kind: K, record: RecordOfKind[K]): FlatRecord {
  return formats[kind].toFlat(record);
}

/**
 * The opposite of `toFlat`. A membership's person has only the ID.
 * @throws FieldError if a value is outside the limits of its field
 */
export function fromFlat<K extends JournalKind>(kind: K, id: number, flat: FlatRecord): RecordOfKind[K] {
  return formats[kind].fromFlat(id, flat);
}

/** null: no field differs. */
export function changesBetween(before: FlatRecord, after: FlatRecord): Changes | null {
  const changes: Changes = {};
  for (const [name, value] of Object.entries(after)) {
    const old = lookUp(before, name);
    if (!isDeepStrictEqual(old, value)) changes[name] = [old, value];
  }
  return Object.keys(changes).length === 0 ? null : changes;
}

interface Format<R> {
  toFlat: (record: R) => FlatRecord;
  fromFlat: (id: number, flat: FlatRecord) => R;
}

/** The field of a membership with the ID of its person. */
export const personIdName = 'User.ID';
const { ChapterID, StartsOn, EndsOn } = committeeSeatFields;
const seatsFields = { Seats: field('seats', recordsOf({ ChapterID, StartsOn, EndsOn }, 1000)) };

const aliasFields = { PersonID: field('personId', optional(recordId)) };

const formats: { [K in JournalKind]: Format<RecordOfKind[K]> } = {
  membership: { toFlat: flatMember, fromFlat: memberFromFlat },
  person: formatOf<PersonRecord>(personFields),
  committee: formatOf<RecordOfKind['committee']>(seatsFields),
  alias: formatOf<RecordOfKind['alias']>(aliasFields),
  mark: { toFlat: flatMarks, fromFlat: marksFromFlat },
  role: formatOf<RoleRecord>(roleFields),
  view: formatOf<RecordOf<typeof savedViewFields>>(savedViewFields),
  notice: { toFlat: flatNotices, fromFlat: noticesFromFlat },
  notice_exclusion: formatOf<NoticeExclusion>({ Excluded: field('isExcluded', flag) }),
  note: { toFlat: flatNotes, fromFlat: notesFromFlat },
  organisation: formatOf<OrganisationRecord>(organisationFields),
  membership_type: formatOf<MembershipTypeRecord>(membershipTypeFields),
  category: formatOf<CategoryRecord>(categoryFields),
  chapter: formatOf<ChapterRecord>(chapterFields),
  addon: formatOf<AddonRecord>(addonFields),
  extra: formatOf<ExtraRecord>(extraFields),
};

function formatOf<R extends { id: number }>(table: Fields): Format<R> {
  const fields = withoutId(table);
  return {
    // `record` is a record of this table, and R is the type of its records.
    toFlat: (record) => flatten(fields, writeRecord(fields, record as RecordOf<Fields>, noNames)),
    fromFlat: (id, flat) =>
      ({ ...readRecord(fields, unflatten(fields, flat), unchecked), id }) as unknown as R,
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

const ownFormat = formatOf<MembershipRecord>(membershipFields);
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
