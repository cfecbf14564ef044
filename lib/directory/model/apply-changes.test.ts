import { Hono } from 'hono';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placesFrom } from '@/lib/map/geo/fake-places.fixture';
import { seededRandom } from '@/lib/base/seeded-random';
import { neverPause } from '@/lib/base/slices';
import { sampleSize } from '@/lib/base/test-strength';
import { defaultNoun } from '@/lib/base/noun';
import { textKey } from '@/lib/base/text-key';
import { applyChanges, type DirectoryChanges } from './apply-changes';
import type { Directory } from '@/lib/directory/directory';
import type { PublicEntry } from './entry';
import { createEntryStoreBuilder } from './entry-store';
import { entryOf, locationAt, saveAndRead } from './entry.fixture';
import { landingPages } from '@/lib/directory/landing-pages';
import { memberAtAddress } from '@/lib/directory/member-address';
import { withMemberPlaces } from '@/lib/directory/member-places';
import { merge } from './merge';
import { buildModel, type Model } from './model';
import type { ListedEntry, PublicLists } from './projection';
import { countPublicPages, publicPages } from '@/lib/directory/sitemap-pages';
import { slugOf } from '@/lib/base/public-text';
import { createQueries } from '@/lib/directory/queries';
import { directoryRoutes } from '@/lib/directory/directory-routes';
import { sitemapXml } from '@/lib/directory/sitemap';
import { defaultAppearance } from '@/lib/contract/site';

interface Source {
  listed: ReadonlyMap<string, ListedEntry>;
  lists: PublicLists;
  day: string;
}

/** `before`: the model that was shown until now. */
async function load({ listed, lists, day }: Source, before: Model | null): Promise<Model> {
  const builder = createEntryStoreBuilder();
  for (const one of listed.values()) {
    if (one.listedUntil === null || one.listedUntil >= day) builder.add(one);
  }
  const store = await builder.finish({ before: before?.store ?? null, today: day, pause: neverPause });
  return buildModel(store, { lists, day, pause: neverPause });
}

const days = ['2026-03-01', '2026-03-02', '2026-06-30', '2027-01-01'];
const chapters = ['North', 'South', 'Süd', 'sud'].map((name, at) => ({ id: String(at % 3), name }));
const states = [
  'Victoria',
  'VICTORIA',
  'victoria',
  'New South Wales',
  'Québec',
  '東京都',
  'A',
  'B',
  'C',
  'D',
  'E',
];
const countries = ['Australia', 'New Zealand', 'australia', 'Canada'];
const names = [
  'Ann Smith',
  'Zoë Ng',
  'Jo Smithson',
  'Anne Smyth',
  'Łukasz Müller',
  'Ann Smith',
  'Bo Li',
  '東京 花子',
];
const suburbs = ['Geelong', 'Ballarat', 'Saint Kilda', 'Carlton'];
const ids = [
  '1',
  '2',
  '3',
  '7',
  '10',
  '11',
  '12',
  '20',
  '100',
  '007',
  'a1',
  'b',
  'Z_9',
  '21',
  '22',
  '23',
  '24',
];
const spots: [number, number][] = [
  [-38, 144],
  [-38.001, 144.001],
  [-42.9, 147.3],
  [-17, 179.9],
  [-17, -179.9],
  [51.5, 0],
];
const firstLists: PublicLists = {
  types: new Map(['Full', 'Student'].map((name, at) => [String(at + 1), { id: String(at + 1), name }])),
  categories: new Map(
    ['Law', 'Sport'].map((name, at) => [String(at + 10), { id: String(at + 10), name, description: null }]),
  ),
  extras: [
    { id: '5', name: 'Languages', options: ['Auslan', 'Greek'] },
    { id: '6', name: 'Motto', options: [] },
  ],
};

