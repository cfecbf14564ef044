/**
 * One statement reads a short list. For a long list, the IDs are read first, and then the documents, a hundred at a
 * time, in one consistent read. The first step needs memory for only one number for each record.
 */
import type { ControlledTransaction } from 'kysely';
import type { Store } from '@/lib/store/database';
import type { ListRequest } from './list-query';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';

/** `distanceKm` null: no point was given. */
export interface Hit {
  id: number;
  distanceKm: number | null;
}

/** The caller must call `close`. After that, nothing can be read. */
export interface OpenList {
  total: number;
  /** The cursor of the next page. null: this is the last page. */
  next: string | null;
  /** The response is certainly too large to be cached, so it begins before all records are read. */
  isLong: boolean;
  /** The next records as JSON, separated by commas. A long list is read in parts. null at the end. */
  read(): Promise<Uint8Array | string | null>;
  close(): Promise<void>;
}

/**
 * The number of documents that are read together. 100 documents have about 100 kB, and reading them takes 1.5 ms. Other
 * requests are handled between these reads.
 */
export const documentsAtOnce = 100;
/** A list with more records is certainly long, because the shortest record has 300 bytes. */
const longList = 1_000;

/** Starts a read-only transaction as soon as `beforeLong` allows it, and ends it if `open` fails. */
export async function openRead<T>(
  store: Store,
  { beforeLong }: Pick<ListRequest, 'beforeLong'>,
  open: (db: ControlledTransaction<MembersDatabase>) => Promise<T>,
) {
  await beforeLong?.();
  const db = await store.reader
    .startTransaction()
    .setAccessMode('read only')
    .setIsolationLevel('repeatable read')
    .execute();
  try {
    return await open(db);
  } catch (error) {
    await db.rollback().execute();
    throw error;
  }
}

/** `documents` reads the JSON of some hits, in order, separated by commas. */
export function openList(
  db: ControlledTransaction<MembersDatabase>,
  { hits, total, next }: { hits: Iterable<Hit>; total: number; next: string | null },
  documents: (hits: readonly Hit[]) => Promise<Uint8Array | string>,
): OpenList {
  const rest = hits[Symbol.iterator]();
  return {
    total,
    next,
    isLong: next === null && total > longList,
    read: async () => {
      const some = take(rest, documentsAtOnce);
      return some.length === 0 ? null : documents(some);
    },
    close: async () => {
      if (!db.isCommitted && !db.isRolledBack) await db.rollback().execute();
    },
  };
}

export function take<T>(values: Iterator<T>, count: number): T[] {
  const taken: T[] = [];
  while (taken.length < count) {
    const { value, done } = values.next();
    if (done === true) break;
    taken.push(value);
  }
  return taken;
}

export function openWhole({
  documents,
  total,
  next,
}: {
  documents: Uint8Array | string | null;
  total: number;
  next: string | null;
}): OpenList {
  let rest = documents;
  const read = async () => {
    const now = rest;
    rest = null;
    return now;
  };
  return { total, next, isLong: false, read, close: async () => undefined };
}
