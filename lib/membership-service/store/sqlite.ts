/**
 * SQLite for Kysely, and the one file that knows which driver we use. It has the API of Node's own `node:sqlite`,
 * which can take its place when every supported Node has it.
 *
 * Kysely's own SQLite dialect has one connection, so a list being read by a slow client would hold up everyone.
 * Here each transaction and each statement gets a connection of its own from a pool: in WAL mode readers see one
 * consistent state each and wait for nobody.
 */
import { closeSync, openSync } from 'node:fs';
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

/** Connections kept open while unused; each has a page cache of 2 MB. */
const idleConnections = 8;
/** Prepared statements kept for each connection. */
const keptStatements = 256;
/** How long a write waits for another writer, and how often it asks. */
const busyTimeoutMs = 30_000;
const busyRetryMs = 10;

/** A SQLite file in WAL mode, readable by its owner alone, as a Kysely dialect. */
export function sqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class SqliteDriver implements Driver {
  readonly #file: string;
  readonly #idle: SqliteConnection[] = [];
  #isDestroyed = false;

  constructor(file: string) {
    this.#file = file;
  }

  async init(): Promise<void> {
    closeSync(openSync(this.#file, 'a', 0o600));
    this.#idle.push(new SqliteConnection(this.#file));
  }

  async acquireConnection(): Promise<SqliteConnection> {
    return this.#idle.pop() ?? new SqliteConnection(this.#file);
  }

  /** A read-only transaction sees one state throughout; any other takes the write lock at once. */
  async beginTransaction(connection: SqliteConnection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode === 'read only') return connection.begin('begin');
    connection.growCache();
    await connection.begin('begin immediate');
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
    connection.isInTransaction = false;
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
    connection.isInTransaction = false;
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    if (this.#isDestroyed || connection.isInTransaction || this.#idle.length >= idleConnections)
      connection.close();
    else this.#idle.push(connection);
  }

  async destroy(): Promise<void> {
    this.#isDestroyed = true;
    for (const connection of this.#idle.splice(0)) connection.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  isInTransaction = false;
  readonly #database: DatabaseSyncInstance;
  readonly #statements = new Map<string, StatementSyncInstance>();

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { timeout: 0 });
    this.#database.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
    // Asked first, because changing the mode needs a lock that another process may hold.
    if (this.#database.prepare('PRAGMA journal_mode').get()?.journal_mode !== 'wal') {
      this.#database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 0');
    }
  }

  /** An import touches every index all over; with the usual 2 MB the pages of a large one are read again and again. */
  growCache(): void {
    this.#database.exec('PRAGMA cache_size = -65536');
  }

  async begin(statement: string): Promise<void> {
    await this.executeQuery(CompiledQuery.raw(statement));
    this.isInTransaction = true;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // Waiting inside SQLite would stop the whole process, and with it perhaps the writer that is waited for.
    for (const start = Date.now(); ;) {
      try {
        return this.#execute<R>(query);
      } catch (error) {
        if (!isBusy(error) || this.isInTransaction || Date.now() - start > busyTimeoutMs) throw error;
        await new Promise((resolve) => setTimeout(resolve, busyRetryMs));
      }
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // The shape of a row is what the query's builder says; the driver cannot know it.
    for (const row of this.#prepare(query.sql).iterate(...bound(query.parameters)))
      yield { rows: [row as R] };
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #execute<R>(query: CompiledQuery): QueryResult<R> {
    const statement = this.#prepare(query.sql);
    const parameters = bound(query.parameters);
    // As above: the builder gives rows their type.
    if (statement.columns().length > 0) return { rows: statement.all(...parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(sql: string): StatementSyncInstance {
    const found = this.#statements.get(sql);
    if (found !== undefined) return found;
    const statement = this.#database.prepare(sql);
    const [oldest] = this.#statements.keys();
    if (this.#statements.size >= keptStatements && oldest !== undefined) this.#statements.delete(oldest);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** SQLITE_BUSY: another connection holds the lock. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}

type Bindable = string | number | bigint | null | Uint8Array;

function bound(parameters: readonly unknown[]): Bindable[] {
  return parameters.map((value) => {
    if (value === undefined) throw new TypeError('a SQL parameter is undefined');
    if (typeof value === 'boolean') return value ? 1 : 0;
    // Kysely types parameters as unknown; what is no SQLite value is refused by the driver itself.
    return value as Bindable;
  });
}
