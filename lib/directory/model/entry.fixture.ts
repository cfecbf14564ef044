import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '@/lib/base/seeded-random';
import { textKey } from '@/lib/base/text-key';
import type { PublicEntry, PublicLocation } from './entry';
import { createEntryStoreBuilder } from './entry-store';
import { buildModel, indexesOf, modelOf as modelFrom, type Model } from './model';
import type { PublicLists } from './projection';
import { readSnapshot, saveSnapshot } from './snapshot-file';
import { slugOf } from '@/lib/base/public-text';
import { neverPause } from '@/lib/base/slices';

const noLists: PublicLists = { types: new Map(), categories: new Map(), extras: [] };

export function entryOf(id: string, change: Partial<PublicEntry> = {}): PublicEntry {
  const name = change.name ?? `Member ${id}`;
  return {
    id,
    slug: slugOf(id, textKey(name)),
    kind: 'organisation',
    name,
    sortKey: textKey(name),
    organisation: null,
    membershipType: null,
    categories: [],
    chapter: null,
    memberSince: null,
    suburb: null,
    state: null,
    country: null,
    answers: [],
    email: null,
    phone: null,
    takesMessages: false,
    locations: [],
    ...change,
  };
}

export function locationAt(id: string, latitude: number, longitude: number, isArea = false): PublicLocation {
  const blank = {
    address: null,
    suburb: null,
    state: null,
    postcode: null,
    country: null,
    phone: null,
    website: null,
  };
  return { id, name: '', ...blank, point: { latitude, longitude }, precision: isArea ? 'suburb' : 'exact' };
}

export async function modelOf(entries: PublicEntry[], lists = noLists, day = '2026-03-01'): Promise<Model> {
  const builder = createEntryStoreBuilder();
  for (const entry of entries) builder.add({ entry, listedUntil: null });
  const store = await builder.finish({ before: null, today: day, pause: neverPause });
  return buildModel(store, { lists, day, pause: neverPause });
}

/** The model after a stop and a start of the server, with the indexes from the disk. */
export async function saveAndRead(model: Model): Promise<Model> {
  const dataDir = await mkdtemp(join(tmpdir(), 'snapshot-'));
  try {
    const origin = { source: 'own 1', program: 'this one' };
    const { store, lists, day } = model;
    const indexes = await indexesOf(model, neverPause);
    const rest = { tags: {}, loadedAt: new Date(), removedIds: new Set<string>() };
    await saveSnapshot(dataDir, origin, { store, lists, indexes, ...rest }, neverPause);
    const saved = await readSnapshot(dataDir, origin, { pause: neverPause, log: () => undefined });
    if (saved === null || saved.indexes === null) throw new Error('the copy cannot be read');
    return await modelFrom(saved.store, saved.indexes, { lists: saved.lists, day, pause: neverPause });
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

const firstNames = [
  'Ann',
  'Zoë',
  'Łukasz',
  'Søren',
  'Maria',
  'Jo',
  'Johann',
  'José',
  'Brigid',
  'Nguyễn',
  'Ümit',
  'Peter',
];
const lastNames = [
  'Smith',
  'O’Brien',
  'Müller',
  'Strauß',
  'Smithson',
  'García',
  'Ng',
  'Anderson',
  'van der Berg',
  'Smyth',
  'Petersen',
];
const suburbs = ['Geelong', 'Ballarat', 'Bendigo', 'Saint Kilda', 'Carlton', 'Newtown'];
const states = ['Victoria', 'VICTORIA', 'New South Wales', 'Queensland', 'Tasmania'];

export const randomLists: PublicLists = {
  types: new Map(
    ['Full', 'Student', 'Retired', 'Nobody'].map((name, at) => [
      String(at + 1),
      { id: String(at + 1), name },
    ]),
  ),
  categories: new Map(
    ['Child psychology', 'Sport', 'Law', 'Family law', 'Unused'].map((name, at) => [
      String(at + 10),
      { id: String(at + 10), name, description: null },
    ]),
  ),
  extras: [{ id: '5', name: 'Languages', options: ['Auslan', 'Greek', 'Latin'] }],
};

export function randomEntries(count: number, seed: number): PublicEntry[] {
  const random = seededRandom(seed);
  const ofTowns = seededRandom(seed + 1);
  const pick = <T>(values: T[]): T => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new Error('the list is empty');
    return value;
  };
  const some = <T>(values: T[], chance: number) => values.filter(() => random() < chance);
  return Array.from({ length: count }, (_, at) => {
    const [first, last] = [pick(firstNames), pick(lastNames)];
    const answers = some(['Auslan', 'Greek', 'Welsh'], 0.3);
    const points = some([1, 2, 3], 0.3).map(
      (number) => [number, 90 - 180 * random(), 180 - 360 * random()] as const,
    );
    const hasTown = points.length === 0 && ofTowns() < 0.5;
    return entryOf(String(at + 1), {
      kind: 'person',
      name: `${first} ${last}`,
      sortKey: textKey(`${last} ${first}`),
      organisation: random() < 0.2 ? `${pick(lastNames)} & Partners` : null,
      membershipType: random() < 0.9 ? pick([...randomLists.types.values()].slice(0, 3)) : null,
      categories: some([...randomLists.categories.values()].slice(0, 4), 0.3),
      chapter: random() < 0.5 ? { id: '3', name: 'North' } : null,
      suburb: pick(suburbs),
      state: pick(states),
      country: random() < 0.8 ? 'Australia' : 'New Zealand',
      answers: answers.length === 0 ? [] : [{ extraId: '5', label: 'Languages', answers }],
      locations: points.map(([number, latitude, longitude]) =>
        locationAt(`${at}-${number}`, latitude, longitude, random() < 0.4),
      ),
      ...(hasTown && { town: { latitude: 90 - 180 * ofTowns(), longitude: 180 - 360 * ofTowns() } }),
    });
  });
}
