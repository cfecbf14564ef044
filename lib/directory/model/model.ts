/**
 * Everything that a search needs. A model never changes. To change it, a new model is made, which shares its unchanged
 * parts with the old one (`apply-changes.ts`).
 */
import { createHash } from 'node:crypto';
import { withContent, type ContentHash } from './content-hash';
import type { EntryStore } from './entry-store';
import { fairOrder } from './fair-order';
import { createFacetIndexBuilder, facetIndexOf, type FacetIndex, type FacetValues } from './facet-index';
import { growing, type Growing } from '@/lib/base/collections/growing';
import { orderedNumbers, type OrderedNumbers } from '@/lib/base/collections/ordered-numbers';
import { createPointIndexBuilder, pointIndexOf, type PointColumns, type PointIndex } from './point-index';
import type { PublicLists } from './projection';
import { sortInSlices, type Pause } from '@/lib/base/slices';
import { plainSearchWords, type SearchWords } from '@/lib/directory/words/search-words';
import { hasUnspaced } from '@/lib/base/text-tokens';
import {
  createTextIndexBuilder,
  textIndexOf,
  type MemberWords,
  type TextColumns,
  type TextIndex,
} from '@/lib/base/collections/text-index';
import type { PublicEntry, PublicLocation } from './entry';

export interface Model {
  store: EntryStore;
  lists: PublicLists;
  text: TextIndex;
  facets: FacetIndex;
  points: PointIndex;
  /** Positions in A–Z order. */
  byName: OrderedNumbers;
  /** An order that favours nobody and changes daily. */
  fair: OrderedNumbers;
  /** The year of joining. 0: not known. */
  years: Growing<Uint16Array>;
  /** The day for which `fair` is the order. */
  day: string;
  words: SearchWords;
  content: ContentHash;
  /** The version of everything public in the model. */
  version: string;
}

interface ModelOptions {
  lists: PublicLists;
  /** An ISO date in the organisation's zone. */
  day: string;
  pause: Pause;
}

/** @param store a new one: its positions are in the order of IDs */
export async function buildModel(store: EntryStore, options: ModelOptions): Promise<Model> {
  return modelOf(store, await buildIndexes(store, options), options);
}

/** What takes long to find out about the entries of a store. The copy on disk has it too. */
export interface Indexes {
  text: TextColumns;
  facets: FacetValues[];
  points: PointColumns;
  byName: Uint32Array;
  years: Uint16Array;
  content: ContentHash;
}

/** @param indexes of exactly these entries and lists; the model owns them */
export async function modelOf(
  store: EntryStore,
  { text, facets, points, byName, years, content }: Indexes,
  { lists, day, pause }: ModelOptions,
): Promise<Model> {
  return {
    store,
    lists,
    day,
    text: textIndexOf(text),
    facets: facetIndexOf(lists, facets),
    points: await pointIndexOf(points, pause),
    byName: orderedNumbers(byName),
    fair: await fairOrder(store, day, pause),
    years: growing(years, (length) => new Uint16Array(length)),
    words: plainSearchWords,
    content,
    version: versionOf(content, { lists, day }),
  };
}

async function buildIndexes(
  store: EntryStore,
  { lists, pause }: Pick<ModelOptions, 'lists' | 'pause'>,
): Promise<Indexes> {
  const facets = createFacetIndexBuilder(lists);
  const text = createTextIndexBuilder();
  const points = createPointIndexBuilder();
  let content = withContent(null, { added: [], removed: [] });
  const sortKeys: string[] = [];
  const years: number[] = [];
  for (let position = 0; position < store.size; position += 1) {
    const entry = store.entryAt(position);
    facets.add(entry);
    text.add(wordsOf(entry));
    points.add(entry);
    sortKeys.push(entry.sortKey);
    years.push(entry.memberSince ?? 0);
    content = withContent(content, { added: [store.bytesAt(position)], removed: [] });
    await pause();
  }
  const byName = await sortInSlices(
    [...sortKeys.keys()],
    (a, b) => compareTexts(sortKeys[a] ?? '', sortKeys[b] ?? '') || a - b,
    pause,
  );
  return {
    text: await text.finish(pause),
    facets: await facets.finish(pause),
    points: await points.finish(pause),
    byName: Uint32Array.from(byName),
    years: Uint16Array.from(years),
    content,
  };
}

/**
 * The indexes of a new store with the same entries (`copyEntries`). This takes a tenth of the time of building them,
 * because no entry is read.
 */
export async function indexesOf(model: Model, pause: Pause): Promise<Indexes> {
  const { positions, positionCount } = model.store;
  const numbers = new Int32Array(positionCount).fill(-1);
  const years = new Uint16Array(positions.length);
  const byName = model.byName.all().slice();
  // `Uint32Array.from` with a function takes ten times as long as these loops.
  for (let number = 0; number < positions.length; number += 1) {
    const position = positions[number]!; // The index is in range, here and below.
    numbers[position] = number;
    years[number] = model.years.values[position]!;
  }
  await pause();
  for (let at = 0; at < byName.length; at += 1) byName[at] = numbers[byName[at]!]!;
  await pause();
  return {
    text: await model.text.columns({ members: positions, numbers }, pause),
    facets: await model.facets.values(positions, pause),
    points: await model.points.columns(positions, pause),
    byName,
    years,
    content: model.content,
  };
}

/** @param content the hash of the entries */
export function versionOf(content: ContentHash, { lists, day }: Pick<Model, 'lists' | 'day'>): string {
  const head = JSON.stringify([day, [...lists.types], [...lists.categories], lists.extras]);
  return createHash('sha256').update(head).update(content).digest('base64url').slice(0, 22);
}

/** For the order of `byName`. */
export function compareNames(store: EntryStore, a: number, b: number): number {
  return compareTexts(store.sortKeyAt(a), store.sortKeyAt(b)) || store.compare(a, b);
}

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

export function wordsOf(entry: PublicEntry): MemberWords {
  return { name: [entry.name], others: [...gluedNames(entry.name), ...otherWords(entry)] };
}

/** Names such as "伟 李" are also written without a space, and the family name first. */
function gluedNames(name: string): string[] {
  const parts = name.split(' ');
  if (parts.length !== 2 || !parts.every((part) => hasUnspaced.test(part))) return [];
  return [parts.join(''), [...parts].reverse().join('')];
}

/** All these words are public, like everything in a `PublicEntry`. */
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
  const work = [...(entry.services ?? []), entry.areas ?? null];
  const all = [
    entry.organisation,
    entry.suburb,
    entry.state,
    entry.country,
    ...named,
    ...work,
    ...answers,
    ...places,
  ];
  return all.filter((text) => text !== null);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
