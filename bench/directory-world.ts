import { textKey } from '@/lib/base/text-key';
import type { PublicEntry } from '@/lib/directory/model/entry';
import { createEntryStoreBuilder } from '@/lib/directory/model/entry-store';
import { buildModel, type Model } from '@/lib/directory/model/model';
import type { PublicLists } from '@/lib/directory/model/projection';
import { seededRandom } from '@/lib/base/seeded-random';
import { createPause } from '@/lib/base/slices';

// The generator is seeded, so that every run has the same members and requests.
export const random = seededRandom(7);
export const integer = (below: number) => Math.floor(random() * below);
const syllables =
  'an ber cor da el fin gar hol is jo ka lin mor na or per qui ros sen tar ul vin wes xa yor zel'.split(' ');
const word = () => Array.from({ length: 2 + integer(2) }, () => syllables[integer(26)]).join('');
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const pool = (size: number) => Array.from({ length: size }, () => capital(word()));
export const [firstNames, lastNames, suburbs] = [pool(1_500), pool(20_000), pool(3_000)];
const states = [
  'Victoria',
  'New South Wales',
  'Queensland',
  'Tasmania',
  'Western Australia',
  'South Australia',
];
const named = (count: number, from: number) =>
  new Map(
    Array.from({ length: count }, (_, at) => [
      String(from + at),
      { id: String(from + at), name: capital(word()) },
    ]),
  );
export const lists: PublicLists = {
  types: named(12, 1),
  categories: new Map([...named(60, 100)].map(([id, one]) => [id, { ...one, description: null }])),
  extras: [{ id: '5', name: 'Languages', options: pool(20) }],
};

export function makeEntry(id: number): PublicEntry {
  const [first, last] = [firstNames[integer(1_500)] ?? '', lastNames[integer(20_000)] ?? ''];
  const [suburb, stateName] = [suburbs[integer(3_000)] ?? '', states[integer(6)] ?? ''];
  const precision = random() < 0.5 ? ('exact' as const) : ('suburb' as const);
  const point = { latitude: -38 + random() * 20, longitude: 115 + random() * 38 };
  const place = { suburb, state: stateName, postcode: String(3000 + integer(999)), country: 'Australia' };
  return {
    id: String(id),
    slug: `${id}-${first}-${last}`.toLowerCase(),
    kind: 'person',
    name: `${first} ${last}`,
    sortKey: textKey(`${last} ${first}`),
    organisation: null,
    membershipType: lists.types.get(String(1 + integer(12))) ?? null,
    categories: [lists.categories.get(String(100 + integer(60)))].filter((one) => one !== undefined),
    chapter: { id: '1', name: 'North' },
    memberSince: 2000 + integer(25),
    suburb,
    state: stateName,
    country: 'Australia',
    email: null,
    phone: null,
    takesMessages: false,
    answers: [{ extraId: '5', label: 'Languages', answers: [lists.extras[0]?.options[integer(20)] ?? ''] }],
    locations: [
      { id: String(id), name: '', address: null, ...place, phone: null, website: null, point, precision },
    ],
  };
}

export const today = '2026-03-01';

export async function buildWorld(memberCount: number): Promise<Model> {
  const builder = createEntryStoreBuilder();
  const pause = createPause();
  for (let id = 1; id <= memberCount; id += 1) {
    builder.add({ entry: makeEntry(id), listedUntil: '2030-01-01' });
    await pause();
  }
  const store = await builder.finish({ before: null, today, pause });
  return buildModel(store, { lists, day: today, pause });
}
