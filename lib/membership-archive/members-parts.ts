import type { Kysely } from 'kysely';
import { z } from 'zod';
import { maxPerMinute, noticeDayLimit, noticeSchema } from '@/lib/membership-api/notice-settings';
import { mailProblems } from '@/lib/membership-api/office-mails';
import { noticeMailStates } from '@/lib/membership-api/office-notices';
import { date } from '@/lib/membership-api/fields/date-kind';
import { field } from '@/lib/membership-api/fields/field';
import { flag, recordId, wholeNumber } from '@/lib/membership-api/fields/number-kinds';
import { officeRoles } from '@/lib/membership-api/fields/role';
import { pictureName } from '@/lib/membership-api/fields/organisation';
import { maxPictureBytes } from '@/lib/membership-api/picture-types';
import { savedViewFields } from '@/lib/membership-api/fields/saved-view';
import { oneOf, optional } from '@/lib/membership-api/fields/text-kinds';
import type { JournalTable, MembersDatabase } from '@/lib/membership-schema/members-schema';
import { journalKinds } from '@/lib/membership-store/record-kinds';
import { tombstoneSchema } from '@/lib/membership-store/tombstone';
import {
  base64,
  instant,
  journalPosition,
  requiredStoredText,
  sha256,
  storedJson,
  storedText,
} from './kinds';
import { actorFields, anyId, changes, isObject, longText, wordOf, type ArchivePart, type Row } from './part';

const lastIdTables = [
  'membership',
  'person',
  'location',
  'membership_type',
  'category',
  'chapter',
  'addon',
  'extra',
] as const;

