/** The journal as API clients see it (docs/decisions.md, J11 to J13). */
import { sql, type Kysely } from 'kysely';
import {
  toMemberChange,
  toOtherChange,
  type Change,
  type RowOfMember,
  type StoredMember,
  type Viewer,
} from './change-visibility';
import type { Day } from '@/lib/store/day';
import { inChunks } from '@/lib/store/sql/in-chunks';
import { readJournal, type JournalRow } from '@/lib/store/journal-read';
import { hasLostValues } from '@/lib/store/journal-values';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { isListedOn } from '@/lib/store/status';

export interface ChangesPage {
  /** The changes are in order of position. */
  changes: Change[];
  /** The next page has the changes after this position. */
  next: number;
  hasMore: boolean;
}

export interface ChangesRequest {
  day: Day;
  seesAdminExtras: boolean;
  after: number;
  /** The maximum number of journal rows that are read. */
  limit: number;
}

/**
 * null: the position is unknown, or rows after it have been deleted. `db` must be a transaction, so that no rows are
 * deleted during the read.
 */
export async function readChanges(
  db: Kysely<MembersDatabase>,
  question: ChangesRequest,
): Promise<ChangesPage | null> {
  const { after, limit } = question;
  const { organisationId } = question.day;
  const found = await readJournal(db, organisationId, { after: after - 1, limit: limit + 2 });
  const oldestAfter = await readOldestAfter(db, organisationId);
  const isKnown = found[0]?.position === after || after === oldestAfter;
  if (!isKnown || after < oldestAfter) return null;
  const later = found.filter(({ position }) => position > after);
  const rows = later.slice(0, limit);
  return {
    changes: await toChanges(db, rows, question),
    next: rows.at(-1)?.position ?? after,
    hasMore: later.length > limit,
  };
}

/**
 * A change to a person as clients see it. Several rows may be merged into one change. That change has the position and
 * the time of the newest row.
 */
export interface PersonChange {
  id: number;
  operation: 'created' | 'updated';
  position: number;
  at: Date;
}

/**
 * Changes to persons' details that a client sees, by position. A client sees only persons with an approved membership.
 */
export async function readPersonChanges(
  db: Kysely<MembersDatabase>,
  {
    organisationId,
    after,
    through,
    limit,
  }: { organisationId: number; after: number; through: number; limit: number },
): Promise<PersonChange[]> {
  const found = await readJournal(db, organisationId, { after, limit });
  const rows = found.filter((row) => row.kind === 'person' && row.position <= through);
  const shown = await readApproved(db, organisationId, rows);
  const changes = new Map<number, PersonChange>();
  for (const { recordId: id, operation, position, at } of rows) {
    if (!shown.has(id) || (operation !== 'created' && operation !== 'updated')) continue;
    const isNew = operation === 'created' || changes.get(id)?.operation === 'created';
    changes.set(id, { id, operation: isNew ? 'created' : 'updated', position, at });
  }
  return [...changes.values()].sort((a, b) => a.position - b.position);
}

/** The newest position of each organisation's journal. */
export async function readPositions(
  db: Kysely<MembersDatabase>,
  organisationIds: Iterable<number>,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('journal_state')
    .select(['organisation_id', 'position'])
    .where('organisation_id', 'in', [...new Set(organisationIds)])
    .execute();
  return new Map(rows.map((row) => [row.organisation_id, row.position]));
}

/** Returns the position up to which rows were deleted. 0: no rows were deleted. */
async function readOldestAfter(db: Kysely<MembersDatabase>, organisationId: number): Promise<number> {
  const row = await db
    .selectFrom('journal_state')
    .select('kept_after')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  return row?.kept_after ?? 0;
}

async function toChanges(
  db: Kysely<MembersDatabase>,
  rows: JournalRow[],
  { day, seesAdminExtras }: ChangesRequest,
): Promise<Change[]> {
  if (rows.length === 0) return [];
  const { organisationId } = day;
  const viewer: Viewer = seesAdminExtras ? 'everything' : await readExtras(db, organisationId);
  const byMembership = await rowsByMembership(db, organisationId, rows);
  const stored = await readStored(db, day, [...byMembership.keys()]);
  const members = [...byMembership].map(([id, own]) =>
    toMemberChange(id, own, { stored: stored.get(id) ?? null, viewer }),
  );
  const others = [...rowsByRecord(rows).values()].map((own) => toOtherChange(own, viewer));
  const changes = [...members, ...others].filter((change) => change !== null);
  return changes.sort((a, b) => a.position - b.position || a.id - b.id);
}

