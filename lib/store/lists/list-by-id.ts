import { setImmediate } from 'node:timers/promises';
import type { ControlledTransaction } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Store } from '@/lib/store/database';
import { openList, openRead, openWhole, type Hit, type OpenList } from './list';
import type { ListQuery } from './list-query';
import type { ListStatements, PartQuery } from './list-statements';
import { readFirst } from './long-reads';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';

/**
 * The maximum length of a list that one statement reads whole. If the list is longer, the result of that statement is
 * discarded.
 */
const shortList = 100;
/**
 * Reading this many IDs takes about 6 ms, or 30 ms if the pages are not in memory. Other requests to this process wait
 * no longer than that.
 */
const idsAtOnce = 5_000;
/** PostgreSQL's largest integer. */
const all = 2 ** 31 - 1;

export async function openListById(
  store: Store,
  statements: ListStatements,
  query: ListQuery,
): Promise<OpenList> {
  if (query.size !== null) return openPage(store, statements, { ...query, size: query.size });
  const [short] = await readFirst(store, { query, counts: false }, (db) =>
    statements.readShort(db, { ...query, atMost: shortList }),
  );
  if (short === undefined) throw noRow();
  if (short.found <= shortList) return openWhole({ ...short, total: short.found, next: null });
  return openRead(store, query, async (db) => {
    const hits = await findHits(db, statements, { ...query, atMost: idsAtOnce });
    return openList(db, { hits, total: hits.length, next: null }, async (some) => {
      const [part] = await statements.readHits(db, { ...query, hits: some });
      return part?.documents ?? '';
    });
  });
}

type IdStatements = Pick<
  ListStatements,
  'isNarrowed' | 'hasRanges' | 'readIds' | 'readRangeEnd' | 'readRange'
>;

/** Finds all matches. Each statement finds one part, and other requests are handled between the statements. */
export async function findHits(
  db: ControlledTransaction<MembersDatabase>,
  statements: IdStatements,
  query: PartQuery,
): Promise<Hit[]> {
  // With a narrowing filter, all matches are found and then sorted. Reading in parts would repeat this for each part.
  const isAtOnce = statements.isNarrowed(query);
  if (isAtOnce && statements.hasRanges(query)) return findInRanges(db, statements, query);
  const atMost = isAtOnce ? all : query.atMost;
  const hits: Hit[] = [];
  for (let after = query.after; ;) {
    const [row] = await statements.readIds(db, { ...query, after, atMost });
    const found = toHits(row);
    for (const hit of found) hits.push(hit);
    if (found.length < atMost) return hits;
    after = hits.at(-1)?.id ?? 0;
    await setImmediate();
  }
}

/**
 * Finds the matches in one range of IDs after another. Each range has the next `query.atMost` memberships of the
 * organisation, whether they match or not. Gaps between the IDs do not matter.
 */
async function findInRanges(
  db: ControlledTransaction<MembersDatabase>,
  statements: IdStatements,
  query: PartQuery,
): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (let { after } = query; ;) {
    const [end] = await statements.readRangeEnd(db, { ...query, after });
    const upTo = end?.id ?? null;
    if (upTo === null) return hits;
    const [row] = await statements.readRange(db, { ...query, after, upTo });
    for (const hit of toHits(row)) hits.push(hit);
    after = upTo;
    await setImmediate();
  }
}

function toHits(row: { ids: string | null } | undefined): Hit[] {
  return row?.ids?.split(',').map((id) => ({ id: Number(id), distanceKm: null })) ?? [];
}

async function openPage(
  store: Store,
  statements: ListStatements,
  query: ListQuery & { size: number },
): Promise<OpenList> {
  const known = totalsOf(store);
  const key = JSON.stringify([statements.name, query.day, query.seesAdminExtras, query.filter]);
  const counted = known.get(key) ?? null;
  const countsAll = counted === null;
  const form = countsAll ? `${query.form} counted` : query.form;
  const [page] = await readFirst(store, { query, counts: countsAll }, (db) =>
    statements.readPage(db, { ...query, atMost: query.size, countsAll, form }),
  );
  if (page === undefined) throw noRow();
  const total = counted ?? page.total ?? 0;
  if (countsAll) known.set(key, total);
  return openWhole({ ...page, total, next: page.found > query.size ? String(page.lastId) : null });
}

function noRow(): Error {
  return new Error('the query returned no row');
}

/**
 * The maximum number of totals that are cached for each store. Without the cache, each page would count the whole list.
 */
const maxTotals = 1000;
const totals = new WeakMap<Store, LRUCache<string, number>>();

/**
 * The number of matches, by list, day, version of the data, filter and access to extras. They are counted once, and not
 * for each page.
 */
function totalsOf(store: Store): LRUCache<string, number> {
  const known = totals.get(store) ?? new LRUCache({ max: maxTotals });
  totals.set(store, known);
  return known;
}
