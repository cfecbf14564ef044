import { closeSync, openSync } from 'node:fs';
import { Kysely, sql } from 'kysely';
import { sqliteDialect } from '@/lib/store/sql/sqlite';

/**
 * Copies one consistent state of a database, while other processes can write to it without waiting. The copy has no
 * free pages, and so no deleted data.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  // SQLite writes into this empty file and keeps its permissions. The copy keeps the schema of the original, because a
  // backup is made before an upgrade.
  closeSync(openSync(to, 'wx', 0o600));
  const source = new Kysely<unknown>({ dialect: sqliteDialect(from, { busyTimeoutMs: 30_000 }) });
  try {
    await sql`vacuum into ${to}`.execute(source);
  } finally {
    await source.destroy();
  }
}