/** Random members and changes from a seed. */
function createWorld(seed: number) {
  const random = seededRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T>(values: readonly T[]): T => {
    const value = values[below(values.length)];
    if (value === undefined) throw new Error('the list is empty');
    return value;
  };
  const maybe = <T>(value: T): T | null => (random() < 0.6 ? value : null);
  const locationOf = (id: string, at: number) => {
    const [latitude, longitude] = pick(spots);
    const place = {
      suburb: maybe(pick(suburbs)),
      state: maybe(pick(states)),
      country: maybe(pick(countries)),
    };
    return {
      ...locationAt(`${id}-${at}`, latitude, longitude, random() < 0.4),
      ...place,
      postcode: maybe(pick(['3220', '3299', '0800'])),
    };
  };
  const entryFor = (id: string, lists: PublicLists): PublicEntry => {
    const name = pick(names);
    const languages = ['Auslan', 'auslan', 'Welsh', 'Greek'].filter(() => random() < 0.3);
    const motto = random() < 0.3 ? [`Motto ${below(90)}`] : [];
    return entryOf(id, {
      kind: 'person',
      name,
      slug: slugOf(id, textKey(name)),
      sortKey: textKey(name),
      organisation: random() < 0.2 ? 'Smith & Partners' : null,
      membershipType: random() < 0.9 ? pick([...lists.types.values()]) : null,
      categories: [...lists.categories.values()]
        .filter(() => random() < 0.4)
        .map(({ id: own, name: label }) => ({ id: own, name: label })),
      chapter: maybe(pick(chapters)),
      suburb: maybe(pick(suburbs)),
      state: maybe(pick(states)),
      country: maybe(pick(countries)),
      ...(random() < 0.3 && { town: { latitude: -38.1 + random(), longitude: 144 } }),
      answers: [
        ...(languages.length > 0 ? [{ extraId: '5', label: 'Languages', answers: languages }] : []),
        ...(motto.length > 0 ? [{ extraId: '6', label: 'Motto', answers: motto }] : []),
      ],
      phone: maybe(`03 ${below(9)}`),
      locations: Array.from({ length: below(4) }, (_, at) => locationOf(id, at)),
    });
  };
  const listedFor = (id: string, lists: PublicLists): ListedEntry => ({
    entry: entryFor(id, lists),
    listedUntil: random() < 0.7 ? null : pick(days),
  });
  const renamed = (source: Source): { lists: PublicLists; changed: ListedEntry[] } => {
    const { lists, listed } = source;
    const [kind, id, name] = [
      pick(['types', 'categories'] as const),
      String(below(3) + 1),
      `Name ${below(30)}`,
    ];
    const own = kind === 'types' ? id : String(Number(id) + 9);
    const changedLists = {
      ...lists,
      types: kind === 'types' ? new Map(lists.types).set(own, { id: own, name }) : lists.types,
      categories:
        kind === 'categories'
          ? new Map(lists.categories).set(own, { id: own, name, description: null })
          : lists.categories,
    };
    const rename = (value: { id: string; name: string }) => (value.id === own ? { id: own, name } : value);
    const changed = [...listed.values()].map(({ entry, listedUntil }) => ({
      listedUntil,
      entry:
        kind === 'types'
          ? { ...entry, membershipType: entry.membershipType === null ? null : rename(entry.membershipType) }
          : { ...entry, categories: entry.categories.map(rename) },
    }));
    return { lists: changedLists, changed };
  };
  const next = (source: Source): { changes: DirectoryChanges; after: Source } => {
    const listed = new Map(source.listed);
    const [removed, changed]: [string[], ListedEntry[]] = [[], []];
    const change = (one: ListedEntry) => {
      changed.push(one);
      listed.set(one.entry.id, one);
    };
    let { lists } = source;
    for (let count = random() < 0.7 ? 1 : 1 + below(12); count > 0; count -= 1) {
      const id = pick(ids);
      const known = listed.get(id);
      const what = random();
      if (what < 0.3) {
        // A member who was changed in this batch is not removed. An unknown member may be removed.
        if (changed.some(({ entry }) => entry.id === id)) continue;
        removed.push(id);
        listed.delete(id);
      } else if (what < 0.4 && known !== undefined) change({ ...known, listedUntil: pick(days) });
      else if (what < 0.45 && known !== undefined) change(known);
      else if (what < 0.5) {
        const renaming = renamed({ ...source, listed, lists });
        lists = renaming.lists;
        renaming.changed.forEach(change);
      } else change(listedFor(id, lists));
    }
    return { changes: { removed, changed, lists }, after: { ...source, listed, lists } };
  };
  const first = (count: number): Source => ({
    listed: new Map(ids.slice(0, count).map((id) => [id, listedFor(id, firstLists)])),
    lists: firstLists,
    day: days[0] ?? '',
  });
  return { first, next, pick, random };
}

const site = () => ({
  organisationId: 1,
  name: 'Test',
  colour: null,
  logoUrl: null,
  ...defaultAppearance,
  timeZone: 'UTC',
  country: null,
  currency: null,
  noun: defaultNoun,
  synonyms: '',
  areas: '',
  contactEmail: null,
  chapterContacts: {},
  isDemonstration: false,
});
const noPlaces = placesFrom(() => []);

