import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Directory } from './directory';
import { entryOf, locationAt, modelOf } from '@/lib/directory/model/entry.fixture';
import { clusterMembers } from './clusters';
import type { Model } from '@/lib/directory/model/model';
import { directoryRoutes } from './directory-routes';
import { findAlternatives, searchDirectory } from './search-directory';
import { defaultNoun } from '@/lib/base/noun';
import { placesFrom } from '@/lib/map/geo/fake-places.fixture';
import { defaultAppearance } from '@/lib/contract/site';

const noneLapsed = new Set<number>();
const geelong = {
  id: 'au-geelong',
  label: 'Geelong VIC 3220',
  name: 'Geelong',
  state: 'VIC',
  postcode: '3220',
  country: 'Australia',
  point: { latitude: -38.1499, longitude: 144.3617 },
  population: 1,
};
const places = placesFrom((text) => ('geelong'.startsWith(text.toLowerCase()) ? [geelong] : []));

const acmeAtGeelong = {
  text: 'acme',
  facets: {},
  place: { ...geelong, match: 'exact' as const, regionId: null },
};

let model: Model;
let searches = 0;
const directory = {
  search(filter) {
    searches += 1;
    return searchDirectory(model, filter, noneLapsed);
  },
  withOptionIds: (filter) => filter,
  understand: (text) => (text === 'acme geelong' ? acmeAtGeelong : null),
  areaNamed: () => null,
  find: (id) => (id === '7' ? 'removed' : id === '1' ? entryOf('1', { name: 'Ann' }) : null),
  alternatives: (filter) => findAlternatives(model, filter, noneLapsed),
  clusters: (filter, area) => clusterMembers(model, filter, area, noneLapsed),
  about: () => ({
    loadedAt: null,
    isStale: false,
    problems: [],
    version: model.version,
    memberCount: model.store.size,
    country: null,
  }),
} satisfies Partial<Directory>;

const site = () => ({
  organisationId: 1,
  name: 'Test',
  colour: null,
  logoUrl: null,
  ...defaultAppearance,
  timeZone: 'UTC',
  country: 'Australia',
  currency: null,
  noun: defaultNoun,
  synonyms: '',
  areas: '',
  contactEmail: null,
  chapterContacts: {},
  isDemonstration: false,
});
const logError = (error: unknown) => {
  throw error;
};
// The routes use only the methods of this `directory`.
const app = new Hono().route(
  '/directory',
  directoryRoutes({ directory: directory as unknown as Directory, places, site, logError }),
);
const get = async (path: string, headers: Record<string, string> = {}) =>
  app.request(`/directory/${path}`, { headers });
const json = async (path: string) => (await get(path)).json();

beforeAll(async () => {
  model = await modelOf([
    entryOf('1', { name: 'Acme', state: 'Victoria', locations: [locationAt('a', -38.15, 144.36)] }),
    entryOf('2', { name: 'Beta', state: 'Tasmania', locations: [locationAt('b', -42.9, 147.3, true)] }),
  ]);
});

