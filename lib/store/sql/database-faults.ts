import { z } from 'zod';

/** What is wrong with a database that still responds. */
export const databaseFaultSchema = z.enum(['damaged', 'disk', 'read-only']);
export type DatabaseFault = z.infer<typeof databaseFaultSchema>;

/**
 * How long a fault is listed after it was last seen, in milliseconds. The server writes twice a minute
 * (`lib/store/servers.ts`), so that a fault that prevents writes is seen again earlier.
 */
const listedMs = 90_000;

/**
 * Collects the faults that the statements of this process meet. Damage is listed until the process ends: only a restore
 * repairs it.
 */
export class DatabaseFaults {
  /** The faults that are listed, and when each was last seen. */
  readonly #lastSeen = new Map<DatabaseFault, number>();
  readonly #now: () => number;
  /** Is called when a fault that was not listed is seen. */
  onNew: (fault: DatabaseFault) => void = () => undefined;

  /** @param now milliseconds of a monotonic clock */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** @param error what a statement has thrown */
  note(error: unknown): void {
    const fault = faultOf(error);
    if (fault === null) return;
    const isNew = !this.list().includes(fault);
    this.add(fault);
    if (isNew) this.onNew(fault);
  }

  /** Adds a fault that another process has seen. */
  add(fault: DatabaseFault): void {
    this.#lastSeen.set(fault, this.#now());
  }

  list(): DatabaseFault[] {
    const isListed = (fault: DatabaseFault, at: number) => fault === 'damaged' || this.#now() - at < listedMs;
    return [...this.#lastSeen].filter(([fault, at]) => isListed(fault, at)).map(([fault]) => fault);
  }
}

/** PostgreSQL's data_corrupted, index_corrupted, disk_full and io_error. */
const faultsByCode = new Map<unknown, DatabaseFault>([
  ['XX001', 'damaged'],
  ['XX002', 'damaged'],
  ['53100', 'disk'],
  ['58030', 'disk'],
]);

/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_FULL and SQLITE_NOTADB. */
const faultsByResultCode = new Map<number, DatabaseFault>([
  [8, 'read-only'],
  [10, 'disk'],
  [11, 'damaged'],
  [13, 'disk'],
  [26, 'damaged'],
]);

function faultOf(error: unknown): DatabaseFault | null {
  if (!(error instanceof Error)) return null;
  if ('errcode' in error) return faultsByResultCode.get(Number(error.errcode) % 256) ?? null;
  return 'code' in error ? (faultsByCode.get(error.code) ?? null) : null;
}
