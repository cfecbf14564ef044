import { setImmediate } from 'node:timers/promises';
import type { ControlledTransaction } from 'kysely';
import type { Store } from './database';
import { openList, openRead, openWhole, type Hit, type OpenList } from './list';
import type { ListQuestion } from './list-question';
import type { ListStatements, PartQuestion } from './list-statements';
import type { MembersDatabase } from './members-schema';

/** A whole list of at most so many records is read by one statement; of a longer one what that has read is left. */
const shortList = 100;
/**
 * So many IDs are found in some 6 ms, or 30 when their pages are not in memory; who else asks this process something
 * waits no longer for them.
 */
const idsAtOnce = 5_000;
/** PostgreSQL's largest integer. */
const all = 2 ** 31 - 1;

/** Opens a list in order of ID. */
export async function openListById(
  store: Store,
  statements: ListStatements,
  question: ListQuestion,
): Promise<OpenList> {
  if (question.size !== null) return openPage(store, statements, { ...question, size: question.size });
  const [short] = await statements.readShort(store.members, { ...question, atMost: shortList });
  if (short === undefined) throw noRow();
  if (short.found <= shortList) return openWhole({ ...short, total: short.found, next: null });
  return openRead(store, async (db) => {
    const hits = await findHits(db, statements, { ...question, atMost: idsAtOnce });
    return openList(db, { hits, total: hits.length, next: null }, async (some) => {
      const [part] = await statements.readHits(db, { ...question, hits: some });
      return part?.documents ?? '';
    });
  });
}

type IdStatements = Pick<
  ListStatements,
  'isNarrowed' | 'hasRanges' | 'readIds' | 'readRangeEnd' | 'readRange'
>;

/** All that fit, a part by a statement; others are answered in between. */
export async function findHits(
  db: ControlledTransaction<MembersDatabase>,
  statements: IdStatements,
  question: PartQuestion,
): Promise<Hit[]> {
  // What a filter has narrowed is found first and ordered afterwards: that would be done again for each part.
  const isAtOnce = statements.isNarrowed(question);
  if (isAtOnce && statements.hasRanges(question)) return findInRanges(db, statements, question);
  const atMost = isAtOnce ? all : question.atMost;
  const hits: Hit[] = [];
  for (let after = question.after; ;) {
    const [row] = await statements.readIds(db, { ...question, after, atMost });
    const found = toHits(row);
    for (const hit of found) hits.push(hit);
    if (found.length < atMost) return hits;
    after = hits.at(-1)?.id ?? 0;
    await setImmediate();
  }
}

/** A range has `atMost` of the organisation's memberships, however far apart their IDs lie. */
async function findInRanges(
  db: ControlledTransaction<MembersDatabase>,
  statements: IdStatements,
  question: PartQuestion,
): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (let { after } = question; ;) {
    const [end] = await statements.readRangeEnd(db, { ...question, after });
    const upTo = end?.id ?? null;
    if (upTo === null) return hits;
    const [row] = await statements.readRange(db, { ...question, after, upTo });
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
  question: ListQuestion & { size: number },
): Promise<OpenList> {
  const known = totalsOf(store);
  const key = JSON.stringify([statements.name, question.day, question.seesAdminExtras, question.filter]);
  const counted = known.get(key) ?? null;
  const countsAll = counted === null;
  const [page] = await statements.readPage(store.members, {
    ...question,
    ...{ atMost: question.size, countsAll, form: countsAll ? `${question.form} counted` : question.form },
  });
  if (page === undefined) throw noRow();
  const total = counted ?? page.total ?? 0;
  if (countsAll) {
    const [oldest] = known.keys();
    if (known.size >= maxTotals && oldest !== undefined) known.delete(oldest);
    known.set(key, total);
  }
  return openWhole({ ...page, total, next: page.found > question.size ? String(page.lastId) : null });
}

function noRow(): Error {
  return new Error('an aggregate has one row');
}

/** Totals kept for each store; a page would else cost as much as counting the whole list. */
const maxTotals = 1000;
const totals = new WeakMap<Store, Map<string, number>>();

/** How many records fit, by version of the data, day and filter: counted once, and not again for each page. */
function totalsOf(store: Store): Map<string, number> {
  const known = totals.get(store) ?? new Map<string, number>();
  totals.set(store, known);
  return known;
}
