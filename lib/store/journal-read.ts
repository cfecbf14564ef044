import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { JournalKind, JournalTable, MembersDatabase } from '@/lib/store/schema/members-schema';

/** A change as it was written. */
export interface JournalRow {
  position: number;
  at: Date;
  actor: { kind: JournalTable['actor_kind']; id: string };
  runId: number | null;
  reason: string | null;
  kind: JournalKind;
  recordId: number;
  operation: JournalTable['operation'];
  /** `updated`: the old and the new value of each field. `removed`: the last value of each field. Otherwise null. */
  changes: Record<string, unknown> | null;
}

export interface JournalQuery {
  after: number;
  /** The maximum number of rows. The oldest rows are read first, or the newest rows if `isNewest` is true. */
  limit: number;
  isNewest?: boolean;
  since?: Date;
  /** `id` null: every actor of this kind. */
  actor?: { kind: JournalTable['actor_kind']; id: string | null };
  runId?: number;
  /** Only rows of these records. */
  records?: readonly { kind: JournalKind; recordId: number }[];
}

export async function readJournal(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  { after, limit, isNewest = false, since, actor, runId, records }: JournalQuery,
): Promise<JournalRow[]> {
  let query = db
    .selectFrom('journal')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('position', '>', after);
  if (since !== undefined) query = query.where('at', '>=', since.getTime());
  if (runId !== undefined) query = query.where('run_id', '=', runId);
  if (actor !== undefined) {
    query = query.where('actor_kind', '=', actor.kind);
    if (actor.id !== null) query = query.where('actor', '=', actor.id);
  }
  if (records !== undefined) {
    query = query.where((eb) =>
      eb.or(
        records.map(({ kind, recordId }) => eb.and([eb('kind', '=', kind), eb('record_id', '=', recordId)])),
      ),
    );
  }
  const found = await query
    .orderBy('position', isNewest ? 'desc' : 'asc')
    .limit(limit)
    .execute();
  return (isNewest ? found.reverse() : found).map(toJournalRow);
}

/** All rows of at most 500 records, by position. Reads no other rows. */
export async function readRecordRows(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  { kind, recordIds }: { kind: JournalKind; recordIds: readonly number[] },
): Promise<JournalRow[]> {
  const found = await db
    .selectFrom('journal')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', kind)
    .where('record_id', 'in', recordIds)
    .execute();
  // The rows are sorted here, so that both engines use the index on records and not the index on positions.
  return found.map(toJournalRow).sort((a, b) => a.position - b.position);
}

/** Returns the rows in the order of record and position. Call this only for kinds with few records. */
export async function readRowsOfKind(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  kind: JournalKind,
): Promise<JournalRow[]> {
  const found = await db
    .selectFrom('journal')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', kind)
    .orderBy('record_id')
    .orderBy('position')
    .execute();
  return found.map(toJournalRow);
}

/**
 * Reads the rows of one run, or the rows at the positions in `of`. Returns at most `limit` rows, the newest first.
 * With `before`, reads only rows before that position.
 */
export async function readJournalBackwards(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  { of, before, limit }: { of: JournalPart; before: number | null; limit: number },
): Promise<JournalRow[]> {
  let query = db.selectFrom('journal').selectAll().where('organisation_id', '=', organisationId);
  query =
    'runId' in of
      ? query.where('run_id', '=', of.runId)
      : query.where('position', 'in', [of.position].flat());
  if (before !== null) query = query.where('position', '<', before);
  return (await query.orderBy('position', 'desc').limit(limit).execute()).map(toJournalRow);
}

/** The number of rows of each run. */
export async function countRows(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  runIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (runIds.length === 0) return new Map();
  const found = await db
    .selectFrom('journal')
    .select(['run_id', (eb) => eb.fn.countAll().as('count')])
    .where('organisation_id', '=', organisationId)
    .where('run_id', 'in', runIds)
    .groupBy('run_id')
    .execute();
  return new Map(found.map(({ run_id, count }) => [Number(run_id), Number(count)]));
}

/**
 * Returns later changes and erasures of the records that `rows` are about. Accepts at most 500 rows. The oldest change
 * of each record comes first.
 */
export async function readLaterChanges(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  rows: readonly JournalRow[],
): Promise<JournalRow[]> {
  const found: JournalRow[] = [];
  const first = Math.min(...rows.map(({ position }) => position));
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const ids = new Set(rows.filter((row) => row.kind === kind).map(({ recordId }) => recordId));
    const later = await db
      .selectFrom('journal')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('kind', '=', kind)
      .where('record_id', 'in', [...ids])
      .where('position', '>', first)
      .where('operation', 'in', ['updated', 'erased'])
      .orderBy('record_id')
      .orderBy('position')
      .execute();
    found.push(...later.map(toJournalRow));
  }
  return found;
}

/** What can be undone together: an import run, or the rows of one change. */
export type JournalPart = { runId: number } | { position: number | readonly number[] };

const changesSchema = z.record(z.string(), z.unknown());

export function toJournalRow(row: JournalTable): JournalRow {
  return {
    position: row.position,
    at: new Date(row.at),
    actor: { kind: row.actor_kind, id: row.actor },
    runId: row.run_id,
    reason: row.reason,
    kind: row.kind,
    recordId: row.record_id,
    operation: row.operation,
    changes: row.changes === null ? null : changesSchema.parse(JSON.parse(row.changes)),
  };
}
