/**
 * SQLite for Kysely. Only the files in this folder use the driver. The driver has the same API as Node's own
 * `node:sqlite`. `node:sqlite` can replace the driver when every supported version of Node includes `node:sqlite`.
 * Kysely's own SQLite dialect has only one connection. There, a slow client that reads a list would block all other
 * requests. Here, statements outside transactions share one connection and run one after another. Each transaction has
 * its own connection. In WAL mode, each reader sees one consistent state and waits for nobody. The driver is
 * synchronous, so a long transaction yields to other requests between its statements.
 */
import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { createPause, neverPause, type Pause } from '@/lib/base/slices';
import type { DatabaseFaults } from './database-faults';
import { boundValues, codeOfMessage, type Bindable } from './sqlite-values';

/** Further transactions wait. Each transaction has a page cache of 2 MB. */
const maxTransactions = 64;
/** How many transactions may wait, and for how long. After that time, their clients no longer wait. */
const maxWaiting = 500;
const waitMs = 10_000;
const cachedStatements = 256;
const busyRetryMs = 10;
/**
 * How long a new connection waits for locks while it opens. After a crash, another process may still hold a lock while
 * it recovers the file.
 */
const openTimeoutMs = 5_000;

interface SqliteOptions {
  /**
   * How long a write waits for another process before it fails with SQLITE_BUSY. Other requests do not wait for this
   * write.
   */
  busyTimeoutMs: number;
  faults?: DatabaseFaults;
}

