import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { sql, type Kysely } from 'kysely';

/**
 * Rewrites a SQLite file, so that it contains nothing from deleted or overwritten rows any more, and empties its
 * write-ahead log. Writers wait while the file is rewritten; readers do not. The rewriting needs free space of twice
 * the size of the file.
 * @param waitMs how long to wait for other writers, and for readers that use the log
 * @returns false: a reader has used the log for the whole time
 */
export async function compactSqlite(file: string, { waitMs }: { waitMs: number }): Promise<boolean> {
  const worker = new Worker(new URL('./compact-worker.mjs', import.meta.url), {
    workerData: { file, waitMs },
  });
  // The promise rejects if the thread has an error.
  const [isEmptied] = await once(worker, 'message');
  return isEmptied === true;
}

/**
 * Lets PostgreSQL reuse the space of deleted and overwritten rows. No table and no dump contains these rows any more.
 */
export async function vacuumPostgres<DB>(
  db: Kysely<DB>,
  tables: readonly (keyof DB & string)[],
): Promise<void> {
  for (const table of tables) await sql`vacuum ${sql.table(table)}`.execute(db);
}
