/**
 * The kinds of records, each declared once: its tables, how the journal writes it, whose record it is, who learns of
 * its changes, and what an undo does. A kind of `JournalKind` that is not declared here does not compile.
 */
import { z } from 'zod';
import { date } from '@/lib/membership-api/fields/date-kind';
import { flag, recordId, wholeNumber } from '@/lib/membership-api/fields/number-kinds';
import { field } from '@/lib/membership-api/fields/field';
import { recordsOf } from '@/lib/membership-api/fields/list-kinds';
import { organisationFields, pictureName } from '@/lib/membership-api/fields/organisation';
import { personFields } from '@/lib/membership-api/fields/person';
import { officeRoles, roleFields, type OfficeRole } from '@/lib/membership-api/fields/role';
import { savedViewFields } from '@/lib/membership-api/fields/saved-view';
import {
  addonFields,
  categoryFields,
  chapterFields,
  committeeSeatFields,
  extraFields,
  membershipTypeFields,
} from '@/lib/membership-api/fields/structure';
import { oneOf, optional } from '@/lib/membership-api/fields/text-kinds';
import { maxPerMinute, noticeDayLimit, noticeSchema } from '@/lib/membership-api/notice-settings';
import { mailProblems } from '@/lib/membership-api/office-mails';
import { noticeMailStates } from '@/lib/membership-api/office-notices';
import type { OfficerGroupName } from '@/lib/membership-api/officer-groups';
import { maxPictureBytes } from '@/lib/membership-api/picture-types';
import type { JournalKind, MembersDatabase } from '@/lib/membership-schema/members-schema';
import type { FlatRecord } from './flat-record';
import { formatOf, marksFormat, memberFormat, noticesFormat, type Format } from './journal-fields';
import { membershipTables, personTables } from './member-tables';
import { noteFormat } from './note-fields';
import { anyId, base64, instant, longText, requiredStoredText, storedJson, storedText } from './stored-kinds';
import {
  exported,
  named,
  no,
  ofAssociation,
  ofPerson,
  onlyOrder,
  ownOrganisation,
  type StoredTables,
} from './stored-table';

