/** Everything that a search needs, built once from the entries of a day and never changed. */
import { createHash } from 'node:crypto';
import type { EntryStore } from './entry-store';
import { createFacetIndexBuilder, type FacetColumn } from './facet-index';
import { createPointIndexBuilder, type PointIndex } from './point-index';
import type { PublicLists } from './projection';
import { sortInSlices, type Breathe } from '@/lib/slices';
import { createTextIndexBuilder, type TextIndex } from './text-index';
import type { PublicEntry, PublicLocation } from './entry';

export interface Model {
  store: EntryStore;
  lists: PublicLists;
  text: TextIndex;
  facets: FacetColumn[];
  points: PointIndex;
  /** Positions in A–Z order. */
  byName: Uint32Array;
  /** Positions in an order that favours nobody and changes daily. */
  fair: Uint32Array;
  /** The day of that order. */
  day: string;
  /** A hash of everything public. */
  version: string;
}

/** `day`: ISO date in the organisation's zone. */
export async function buildModel(
  store: EntryStore,
  options: { lists: PublicLists; day: string; breathe: Breathe },
): Promise<Model> {
  const { lists, day, breathe } = options;
  const facets = createFacetIndexBuilder(lists);
  const text = createTextIndexBuilder();
  const points = createPointIndexBuilder();
  const hash = createHash('sha256').update(
    JSON.stringify([day, [...lists.types], [...lists.categories], lists.extras]),
  );
  const sortKeys: string[] = [];
  const lots = new Float64Array(store.size);
  for (let position = 0; position < store.size; position += 1) {
    const entry = store.entryAt(position);
    facets.add(entry);
    text.add([entry.name], otherWords(entry));
    points.add(entry.locations);
    sortKeys.push(entry.sortKey);
    // Positions are whole numbers below 2^21: lot and position together stay exact in 53 bits.
    lots[position] = lotOf(`${day} ${entry.id}`) * 2 ** 21 + position;
    hash.update(store.bytesAt(position));
    await breathe();
  }
  const byName = await sortInSlices(
    [...sortKeys.keys()],
    (a, b) => compareKeys(sortKeys[a] ?? '', sortKeys[b] ?? '') || a - b,
    breathe,
  );
  // Sorting so many numbers natively takes 10 ms, so it gets its own slice.
  lots.sort();
  await breathe();
  // `from` with a function takes ten times as long to fill a typed array.
  const fair = new Uint32Array(store.size);
  for (let at = 0; at < fair.length; at += 1) fair[at] = (lots[at] ?? 0) % 2 ** 21;
  await breathe();
  return {
    store,
    lists,
    day,
    text: await text.finish(breathe),
    facets: await facets.finish(breathe),
    points: await points.finish(breathe),
    byName: Uint32Array.from(byName),
    fair,
    version: hash.digest('base64url').slice(0, 22),
  };
}

/** A location by its number among all, and its member. */
export function readLocation(
  { store, points }: Model,
  number: number,
): { entry: PublicEntry; location: PublicLocation } {
  const member = points.memberOf(number);
  const entry = store.entryAt(member);
  const location = entry.locations[number - (points.starts[member] ?? 0)];
  if (location === undefined) throw new Error('the index has a location that its member does not');
  return { entry, location };
}

/** Searchable text besides the name. All public, like everything here. */
export function otherWords(entry: PublicEntry): string[] {
  const named = [entry.membershipType, entry.chapter, ...entry.categories].map(
    (value) => value?.name ?? null,
  );
  const answers = entry.answers.flatMap((answer) => answer.answers);
  const places = entry.locations.flatMap(({ name, suburb, state, postcode, country }) => [
    name,
    suburb,
    state,
    postcode,
    country,
  ]);
  const all = [entry.organisation, entry.suburb, entry.state, entry.country, ...named, ...answers, ...places];
  return all.filter((text) => text !== null);
}

/** FNV-1a with a final mix: a number from 0 to 2^32 - 1 that looks drawn at random. */
function lotOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function compareKeys(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
