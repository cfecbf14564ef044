import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { boxHolds } from '@/lib/map/geo/box';
import { metresOfChord, squaredChord } from '@/lib/map/geo/chord';
import { shapeOfRegion } from '@/lib/map/geo/region-shapes';
import { bearingDegrees, distanceKm, type Point } from '@/lib/map/geo/point';
import { textKey } from '@/lib/base/text-key';
import type { PublicEntry, PublicLocation } from '@/lib/directory/model/entry';
import {
  entryOf,
  locationAt,
  modelOf,
  randomEntries,
  randomLists,
} from '@/lib/directory/model/entry.fixture';
import { clusterMembers } from './clusters';
import { emptyFilter } from './filter';
import type { Model } from '@/lib/directory/model/model';
import type { DirectoryFilter, NearFilter } from './search';
import { countMembers, findAlternatives, pageSize, searchDirectory } from './search-directory';

const noneLapsed = new Set<number>();
const search = (model: Model, filter: DirectoryFilter) => searchDirectory(model, filter, noneLapsed);

function allHits(model: Model, filter: DirectoryFilter) {
  const { pageCount } = search(model, filter);
  return Array.from({ length: pageCount }, (_, at) => search(model, { ...filter, page: at + 1 }).hits).flat();
}

const ids = (model: Model, filter: DirectoryFilter) => allHits(model, filter).map((hit) => hit.entry.id);

const near = (latitude: number, longitude: number, radiusKm: number): NearFilter => ({
  point: { latitude, longitude },
  radiusKm,
  unit: 'km',
  label: null,
});

const facetChoices = fc
  .record(
    {
      type: fc.subarray(['1', '2', '3', '4', 'Student'], { minLength: 1 }),
      category: fc.subarray(['10', '11', 'family law', '99'], { minLength: 1 }),
      state: fc.subarray(['victoria', 'Tasmania', 'Nowhere'], { minLength: 1 }),
      country: fc.subarray(['Australia', 'New Zealand'], { minLength: 1 }),
      chapter: fc.subarray(['3'], { minLength: 1 }),
      'extra-5': fc.subarray(['Auslan', 'welsh'], { minLength: 1 }),
    },
    { requiredKeys: [] },
  )
  .map((chosen): Record<string, string[]> => Object.fromEntries(Object.entries(chosen)));
const latitudes = fc.oneof(fc.constantFrom(-90, 90, 0, -89.9), fc.double({ min: -90, max: 90, noNaN: true }));
const longitudes = fc.oneof(
  fc.constantFrom(-180, 180, 0, 179.99),
  fc.double({ min: -180, max: 180, noNaN: true }),
);
const filters: fc.Arbitrary<DirectoryFilter> = fc.record({
  text: fc.constantFrom('', '', 'smith', 'jo', 'smtih', 'geelong', 'law', 'petersen', 'xyzzy'),
  facets: facetChoices,
  all: fc.subarray(['category', 'extra-5', 'type']),
  inside: fc.option(
    fc.constantFrom('au-vic', 'au-tas', 'us-ak').map((id) => ({ id, label: id })),
    { freq: 3 },
  ),
  asTyped: fc.boolean(),
  typed: fc.constant(''),
  leftOut: fc.constant(''),
  near: fc.option(
    fc
      .tuple(latitudes, longitudes, fc.constantFrom(50, 500, 3000, 12_000, 20_038))
      .map(([lat, lng, km]) => near(lat, lng, km)),
  ),
  box: fc.option(
    fc
      .tuple(latitudes, longitudes, latitudes, longitudes)
      .map(([a, west, b, east]) => ({ south: Math.min(a, b), north: Math.max(a, b), west, east })),
    { freq: 2 },
  ),
  sort: fc.constantFrom('default', 'name', 'joined', 'newest'),
  layout: fc.constantFrom<DirectoryFilter['layout']>('cards', 'rows'),
  page: fc.constant(1),
});

/** These filters match most members, so the members that they do not match are counted. */
const broad: [DirectoryFilter][] = [[{ ...emptyFilter, facets: { country: ['Australia'] } }], [emptyFilter]];