interface RecordKind {
  /** Its tables, with what a full archive and a person's export have of them. */
  tables: StoredTables;
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
const inHead = { archive: 'head', personalData: ofAssociation } as const;
const item = { archive: 'head', personalData: named } as const;
const toReaders = ['secretary', 'reader'] as const;

export const recordKinds = {
  membership: {
    tables: membershipTables,
    format: memberFormat,
    idOf: 'membership',
    isInApi: true,
    seenBy: ['secretary', 'officer', 'reader'],
    isRemovedByUndo: true,
  },
  person: {
    tables: personTables,
    format: formatOf(personFields),
    idOf: 'person',
    isInApi: true,
    seenBy: ['secretary', 'officer', 'reader'],
    isRemovedByUndo: true,
  },
  committee: {
    ...ofOffice,
    tables: {
      committee_seat: {
        archive: 'head',
        personalData: {
          organisation_id: ownOrganisation,
          person_id: ofPerson,
          position: onlyOrder,
          chapter_id: exported,
          starts_on: exported,
          ends_on: exported,
        },
      },
    },
    format: formatOf(seatsFields),
    idOf: 'person',
    seenBy: ['secretary', 'officer'],
    isRemovedByUndo: false,
  },
  role: {
    ...ofOwners,
    tables: {
      role: {
        archive: {
          name: 'Roles',
          of: 'person',
          fields: { PersonID: field('personId', recordId), Role: field('role', oneOf(officeRoles)) },
          order: ['person_id'],
        },
        personalData: { organisation_id: ownOrganisation, person_id: ofPerson, role: exported },
      },
      role_chapter: {
        archive: {
          name: 'RoleChapters',
          of: 'person',
          fields: { PersonID: field('personId', recordId), ChapterID: field('chapterId', recordId) },
          order: ['person_id', 'chapter_id'],
        },
        personalData: { organisation_id: ownOrganisation, person_id: ofPerson, chapter_id: exported },
      },
    },
    format: formatOf(roleFields),
    idOf: 'person',
    isRemovedByUndo: false,
  },
  organisation: {
    ...ofDirectory,
    tables: {
      organisation: inHead,
      picture: {
        archive: {
          name: 'Pictures',
          fields: {
            Name: field('name', pictureName),
            Content: field('content', base64(maxPictureBytes)),
            AddedAt: field('addedAt', instant),
          },
          order: ['name'],
        },
        personalData: ofAssociation,
      },
    },
    format: formatOf(organisationFields),
    seenBy: ['secretary'],
    isRemovedByUndo: false,
  },
  view: {
    ...ofOwners,
    tables: {
      saved_view: {
        archive: { name: 'SavedViews', of: 'person', fields: savedViewFields, order: ['id'] },
        personalData: no('It is a name for a list that the person uses in the office. They see it there.'),
      },
    },
    format: formatOf(savedViewFields),
    idOf: 'own',
    isRemovedByUndo: true,
  },
  notice: {
    ...ofOffice,
    tables: {
      notice_settings: {
        archive: {
          name: 'NoticeSettings',
          fields: {
            On: field('isOn', flag),
            PerMinute: field('perMinute', wholeNumber({ min: 1, max: maxPerMinute })),
            Notices: field(
              'notices',
              storedJson((value) =>
                z.array(noticeSchema).safeParse(value).success ? null : 'must be a list of reminders',
              ),
            ),
            NoticedThrough: field('noticedThrough', optional(date)),
            StoppedAt: field('stoppedAt', optional(instant)),
            ClaimedAt: field('claimedAt', instant),
          },
          order: ['organisation_id'],
          // The installation that the archive comes from may still be running and sending reminders. So the reminders
          // are stopped here, or members would get each reminder twice.
          restored: (row, now) => ({ ...row, stopped_at: row.stopped_at ?? (row.is_on === 1 ? now : null) }),
        },
        personalData: ofAssociation,
      },
    },
    format: noticesFormat,
    idOf: 'own',
    isRemovedByUndo: false,
    // An undo could start sending emails to many people, and it does not ask for a recent sign-in.
    neverUndone: 'change the reminders on their page',
  },
  notice_exclusion: {
    ...ofOffice,
    tables: {
      notice_exclusion: {
        archive: {
          name: 'NoticeExclusions',
          of: 'membership',
          fields: { MembershipID: field('membershipId', recordId) },
          order: ['membership_id'],
        },
        personalData: no('The history has it.'),
      },
      notice_mail: {
        archive: {
          name: 'NoticeMails',
          of: 'membership',
          fields: {
            MembershipID: field('membershipId', recordId),
            NoticeID: field('noticeId', recordId),
            LastDay: field('expiryDate', date),
            Days: field('days', wholeNumber({ min: -noticeDayLimit, max: noticeDayLimit })),
            PersonID: field('personId', recordId),
            Email: field('email', storedText(1000)),
            State: field('state', oneOf(noticeMailStates)),
            RecordedAt: field('recordedAt', instant),
            ChangedAt: field('changedAt', instant),
            RetryAt: field('retryAt', instant),
            Attempts: field('attempts', wholeNumber({ min: 0, max: 1000 })),
            Problem: field('problem', optional(oneOf(mailProblems))),
            ReplyCode: field('smtpCode', optional(wholeNumber({ min: 0, max: 999 }))),
          },
          order: ['membership_id', 'notice_id', 'expiry_date'],
        },
        personalData: {
          organisation_id: ownOrganisation,
          membership_id: exported,
          notice_id: no('It is the number of a text of the association.'),
          expiry_date: exported,
          days: exported,
          person_id: ofPerson,
          email: exported,
          state: exported,
          recorded_at: exported,
          changed_at: exported,
          retry_at: no('It is the time of the next attempt.'),
          attempts: no('It counts attempts to reach the mail server.'),
          problem: exported,
          smtp_code: exported,
        },
      },
    },
    format: formatOf({ Excluded: field('isExcluded', flag) }),
    idOf: 'membership',
    isRemovedByUndo: false,
  },
  note: {
    ...ofOffice,
    tables: {
      note: {
        archive: {
          name: 'Notes',
          of: 'person',
          fields: {
            ID: field('id', recordId),
            PersonID: field('personId', recordId),
            Text: field('text', longText),
            WrittenBy: field('writtenBy', anyId),
            WrittenAt: field('writtenAt', instant),
            ChangedBy: field('changedBy', optional(anyId)),
            ChangedAt: field('changedAt', optional(instant)),
          },
          order: ['id'],
        },
        personalData: {
          organisation_id: ownOrganisation,
          id: no('It only tells the notes apart. The history has it.'),
          person_id: ofPerson,
          text: exported,
          written_by: no('The history names who wrote it. The person learns only that it was the office.'),
          written_at: exported,
          changed_by: no('The history names who changed it. The person learns only that it was the office.'),
          changed_at: exported,
        },
      },
    },
    format: noteFormat,
    idOf: 'person',
    seenBy: ['secretary', 'officer'],
    access: 'notes',
    isRemovedByUndo: false,
  },
  alias: {
    ...ofOffice,
    tables: {
      person_alias: {
        archive: {
          name: 'Aliases',
          of: 'person',
          fields: { ID: field('id', recordId), PersonID: field('personId', recordId) },
          order: ['id'],
        },
        personalData: { organisation_id: ownOrganisation, id: exported, person_id: ofPerson },
      },
    },
    format: formatOf(aliasFields),
    idOf: 'person',
    isRemovedByUndo: false,
  },
  mark: {
    ...ofOwners,
    tables: {
      import_source: {
        archive: {
          name: 'Sites',
          fields: { Source: field('source', requiredStoredText(2000)), ReadAt: field('readAt', instant) },
          order: ['source'],
        },
        personalData: ofAssociation,
      },
    },
    format: marksFormat,
    idOf: 'own',
    isRemovedByUndo: false,
  },
  membership_type: {
    ...ofDirectory,
    tables: { membership_type: item, membership_type_extra: inHead },
    format: formatOf(membershipTypeFields),
    seenBy: toReaders,
    readerField: 'Type',
  },
  category: {
    ...ofDirectory,
    tables: { category: item },
    format: formatOf(categoryFields),
    seenBy: toReaders,
    readerField: 'Name',
  },
  chapter: {
    ...ofDirectory,
    tables: { chapter: item },
    format: formatOf(chapterFields),
    seenBy: toReaders,
    readerField: 'Name',
  },
  addon: { ...ofDirectory, tables: { addon: item }, format: formatOf(addonFields), seenBy: ['secretary'] },
  extra: { ...ofDirectory, tables: { extra: item }, format: formatOf(extraFields), seenBy: ['secretary'] },
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

type KindTable = { [K in JournalKind]: keyof (typeof recordKinds)[K]['tables'] }[JournalKind];
/** The tables that belong to no kind. */
export type OtherTable = Exclude<keyof MembersDatabase, KindTable>;

export const journalKinds = Object.keys(recordKinds) as JournalKind[];

export function kindsWith<Name extends 'idOf' | 'isInApi', Value extends RecordKind[Name]>(
  name: Name,
  value: Value,
): KindsWith<Name, Value>[] {
  return journalKinds.filter((kind): kind is KindsWith<Name, Value> => kindOf(kind)[name] === value);
}

/** The tables of all kinds, in the order of their lists in a full archive. */
export const kindTables: StoredTables = Object.assign({}, ...journalKinds.map((kind) => kindOf(kind).tables));

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
