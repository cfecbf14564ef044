import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import type { JournalKind, MembersDatabase } from '@/lib/store/schema/members-schema';
import { toAccountRow, type AccountRow } from '@/lib/store/account-journal';
import { toJournalRow, type JournalRow } from '@/lib/store/journal-read';

/** If a field is null, the filter has no such condition. */
export interface JournalFilter {
  /** The records of a member's history. */
  records: readonly { kind: JournalKind; recordId: number }[] | null;
  byPerson: number | null;
  /** The ID of an import run or a merge. */
  runId: number | null;
  /** The rows were written at this time or later. */
  from: Date | null;
  /** The rows were written before this time. */
  until: Date | null;
  /** Of each run, only the newest row that meets the other conditions. */
  hasRunsOnce: boolean;
}

export interface Placed<R, K> {
  row: R;
  key: K;
}

/** At most `limit` rows, newest first. `before` null: from the newest on. */
export type ReadBackwards<R, K> = (before: K | null, limit: number) => Promise<Placed<R, K>[]>;

type MembersDb = Kysely<MembersDatabase>;

/** Reads rows of members.db by position. If `kinds` is empty, reads rows of all kinds. */
export async function membersBackwards(
  db: MembersDb,
  organisationId: number,
  { kinds, filter }: { kinds: readonly JournalKind[]; filter: JournalFilter },
): Promise<ReadBackwards<JournalRow, number>> {
  const { records, byPerson, runId, from, until, hasRunsOnce } = filter;
  const end = until === null ? null : await findPositionAt(db, organisationId, until);
  let all = db
    .selectFrom('journal')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .orderBy('position', 'desc');
  if (kinds.length > 0) all = all.where('kind', 'in', kinds);
  // The value 'person' is a literal, because the condition of the partial index of authors has the same literal.
  if (byPerson !== null)
    all = all.where(sql`actor_kind`, '=', sql`'person'`).where('actor', '=', String(byPerson));
  if (runId !== null) all = all.where('run_id', '=', runId);
  // A row's position is never less than the row's time in milliseconds. So every row that meets the condition on `at`
  // also meets the condition on `position`. The condition on `position` is there for the index of positions.
  if (from !== null) all = all.where('position', '>=', from.getTime()).where('at', '>=', from.getTime());
  if (until !== null) all = all.where('at', '<', until.getTime());
  if (end !== null) all = all.where('position', '<', end);
  if (hasRunsOnce) all = all.where(isNewestOfRun({ kinds, until }));
  return async (before, limit) => {
    const rest = (before === null ? all : all.where('position', '<', before)).limit(limit);
    const lists =
      records === null
        ? [await rest.execute()]
        : // One query for each record, so that both engines use the index on records.
          await Promise.all(
            records.map(({ kind, recordId }) =>
              rest.where('kind', '=', kind).where('record_id', '=', recordId).execute(),
            ),
          );
    const rows = lists.flat().sort((a, b) => b.position - a.position);
    return rows.slice(0, limit).map((row) => ({ row: toJournalRow(row), key: row.position }));
  };
}

/** All rows of a run have the same author, so that the filter of authors needs no condition here. */
function isNewestOfRun({ kinds, until }: { kinds: readonly JournalKind[]; until: Date | null }) {
  return ({ or, not, exists, selectFrom, eb }: ExpressionBuilder<MembersDatabase, 'journal'>) => {
    let later = selectFrom('journal as later')
      .select('later.position')
      .whereRef('later.organisation_id', '=', 'journal.organisation_id')
      .whereRef('later.run_id', '=', 'journal.run_id')
      .whereRef('later.position', '>', 'journal.position');
    if (kinds.length > 0) later = later.where('later.kind', 'in', kinds);
    if (until !== null) later = later.where('later.at', '<', until.getTime());
    return or([eb('journal.run_id', 'is', null), not(exists(later))]);
  };
}

/**
 * Returns the position of the first row that was written at or after `time`. null: there is no such row. Usually, a
 * row's position is the row's time. If that position is not free, the row gets the position after the newest one. So
 * the position of a row can be after `time`, although the row was written before `time`. Such a row is skipped.
 */
async function findPositionAt(db: MembersDb, organisationId: number, time: Date): Promise<number | null> {
  const row = await db
    .selectFrom('journal')
    .select('position')
    .where('organisation_id', '=', organisationId)
    .where('position', '>=', time.getTime())
    .where('at', '>=', time.getTime())
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return row?.position ?? null;
}

export type AccountKey = readonly [at: number, id: string, ordinal: number];

/**
 * Reads rows of auth.db by time. If `kinds` is empty, reads rows of all kinds. `filter.runId` is ignored, because no
 * row of auth.db belongs to an import or a merge.
 */
export function accountsBackwards(
  auth: Kysely<AuthDatabase>,
  organisationId: number,
  { kinds, filter }: { kinds: readonly AccountRow['kind'][]; filter: JournalFilter },
): ReadBackwards<AccountRow, AccountKey> {
  const { records, byPerson, from, until } = filter;
  let all = auth
    .selectFrom('account_journal')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .orderBy('ordinal', 'desc');
  if (kinds.length > 0) all = all.where('kind', 'in', kinds);
  if (byPerson !== null)
    all = all.where(sql`actor_kind`, '=', sql`'person'`).where('actor', '=', String(byPerson));
  if (records !== null) {
    const personIds = records.filter(({ kind }) => kind === 'person').map(({ recordId }) => recordId);
    // PostgreSQL refuses an empty list.
    all = personIds.length === 0 ? all.where(sql.lit(false)) : all.where('person_id', 'in', personIds);
  }
  if (from !== null) all = all.where('at', '>=', from.getTime());
  if (until !== null) all = all.where('at', '<', until.getTime());
  return async (before, limit) => {
    const rest =
      before === null
        ? all
        : all.where(sql<boolean>`(at, id, ordinal) < (${before[0]}, ${before[1]}, ${before[2]})`);
    const rows = await rest.limit(limit).execute();
    return rows.map((row) => ({ row: toAccountRow(row), key: [row.at, row.id, row.ordinal] as const }));
  };
}