describe('searchDirectory', () => {
  const entries = randomEntries(400, 2);
  let model: Model;
  beforeAll(async () => void (model = await modelOf(entries, randomLists)));

  test('finds what a plain scan finds', () => {
    const options = {
      type: (entry: PublicEntry) =>
        entry.membershipType === null ? [] : [entry.membershipType.id, entry.membershipType.name],
      category: (entry: PublicEntry) => entry.categories.flatMap(({ id, name }) => [id, name]),
      chapter: (entry: PublicEntry) => (entry.chapter === null ? [] : [entry.chapter.id]),
      state: (entry: PublicEntry) => [entry.state ?? ''],
      country: (entry: PublicEntry) => [entry.country ?? ''],
      'extra-5': (entry: PublicEntry) => entry.answers.flatMap((response) => response.answers),
    };
    const plainly = (filter: DirectoryFilter) => {
      const found = new Set(
        model.text.search(filter.text, () => true, { related: model.words.synonyms.related }).members,
      );
      return entries.filter((entry, at) => {
        const { near: around, box, inside } = filter;
        if (filter.text !== '' && !found.has(at)) return false;
        if (
          around !== null &&
          !placesOf(entry).some(({ point }) => distanceKm(around.point, point) <= around.radiusKm)
        )
          return false;
        if (box !== null && !entry.locations.some(({ point }) => boxHolds(box, point))) return false;
        if (inside !== null && !isInside(entry, inside.id)) return false;
        return Object.entries(options).every(([key, valuesOf]) => {
          const chosen = filter.facets[key]?.map(textKey);
          if (chosen === undefined) return true;
          const own = valuesOf(entry).map(textKey);
          const isOwn = (value: string) => own.includes(value);
          return filter.all.includes(key) ? chosen.every(isOwn) : chosen.some(isOwn);
        });
      });
    };
    fc.assert(
      fc.property(filters, (filter) => {
        const expected = plainly(filter).map((entry) => entry.id);
        expect(ids(model, filter).sort()).toEqual(expected.sort());
        const { total, unplaced } = search(model, filter);
        expect(total).toBe(expected.length);
        const elsewhere = plainly({ ...filter, near: null, box: null });
        const isLeftOut = (entry: PublicEntry) =>
          filter.near !== null && filter.box === null
            ? placesOf(entry).length === 0
            : entry.locations.length === 0;
        expect(unplaced).toBe(elsewhere.filter(isLeftOut).length);
      }),
      { seed: 21, numRuns: 200 },
    );
  });

  test('a search near a town finds a member whose card shows it, about there, and never on the map', async () => {
    const geelong = { latitude: -38.15, longitude: 144.36 };
    const placed = entryOf('1', { locations: [locationAt('9', -38.16, 144.36)] });
    const unplaced = entryOf('2', { suburb: 'Geelong', state: 'VIC', town: geelong });
    const own = await modelOf([placed, unplaced, entryOf('3', { suburb: 'Nowhere' })]);
    const filter = { ...emptyFilter, near: near(geelong.latitude, geelong.longitude, 5) };
    const found = search(own, filter);
    expect(found.hits.map(({ entry }) => entry.id)).toEqual(['1', '2']);
    expect(found.hits[1]?.nearest).toMatchObject({ location: { suburb: 'Geelong' }, bearingDegrees: null });
    expect(found.hits[1]?.nearest?.distanceKm).toBeCloseTo(2.12);
    expect(found.unplaced).toBe(1);
    const box = { south: -39, north: -37, west: 143, east: 146 };
    expect(search(own, { ...emptyFilter, box })).toMatchObject({ total: 1, unplaced: 2 });
    expect(clusterMembers(own, emptyFilter, { box, zoom: 10 }, noneLapsed)).toMatchObject([
      { kind: 'pin', pin: { entryId: '1' } },
    ]);
  });

  test('each displayed count is the length of the list after choosing the option', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const { facets } = search(model, filter);
        for (const facet of facets) {
          for (const option of facet.options) {
            const chosen = [...(filter.facets[facet.key] ?? []), option.id];
            const after = { ...filter, facets: { ...filter.facets, [facet.key]: chosen } };
            expect([facet.key, option.id, option.count]).toEqual([
              facet.key,
              option.id,
              search(model, after).total,
            ]);
          }
        }
      }),
      { seed: 22, numRuns: 60, examples: broad },
    );
  });

  test('the pages together are the whole list without repeats, and a page past the end is the last', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const { total, pageCount } = search(model, filter);
        const found = ids(model, filter);
        expect(new Set(found).size).toBe(total);
        expect(found).toHaveLength(total);
        expect(search(model, { ...filter, page: 9_999 }).page).toBe(pageCount);
        if (total > pageSize) expect(search(model, filter).hits).toHaveLength(pageSize);
      }),
      { seed: 23, numRuns: 100 },
    );
  });

  test('near: members by likely distance, ties by ID, as in a brute-force search', () => {
    fc.assert(
      fc.property(
        latitudes,
        longitudes,
        fc.constantFrom(100, 1000, 5000, 20_038),
        (latitude, longitude, radiusKm) => {
          const centre = { latitude, longitude };
          const expected = entries
            .flatMap((entry) => {
              const inside = placesOf(entry).filter(({ point }) => distanceKm(centre, point) <= radiusKm);
              const [best] = inside.toSorted((a, b) => likely(centre, a) - likely(centre, b));
              return best === undefined ? [] : [{ id: Number(entry.id), best, metres: likely(centre, best) }];
            })
            .sort((a, b) => a.metres - b.metres || a.id - b.id);
          const hits = allHits(model, { ...emptyFilter, near: near(latitude, longitude, radiusKm) });
          expect(hits.map((hit) => [hit.entry.id, hit.nearest?.location.id])).toEqual(
            expected.map(({ id, best }) => [String(id), best.id]),
          );
          for (const hit of hits) {
            const { point = centre, precision } = hit.nearest?.location ?? {};
            const km = distanceKm(centre, point);
            const isExact = precision === 'exact';
            expect(hit.nearest?.distanceKm).toBeCloseTo(
              isExact ? km : Math.hypot(km, suburbKm / Math.SQRT2),
              9,
            );
            expect(hit.nearest?.bearingDegrees).toBe(isExact ? bearingDegrees(centre, point) : null);
          }
        },
      ),
      { seed: 24, numRuns: 60 },
    );
  });

  test('without text and place the order is fair: constant all day, different the next, and not by ID', async () => {
    const today = ids(model, emptyFilter);
    expect(ids(await modelOf(entries, randomLists), emptyFilter)).toEqual(today);
    const tomorrow = ids(await modelOf(entries, randomLists, '2026-03-02'), emptyFilter);
    expect(tomorrow).not.toEqual(today);
    expect(tomorrow.sort()).toEqual(today.sort());
  });

  test('A–Z sorts by folded last name, then first name, then ID', () => {
    const found = allHits(model, { ...emptyFilter, sort: 'name' }).map(({ entry }) => entry);
    const byKey = (a: PublicEntry, b: PublicEntry) =>
      a.sortKey < b.sortKey ? -1 : a.sortKey > b.sortKey ? 1 : Number(a.id) - Number(b.id);
    expect(found.map((entry) => entry.id)).toEqual([...entries].sort(byKey).map((entry) => entry.id));
  });

  test('ticking an option moves no option, and different spellings of a name are one option', () => {
    const before = search(model, emptyFilter).facets;
    const after = search(model, { ...emptyFilter, facets: { state: ['Tasmania'] } }).facets;
    const names = (facets: typeof before) =>
      facets.map((facet) => facet.options.map((option) => option.name));
    expect(names(after)).toEqual(names(before));
    const states = before
      .find((facet) => facet.key === 'state')
      ?.options.map((option) => textKey(option.name));
    expect(states).toEqual(['new south wales', 'queensland', 'tasmania', 'victoria']);
  });

  test('an option without members stays, with 0', () => {
    const types = search(model, emptyFilter).facets.find((facet) => facet.key === 'type')?.options;
    expect(types?.find((option) => option.name === 'Nobody')).toMatchObject({ count: 0, isChosen: false });
  });

  test('members who have lapsed are in no list, count or facet', () => {
    const lapsed = new Set([...model.store.positions].filter((member) => member % 3 === 0));
    fc.assert(
      fc.property(filters, (filter) => {
        const { total, facets } = searchDirectory(model, filter, lapsed);
        expect(countMembers(model, filter, lapsed)).toBe(total);
        for (const facet of facets.filter((one) => filter.facets[one.key] === undefined)) {
          for (const { id, count } of facet.options) {
            const chosen = { ...filter, facets: { ...filter.facets, [facet.key]: [id] } };
            expect(count).toBe(countMembers(model, chosen, lapsed));
          }
        }
        const shown = searchDirectory(model, filter, lapsed).hits.map((hit) =>
          model.store.positionOf(hit.entry.id),
        );
        expect(shown.filter((member) => member % 3 === 0)).toEqual([]);
      }),
      { seed: 25, numRuns: 60, examples: broad },
    );
  });

  test('every number suggested when nothing is found is exact', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const { without, wider, nearest } = findAlternatives(model, filter, noneLapsed);
        for (const one of without) expect(search(model, one.filter).total).toBe(one.total);
        if (wider !== null) {
          expect(search(model, wider.filter).total).toBe(wider.total);
          expect(wider.total).toBeGreaterThan(search(model, filter).total);
        }
        const distances = nearest.map((hit) => hit.nearest?.distanceKm ?? NaN);
        expect(distances).toEqual(distances.toSorted((a, b) => a - b));
        expect(nearest.length).toBeLessThanOrEqual(3);
      }),
      { seed: 26, numRuns: 60 },
    );
  });
});

