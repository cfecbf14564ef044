import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { finishReplacement, inProgress, isReplacing } from '@/lib/store/data-folder/replace-data';
import { StartupError } from '@/lib/base/startup-error';
import { authMigrations } from '@/lib/store/schema/auth-migrations';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import { buildMissingWords } from './build-words';
import {
  findMismatches,
  MismatchError,
  readAuthMark,
  readMembersMark,
  refuseMismatches,
  type DatabaseMarks,
} from '@/lib/store/installation/marks';
import { JournalSignal, listenToOthers } from './journal-signal';
import { membersMigrations } from '@/lib/store/schema/members-migrations';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { DatabaseFaults } from '@/lib/store/sql/database-faults';
import { migrate } from '@/lib/store/sql/migrate';
import { connectTimeoutMs, poolConfig } from '@/lib/store/sql/postgres';
import { createStatementNames, requireNamedStatements } from '@/lib/store/sql/named-statements';
import { sessionSettings, toKyselyPool } from '@/lib/store/sql/postgres-pool';
import { createDatabaseFile, sqliteDialect } from '@/lib/store/sql/sqlite';
import { sqliteReaderDialect } from '@/lib/store/sql/sqlite-reader';
import { Turns } from '@/lib/base/turns';

/** The service's data. SQLite has two files, so that sign-ins never wait for an import. PostgreSQL has one database. */
export interface Store {
  engine: 'sqlite' | 'postgres';
  members: Kysely<MembersDatabase>;
  /** The database for reads that may take long. On SQLite, these reads run in a separate thread. */
  reader: Kysely<MembersDatabase>;
  /**
   * Reads from `reader` when it is the caller's turn. `caller` is an API client or a person of the office.
   * @throws NoTurn if the caller has too many reads waiting, or this one has waited too long
   */
  readInTurn<T>(caller: string, read: (db: Kysely<MembersDatabase>) => Promise<T>): Promise<T>;
  auth: Kysely<AuthDatabase>;
  /** How many long lists may be read at the same time. */
  longReads: number;
  /** What the statements of this process have met. */
  faults: DatabaseFaults;
  /** Connections to PostgreSQL. null on SQLite. */
  pool: () => { total: number; idle: number; waiting: number } | null;
  /**
   * Called after a commit that ends sign-ins. Ends them in auth.db, and tells the people concerned. Must not reject.
   * Whoever opens the store sets it, because the store does not know the accounts.
   */
  settleAccounts: () => Promise<void>;
  /** Wakes listeners after each commit of this process and, with `listen`, of other processes on PostgreSQL. */
  signal: JournalSignal;
  /** Returns a function that stops listening. Does nothing on SQLite. */
  listen(): () => Promise<void>;
  close(): Promise<void>;
}

export interface StoreLocation {
  dataDir: string;
  /** null: the data is in `members.db` and `auth.db` in `dataDir`. */
  postgresUrl: string | null;
  /** false: statements have no names, because a proxy that shares connections does not support names. */
  namesStatements?: boolean;
}

/** The time limit of a PostgreSQL statement that uses this part of the data. */
export interface StatementTimeouts {
  members: number;
  auth: number;
}

interface OpenOptions {
  /**
   * The time limits of PostgreSQL statements. SQLite has no such limits. null: a statement may take any time. An import
   * needs this, because it may have to wait until another import ends.
   */
  timeouts?: StatementTimeouts | null;
  /**
   * Work before the time limits apply. A start needs this, because it may have to wait while another process loads the
   * demonstration.
   */
  prepare?: (store: Store) => Promise<void>;
  /**
   * Whether the data may be used. Nothing has been changed yet, so tables and columns may be missing. By default, only
   * databases of different installations are refused.
   */
  check?: (store: Store, marks: DatabaseMarks) => Promise<void>;
}

const refuseDifferentInstallations = async (_: Store, marks: DatabaseMarks) =>
  refuseMismatches(findMismatches(marks, null));

/**
 * Creates missing files, tables and indexes.
 * @throws ConfigError if the address is wrong, or a proxy needs other settings
 * @throws Error if the database was written by a newer release, is damaged or cannot be reached
 */
export async function openStore(location: StoreLocation, options: OpenOptions = {}): Promise<Store> {
  const { dataDir, postgresUrl, namesStatements = true } = location;
  const { timeouts = null, prepare, check = refuseDifferentInstallations } = options;
  if (postgresUrl === null) await finishReplacement(dataDir);
  const files = postgresUrl === null ? identifyFiles(dataDir) : '';
  if (postgresUrl !== null && namesStatements) await requireNamedStatements(poolConfig(postgresUrl));
  // No limit while tables are created, because indexing a large table takes time.
  const limits: Limits = { timeouts: null };
  const store =
    postgresUrl === null
      ? openFiles(dataDir)
      : openPostgres(postgresUrl, { namesStatements, timeouts, limits });
  const { engine } = store;
  let file = 'members.db';
  const wasReplaced = () => postgresUrl === null && identifyFiles(dataDir) !== files;
  try {
    const membersMark = await readMembersMark(store);
    file = 'auth.db';
    await check(store, { members: membersMark, auth: await readAuthMark(store) });
    file = 'members.db';
    await migrate(store.members, { engine, schema: 'members', migrations: membersMigrations });
    await buildMissingWords(store.members);
    file = 'auth.db';
    await migrate(store.auth, { engine, schema: 'auth', migrations: authMigrations });
  } catch (error) {
    await store.close();
    if (error instanceof MismatchError && postgresUrl === null) {
      // A restore replaces the files one after another.
      await finishReplacement(dataDir);
      if (wasReplaced()) return openStore(location, options);
    }
    if (hasResultCode(error, damaged))
      throw new StartupError(`${join(dataDir, file)} is damaged: restore it from a backup`, { cause: error });
    if (hasResultCode(error, busy) && isReplacing(dataDir)) throw inProgress(dataDir);
    throw error;
  }
  // A restored backup may have replaced the files after they were opened and before they were locked. In that case the
  // new files must be opened.
  if (wasReplaced()) {
    await store.close();
    return openStore(location, options);
  }
  try {
    await prepare?.(store);
  } catch (error) {
    await store.close();
    throw error;
  }
  limits.timeouts = timeouts;
  return store;
}

