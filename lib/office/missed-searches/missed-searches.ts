/**
 * Searches of the directory that found nobody, for the office. Each process counts in memory and adds its numbers to
 * the database about once a minute. A row has the words, the place, the day and the count, and nothing about the
 * visitor or the time of day. The journal does not record searches, because they change no member and no setting.
 */
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { addDays, dateInZone, type Clock } from '@/lib/base/clock';
import { missedLimits, type MissedSearch, type MissedSearchesBody } from '@/lib/contract/missed-searches';
import type { Structure } from '@/lib/store/schema/records';
import type { Store } from '@/lib/store/database';
import { readStructure } from '@/lib/store/structure';
import { createPause } from '@/lib/base/slices';
import { tokensOf } from '@/lib/base/text-tokens';

interface Services {
  store: Store;
  clock: Clock;
  timeZone: () => string;
}

interface Counted extends MissedSearch {
  day: string;
  count: number;
}

export class MissedSearches {
  readonly #pending = new LRUCache<string, Counted>({ max: missedLimits.pending });
  #running: Promise<void> | null = null;

  constructor(
    readonly services: Services,
    readonly organisationId: number,
  ) {}

  /** Runs no query. If too many different searches wait, the one that was counted longest ago is forgotten. */
  note({ words, place }: MissedSearch): void {
    const { clock, timeZone } = this.services;
    this.#add({ day: dateInZone(clock(), timeZone()), words, place, count: 1 });
  }

  /**
   * Adds the counts to the database in one transaction, without searches that may contain somebody's name. Two calls at
   * the same time share one run. If it fails, the counts wait for the next call.
   */
  async flush(): Promise<void> {
    this.#running ??= this.#flush().finally(() => (this.#running = null));
    await this.#running;
  }

  async #flush(): Promise<void> {
    const pending = this.#take();
    try {
      const { store } = this.services;
      const allowed = await withoutNames(store, this.organisationId, pending);
      if (allowed.length > 0) await addCounts(store, this.organisationId, allowed);
    } catch (error) {
      const later = this.#take();
      for (const counted of [...pending, ...later]) this.#add(counted);
      throw error;
    }
  }

  /** The one that was counted longest ago comes first. */
  #take(): Counted[] {
    const taken = [...this.#pending.rvalues()].filter((counted) => counted !== undefined);
    this.#pending.clear();
    return taken;
  }

  #add({ day, words, place, count: more }: Counted): void {
    const key = JSON.stringify([day, words, place]);
    const count = (this.#pending.get(key)?.count ?? 0) + more;
    this.#pending.set(key, { day, words, place, count });
  }
}

/**
 * Rows are written in the order of the key. If two processes write at the same time, one waits for the other, so there
 * is no deadlock.
 */
function inKeyOrder(a: Counted, b: Counted): number {
  const [first, second] = [
    JSON.stringify([a.day, a.words, a.place]),
    JSON.stringify([b.day, b.words, b.place]),
  ];
  return first < second ? -1 : Number(first > second);
}

async function addCounts(
  { auth }: Pick<Store, 'auth'>,
  organisationId: number,
  counted: readonly Counted[],
): Promise<void> {
  await auth.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('missed_search')
      .values([...counted].sort(inKeyOrder).map((row) => ({ organisation_id: organisationId, ...row })))
      .onConflict((conflict) =>
        conflict
          .columns(['organisation_id', 'day', 'words', 'place'])
          .doUpdateSet({ count: sql<number>`missed_search.count + excluded.count` }),
      )
      .execute();
    for (const day of new Set(counted.map((row) => row.day))) {
      // The most frequent words stay, so that a flood of invented words does not replace real ones.
      const surplus = await transaction
        .selectFrom('missed_search')
        .select(['words', 'place'])
        .where('organisation_id', '=', organisationId)
        .where('day', '=', day)
        .orderBy('count', 'desc')
        .orderBy('words')
        .orderBy('place')
        .offset(missedLimits.perDay)
        .limit(missedLimits.pending)
        .execute();
      for (const { words, place } of surplus)
        await transaction
          .deleteFrom('missed_search')
          .where('organisation_id', '=', organisationId)
          .where('day', '=', day)
          .where('words', '=', words)
          .where('place', '=', place)
          .execute();
    }
  });
}

/**
 * Words that were searched often enough in the last 90 days, most frequent first. A place is named only if the words
 * were searched there often enough.
 */