export const membersParts = {
  DateModified: {
    database: 'members',
    table: 'membership',
    fields: { ID: field('id', recordId), At: field('modifiedAt', instant) },
    order: ['id'],
  },
  LastIDs: {
    database: 'members',
    table: 'last_id',
    fields: { Table: field('tableName', oneOf(lastIdTables)), ID: field('id', recordId) },
    order: ['table_name'],
  },
  Sites: {
    database: 'members',
    table: 'import_source',
    fields: { Source: field('source', requiredStoredText(2000)), ReadAt: field('readAt', instant) },
    order: ['source'],
  },
  ExternalIDs: {
    database: 'members',
    table: 'external_id',
    fields: {
      Kind: field('kind', oneOf(['membership', 'person'])),
      ID: field('id', recordId),
      System: field('source', storedText(2000)),
      ExternalID: field('externalId', longText),
    },
    order: ['kind', 'source', 'external_id'],
  },
  Aliases: {
    database: 'members',
    table: 'person_alias',
    fields: { ID: field('id', recordId), PersonID: field('personId', recordId) },
    order: ['id'],
  },
  Erasures: {
    database: 'members',
    table: 'erasure',
    fields: {
      PersonID: field('personId', recordId),
      ErasedAt: field('erasedAt', instant),
      Tombstone: field(
        'tombstone',
        storedJson((value) => (tombstoneSchema.safeParse(value).success ? null : 'must be a tombstone')),
      ),
    },
    order: ['person_id'],
  },
  Roles: {
    database: 'members',
    table: 'role',
    fields: { PersonID: field('personId', recordId), Role: field('role', oneOf(officeRoles)) },
    order: ['person_id'],
  },
  RoleChapters: {
    database: 'members',
    table: 'role_chapter',
    fields: { PersonID: field('personId', recordId), ChapterID: field('chapterId', recordId) },
    order: ['person_id', 'chapter_id'],
  },
  Pictures: {
    database: 'members',
    table: 'picture',
    fields: {
      Name: field('name', pictureName),
      Content: field('content', base64(maxPictureBytes)),
      AddedAt: field('addedAt', instant),
    },
    order: ['name'],
  },
  SavedViews: {
    database: 'members',
    table: 'saved_view',
    fields: savedViewFields,
    order: ['id'],
  },
  NoticeSettings: {
    database: 'members',
    table: 'notice_settings',
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
  },
  NoticeExclusions: {
    database: 'members',
    table: 'notice_exclusion',
    fields: { MembershipID: field('membershipId', recordId) },
    order: ['membership_id'],
  },
  NoticeMails: {
    database: 'members',
    table: 'notice_mail',
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
  Notes: {
    database: 'members',
    table: 'note',
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
  Imports: {
    database: 'members',
    table: 'import_run',
    fields: {
      ID: field('id', recordId),
      At: field('at', instant),
      ...actorFields,
      Source: field('source', longText),
      FileSHA256: field('fileHash', optional(sha256)),
      Mapping: field('mapping', changes),
      Counts: field(
        'counts',
        storedJson(() => null, { ofNull: 'null' }),
      ),
      IsMerge: field('isMerge', flag),
      IsBulk: field('isBulk', flag, { isLater: true }),
    },
    order: ['id'],
  },
  IdempotencyKeys: {
    database: 'members',
    table: 'idempotency_key',
    fields: {
      CreatedAt: field('createdAt', instant),
      ClientID: field('clientId', requiredStoredText(300)),
      Key: field('key', requiredStoredText(1000)),
      RequestHash: field('requestHash', requiredStoredText(100)),
      Status: field('status', wholeNumber({ min: 200, max: 299 })),
      MembershipIDs: field(
        'membershipIds',
        storedJson((value) => (isListOfNumbers(value) ? null : 'must be a list of IDs')),
      ),
    },
    order: ['created_at', 'client_id', 'key'],
  },
  State: {
    database: 'members',
    table: 'journal_state',
    read: readState,
    fields: {
      IsDemonstration: field('isDemonstration', flag),
      Position: field('position', journalPosition),
      KeptAfter: field('keptAfter', journalPosition),
      LapsedThrough: field('lapsedThrough', optional(date)),
    },
    order: [],
  },
  Journal: {
    database: 'members',
    table: 'journal',
    fields: {
      Position: field('position', journalPosition),
      At: field('at', instant),
      ...actorFields,
      ImportID: field('runId', optional(recordId)),
      Reason: field('reason', optional(longText)),
      Kind: field('kind', oneOf(journalKinds)),
      RecordID: field('recordId', anyId),
      Operation: field(
        'operation',
        wordOf<JournalTable['operation']>({
          created: true,
          updated: true,
          removed: true,
          erased: true,
          lapsed: true,
        }),
      ),
      Changes: field('changes', changes),
    },
    order: ['position'],
    check: checkJournalRow,
  },
} as const satisfies Record<string, ArchivePart>;

/**
 * Old releases had no journal. If only such releases have written to an organisation, it has no row in `journal_state`.
 * Its state is then 0 and null, as below.
 */
async function readState(db: Kysely<unknown>, organisationId: number): Promise<Row[]> {
  const members = db as Kysely<MembersDatabase>;
  const organisation = await members
    .selectFrom('organisation')
    .select('is_demonstration')
    .where('id', '=', organisationId)
    .executeTakeFirst();
  const state = await members
    .selectFrom('journal_state')
    .select(['position', 'kept_after', 'lapsed_through'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  return [{ position: 0, kept_after: 0, lapsed_through: null, ...state, ...organisation }];
}

function checkJournalRow(record: Readonly<Row>): [string, string] | null {
  const { operation, changes: values } = record;
  if (Number(record.position) < Math.max(1, Number(record.at))) {
    return ['Position', 'must be at least its time, in milliseconds since 1970'];
  }
  const hasValues = operation === 'updated' || operation === 'removed';
  if (hasValues !== (values !== null)) {
    return ['Changes', hasValues ? 'is missing' : `must be null: "${String(operation)}" has no values`];
  }
  if (operation !== 'updated' || !isObject(values)) return null;
  const isPaired = Object.values(values).every((pair) => Array.isArray(pair) && pair.length <= 2);
  return isPaired ? null : ['Changes', 'must have the old and the new value of each field'];
}

function isListOfNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => Number.isSafeInteger(one));
}
