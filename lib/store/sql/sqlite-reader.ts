/**
 * Reads a SQLite file in a separate thread. The driver is synchronous: in the main thread, a read of 100,000 rows would
 * make every other request wait. A message to the thread and back takes about 0.1 ms. Statements run one after another.
 * Each transaction sees one state of the data. The first statement of a transaction, and statements outside
 * transactions, have priority, because their clients wait for the response to begin. The others take turns, so that
 * many long lists do not delay a short one.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
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
import type { DatabaseFaults } from './database-faults';
import { boundValues, sqliteError } from './sqlite-values';

/** The limits for waiting statements, except those of open transactions. Above the limits, requests are refused. */
const maxWaiting = 64;
const waitMs = 5_000;
/**
 * The number of statements that the thread has at a time. While the thread sends the rows of one statement, it already
 * has the next one.
 */
const sentAtOnce = 2;
/** The highest number of statements with priority in succession. Then another statement has its turn. */
const firstInSuccession = 4;
const shared = 0;

export class TooManyReads extends Error {
  constructor() {
    super('too many long reads are waiting');
  }
}

/** For reading only: writes fail. The file must exist. */
export function sqliteReaderDialect(file: string, faults?: DatabaseFaults): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new ReaderDriver(file, faults),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class ReaderDriver implements Driver {
  readonly #thread: ReaderThread;
  readonly #leases: Lease[] = [];
  readonly #freeNumbers: number[] = [];
  #lastNumber = shared;

  constructor(file: string, faults: DatabaseFaults | undefined) {
    this.#thread = new ReaderThread(file, faults);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Lease> {
    return this.#leases.pop() ?? new Lease(this.#thread);
  }

  async beginTransaction(lease: Lease, { accessMode }: TransactionSettings): Promise<void> {
    if (accessMode !== 'read only') throw new Error('the reading thread accepts only read-only transactions');
    const number = this.#freeNumbers.pop() ?? (this.#lastNumber += 1);
    try {
      await this.#thread.run({
        connection: number,
        query: CompiledQuery.raw('begin'),
        isFirst: true,
        isRefusable: true,
      });
    } catch (error) {
      this.#freeNumbers.push(number);
      throw error;
    }
    lease.number = number;
    lease.hasStarted = false;
    lease.threadCount = this.#thread.count;
  }

  async commitTransaction(lease: Lease): Promise<void> {
    await this.#end(lease);
  }

  async rollbackTransaction(lease: Lease): Promise<void> {
    await this.#end(lease);
  }

  async releaseConnection(lease: Lease): Promise<void> {
    // Kysely does some work for each lease that it has not seen before. Leases are reused to avoid this work.
    this.#leases.push(lease);
  }

  async destroy(): Promise<void> {
    await this.#thread.stop();
  }

  async #end(lease: Lease): Promise<void> {
    const { number } = lease;
    lease.number = shared;
    await lease.run(CompiledQuery.raw('rollback'), number);
    this.#freeNumbers.push(number);
  }
}

class Lease implements DatabaseConnection {
  number = shared;
  hasStarted = false;
  threadCount = 0;
  readonly #thread: ReaderThread;

  constructor(thread: ReaderThread) {
    this.#thread = thread;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: (await this.run(query, this.number)) as R[] };
  }

  async run(query: CompiledQuery, connection: number): Promise<unknown[]> {
    if (connection !== shared && this.threadCount !== this.#thread.count)
      throw new Error('the reading thread has ended, so this transaction was aborted');
    const isFirst = connection === shared || !this.hasStarted;
    this.hasStarted = true;
    return this.#thread.run({ connection, query, isFirst, isRefusable: connection === shared });
  }

  streamQuery(): never {
    throw new Error('streaming is not supported: read in parts, inside a transaction');
  }
}

interface Read {
  connection: number;
  query: CompiledQuery;
  /** The statement is outside a transaction, or is the first of its transaction. Such a statement has priority. */
  isFirst: boolean;
  /** A statement of an open transaction is never refused, even if the queue is long. */
  isRefusable: boolean;
}

interface WaitingRead extends Read {
  since: number;
  resolve: (rows: unknown[]) => void;
  reject: (error: Error) => void;
}

/** The format of many rows that contain only numbers. */
interface Columns {
  columns: { name: string; values: Float64Array }[];
  length: number;
}

type Reply = { rows: unknown[] } | Columns | { error: { message: string; errcode?: number } };

class ReaderThread {
  readonly #file: string;
  readonly #faults: DatabaseFaults | undefined;
  readonly #waiting: { first: WaitingRead[]; later: WaitingRead[] } = { first: [], later: [] };
  #sentInSuccession = 0;
  readonly #sent: WaitingRead[] = [];
  #worker: Worker | null = null;
  count = 0;