interface Limits {
  timeouts: StatementTimeouts | null;
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damaged = [11, 26];
/** SQLITE_BUSY. */
const busy = [5];

function hasResultCode(error: unknown, codes: readonly number[]): boolean {
  return error instanceof Error && 'errcode' in error && codes.includes(Number(error.errcode) % 256);
}

/**
 * Returns a text that identifies the two database files. The text changes if another file replaces one of them. Creates
 * missing files.
 */
function identifyFiles(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const files = ['members.db', 'auth.db'].map((name) => {
    const file = join(dataDir, name);
    createDatabaseFile(file);
    const { dev, ino } = statSync(file);
    return `${dev}:${ino}`;
  });
  return files.join(' ');
}

/**
 * How many long lists may be read at the same time. A list that waits for another one sends nothing, so the number is
 * larger than the number of lists that sites usually request together. On SQLite, the lists take turns in the reading
 * thread. Each has a connection with a page cache of 2 MB. On PostgreSQL, each holds a connection of the pool: together
 * at most half of them.
 */
const maxLongReads = { sqlite: 32, postgres: 10 };
/** How many counts and searches PostgreSQL does at the same time: at most a quarter of the connections. */
const maxSearches = 4;

/**
 * A count of 100,000 members takes up to 0.4 s. So one caller's reads have their turn in time if it asks for at most two
 * or three of them a second, and cheaper ones more often.
 */
const turnLimits = {
  simultaneousEach: 1,
  maxWaiting: 256,
  maxWaitingEach: 64,
  waitMs: 5_000,
  turnMs: 10_000,
};

/** A write may wait for an import. A sign-in should fail sooner, and its response then says to try again. */
const busyTimeoutMs = { members: 30_000, auth: 5_000 };

function openFiles(dataDir: string): Store {
  const faults = new DatabaseFaults();
  const dialectOf = (name: 'members' | 'auth') =>
    sqliteDialect(join(dataDir, `${name}.db`), { busyTimeoutMs: busyTimeoutMs[name], faults });
  const members = new Kysely<MembersDatabase>({ dialect: dialectOf('members') });
  const auth = new Kysely<AuthDatabase>({ dialect: dialectOf('auth') });
  const newReader = () =>
    new Kysely<MembersDatabase>({ dialect: sqliteReaderDialect(join(dataDir, 'members.db'), faults) });
  const reader = newReader();
  const readers = [reader, newReader()];
  const close = async () => {
    for (const one of readers) await one.destroy();
    await members.destroy();
    await auth.destroy();
  };
  const signal = new JournalSignal();
  const listen = () => async () => undefined;
  // A reading thread does one statement at a time, so each turn has its own. The second thread starts when a second
  // caller needs it.
  const turns = new Turns({ ...turnLimits, simultaneous: readers.length });
  return {
    engine: 'sqlite',
    members,
    reader,
    readInTurn: (caller, read) => turns.run(caller, (seat) => read(readers[seat] ?? reader)),
    auth,
    longReads: maxLongReads.sqlite,
    faults,
    pool: () => null,
    settleAccounts: async () => undefined,
    signal,
    listen,
    close,
  };
}

function openPostgres(
  url: string,
  {
    namesStatements,
    timeouts,
    limits,
  }: { namesStatements: boolean; timeouts: Limits['timeouts']; limits: Limits },
): Store {
  const pool = new pg.Pool({
    ...poolConfig(url),
    onConnect: async (client) => {
      // Behind a proxy that shares connections, these settings would apply to the connection's next user.
      if (!namesStatements || timeouts === null) return;
      const text = sessionSettings(Math.max(timeouts.members, timeouts.auth));
      await client.query({ text, query_timeout: connectTimeoutMs } as pg.QueryConfig);
    },
  });
  // An unused connection that breaks is replaced at the next use. Without a listener, its error would end the process.
  pool.on('error', () => undefined);
  const nameOf = namesStatements ? createStatementNames() : () => undefined;
  const faults = new DatabaseFaults();
  const poolOf = (part: keyof StatementTimeouts) =>
    toKyselyPool(pool, { nameOf, statementTimeoutMs: () => limits.timeouts?.[part] ?? null, faults });
  const members = new Kysely<MembersDatabase>({ dialect: new PostgresDialect({ pool: poolOf('members') }) });
  // `members` and `auth` have the same connections, which must be ended only once.
  const auth = new Kysely<AuthDatabase>({ dialect: new PostgresDialect({ pool: poolOf('auth') }) });
  const state = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
  const atMost = (most: number, part: number) =>
    Math.min(most, Math.max(1, Math.floor(pool.options.max * part)));
  const signal = new JournalSignal();
  const listen = () => listenToOthers(poolConfig(url), () => signal.wake());
  const turns = new Turns({ ...turnLimits, simultaneous: atMost(maxSearches, 1 / 4) });
  return {
    engine: 'postgres',
    members,
    reader: members,
    readInTurn: (caller, read) => turns.run(caller, () => read(members)),
    auth,
    longReads: atMost(maxLongReads.postgres, 1 / 2),
    faults,
    pool: state,
    settleAccounts: async () => undefined,
    signal,
    listen,
    close: () => members.destroy(),
  };
}