describe('search.json', () => {
  test('gives the same results as the page', async () => {
    expect(await json('search.json?state=Victoria')).toMatchObject({
      total: 1,
      hits: [{ entry: { name: 'Acme' } }],
      problems: [],
    });
  });

  test('a typed place is found, and returned', async () => {
    const body = await json('search.json?near=geelong&radius=10');
    expect(body).toMatchObject({
      total: 1,
      understood: { label: 'Geelong VIC 3220' },
      hits: [{ nearest: { distanceKm: 0 } }],
    });
  });

  test.each([
    ['lat=91&lng=0', 'lat', '“lat”'],
    ['radius=-1', 'radius', '“radius”'],
    ['near=xyzzy', 'near', '“xyzzy”'],
    ['page=zero', 'page', '“page”'],
  ])('%s still gives results, and reports a problem with “%s”', async (query, field, named) => {
    const body = await json(`search.json?${query}`);
    expect(body).toMatchObject({
      total: 2,
      problems: [{ field, message: expect.stringContaining(named) }],
    });
  });

  test('if nothing is found, it suggests other searches', async () => {
    expect(await json('search.json?state=Victoria&q=beta')).toMatchObject({
      total: 0,
      instead: {
        without: [
          { filter: { text: '', facets: { state: ['Victoria'] } }, total: 1 },
          { filter: { text: 'beta', facets: {} }, total: 1 },
        ],
      },
    });
  });

  test('the same question is searched once, whatever the order of its parameters', async () => {
    searches = 0;
    await get('search.json?q=acme&state=Victoria');
    await get('search.json?state=Victoria&q=acme');
    expect(searches).toBe(1);
  });

  test('the same address gives a new response when the directory has changed', async () => {
    const before = await json('search.json?q=acme&page=1');
    expect(before).toMatchObject({ total: 1 });
    const unchanged = model;
    model = await modelOf([entryOf('3', { name: 'Acme' }), entryOf('4', { name: 'Acme too' })]);
    expect(await json('search.json?q=acme&page=1')).toMatchObject({ total: 2 });
    model = unchanged;
    expect(await json('search.json?q=acme&page=1')).toEqual(before);
  });

  test('a known entity tag gets 304, gzip has its own tag, and no cookie is set', async () => {
    const plain = await get('search.json');
    const zipped = await get('search.json', { 'accept-encoding': 'br, gzip' });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(await plain.text());
    const etag = zipped.headers.get('etag') ?? '';
    expect(etag).not.toBe(plain.headers.get('etag'));
    const again = await get('search.json', { 'accept-encoding': 'gzip', 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(plain.headers.get('set-cookie')).toBeNull();
    expect(plain.headers.get('cache-control')).toBe('public, no-cache');
  });
});

describe('the map', () => {
  test('clusters.json groups nearby locations in the view', async () => {
    const { features } = await json('clusters.json?view=-90,-180,90,180&zoom=0');
    expect(features).toEqual([
      expect.objectContaining({
        kind: 'cluster',
        count: 2,
        box: { south: -42.9, west: 144.36, north: -38.15, east: 147.3 },
      }),
    ]);
    const close = await json('clusters.json?view=-45,140,-35,150&zoom=40');
    expect(close.features.map((feature: { kind: string }) => feature.kind)).toEqual(['pin', 'pin']);
  });

  test.each([
    ['clusters.json?zoom=3', 'view'],
    ['clusters.json?view=1,2,3&zoom=3', 'view'],
    ['clusters.json?view=-91,0,0,0&zoom=3', 'view'],
    ['clusters.json?view=0,0,1,1', 'zoom'],
    ['clusters.json?view=0,0,1,1&zoom=-3', 'zoom'],
    ['places.json', 'q'],
  ])('%s is refused, naming “%s”', async (path, field) => {
    const response = await get(path);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_request', field });
  });
});

test('member.json has the public entry of a listed member only', async () => {
  expect(await json('member.json?id=1')).toEqual({ entry: entryOf('1', { name: 'Ann' }) });
  for (const query of ['', '?id=7', '?id=2', '?id=constructor'])
    expect((await get(`member.json${query}`)).status, query).toBe(404);
});

test('resolve.json has the query of the same search, with its place and words understood', async () => {
  const resolved = async (query: string) => {
    const { query: text, placeProblem } = await json(`resolve.json?${query}`);
    return { ...Object.fromEntries(new URLSearchParams(text)), placeProblem };
  };
  const there = { near: 'Geelong VIC 3220', lat: '-38.15', lng: '144.36', unit: 'km', placeProblem: null };
  expect(await resolved('near=gee&radius=10')).toEqual({ ...there, radius: '10' });
  const words = { q: 'acme', typed: 'acme geelong' };
  expect(await resolved('q=acme+geelong')).toEqual({ ...there, ...words, radius: '50' });
  expect(await resolved('q=acme+geelong&as=typed')).toEqual({
    q: 'acme geelong',
    as: 'typed',
    placeProblem: null,
  });
  expect(await resolved('near=nowhere')).toEqual({
    placeProblem: { message: expect.stringContaining('“nowhere”'), choices: expect.any(Array) },
  });
});

test('the same words give the same members at search.json as after resolve.json', async () => {
  const { query } = await json('resolve.json?q=acme+geelong');
  const [typed, resolved] = [await json('search.json?q=acme+geelong'), await json(`search.json?${query}`)];
  expect(typed.hits).toEqual(resolved.hits);
  expect(typed.total).toBe(1);
});

test('places.json suggests places; an unknown path is a 404 in JSON', async () => {
  expect(await json('places.json?q=Gee')).toMatchObject([geelong]);
  const missing = await get('nothing.json');
  expect(missing.status).toBe(404);
  expect(await missing.json()).toMatchObject({ error: 'not_found' });
});