/**
 * All rows of each membership and its person. For a sub-membership, also those rows of the corporate membership that
 * changed an inherited value.
 */
async function rowsByMembership(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  rows: readonly JournalRow[],
): Promise<Map<number, RowOfMember[]>> {
  const persons = rows.filter(({ kind }) => kind === 'person');
  const parents = rows.filter(isInherited);
  const ofPerson = await readIdsBy(db, organisationId, { column: 'person_id', rows: persons });
  const ofParent = await readIdsBy(db, organisationId, { column: 'parent_id', rows: parents });
  const found = new Map<number, RowOfMember[]>();
  for (const row of rows) {
    if (row.kind === 'membership') addTo(found, row.recordId, { ...row, isOwn: true });
    const others = row.kind === 'person' ? ofPerson : isInherited(row) ? ofParent : null;
    for (const id of others?.get(row.recordId) ?? []) addTo(found, id, { ...row, isOwn: false });
  }
  return found;
}

function rowsByRecord(rows: readonly JournalRow[]): Map<string, JournalRow[]> {
  const found = new Map<string, JournalRow[]>();
  for (const row of rows) addTo(found, `${row.kind} ${row.recordId}`, row);
  return found;
}

function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [value]);
  else known.push(value);
}

/**
 * Whether the row may have changed sub-memberships too. They inherit the dates and the status of their corporate
 * membership.
 */
function isInherited({ kind, changes }: JournalRow): boolean {
  if (kind !== 'membership' || changes === null) return false;
  if (hasLostValues(changes)) return true;
  return ['ExpiryDate', 'AmountOutstanding', 'Standing'].some((name) => Object.hasOwn(changes, name));
}

async function readIdsBy(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  { column, rows }: { column: 'person_id' | 'parent_id'; rows: readonly JournalRow[] },
): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>();
  for (const values of inChunks([...new Set(rows.map(({ recordId }) => recordId))])) {
    const memberships = await db
      .selectFrom('membership')
      .select(['id', `${column} as of`])
      .where('organisation_id', '=', organisationId)
      .where(column, 'in', values)
      .orderBy(column)
      .orderBy('id')
      .execute();
    for (const { id, of } of memberships) addTo(found, Number(of), id);
  }
  return found;
}

/** The persons of these rows who have an approved membership. */
async function readApproved(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  rows: readonly JournalRow[],
): Promise<Set<number>> {
  const found = new Set<number>();
  for (const values of inChunks([...new Set(rows.map(({ recordId }) => recordId))])) {
    const memberships = await db
      .selectFrom('membership')
      .select('person_id')
      .where('organisation_id', '=', organisationId)
      .where('person_id', 'in', values)
      // Without the plus sign, SQLite would use the index of approved memberships and read all of them.
      .where(sql<number>`+is_approved`, '=', 1)
      .execute();
    for (const { person_id: id } of memberships) found.add(id);
  }
  return found;
}

async function readStored(
  db: Kysely<MembersDatabase>,
  day: Day,
  ids: readonly number[],
): Promise<Map<number, StoredMember>> {
  const found = new Map<number, StoredMember>();
  for (const values of inChunks([...new Set(ids)])) {
    const rows = await db
      .selectFrom('membership')
      .select([
        'id',
        'modified_at',
        'is_approved',
        'is_listed',
        'standing',
        'is_owing',
        'expiry_date',
        'searchable_until',
      ])
      .where('organisation_id', '=', day.organisationId)
      .where('id', 'in', values)
      .execute();
    for (const row of rows) {
      found.set(row.id, {
        isApproved: row.is_approved === 1,
        isListed: isListedOn(day, row),
        modifiedAt: row.modified_at,
      });
    }
  }
  return found;
}

/** Whether each extra is admin-only, by its ID. */
async function readExtras(
  db: Kysely<MembersDatabase>,
  organisationId: number,
): Promise<ReadonlyMap<string, boolean>> {
  const rows = await db
    .selectFrom('extra')
    .select(['id', 'is_admin_only'])
    .where('organisation_id', '=', organisationId)
    .execute();
  return new Map(rows.map((row) => [String(row.id), row.is_admin_only === 1]));
}
