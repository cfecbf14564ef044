/**
 * The kinds of records, each declared once: its tables, how the journal writes it, whose record it is, who learns of
 * its changes, and what an undo does. A kind of `JournalKind` that is not declared here does not compile.
 */
import { z } from 'zod';
import { date } from '@/lib/contract/fields/date-kind';
import { flag, recordId, wholeNumber } from '@/lib/contract/fields/number-kinds';
import { field } from '@/lib/contract/fields/field';
import { leavingFields } from '@/lib/contract/fields/leaving';
import { recordsOf } from '@/lib/contract/fields/list-kinds';
import { organisationFields, pictureName } from '@/lib/contract/fields/organisation';
import { maxFileBytes, pageFields } from '@/lib/contract/fields/page';
import { personFields } from '@/lib/contract/fields/person';
import { officeRoles, roleFields, type OfficeRole } from '@/lib/contract/fields/role';
import { savedViewFields } from '@/lib/contract/fields/saved-view';
import {
  addonFields,
  categoryFields,
  chapterFields,
  committeeSeatFields,
  extraFields,
  membershipTypeFields,
} from '@/lib/contract/fields/structure';
import { oneOf, optional } from '@/lib/contract/fields/text-kinds';
import { noticeDayLimit, yearlyDays } from '@/lib/contract/notice-days';
import { maxPerMinute, noticeSchema } from '@/lib/contract/notice-settings';
import { mailProblems } from '@/lib/contract/office-mails';
import { noticeMailStates } from '@/lib/contract/office-notices';
import type { OfficerGroupName } from '@/lib/contract/officer-groups';
import { maxPictureBytes } from '@/lib/contract/picture-types';
import type { JournalKind, MembersDatabase } from '@/lib/store/schema/members-schema';
import type { FlatRecord } from './flat-record';
import { formatOf, marksFormat, memberFormat, noticesFormat, type Format } from './journal-fields';
import { membershipTables, personTables } from './member-tables';
import { noteFormat } from './note-fields';
import { proposalFormat, proposedChangesSchema } from './proposal-fields';
import {
  anyId,
  base64,
  instant,
  longText,
  requiredStoredText,
  sha256,
  storedJson,
  storedText,
} from './stored-kinds';
import { exported, named, no, ofAssociation, onlyOrder, type StoredTables } from './stored-table';

/** `ID` and `Others` are IDs of persons. The others are not the same human, and their IDs are higher. */
const distinctFields = {
  ID: field('id', recordId),
  Others: field('others', recordsOf({ PersonID: field('personId', recordId) }, 1000)),
};

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
  /** Whether a merge gives the records of the merged person to the surviving person. */
  isMovedByMerge: boolean;
  /**
   * Whether an erasure searches all records of this kind for the person. In any case, it deletes the rows and the
   * journal's values that have the ID of the person or the membership.
   */
  isSearchedByErasure: boolean;
}

const { ChapterID, StartsOn, EndsOn } = committeeSeatFields;
const seatsFields = { Seats: field('seats', recordsOf({ ChapterID, StartsOn, EndsOn }, 1000)) };
const aliasFields = { PersonID: field('personId', optional(recordId)) };
/** What the office knows about a person. */
const aboutPerson = {
  idOf: 'person',
  isInApi: false,
  seenBy: ['secretary', 'officer'],
  isRemovedByUndo: false,
  isMovedByMerge: true,
  isSearchedByErasure: false,
} as const;
/** Settings that clients do not need. */
const ofOffice = {
  idOf: 'own',
  isInApi: false,
  seenBy: ['secretary'],
  isRemovedByUndo: false,
  isMovedByMerge: false,
  isSearchedByErasure: false,
} as const;
/** The items to which members refer. */
const ofStructure = { ...ofOffice, isInApi: true, isRemovedByUndo: true } as const;
const everybody = ['secretary', 'officer', 'reader'] as const;
const inHead = { archive: 'head', personalData: ofAssociation } as const;
const item = { archive: 'head', personalData: named } as const;

