import { deleteUnusedPictures } from '@/lib/store/member-pictures';
import type { Store } from '@/lib/store/database';
import { findWaitingLapses } from './lapses';
import { inWriteTransaction } from '@/lib/store/write-transaction';

/**
 * Returns the organisations whose old changes may be deleted now. If the clock is wrong, all changes may seem old. So
 * if an organisation's date has jumped far, somebody must confirm the date first.
 */
export async function findCleanable(store: Store, now: Date): Promise<number[]> {
  const rows = await store.members.selectFrom('organisation').select('id').orderBy('id').execute();
  const waiting = await findWaitingLapses(store, now);
  const doubtful = new Set(
    waiting.filter((one) => one.needsConfirmation).map(({ organisationId }) => organisationId),
  );
  return rows.map(({ id }) => id).filter((id) => !doubtful.has(id));
}

/** The maximum number of rows that one transaction deletes. Writers must wait for this transaction. */
const rowsAtOnce = 5000;

/**
 * Deletes rows that were written before the time `before`, but keeps the tombstones of erased records. If a client then
 * asks for the changes after a deleted position, it gets an error. The error says that the position is too old.
 * @returns how many rows were deleted
 */
export async function deleteOldChanges(
  store: Store,
  { organisationId, before }: { organisationId: number; before: Date },
): Promise<number> {
  await deleteUnusedPictures(store, { organisationId, before });
  let count = 0;
  for (;;) {
    const deleted = await deleteSome(store, organisationId, before);
    count += deleted;
    if (deleted < rowsAtOnce) return count;
  }
}

async function deleteSome(store: Store, organisationId: number, before: Date): Promise<number> {
  return inWriteTransaction(store, organisationId, async (db) => {
    const old = await db
      .selectFrom('journal')
      .select('position')
      .where('organisation_id', '=', organisationId)
      // The condition is on the position, because positions have an index. A position is never below the time of its
      // row.
      .where('position', '<', before.getTime())
      .where('operation', '<>', 'erased')
      .orderBy('position')
      .limit(rowsAtOnce)
      .execute();
    const last = old.at(-1);
    if (last === undefined) return 0;
    await db
      .deleteFrom('journal')
      .where('organisation_id', '=', organisationId)
      .where('position', '<=', last.position)
      .where('operation', '<>', 'erased')
      .execute();
    await db
      .updateTable('journal_state')
      .set({ kept_after: last.position })
      .where('organisation_id', '=', organisationId)
      .where('kept_after', '<', last.position)
      .execute();
    return old.length;
  });
}
