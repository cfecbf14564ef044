import { expect, it } from 'vitest';
import { loadPlaces } from '@/lib/map/geo/places';
import type { DirectoryFilter } from './search';
import { withOptionIds } from './search-directory';
import { parseDirectoryFilter } from './filter';
import { placeContext, resolvePlace } from './resolve-place';
import { resolveQuery } from './resolve-query';

const columns = [
  { key: 'state', ids: ['NSW', 'VIC'] },
  { key: 'country', ids: ['Fiji'] },
].map(({ key, ids }) => ({
  key,
  options: ids.map((id) => ({ id, name: id })),
  optionsOf: (value: string) => ids.flatMap((id, at) => (id === value.toUpperCase() ? [at] : [])),
}));
const directory = {
  about: () => ({
    loadedAt: null,
    isStale: false,
    problems: [],
    version: '1',
    memberCount: 0,
    country: 'Australia',
  }),
  withOptionIds: (filter: Parameters<typeof withOptionIds>[1]) => withOptionIds(columns, filter),
  understand: () => null,
  areaNamed: () => null,
  search: ({ near }: DirectoryFilter) => {
    if (near === null) throw new Error('nothing is understood, so nothing is compared');
    return { total: foundWithin(near.radiusKm), page: 1, pageCount: 1, hits: [], facets: [], unplaced: 0 };
  },
};
let foundWithin = (_radiusKm: number) => 0;
const places = loadPlaces();
const resolve = (query: string) => resolveQuery(query, { directory, places });

it('a typed place gets its coordinates, and the rest of the search stays', () => {
  const resolved = new URLSearchParams(resolve('near=Geelong&radius=25&q=choir&state=VIC') ?? '');
  expect([resolved.get('lat'), resolved.get('lng')]).toEqual(['-38.15', '144.36']);
  expect([resolved.get('radius'), resolved.get('unit'), resolved.get('q'), resolved.get('state')]).toEqual([
    '25',
    'km',
    'choir',
    'VIC',
  ]);
});

it('a state is searched inside its shape, and coordinates are a point', () => {
  expect(resolve('near=NSW&q=choir')).toBe('q=choir&near=New+South+Wales%2C+Australia&in=au-nsw');
  expect(resolve('near=-37.8136,144.9631')).toBe(
    'near=-37.81%2C+144.96&lat=-37.81&lng=144.96&radius=50&unit=km',
  );
});

it('a street address is searched at its suburb, and the label says so', () => {
  const resolved = new URLSearchParams(resolve('near=12+High+Street+Preston') ?? '');
  expect(resolved.get('near')).toBe('Preston VIC 3072 (for “12 High Street Preston”)');
  expect(resolved.get('lat')).toBe('-37.75');
});

it.each([
  ['London', 'London, England, United Kingdom'],
  ['melb', 'Melbourne VIC 3000'],
  ['bendi', undefined],
  ['Gelong', 'Geelong VIC 3220 (for “Gelong”)'],
  ['tasm', undefined],
  ['tassie', 'Tasmania, Australia'],
  ['mel', undefined],
  ['2001', 'Sydney NSW 2000'],
])('a place typed as "%s" is %s: what only begins so is not meant', (typed, label) => {
  expect(new URLSearchParams(resolve(`near=${typed}`) ?? '').get('near') ?? undefined).toBe(label);
});

it.each([
  ['london', 'London, England, United Kingdom'],
  ['lond', undefined],
  ['2001', undefined],
])('without a country, "%s" is %s', (typed, label) => {
  const about = () => ({ ...directory.about(), country: null });
  const resolved = resolveQuery(`near=${typed}`, { directory: { ...directory, about }, places });
  expect(new URLSearchParams(resolved ?? '').get('near') ?? undefined).toBe(label);
});

it.each([
  [20, 'near=Geelong', '5'],
  [2, 'near=Geelong', '10'],
  [0.5, 'near=Geelong', '50'],
  [0.05, 'near=Geelong', '50'],
  [0.004, 'near=Geelong', '250'],
  [0, 'near=Geelong', '50'],
  [20, 'near=Geelong&radius=50', '50'],
  [20, 'near=Geelong&radius=', '5'],
  [20, 'lat=-38.15&lng=144.36', '5'],
])(
  'with %d members in each km, "%s" gets the smallest radius with enough of them, %s',
  (each, query, radius) => {
    foundWithin = (radiusKm) => Math.floor(each * radiusKm);
    expect(new URLSearchParams(resolve(query) ?? '').get('radius')).toBe(radius);
    foundWithin = () => 0;
  },
);

it('what it returns is not redirected again', () => {
  for (const query of [
    'near=Geelong',
    'near=tas',
    'near=12+High+Street+Preston',
    'near=-37.8,144.9',
    'state=vic',
    'near=3216&state=nsw&state=VIC&layout=rows',
  ]) {
    const resolved = resolve(query);
    expect(resolved).not.toBeNull();
    expect(resolve(resolved ?? '')).toBeNull();
  }
});

it('an option that an address gives by another name is replaced by its ID, and an unknown one beside it is dropped', () => {
  expect(resolve('state=vic&state=nowhere&country=x&page=2')).toBe('state=VIC&country=x&page=2');
});

it.each([
  '',
  'q=choir',
  'state=VIC',
  'state=VIC&state=nowhere',
  'lat=-38.15&lng=144.36&near=Geelong&radius=25',
])('a complete query is not redirected: %s', (query) => expect(resolve(query)).toBeNull());

it.each(['near=Qqqzzz', 'near=Geelong&radius=none', 'near=Geelong&sort=random', 'state=vic&page=0'])(
  'a query with a problem is not redirected, so that the page can show it: %s',
  (query) => expect(resolve(query)).toBeNull(),
);

it.each([
  ['geelong hospital', ['Geelong VIC 3220']],
  ['smith st collingwood', ['Collingwood VIC 3066']],
  ['bendigo hospital vic', ['Bendigo VIC 3550', 'Victoria, Australia']],
  ['qqqzzz', []],
])('for the unknown place "%s", the known places in it are offered', (near, choices) => {
  const parsed = parseDirectoryFilter(new URLSearchParams({ near }));
  const { problems } = resolvePlace(parsed, placeContext({ directory, places }));
  expect(problems).toMatchObject([{ field: 'near', choices }]);
});
