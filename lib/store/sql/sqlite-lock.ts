import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { createDatabaseFile } from './sqlite';

/** The lock ends with the process, even if the process is killed. */
export interface DatabaseLock {
  rows(sql: string): Record<string, unknown>[];
  release(): void;
}

/**
 * Locks a database file against all other connections, including those of this process. Creates a missing file.
 * @returns null if another connection has the file open
 * @throws SQLite's error if the file is not a database, or is damaged
 */
export function lockDatabase(file: string): DatabaseLock | null {
  createDatabaseFile(file);
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // In WAL mode, each open connection holds a lock, so the mode can change only if no other connection is open.
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    if (rowsOf(database, 'PRAGMA journal_mode')[0]?.journal_mode !== 'wal') return toLock(database);
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === 5)) {
      database.close();
      throw error;
    }
  }
  database.close();
  return null;
}

function toLock(database: DatabaseSyncInstance): DatabaseLock {
  return {
    rows: (sql) => rowsOf(database, sql),
    release() {
      // The driver closes the file only after garbage collection of the statements.
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

function rowsOf(database: DatabaseSyncInstance, sql: string): Record<string, unknown>[] {
  return database.prepare(sql).all() as Record<string, unknown>[];
}
