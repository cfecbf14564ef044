import { expect, it } from 'vitest';
import { loadPlaces } from '@/lib/geo/places';
import { withOptionIds } from './search-directory';
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
};
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

it('what it returns is not redirected again', () => {
  for (const query of ['near=Geelong', 'state=vic', 'near=3216&state=nsw&state=VIC&layout=rows']) {
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
