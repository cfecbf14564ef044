import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { sql, type Kysely } from 'kysely';

/**
 * Rewrites a SQLite file without anything from deleted or overwritten rows, and empties its write-ahead log. This runs
 * in a thread. Writers wait while the file is rewritten; readers do not. Needs free space of twice the size of the
 * file.
 * @param waitMs how long to wait for other writers, and for readers that use the log
 * @returns false if a reader has used the log for the whole time
 */
export async function compactSqlite(file: string, { waitMs }: { waitMs: number }): Promise<boolean> {
  const worker = new Worker(new URL('./compact-worker.mjs', import.meta.url), {
    workerData: { file, waitMs },
  });
  // Rejects if the thread has an error.
  const [isEmptied] = await once(worker, 'message');
  return isEmptied === true;
}

/**
 * Lets PostgreSQL reuse the space of deleted and overwritten rows in all tables. No table or dump contains these rows
 * any more.
 */
export async function vacuumPostgres<DB>(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_catalog.pg_tables
    where schemaname = current_schema() order by tablename`.execute(db);
  for (const { name } of rows) await sql`vacuum ${sql.table(name)}`.execute(db);
}
