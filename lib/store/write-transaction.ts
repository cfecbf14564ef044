import { sql, type Transaction } from 'kysely';
import type { Store } from './database';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';

/** Nobody else writes to the organisation meanwhile. Writers wait for each other. */
export async function inWriteTransaction<T>(
  store: Store,
  organisationId: number,
  work: (db: Transaction<MembersDatabase>) => Promise<T>,
): Promise<T> {
  const result = await store.members.transaction().execute(async (db) => {
    // On SQLite, a transaction is the only writer. The first number identifies this kind of lock.
    if (store.engine === 'postgres') {
      await sql`select pg_advisory_xact_lock(42078, ${sql.lit(organisationId % 2 ** 31)})`.execute(db);
    }
    return work(db);
  });
  store.signal.wake();
  return result;
}