test('members on the 180th meridian and at a pole are found from both sides', async () => {
  const model = await modelOf([
    entryOf('1', { locations: [locationAt('a', -17, 180)] }),
    entryOf('2', { locations: [locationAt('b', -17, -180)] }),
    entryOf('3', { locations: [locationAt('c', 89.99, 12)] }),
  ]);
  expect(ids(model, { ...emptyFilter, near: near(-17, 179.9, 50) }).sort()).toEqual(['1', '2']);
  expect(ids(model, { ...emptyFilter, near: near(-17, -179.9, 50) }).sort()).toEqual(['1', '2']);
  expect(ids(model, { ...emptyFilter, near: near(89.99, -168, 50) })).toEqual(['3']);
  expect(
    ids(model, { ...emptyFilter, box: { south: -20, north: -10, west: 170, east: -170 } }).sort(),
  ).toEqual(['1', '2']);
});

test('a search near a place has the locations of a member nearest first', async () => {
  const at = (id: string, latitude: number) => locationAt(id, latitude, 144);
  const model = await modelOf([entryOf('1', { locations: [at('1', -38), at('2', -36), at('3', -37)] })]);
  const locations = (filter: DirectoryFilter) =>
    allHits(model, filter).flatMap(({ entry }) => entry.locations.map(({ id }) => id));
  expect(locations({ ...emptyFilter, near: near(-36, 144, 50) })).toEqual(['2', '3', '1']);
  expect(locations(emptyFilter)).toEqual(['1', '2', '3']);
});