  constructor(file: string, faults: DatabaseFaults | undefined) {
    this.#file = file;
    this.#faults = faults;
  }

  /** @throws TooManyReads if too many reads wait, or this one has waited too long */
  run(read: Read): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      const { first, later } = this.#waiting;
      const refusable = first.filter(({ isRefusable }) => isRefusable).length;
      if (read.isRefusable && refusable >= maxWaiting) return reject(new TooManyReads());
      (read.isFirst ? first : later).push({ ...read, since: performance.now(), resolve, reject });
      this.#send();
    });
  }

  /** Waits for the thread, because a read cannot be interrupted. */
  async stop(): Promise<void> {
    const { first, later } = this.#waiting;
    for (const read of [...first.splice(0), ...later.splice(0)])
      read.reject(new Error('the database is closed'));
    const worker = this.#worker;
    if (worker === null) return;
    worker.ref();
    worker.postMessage('close');
    await once(worker, 'exit');
    this.#worker = null;
  }

  #send(): void {
    while (this.#sent.length < sentAtOnce) {
      const next = this.#takeNext();
      if (next === undefined) break;
      if (next.isRefusable && performance.now() - next.since > waitMs) {
        next.reject(new TooManyReads());
        continue;
      }
      const { connection, query } = next;
      this.#sent.push(next);
      const worker = (this.#worker ??= this.#start());
      // The process does not end while a statement waits for the thread.
      worker.ref();
      worker.postMessage({ connection, sql: query.sql, parameters: boundValues(query.parameters) });
    }
    if (this.#sent.length === 0) this.#worker?.unref();
  }

  #takeNext(): WaitingRead | undefined {
    const { first, later } = this.#waiting;
    if (first.length > 0 && (later.length === 0 || this.#sentInSuccession < firstInSuccession)) {
      this.#sentInSuccession += 1;
      return first.shift();
    }
    this.#sentInSuccession = 0;
    return later.shift();
  }

  /** The thread is not started before the first read, because many processes never read much. */
  #start(): Worker {
    this.count += 1;
    const worker = new Worker(new URL('./sqlite-reader-thread.mjs', import.meta.url), {
      name: 'reader',
      workerData: { file: this.#file },
      // The thread does not use the main thread's loaders, because they take longer than the start of the thread.
      execArgv: [],
    });
    worker.on('message', (reply: Reply) => {
      const done = this.#sent.shift();
      if ('error' in reply) {
        const error = sqliteError(reply.error);
        this.#faults?.note(error);
        done?.reject(error);
      } else done?.resolve('rows' in reply ? reply.rows : toRows(reply));
      this.#send();
    });
    worker.on('error', (error) => {
      if (this.#worker !== worker) return;
      // The next read starts another thread. The transactions of this one are lost.
      this.#worker = null;
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    });
    return worker;
  }

  #fail(error: Error): void {
    const { first, later } = this.#waiting;
    for (const read of [...this.#sent.splice(0), ...first.splice(0), ...later.splice(0)]) read.reject(error);
  }
}

function toRows({ columns, length }: Columns): unknown[] {
  const rows: Record<string, number>[] = [];
  for (let at = 0; at < length; at += 1) {
    const row: Record<string, number> = {};
    for (const { name, values } of columns) row[name] = values[at] ?? NaN;
    rows.push(row);
  }
  return rows;
}
