/**
 * The kinds of records, each declared once: how the journal writes it, whose record it is, who learns of its changes,
 * and what an undo does. A kind of `JournalKind` that is not declared here does not compile.
 */
import { flag, recordId } from '@/lib/membership-api/fields/number-kinds';
import { field } from '@/lib/membership-api/fields/field';
import { recordsOf } from '@/lib/membership-api/fields/list-kinds';
import { organisationFields } from '@/lib/membership-api/fields/organisation';
import { personFields } from '@/lib/membership-api/fields/person';
import { roleFields, type OfficeRole } from '@/lib/membership-api/fields/role';
import { savedViewFields } from '@/lib/membership-api/fields/saved-view';
import {
  addonFields,
  categoryFields,
  chapterFields,
  committeeSeatFields,
  extraFields,
  membershipTypeFields,
} from '@/lib/membership-api/fields/structure';
import { optional } from '@/lib/membership-api/fields/text-kinds';
import type { OfficerGroupName } from '@/lib/membership-api/officer-groups';
import type { JournalKind } from '@/lib/membership-schema/members-schema';
import type { FlatRecord } from './flat-record';
import { formatOf, marksFormat, memberFormat, noticesFormat, type Format } from './journal-fields';
import { noteFormat } from './note-fields';

interface RecordKind {
  /** The record as one value for each field, without its ID. */
  format: Format<unknown>;
  /** Whose ID the record has. `own`: it has an ID of its own, or there is one record and it has the organisation's ID. */
  idOf: 'person' | 'membership' | 'own';
  /** Whether clients of the API learn of changes. */
  isInApi: boolean;
  /** The roles that see changes in the office, besides owners. */
  seenBy: readonly Exclude<OfficeRole, 'owner'>[];
  /** Officers see changes only if they see this group. */
  access?: OfficerGroupName;
  /** The only field that readers see. Of memberships and persons, they see the fields to which they have access. */
  readerField?: string;
  /** Whether an undo removes a record that the change created. */
  isRemovedByUndo: boolean;
  /** Why no change is undone. Absent: changes are undone. */
  neverUndone?: string;
}

const { ChapterID, StartsOn, EndsOn } = committeeSeatFields;
const seatsFields = { Seats: field('seats', recordsOf({ ChapterID, StartsOn, EndsOn }, 1000)) };
const aliasFields = { PersonID: field('personId', optional(recordId)) };
/** Only owners see these, besides those who make the changes. */
const ofOwners = { isInApi: false, seenBy: [] } as const;
/** What the office keeps for itself. */
const ofOffice = { isInApi: false, seenBy: ['secretary'] } as const;
/** Settings, and the items to which members refer. */
const ofDirectory = { idOf: 'own', isInApi: true, isRemovedByUndo: true } as const;
const toReaders = ['secretary', 'reader'] as const;

export const recordKinds = {
  membership: {
    format: memberFormat,
    idOf: 'membership',
    isInApi: true,
    seenBy: ['secretary', 'officer', 'reader'],
    isRemovedByUndo: true,
  },
  person: {
    format: formatOf(personFields),
    idOf: 'person',
    isInApi: true,
    seenBy: ['secretary', 'officer', 'reader'],
    isRemovedByUndo: true,
  },
  committee: {
    ...ofOffice,
    format: formatOf(seatsFields),
    idOf: 'person',
    seenBy: ['secretary', 'officer'],
    isRemovedByUndo: false,
  },
  role: { ...ofOwners, format: formatOf(roleFields), idOf: 'person', isRemovedByUndo: false },
  view: {
    ...ofOwners,
    format: formatOf(savedViewFields),
    idOf: 'own',
    isRemovedByUndo: true,
  },
  notice: {
    ...ofOffice,
    format: noticesFormat,
    idOf: 'own',
    isRemovedByUndo: false,
    // An undo could start sending emails to many people, and it does not ask for a recent sign-in.
    neverUndone: 'change the reminders on their page',
  },
  notice_exclusion: {
    ...ofOffice,
    format: formatOf({ Excluded: field('isExcluded', flag) }),
    idOf: 'membership',
    isRemovedByUndo: false,
  },
  note: {
    ...ofOffice,
    format: noteFormat,
    idOf: 'person',
    seenBy: ['secretary', 'officer'],
    access: 'notes',
    isRemovedByUndo: false,
  },
  alias: {
    ...ofOffice,
    format: formatOf(aliasFields),
    idOf: 'person',
    isRemovedByUndo: false,
  },
  mark: { ...ofOwners, format: marksFormat, idOf: 'own', isRemovedByUndo: false },
  organisation: {
    ...ofDirectory,
    format: formatOf(organisationFields),
    seenBy: ['secretary'],
    isRemovedByUndo: false,
  },
  membership_type: {
    ...ofDirectory,
    format: formatOf(membershipTypeFields),
    seenBy: toReaders,
    readerField: 'Type',
  },
  category: {
    ...ofDirectory,
    format: formatOf(categoryFields),
    seenBy: toReaders,
    readerField: 'Name',
  },
  chapter: {
    ...ofDirectory,
    format: formatOf(chapterFields),
    seenBy: toReaders,
    readerField: 'Name',
  },
  addon: { ...ofDirectory, format: formatOf(addonFields), seenBy: ['secretary'] },
  extra: { ...ofDirectory, format: formatOf(extraFields), seenBy: ['secretary'] },
} as const satisfies Record<JournalKind, RecordKind>;

/** The stored type of each kind of record. */
export type RecordOfKind = {
  [K in JournalKind]: ReturnType<(typeof recordKinds)[K]['format']['fromFlat']>;
};

/** The declaration of a kind that is not known when the code is compiled. */
export function kindOf(kind: JournalKind): RecordKind {
  return recordKinds[kind];
}

/** The kinds whose declaration has this value, in the order of the table. */
export type KindsWith<Name extends keyof RecordKind, Value> = {
  [K in JournalKind]: (typeof recordKinds)[K] extends Readonly<Record<Name, Value>> ? K : never;
}[JournalKind];

export const journalKinds = Object.keys(recordKinds) as JournalKind[];

export function kindsWith<Name extends 'idOf' | 'isInApi', Value extends RecordKind[Name]>(
  name: Name,
  value: Value,
): KindsWith<Name, Value>[] {
  return journalKinds.filter((kind): kind is KindsWith<Name, Value> => kindOf(kind)[name] === value);
}

/** The kinds whose record ID is a person's ID. */
export const personKinds = kindsWith('idOf', 'person');
/** The kinds whose record ID is a membership's ID. */
export const membershipKinds = kindsWith('idOf', 'membership');

export function toFlat<K extends JournalKind>(kind: K, record: RecordOfKind[K]): FlatRecord {
  return formatOfKind(kind).toFlat(record);
}

/**
 * The opposite of `toFlat`. A membership's person has only the ID.
 * @throws FieldError if a value is outside the limits of its field
 */
export function fromFlat<K extends JournalKind>(kind: K, id: number, flat: FlatRecord): RecordOfKind[K] {
  return formatOfKind(kind).fromFlat(id, flat);
}

function formatOfKind<K extends JournalKind>(kind: K): Format<RecordOfKind[K]> {
  const formats: { [Kind in JournalKind]: { format: Format<RecordOfKind[Kind]> } } = recordKinds;
  return formats[kind].format;
}