test('part of a name in a script without spaces is found, and invisible characters are ignored', async () => {
  const model = await modelOf([
    entryOf('1', { name: '北京协和医院' }),
    entryOf('2', { name: '東京協和クリニック' }),
    entryOf('3', { name: 'Zero\u200BWidth' }),
  ]);
  const found = (text: string) => ids(model, { ...emptyFilter, text }).sort();
  expect(['协和', '北京协和医院', '院', '和', 'クリニ'].map(found)).toEqual([
    ['1'],
    ['1'],
    ['1'],
    ['1', '2'],
    ['2'],
  ]);
  expect([found('zerowidth'), found('zero\u00ADwi\u200Ddth')]).toEqual([['3'], ['3']]);
  expect(found('协院')).toEqual([]);
});

test('members at the same distance to the metre are in the order of their IDs, also at longitude 180 and the poles', async () => {
  const degrees = fc.constantFrom(0, 0.1, 30, 45, 60, 89.9, 90);
  const signed = fc.tuple(degrees, fc.constantFrom(1, -1)).map(([value, sign]) => value * sign);
  const longitude = fc.constantFrom(-180, 180, 179.9, -179.9, 0, 90, -90, 120.3);
  const spot = fc.record({ latitude: signed, longitude });
  await fc.assert(
    fc.asyncProperty(fc.array(spot, { minLength: 30, maxLength: 60 }), spot, async (spots, centre) => {
      const known = spots.map((one, at) =>
        entryOf(String(at + 1), { locations: [locationAt(String(at + 1), one.latitude, one.longitude)] }),
      );
      const metres = (at: number) => Math.round(distanceKm(centre, spots[at] ?? centre) * 1000);
      const expected = spots
        .map((_, at) => at)
        .sort((a, b) => metres(a) - metres(b) || a - b)
        .map((at) => String(at + 1));
      const filter = { ...emptyFilter, near: near(centre.latitude, centre.longitude, 20_038) };
      expect(ids(await modelOf(known), filter)).toEqual(expected);
    }),
    { seed: 27, numRuns: 40 },
  );
});