/** The dialect for a file in WAL mode that only its owner can read. */
export function sqliteDialect(file: string, options: SqliteOptions): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver({ file, ...options }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/**
 * Creates the file if it is missing, readable only by its owner. An existing file must never be opened except by SQLite:
 * when a process closes a file, it loses all its locks on that file, including those of SQLite's open connections.
 * Another program would then delete the write-ahead log that this process still uses.
 * @see fcntl(2), https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
 */
export function createDatabaseFile(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
}

interface ConnectionSettings extends SqliteOptions {
  file: string;
}

class SqliteDriver implements Driver {
  readonly #settings: ConnectionSettings;
  readonly #idle: SqliteConnection[] = [];
  readonly #leases: Lease[] = [];
  readonly #waiting: ((connection: SqliteConnection) => void)[] = [];
  #shared: SqliteConnection | null = null;
  #inUse = 0;
  #isDestroyed = false;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
  }

  async init(): Promise<void> {
    createDatabaseFile(this.#settings.file);
    this.#shared = new SqliteConnection(this.#settings);
  }

  async acquireConnection(): Promise<Lease> {
    if (this.#shared === null) throw new Error('the database has not been opened');
    return this.#leases.pop() ?? new Lease(this.#shared);
  }

  /** A read-only transaction sees one state throughout. All others take the write lock when they begin. */
  async beginTransaction(lease: Lease, settings: TransactionSettings): Promise<void> {
    lease.own = await this.#takeConnection();
    if (settings.accessMode === 'read only') return lease.own.begin('begin');
    lease.own.growCache();
    await lease.own.begin('begin immediate');
  }

  async commitTransaction(lease: Lease): Promise<void> {
    await lease.own?.end('commit');
  }

  async rollbackTransaction(lease: Lease): Promise<void> {
    await lease.own?.end('rollback');
  }

  async releaseConnection(lease: Lease): Promise<void> {
    const { own } = lease;
    // Kysely does some work for each lease that it has not seen before. Leases are reused to avoid this work.
    this.#leases.push(lease);
    if (own === null) return;
    lease.own = null;
    const next = own.isInTransaction || this.#isDestroyed ? undefined : this.#waiting.shift();
    if (next !== undefined) return next(own);
    this.#inUse -= 1;
    // The connection is reused if possible. The driver releases the file of a closed connection only when its
    // statements are garbage-collected.
    if (this.#isDestroyed || own.isInTransaction) own.close();
    else this.#idle.push(own);
  }

  async destroy(): Promise<void> {
    this.#isDestroyed = true;
    for (const connection of this.#idle.splice(0)) connection.close();
    this.#shared?.close();
  }

  async #takeConnection(): Promise<SqliteConnection> {
    if (this.#inUse >= maxTransactions) return this.#waitForConnection();
    this.#inUse += 1;
    return this.#idle.pop() ?? new SqliteConnection(this.#settings);
  }

  #waitForConnection(): Promise<SqliteConnection> {
    if (this.#waiting.length >= maxWaiting) throw allBusy();
    return new Promise((resolve, reject) => {
      const start = (connection: SqliteConnection) => {
        clearTimeout(timer);
        resolve(connection);
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(allBusy());
      }, waitMs);
      this.#waiting.push(start);
    });
  }
}

/** Uses the shared connection, or a separate one inside a transaction. */
class Lease implements DatabaseConnection {
  own: SqliteConnection | null = null;
  readonly #shared: SqliteConnection;

  constructor(shared: SqliteConnection) {
    this.#shared = shared;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return (this.own ?? this.#shared).executeQuery(query);
  }

  streamQuery(): never {
    throw new Error('streaming is not supported: read in parts, inside a transaction');
  }
}

interface Prepared {
  statement: StatementSyncInstance;
  /** This value is stored, because asking the driver for it each time would take as long as a small query. */
  hasRows: boolean;
}

class SqliteConnection {
  isInTransaction = false;
  #pause: Pause = neverPause;
  readonly #database: DatabaseSyncInstance;
  readonly #busyTimeoutMs: number;
  readonly #faults: DatabaseFaults | undefined;
  readonly #statements = new LRUCache<string, Prepared>({ max: cachedStatements });

  constructor({ file, busyTimeoutMs, faults }: ConnectionSettings) {
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#faults = faults;
    this.#database = new DatabaseSync(file, { timeout: openTimeoutMs });
    // SQLite overwrites deleted values with zeros. Erased data therefore leaves the file, even if the compaction after
    // an erasure fails.
    this.#database.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON');
    // Changing the mode needs a lock, and another process could hold that lock. So the mode is changed only if it is
    // not WAL yet.
    if (this.#database.prepare('PRAGMA journal_mode').get()?.journal_mode !== 'wal') {
      this.#database.exec('PRAGMA journal_mode = WAL');
    }
    this.#database.exec('PRAGMA busy_timeout = 0');
  }

  /**
   * An import touches every part of each index. With the usual cache of 2 MB, SQLite would read the pages of a large
   * index repeatedly. With 64 MB, an import of 100,000 rows takes as long as with 16 MB, and needs 100 MB more memory.
   */
  growCache(): void {
    this.#database.exec('PRAGMA cache_size = -16384');
  }

  async begin(statement: string): Promise<void> {
    await this.executeQuery(CompiledQuery.raw(statement));
    this.isInTransaction = true;
    this.#pause = createPause();
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const paused = this.#pause();
    if (paused !== undefined) await paused;
    // Waiting inside SQLite would stop the whole process, perhaps including the writer that it waits for.
    for (const start = performance.now(); ;) {
      try {
        return this.#execute<R>(query);
      } catch (error) {
        if (!isBusy(error) || this.isInTransaction || performance.now() - start > this.#busyTimeoutMs) {
          this.#faults?.note(error);
          throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, busyRetryMs));
      }
    }
  }

  async end(statement: 'commit' | 'rollback'): Promise<void> {
    // If the disk is full, SQLite has rolled back itself. Another rollback would fail, and its error would hide the
    // first one.
    const isOver = statement === 'rollback' && !this.#database.isTransaction;
    if (!isOver) await this.executeQuery(CompiledQuery.raw(statement));
    this.isInTransaction = false;
    this.#pause = neverPause;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #execute<R>(query: CompiledQuery): QueryResult<R> {
    const { statement, hasRows } = this.#prepare(query.sql);
    const parameters = boundValues(query.parameters);
    // The query builder defines the shape of a row. The driver cannot know it.
    if (hasRows) return { rows: allRows(statement, parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(sql: string): Prepared {
    const found = this.#statements.get(sql);
    if (found !== undefined) return found;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, hasRows: statement.columns().length > 0 };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

function allRows(statement: StatementSyncInstance, parameters: Bindable[]): unknown[] {
  try {
    return statement.all(...parameters);
  } catch (error) {
    // Only the driver's method `all` throws errors that have a message but no code. This function adds the code.
    if (error instanceof Error && !('errcode' in error)) {
      throw Object.assign(error, { errcode: codeOfMessage(error.message) });
    }
    throw error;
  }
}

/** SQLITE_BUSY in any extended form: another connection holds the lock or recovers the file. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === 5;
}

/** Has the code of SQLITE_BUSY, and so is handled like SQLite's own error. */
function allBusy(): Error {
  return Object.assign(new Error('all connections to the database are busy'), { errcode: 5 });
}
