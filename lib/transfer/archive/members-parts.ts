import type { Kysely } from 'kysely';
import { date } from '@/lib/contract/fields/date-kind';
import { field } from '@/lib/contract/fields/field';
import { flag, recordId, wholeNumber } from '@/lib/contract/fields/number-kinds';
import { oneOf, optional } from '@/lib/contract/fields/text-kinds';
import type { JournalTable, MembersDatabase } from '@/lib/store/schema/members-schema';
import { journalKinds, kindTables } from '@/lib/store/record-kinds';
import {
  anyId,
  instant,
  journalPosition,
  longText,
  requiredStoredText,
  sha256,
  storedJson,
  storedText,
} from '@/lib/store/stored-kinds';
import { tombstoneSchema } from '@/lib/store/tombstone';
import { actorFields, changes, isObject, wordOf, type ArchivePart, type Row } from './part';

const kindParts = Object.entries(kindTables).flatMap(([table, { archive }]): [string, ArchivePart][] =>
  // The keys of `kindTables` are tables of members.db.
  typeof archive === 'object' && 'name' in archive
    ? [[archive.name, { database: 'members', table: table as keyof MembersDatabase, ...archive }]]
    : [],
);

/** The list of a kind of record at a place of its own. */
function listOf(name: string): Record<string, ArchivePart> {
  return Object.fromEntries(kindParts.filter(([one]) => one === name));
}

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
  ...listOf('Sites'),
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
  ...listOf('Aliases'),
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
  // `Sites` and `Aliases` keep their places above.
  ...Object.fromEntries(kindParts),
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