test('a search that finds nothing offers to remove a choice, a larger radius and the nearest member', async () => {
  const model = await modelOf([
    entryOf('1', { name: 'Dr A', state: 'Victoria', locations: [locationAt('a', -37, 144)] }),
    entryOf('2', { name: 'Dr B', state: 'Tasmania', locations: [locationAt('b', -42, 147)] }),
  ]);
  const filter = { ...emptyFilter, facets: { state: ['Victoria'] }, near: near(-37.6, 144, 5) };
  const { without, wider, nearest } = findAlternatives(model, filter, noneLapsed);
  expect(without).toEqual([{ filter: { ...filter, near: null }, total: 1 }]);
  expect(wider).toMatchObject({ radiusKm: 100, total: 1 });
  expect(nearest).toMatchObject([
    { entry: { name: 'Dr A' }, nearest: { distanceKm: expect.closeTo(66.7, 1) } },
  ]);
});

test('a search for words that nobody has offers the nearest of all members, and no larger radius', async () => {
  const model = await modelOf([
    entryOf('1', { name: 'Dr A', locations: [locationAt('a', -42, 147)] }),
    entryOf('2', { name: 'Dr B', locations: [locationAt('b', -37, 144)] }),
  ]);
  const filter = { ...emptyFilter, text: 'zzqx', near: near(-37.6, 144, 5) };
  const { wider, nearest, isNearestOfAll } = findAlternatives(model, filter, noneLapsed);
  expect([wider, isNearestOfAll, nearest.map(({ entry }) => entry.name)]).toEqual([
    null,
    true,
    ['Dr B', 'Dr A'],
  ]);
});

// The radius of a suburb.
const suburbKm = 3;

function likely(centre: Point, { point, precision }: PublicEntry['locations'][number]): number {
  const added = precision === 'exact' ? 0 : squaredChord(suburbKm) / 2;
  return metresOfChord(squaredChord(distanceKm(centre, point)) + added);
}

test('a member in an area comes after an exact one beside its centre, and before one further than its likely distance', async () => {
  const known = [
    entryOf('1', { locations: [locationAt('1', -38, 144, true)] }),
    entryOf('2', { locations: [locationAt('2', -38.01, 144)] }),
    entryOf('3', { locations: [locationAt('3', -38.03, 144)] }),
    entryOf('4', { locations: [locationAt('4', -38.05, 144), locationAt('5', -38, 144, true)] }),
  ];
  const { hits } = search(await modelOf(known), { ...emptyFilter, near: near(-38, 144, 50) });
  expect(hits.map(({ entry }) => entry.id)).toEqual(['2', '1', '4', '3']);
  expect(hits[1]?.nearest).toMatchObject({ distanceKm: suburbKm / Math.SQRT2, bearingDegrees: null });
});

test('in a long list the eight most frequent options come first, then the others, each part in order A to Z, whatever is chosen', async () => {
  const states = Array.from({ length: 20 }, (_, at) => String.fromCharCode(65 + at));
  // Options later in the alphabet have more members.
  const long = await modelOf(
    states.flatMap((state, at) =>
      Array.from({ length: at + 1 }, (_, one) => entryOf(String(at * 100 + one), { state })),
    ),
  );
  const orderOf = (filter: DirectoryFilter) =>
    search(long, filter)
      .facets.find((facet) => facet.key === 'state')
      ?.options.map((option) => option.name);
  const order = [...states.slice(-8), ...states.slice(0, -8)];
  expect(orderOf(emptyFilter)).toEqual(order);
  expect(orderOf({ ...emptyFilter, facets: { state: ['C'] } })).toEqual(order);
  expect(orderOf({ ...emptyFilter, text: 'nobody at all' })).toEqual(order);
});

/**
 * Locations of random members do not name their state. So the points decide whether a member is inside. If a member has
 * no location, the address decides.
 */
/** A town counts like a location in an area. */
function placesOf({ locations, town }: PublicEntry): PublicLocation[] {
  if (town === undefined) return locations;
  return [{ ...locationAt('', town.latitude, town.longitude, true) }];
}

function isInside({ locations, state, country }: PublicEntry, id: string): boolean {
  if (locations.length > 0) return locations.some(({ point }) => shapeOfRegion(id)?.holds(point));
  const name = { 'au-vic': 'victoria', 'au-tas': 'tasmania' }[id];
  return country === 'Australia' && name !== undefined && state?.toLowerCase() === name;
}
