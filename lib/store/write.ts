import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '@/lib/base/clock';
import type { Structure } from '@/lib/store/schema/records';
import type { Store } from './database';
import { Journal, readJournalPosition, type Cause } from './journal';
import type { AreaCentre } from './location-document';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { MembersWriter } from './members-writer';
import { compileOnce } from '@/lib/store/sql/prepared-query';
import { readStructure } from './structure';
import { inWriteTransaction } from './write-transaction';

export interface WriterContext {
  organisationId: number;
  clock: Clock;
  /** Finds the centre of a location's area. `publicPoint` uses this centre if the location's precision is not exact. */
  areaCentre: AreaCentre;
  /** Who writes and why, for the journal. */
  cause: Cause;
}

/** Writes that belong together. */
export interface Work<T> {
  context: WriterContext;
  write: (writer: MembersWriter) => Promise<T>;
}

/**
 * Writes in one transaction: everything, or nothing if `write` throws. Writers of an organisation wait for each other.
 * If anything changed, the organisation's version is raised once.
 */
export async function withMembersWriter<T>(
  store: Store,
  context: WriterContext,
  write: (writer: MembersWriter) => Promise<T>,
): Promise<T> {
  const [result] = await writeInOrder(store, [{ context, write }]);
  // `writeInOrder` returns one result for each piece of work.
  return result as T;
}

/** Several pieces of work on one organisation in one transaction. If one throws, none is stored. */
export async function writeInOrder<T>(store: Store, works: readonly Work<T>[]): Promise<T[]> {
  const [first] = works;
  if (first === undefined) return [];
  const { organisationId, clock, cause } = first.context;
  const done = await inWriteTransaction(store, organisationId, async (db) => {
    const { version, ...stored } = await readStructureAndVersion(store, db, organisationId);
    let { structure } = stored;
    const now = clock().getTime();
    const position = await readJournalPosition(db, organisationId);
    const journal = new Journal(db, { organisationId, now, cause, position });
    const results: T[] = [];
    let hasChanged = false;
    let hasAccountMoves = false;
    let isStructureSame = true;
    for (const { context, write } of works) {
      // Other requests are handled between two pieces of work.
      if (results.length > 0) await new Promise((resolve) => setImmediate(resolve));
      journal.setCause(context.cause);
      const writer = new MembersWriter(db, structure, { ...context, now, journal });
      results.push(await writer.complete(write));
      structure = writer.structure.current;
      hasChanged ||= writer.hasChanged;
      hasAccountMoves ||= writer.hasAccountMoves;
      isStructureSame &&= !writer.structure.hasChanged;
    }
    const end = clock().getTime();
    if (hasChanged && end > now) await stampModified(db, [end, organisationId, now]);
    await journal.finish();
    const raised = hasChanged ? await raiseVersion(db, { organisationId, version, now: end }) : version;
    return {
      results,
      hasAccountMoves,
      kept: isStructureSame ? { organisationId, version: raised, structure } : null,
    };
  });
  cacheStructure(store, done.kept);
  if (done.hasAccountMoves) await store.settleAccounts();
  return done.results;
}

/**
 * Removes the organisation's stored data and writes it anew, in one transaction.
 * @param empty removes the stored data
 */
export async function withEmptyOrganisation(
  store: Store,
  { organisationId, clock, areaCentre, cause }: WriterContext,
  {
    empty,
    write,
  }: {
    empty: (db: Transaction<MembersDatabase>) => Promise<void>;
    write: (writer: MembersWriter) => Promise<void>;
  },
): Promise<void> {
  await inWriteTransaction(store, organisationId, async (db) => {
    const { version } = await readStructureAndVersion(store, db, organisationId);
    await empty(db);
    const now = clock().getTime();
    const journal = new Journal(db, { organisationId, now, cause, position: 0 });
    const writer = new MembersWriter(db, null, { organisationId, areaCentre, now, journal, cause });
    await writer.complete(write);
    await journal.finish();
    await raiseVersion(db, { organisationId, version, now });
  });
  await store.settleAccounts();
}

/**
 * Sets the time of the changes to the end of the transaction, because nobody sees the changes earlier. If the time were
 * the start, clients could miss changes. A client that asks during the transaction gets no changes, and later asks only
 * for newer ones (J15).
 */
const stampModified = compileOnce((db: Kysely<MembersDatabase>) =>
  db
    .updateTable('membership')
    .set({ modified_at: 0 })
    .where('organisation_id', '=', 0)
    .where('modified_at', '=', 0),
);

const setVersion = compileOnce((db: Kysely<MembersDatabase>) =>
  db.updateTable('organisation').set({ version: 0 }).where('id', '=', 0),
);

/**
 * The new version is at least the current time, and not only the old version plus 1. The entity tags of lists depend on
 * the version. After a restore, the old version is that of the backup. With the current time, new writes still get
 * entity tags that were never used before.
 */
async function raiseVersion(
  db: Kysely<MembersDatabase>,
  { organisationId, version, now }: { organisationId: number; version: number; now: number },
): Promise<number> {
  const raised = Math.max(version + 1, now);
  await setVersion(db, [raised, organisationId]);
  return raised;
}

interface Cached {
  organisationId: number;
  version: number;
  structure: Structure | null;
}

/**
 * The structure after the last transaction of this process. Without this cache, a change to one member would spend most
 * of its time reading the structure.
 */
const last = new WeakMap<Store, Cached>();

const readVersion = compileOnce((db: Kysely<MembersDatabase>) =>
  db.selectFrom('organisation').select('version').where('id', '=', 0),
);

/**
 * The transaction must hold the organisation's lock, and may change the structure. Each change to the structure raises
 * the version.
 */
async function readStructureAndVersion(
  store: Store,
  db: Kysely<MembersDatabase>,
  organisationId: number,
): Promise<Cached> {
  const [row] = await readVersion(db, [organisationId]);
  const version = row?.version ?? 0;
  const cached = last.get(store);
  // The structure is removed from the cache now. The transaction may change this object and then fail. The cache would
  // then have changes that were never stored.
  last.delete(store);
  if (cached?.organisationId === organisationId && cached.version === version && row !== undefined)
    return cached;
  return { organisationId, version, structure: await readStructure(db, organisationId) };
}

function cacheStructure(store: Store, cached: Cached | null): void {
  if (cached !== null) last.set(store, cached);
}