export async function readMissedSearches(
  { auth }: Pick<Store, 'auth'>,
  { organisationId, today }: { organisationId: number; today: string },
): Promise<MissedSearchesBody> {
  const rows = await auth
    .selectFrom('missed_search')
    .select(['words', 'place', (is) => is.fn.sum<string | number>('count').as('total')])
    .where('organisation_id', '=', organisationId)
    .where('day', '>', addDays(today, -missedLimits.days))
    .groupBy(['words', 'place'])
    .orderBy('words')
    .orderBy('place')
    .execute();
  const byWords = new Map<string, { total: number; places: { Name: string; Count: number }[] }>();
  for (const { words, place, total } of rows) {
    const known = byWords.get(words) ?? { total: 0, places: [] };
    byWords.set(words, known);
    known.total += Number(total);
    if (place !== '' && Number(total) >= missedLimits.shownFrom)
      known.places.push({ Name: place, Count: Number(total) });
  }
  const shown = [...byWords].filter(([, { total }]) => total >= missedLimits.shownFrom);
  shown.sort(([a, { total: ofA }], [b, { total: ofB }]) => ofB - ofA || (a < b ? -1 : 1));
  return {
    Days: missedLimits.days,
    AtLeast: missedLimits.shownFrom,
    Searches: shown.slice(0, maxShown).map(([words, { total, places }]) => ({
      Words: words,
      Count: total,
      Places: places.sort((a, b) => b.Count - a.Count || (a.Name < b.Name ? -1 : 1)).slice(0, maxPlaces),
    })),
  };
}

const maxShown = 200;
const maxPlaces = 10;

export async function purgeMissedSearches({ auth }: Pick<Store, 'auth'>, now: Date): Promise<void> {
  const until = addDays(now.toISOString().slice(0, 10), -missedLimits.days);
  await auth.deleteFrom('missed_search').where('day', '<', until).execute();
}

/**
 * Leaves out every search with a first or last name of anybody in the association, listed or not: nobody needs to know
 * who was searched for. Words that the association uses itself are not names: "Hand" in "Hand therapy".
 */
async function withoutNames<S extends MissedSearch>(
  store: Pick<Store, 'members'>,
  organisationId: number,
  searches: readonly S[],
): Promise<S[]> {
  if (searches.length === 0) return [];
  const structure = await readStructure(store.members, organisationId);
  if (structure === null) return [];
  const own = wordsOf(structure);
  const words = new Set(searches.flatMap(({ words: text }) => tokensOf(text)));
  const names = new Set<string>();
  const pause = createPause();
  for (const word of words) {
    await pause();
    const forms = [word, word.replace(/s$/, '')];
    if (forms.some((form) => own.has(form))) continue;
    for (const form of forms) if (await isName(store, { organisationId, word: form })) names.add(word);
  }
  return searches.filter(({ words: text }) => !tokensOf(text).some((word) => names.has(word)));
}

/** A word in the records of more members than this is a common word, such as the name of a state. */
const maxRead = 500;

/** Searches the index of members' words, including words that the public does not see. */
async function isName(
  { members }: Pick<Store, 'members'>,
  { organisationId, word }: { organisationId: number; word: string },
): Promise<boolean> {
  const rows = await members
    .selectFrom('member_word')
    .innerJoin('membership', (join) =>
      join
        .onRef('membership.organisation_id', '=', 'member_word.organisation_id')
        .onRef('membership.id', '=', 'member_word.membership_id'),
    )
    .innerJoin('person', (join) =>
      join
        .onRef('person.organisation_id', '=', 'membership.organisation_id')
        .onRef('person.id', '=', 'membership.person_id'),
    )
    .select(['person.first_name', 'person.last_name'])
    .where('member_word.organisation_id', '=', organisationId)
    .where('member_word.word', '=', word)
    .orderBy('member_word.membership_id')
    .limit(maxRead)
    .execute();
  return rows.some((row) => tokensOf(`${row.first_name} ${row.last_name}`).includes(word));
}

function wordsOf({ organisation, types, categories, chapters, addons, extras }: Structure): Set<string> {
  const named = [types, categories, chapters, addons].flatMap((list) =>
    [...list.values()].map(({ name }) => name),
  );
  const asked = [...extras.values()].flatMap(({ question, searchName, options }) => [
    question,
    searchName,
    ...options,
  ]);
  const settings = [organisation.name, organisation.nounOne, organisation.nounMany, organisation.synonyms];
  return new Set([...named, ...asked, ...settings].flatMap(tokensOf));
}
