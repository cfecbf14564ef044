import { SqliteAdapter, sql, type Kysely } from 'kysely';
import type { MembersDatabase } from './members-schema';

/** The tables that grow with the members. */
const tables = [
  'person',
  'membership',
  'membership_document',
  'membership_category',
  'membership_addon',
  'answer',
  'location',
] as const;

/**
 * Prepares the transaction for many members; what it returns is to be called when they are written.
 *
 * SQLite without any member leaves out its indexes, but for the primary keys, until then: to sort an index once takes
 * a fraction of adding to it row by row. Part of the transaction, so a process that is killed leaves them as they were,
 * and whoever reads meanwhile has them. On PostgreSQL every reader would wait for the end, so they stay; there the
 * statistics are taken anew, without which it plans as if the tables were still what they were.
 */
export async function prepareForMany(db: Kysely<MembersDatabase>): Promise<() => Promise<void>> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  if (isSqlite) return (await isEmpty(db)) ? leaveOutIndexes(db) : async () => undefined;
  return async () => {
    for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(db);
  };
}

async function isEmpty(db: Kysely<MembersDatabase>): Promise<boolean> {
  for (const table of tables) {
    const row = await db.selectFrom(table).select('organisation_id').limit(1).executeTakeFirst();
    if (row !== undefined) return false;
  }
  return true;
}

async function leaveOutIndexes(db: Kysely<MembersDatabase>): Promise<() => Promise<void>> {
  // The indexes of primary keys have no text.
  const { rows: indexes } = await sql<{ name: string; text: string }>`
    select name, sql as text from sqlite_master
    where type = 'index' and sql is not null and tbl_name in (${sql.join(tables)})
    order by name`.execute(db);
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db);
  return async () => {
    for (const { text } of indexes) await sql.raw(text).execute(db);
  };
}
