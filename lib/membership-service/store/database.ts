import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, type Dialect } from 'kysely';
import pg from 'pg';
import { authMigrations } from './auth-migrations';
import type { AuthDatabase } from './auth-schema';
import { membersMigrations } from './members-migrations';
import type { MembersDatabase } from './members-schema';
import { migrate } from './migrate';
import { sqliteDialect } from './sqlite';

/** The service's data. On SQLite two files, so that signing in never waits for an import; on PostgreSQL one database. */
export interface Store {
  engine: 'sqlite' | 'postgres';
  members: Kysely<MembersDatabase>;
  auth: Kysely<AuthDatabase>;
  close(): Promise<void>;
}

/**
 * Opens the store, making files, tables and indexes that are missing. `postgresUrl` null: `members.db` and `auth.db`
 * in `dataDir`, which only their owner can read.
 * @throws Error when the database was written by a newer release or cannot be reached
 */
export async function openStore(options: { dataDir: string; postgresUrl: string | null }): Promise<Store> {
  const store = options.postgresUrl === null ? openFiles(options.dataDir) : openPostgres(options.postgresUrl);
  try {
    await migrate(store.members, { engine: store.engine, schema: 'members', migrations: membersMigrations });
    await migrate(store.auth, { engine: store.engine, schema: 'auth', migrations: authMigrations });
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

function openFiles(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const members = new Kysely<MembersDatabase>({ dialect: sqliteDialect(join(dataDir, 'members.db')) });
  const auth = new Kysely<AuthDatabase>({ dialect: sqliteDialect(join(dataDir, 'auth.db')) });
  const close = async () => {
    await members.destroy();
    await auth.destroy();
  };
  return { engine: 'sqlite', members, auth, close };
}

function openPostgres(url: string): Store {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 5000,
    types: { getTypeParser },
  });
  // A connection that breaks while unused is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => undefined);
  const dialect: Dialect = new PostgresDialect({ pool });
  const members = new Kysely<MembersDatabase>({ dialect });
  // The same pool, told to end once.
  const auth = new Kysely<AuthDatabase>({ dialect: new PostgresDialect({ pool }) });
  return { engine: 'postgres', members, auth, close: () => members.destroy() };
}

/** bigint and numeric results as numbers: every integer we store is below 2^53. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  const isNumber = oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC;
  if (isNumber) return Number;
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
}