export const recordKinds = {
  membership: {
    tables: membershipTables,
    format: memberFormat,
    idOf: 'membership',
    isInApi: true,
    seenBy: everybody,
    isRemovedByUndo: true,
    isMovedByMerge: true,
    isSearchedByErasure: false,
  },
  person: {
    tables: personTables,
    format: formatOf(personFields),
    idOf: 'person',
    isInApi: true,
    seenBy: everybody,
    isRemovedByUndo: true,
    isMovedByMerge: false,
    isSearchedByErasure: false,
  },
  committee: {
    ...aboutPerson,
    tables: {
      committee_seat: {
        archive: 'head',
        personalData: {
          position: onlyOrder,
          chapter_id: exported,
          starts_on: exported,
          ends_on: exported,
        },
      },
    },
    format: formatOf(seatsFields),
  },
  role: {
    ...aboutPerson,
    seenBy: [],
    tables: {
      role: {
        archive: {
          name: 'Roles',
          of: 'person',
          fields: { PersonID: field('personId', recordId), Role: field('role', oneOf(officeRoles)) },
          order: ['person_id'],
        },
        personalData: { role: exported },
      },
      role_chapter: {
        archive: {
          name: 'RoleChapters',
          of: 'person',
          fields: { PersonID: field('personId', recordId), ChapterID: field('chapterId', recordId) },
          order: ['person_id', 'chapter_id'],
        },
        personalData: { chapter_id: exported },
      },
    },
    format: formatOf(roleFields),
  },
  organisation: {
    ...ofOffice,
    isInApi: true,
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
  },
  view: {
    ...ofOffice,
    seenBy: [],
    tables: {
      saved_view: {
        archive: { name: 'SavedViews', of: 'person', fields: savedViewFields, order: ['id'] },
        personalData: no('It is a name for a list that the person uses in the office. They see it there.'),
      },
    },
    format: formatOf(savedViewFields),
    isRemovedByUndo: true,
    isMovedByMerge: true,
    isSearchedByErasure: true,
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
            Days: field('days', wholeNumber({ min: yearlyDays, max: noticeDayLimit })),
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
          membership_id: exported,
          notice_id: no('It is the number of a text of the association.'),
          expiry_date: exported,
          days: exported,
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
  },
  proposal: {
    ...ofOffice,
    tables: {
      proposal: {
        archive: {
          name: 'Proposals',
          of: 'membership',
          fields: {
            MembershipID: field('membershipId', recordId),
            Changes: field(
              'changes',
              storedJson((value) =>
                proposedChangesSchema.safeParse(value).success ? null : 'must be a list of proposed changes',
              ),
            ),
            ProposedAt: field('proposedAt', instant),
            DeclinedAt: field('declinedAt', optional(instant)),
            Answer: field('answer', longText),
          },
          order: ['membership_id'],
          isLater: true,
        },
        personalData: no('The history has it.'),
      },
    },
    format: proposalFormat,
    idOf: 'membership',
    neverUndone: 'the member can propose it again',
  },
  leaving: {
    ...aboutPerson,
    tables: {
      leaving: {
        archive: {
          name: 'Leaving',
          of: 'membership',
          fields: {
            MembershipID: field('membershipId', recordId),
            SaidOn: field('saidOn', date),
            LastDay: leavingFields.LastDay,
            Reason: leavingFields.Reason,
          },
          order: ['membership_id'],
          isLater: true,
        },
        personalData: no('The history has it.'),
      },
    },
    format: formatOf(leavingFields),
    idOf: 'membership',
    isMovedByMerge: false,
    access: 'notes',
    neverUndone: 'only the member decides it',
  },
  note: {
    ...aboutPerson,
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
          id: no('It only tells the notes apart. The history has it.'),
          text: exported,
          written_by: no('The history names who wrote it. The person learns only that it was the office.'),
          written_at: exported,
          changed_by: no('The history names who changed it. The person learns only that it was the office.'),
          changed_at: exported,
        },
      },
    },
    format: noteFormat,
    access: 'notes',
  },
  distinct: {
    ...aboutPerson,
    seenBy: ['secretary'],
    tables: {
      distinct_person: {
        archive: {
          name: 'DistinctPersons',
          of: 'person',
          fields: { PersonID: field('personId', recordId), OtherID: field('otherId', recordId) },
          order: ['person_id', 'other_id'],
          isLater: true,
        },
        personalData: no('It says only that the person is not another one. The history has it.'),
      },
    },
    format: formatOf(distinctFields),
  },
  alias: {
    ...aboutPerson,
    seenBy: ['secretary'],
    tables: {
      person_alias: {
        archive: {
          name: 'Aliases',
          of: 'person',
          fields: { ID: field('id', recordId), PersonID: field('personId', recordId) },
          order: ['id'],
        },
        personalData: { id: exported },
      },
    },
    format: formatOf(aliasFields),
  },
  mark: {
    ...ofOffice,
    seenBy: [],
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
  },
  membership_type: {
    ...ofStructure,
    tables: { membership_type: item, membership_type_extra: inHead },
    format: formatOf(membershipTypeFields),
    seenBy: ['secretary', 'reader'],
    readerField: 'Type',
  },
  category: {
    ...ofStructure,
    tables: { category: item },
    format: formatOf(categoryFields),
    seenBy: ['secretary', 'reader'],
    readerField: 'Name',
  },
  chapter: {
    ...ofStructure,
    tables: { chapter: item },
    format: formatOf(chapterFields),
    seenBy: ['secretary', 'reader'],
    readerField: 'Name',
  },
  page: {
    ...ofOffice,
    tables: {
      page: {
        archive: { name: 'Pages', fields: pageFields, order: ['id'], isLater: true },
        personalData: ofAssociation,
      },
      page_file: {
        archive: {
          name: 'PageFiles',
          fields: {
            Hash: field('hash', sha256),
            Content: field('content', base64(maxFileBytes)),
            AddedAt: field('addedAt', instant),
          },
          order: ['hash'],
          isLater: true,
        },
        personalData: ofAssociation,
      },
    },
    format: formatOf(pageFields),
    isRemovedByUndo: true,
  },
  addon: { ...ofStructure, tables: { addon: item }, format: formatOf(addonFields) },
  extra: {
    ...ofStructure,
    tables: { extra: item },
    format: formatOf(extraFields),
    isSearchedByErasure: true,
  },
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

function kindsWithIdOf<Owner extends RecordKind['idOf']>(owner: Owner): KindsWith<'idOf', Owner>[] {
  return journalKinds.filter((kind): kind is KindsWith<'idOf', Owner> => kindOf(kind).idOf === owner);
}

/** The tables of all kinds, in the order of their lists in a full archive. */
export const kindTables: StoredTables = Object.assign({}, ...journalKinds.map((kind) => kindOf(kind).tables));

/** The kinds whose record ID is a person's ID. */
export const personKinds = kindsWithIdOf('person');
/** The kinds whose record ID is a membership's ID. */
export const membershipKinds = kindsWithIdOf('membership');

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
