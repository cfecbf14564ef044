import { sql, type Kysely } from 'kysely';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { isPostgres } from '@/lib/store/sql/prepared-query';

/** These tables grow with the members. */
const tables = [
  'person',
  'membership',
  'membership_document',
  'membership_category',
  'membership_addon',
  'answer',
  'location',
  'member_word',
] as const;

/**
 * Prepares the transaction for many members. Do the returned steps after the members have been written. If SQLite
 * has no members yet, its indexes are dropped and built again at the end. That is much faster than adding each row to
 * them. The indexes of primary keys stay. A killed process changes nothing, and other readers still have the indexes.
 * PostgreSQL keeps its indexes, because otherwise every reader would wait for the end of the transaction. PostgreSQL's
 * statistics are updated, because otherwise PostgreSQL would plan for the tables as they were before.
 */
export async function prepareForMany(db: Kysely<MembersDatabase>): Promise<Step[]> {
  if (!isPostgres(db)) return (await isEmpty(db)) ? leaveOutIndexes(db) : [];
  return tables.map((table) => () => sql`analyze ${sql.table(table)}`.execute(db));
}

type Step = () => Promise<unknown>;

async function isEmpty(db: Kysely<MembersDatabase>): Promise<boolean> {
  for (const table of tables) {
    const row = await db.selectFrom(table).select('organisation_id').limit(1).executeTakeFirst();
    if (row !== undefined) return false;
  }
  return true;
}

async function leaveOutIndexes(db: Kysely<MembersDatabase>): Promise<Step[]> {
  // The indexes of primary keys have no SQL text.
  const { rows: indexes } = await sql<{ name: string; text: string }>`
    select name, sql as text from sqlite_master
    where type = 'index' and sql is not null and tbl_name in (${sql.join(tables)})
    order by name`.execute(db);
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db);
  return indexes.map(
    ({ text }) =>
      () =>
        sql.raw(text).execute(db),
  );
}