const questions = [
  '',
  'page=2',
  'sort=name',
  'q=smith',
  'q=smtih',
  'q=an&sort=name',
  'q=s',
  'q=Ann+Smith',
  'q=motto',
  'q=xyzzy',
  'q=name',
  'type=1',
  'type=2&type=3',
  'type=Full',
  'category=10',
  'category=law',
  'chapter=0',
  'chapter=south',
  'state=victoria',
  'state=Victoria&country=Australia',
  'country=canada',
  'extra-5=Auslan',
  'extra-5=welsh&type=1',
  'extra-6=Motto+1',
  'lat=-38&lng=144&radius=50',
  'lat=-38&lng=144&radius=20000&unit=km',
  'q=smith&lat=-17&lng=180&radius=500',
  'box=-45,140,-30,150',
  'box=-30,170,0,-170&q=s',
  'near=3220',
  'near=3299&radius=1000',
  'near=0800&type=1',
].map((query) => `search.json?${query}`);
const views = ['-90,-180,90,180', '-45,140,-30,150', '-30,170,0,-170'].flatMap((view) =>
  [0, 5, 18].flatMap((zoom) =>
    ['', '&q=smith', '&type=1', '&state=Victoria'].map(
      (query) => `clusters.json?view=${view}&zoom=${zoom}${query}`,
    ),
  ),
);
const addresses = [
  ...questions,
  ...views,
  ...['3220', '3299', '08', 'geel', 'corio vic'].map((text) => `places.json?q=${text}`),
];

/**
 * What visitors get from a model. JSON responses have their addresses as keys. All pages are made from results of these
 * queries.
 */
async function published(model: Model, today: string, queried = addresses): Promise<Record<string, string>> {
  const queries = createQueries(
    () => model,
    () => today,
  );
  const about = () => ({ ...queries.about(), loadedAt: null, isStale: false, problems: [] });
  const none = async () => undefined;
  const directory: Directory = { ...queries, about, refresh: none, start: none, stop: none };
  const logError = (error: unknown) => {
    throw error;
  };
  const places = withMemberPlaces(noPlaces, directory);
  const app = new Hono().route('/', directoryRoutes({ directory, places, site, logError }));
  const answers = await Promise.all(
    queried.map(async (address) => [address, await (await app.request(address)).text()] as const),
  );
  const rest = {
    about: queries.about(),
    landingPages: landingPages(directory),
    entries: [...queries.entries()],
    sitemap: await sitemapXml(publicPages(directory, 'https://guild.example'), neverPause),
    pages: countPublicPages(directory),
    members: ids.map((id) => memberAtAddress(directory, id)),
    descriptions: ['10', '11', '12'].map(queries.categoryDescription),
  };
  const written = Object.entries(rest).map(([name, value]) => [name, JSON.stringify(value)] as const);
  return Object.fromEntries([...answers, ...written]);
}

/** A failure names only the results that differ, because the results are too long to read. */
function expectSame(found: Record<string, string>, expected: Record<string, string>): void {
  const different = Object.keys(expected).filter((name) => found[name] !== expected[name]);
  expect(different).toEqual([]);
}

describe('a model with changes', () => {
  test('gives the same bytes as a load from scratch after any sequence of changes, merges and restarts', async () => {
    const seed = fc.integer({ min: 1, max: 1_000_000 });
    await fc.assert(
      fc.asyncProperty(seed, fc.nat({ max: 17 }), fc.nat({ max: 14 }), async (world, count, steps) => {
        const { first, next, random, pick } = createWorld(world);
        let source = first(count);
        let scratch = await load(source, null);
        let model = scratch;
        const changeOnce = async () => {
          const { changes, after } = next(source);
          model = applyChanges(model, changes, { today: source.day });
          source = after;
          scratch = await load(source, scratch);
        };
        const changeNowAndThen = async () => {
          if (random() < 0.05) await changeOnce();
        };
        for (let step = 0; step <= steps; step += 1) {
          const queried = addresses.filter(() => random() < 0.25);
          // Both models come from one older model, and changing one must not affect the other.
          const other = applyChanges(model, next(source).changes, { today: source.day });
          const former = random() < 0.2 ? await published(other, source.day, queried) : null;
          await changeOnce();
          if (former !== null) expectSame(await published(other, source.day, queried), former);
          if (random() < 0.2)
            await merge({ model: () => model, replace: (merged) => (model = merged) }, changeNowAndThen);
          if (random() < 0.2) model = await saveAndRead(model);
          // Queries may run after midnight but before a refresh, when some members have lapsed.
          const today = random() < 0.8 ? source.day : (days.at(-1) ?? '');
          expectSame(await published(model, today, queried), await published(scratch, today, queried));
          if (random() < 0.1) {
            source = { ...source, day: pick(days.filter((day) => day >= source.day)) };
            scratch = await load(source, scratch);
            model = await load(source, model);
          }
        }
      }),
      { seed: 181, numRuns: sampleSize({ usual: 10, long: 3000 }) },
    );
  });
});
