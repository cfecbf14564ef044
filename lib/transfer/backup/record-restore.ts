import type { Cause } from '@/lib/store/journal';
import { Journal, readJournalPosition } from '@/lib/store/journal';
import type { Store } from '@/lib/store/database';
import type { CountedTable } from '@/lib/store/member-index';
import { upsertRows } from '@/lib/store/upsert';
import { inWriteTransaction } from '@/lib/store/write-transaction';

/** The highest journal position and the highest IDs that were used in the replaced database. */
export interface GivenOut {
  position: number;
  highestIds: ReadonlyMap<CountedTable, number>;
}

/**
 * Adds a row to the journal for a restored backup, with a position after all earlier ones. A client that has read
 * changes since the backup then gets 410: its position is not in the journal and is never used again. IDs that were
 * used since the backup are not given to other records.
 */
export async function recordRestore(
  store: Store,
  { organisationId, now, cause }: { organisationId: number; now: Date; cause: Cause },
  givenOut: GivenOut | null,
): Promise<void> {
  await inWriteTransaction(store, organisationId, async (db) => {
    const stored = await readJournalPosition(db, organisationId);
    const position = Math.max(stored, givenOut?.position ?? 0);
    const journal = new Journal(db, { organisationId, now: now.getTime(), cause, position });
    await journal.add([
      { kind: 'organisation', recordId: organisationId, operation: 'updated', changes: {} },
    ]);
    await journal.finish();
    // Reminders are stopped, because the restored data does not record the reminders that were sent after the backup.
    await db
      .updateTable('notice_settings')
      .set({ stopped_at: now.getTime() })
      .where('organisation_id', '=', organisationId)
      .where('is_on', '=', 1)
      .execute();
    for (const [table, id] of givenOut?.highestIds ?? []) {
      const known = await db
        .selectFrom('last_id')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where('table_name', '=', table)
        .executeTakeFirst();
      if (known !== undefined && known.id >= id) continue;
      const row = { organisation_id: organisationId, table_name: table, id };
      await upsertRows(db, 'last_id', ['organisation_id', 'table_name'], [row]);
    }
  });
}
