/**
 * Only an erasure changes existing rows of the journal: it deletes their values and hides names in their reasons
 * (docs/decisions.md, J12 and J19).
 */
import { sql, type Kysely } from 'kysely';
import { inChunks } from '@/lib/store/sql/in-chunks';
import type { JournalKind, MembersDatabase } from '@/lib/store/schema/members-schema';

type Db = Kysely<MembersDatabase>;

const withoutValues = {
  reason: null,
  changes: sql<string | null>`case when changes is null then null else '{}' end`,
};

/** Deletes values and reasons. With `span`, only from rows between two positions. */
export async function dropJournalValues(
  db: Db,
  organisationId: number,
  {
    kind,
    ids,
    span,
  }: { kind: JournalKind; ids: readonly number[]; span?: { from: number; through: number } },
): Promise<void> {
  for (const some of inChunks(ids)) {
    let query = db
      .updateTable('journal')
      .set(withoutValues)
      .where('organisation_id', '=', organisationId)
      .where('kind', '=', kind)
      .where('record_id', 'in', some);
    if (span !== undefined)
      query = query.where('position', '>=', span.from).where('position', '<=', span.through);
    await query.execute();
  }
}

export async function dropJournalValuesAt(
  db: Db,
  organisationId: number,
  positions: readonly number[],
): Promise<void> {
  for (const some of inChunks(positions)) {
    await db
      .updateTable('journal')
      .set(withoutValues)
      .where('organisation_id', '=', organisationId)
      .where('position', 'in', some)
      .execute();
  }
}

export async function replaceJournalReason(
  db: Db,
  organisationId: number,
  { reason, left }: { reason: string | null; left: string | null },
): Promise<void> {
  await db
    .updateTable('journal')
    .set({ reason: left })
    .where('organisation_id', '=', organisationId)
    .where('reason', '=', reason)
    .execute();
}

/** An erasure has deleted the values of this row. */
export function hasLostValues(changes: object | null): boolean {
  return changes !== null && Object.keys(changes).length === 0;
}
