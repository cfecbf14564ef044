import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { authMigrations } from './auth-migrations';
import type { AuthDatabase } from './auth-schema';
import { membersMigrations } from './members-migrations';
import type { MembersDatabase } from './members-schema';
import { migrate } from './migrate';
import { poolConfig } from './postgres';
import { namingStatements } from './named-statements';
import { sqliteDialect } from './sqlite';

/** The service's data. On SQLite two files, so that signing in never waits for an import; on PostgreSQL one database. */
export interface Store {
  engine: 'sqlite' | 'postgres';
  members: Kysely<MembersDatabase>;
  auth: Kysely<AuthDatabase>;
  /** Connections to PostgreSQL as they are now; null on SQLite, which has none. */
  pool: () => { total: number; idle: number; waiting: number } | null;
  close(): Promise<void>;
}

export interface StoreLocation {
  dataDir: string;
  /** null: `members.db` and `auth.db` in `dataDir`, which only their owner can read. */
  postgresUrl: string | null;
}

/**
 * Opens the store, making files, tables and indexes that are missing.
 * @param statementTimeoutMs of PostgreSQL; null (an import may wait for another one): none. SQLite has none.
 * @throws ConfigError when the address is wrong
 * @throws Error when the database was written by a newer release, is damaged or cannot be reached
 */
export async function openStore(
  { dataDir, postgresUrl }: StoreLocation,
  { statementTimeoutMs = null }: { statementTimeoutMs?: number | null } = {},
): Promise<Store> {
  const store = postgresUrl === null ? openFiles(dataDir) : openPostgres(postgresUrl, statementTimeoutMs);
  const { engine } = store;
  let file = 'members.db';
  try {
    await migrate(store.members, { engine, schema: 'members', migrations: membersMigrations });
    file = 'auth.db';
    await migrate(store.auth, { engine, schema: 'auth', migrations: authMigrations });
  } catch (error) {
    await store.close();
    if (isDamage(error))
      throw new Error(`${join(dataDir, file)} is damaged: restore it from a backup`, { cause: error });
    throw error;
  }
  return store;
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
function isDamage(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && [11, 26].includes(Number(error.errcode) % 256);
}

/** Another import may be at work; whoever signs in has sooner an answer that says to try again. */
const busyTimeoutMs = { members: 30_000, auth: 5_000 };

function openFiles(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const dialectOf = (name: 'members' | 'auth') =>
    sqliteDialect(join(dataDir, `${name}.db`), { busyTimeoutMs: busyTimeoutMs[name] });
  const members = new Kysely<MembersDatabase>({ dialect: dialectOf('members') });
  const auth = new Kysely<AuthDatabase>({ dialect: dialectOf('auth') });
  const close = async () => {
    await members.destroy();
    await auth.destroy();
  };
  return { engine: 'sqlite', members, auth, pool: () => null, close };
}

function openPostgres(url: string, statementTimeoutMs: number | null): Store {
  const pool = new pg.Pool(poolConfig(url, statementTimeoutMs));
  // A connection that breaks while unused is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => undefined);
  const named = namingStatements(pool);
  const members = new Kysely<MembersDatabase>({ dialect: new PostgresDialect({ pool: named }) });
  // The same pool, told to end once.
  const auth = new Kysely<AuthDatabase>({ dialect: new PostgresDialect({ pool: named }) });
  const state = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
  return { engine: 'postgres', members, auth, pool: state, close: () => members.destroy() };
}
