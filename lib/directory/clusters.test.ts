import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { boxHolds } from '@/lib/map/geo/box';
import { clustersLimits, clusterMembers } from './clusters';
import { entryOf, locationAt, modelOf, randomEntries } from '@/lib/directory/model/entry.fixture';
import type { MapFeature } from './directory';
import { emptyFilter } from './filter';
import { seededRandom } from '@/lib/base/seeded-random';

const noneLapsed = new Set<number>();

test('every location in the view is in exactly one feature, and there are at most 500', async () => {
  // Each member has one location, so members can be counted by their locations.
  const entries = randomEntries(900, 5).flatMap((entry) =>
    entry.locations.map((location) => ({ ...entry, id: location.id, locations: [location] })),
  );
  const model = await modelOf(entries);
  const degree = (max: number) => fc.double({ min: -max, max, noNaN: true });
  fc.assert(
    fc.property(
      degree(90),
      degree(180),
      degree(90),
      degree(180),
      fc.integer({ min: 0, max: 18 }),
      (a, west, b, east, zoom) => {
        const box = { south: Math.min(a, b), north: Math.max(a, b), west, east };
        const inside = entries
          .flatMap((entry) => entry.locations)
          .filter(({ point }) => boxHolds(box, point));
        const features = clusterMembers(model, emptyFilter, { box, zoom }, noneLapsed);
        expect(features.reduce((sum, feature) => sum + (feature.kind === 'pin' ? 1 : feature.count), 0)).toBe(
          inside.length,
        );
        expect(features.length).toBeLessThanOrEqual(clustersLimits.maxFeatures);
      },
    ),
    { seed: 51, numRuns: 200 },
  );
});

test('a cluster at one point lists its members', async () => {
  const model = await modelOf(
    ['1', '2', '3'].map((id) => entryOf(id, { locations: [locationAt(id, -38, 144)] })),
  );
  const area = { box: { south: -39, west: 143, north: -37, east: 145 }, zoom: 18 };
  const [feature, ...others] = clusterMembers(model, emptyFilter, area, noneLapsed);
  expect(others).toEqual([]);
  expect(feature).toMatchObject({
    kind: 'cluster',
    count: 3,
    pins: [{ entryId: '1' }, { entryId: '2' }, { entryId: '3' }],
  });
});

test('a member with several locations in a cluster is counted once', async () => {
  const branches = [locationAt('a', -38, 144), locationAt('b', -38.001, 144.001)];
  const model = await modelOf([
    entryOf('1', { locations: [...branches, locationAt('c', 50, 8)] }),
    entryOf('2', { locations: [locationAt('d', -38.001, 144)] }),
  ]);
  const box = { south: -90, west: -180, north: 90, east: 180 };
  const features = clusterMembers(model, emptyFilter, { box, zoom: 5 }, noneLapsed);
  expect(features).toEqual([
    expect.objectContaining({ kind: 'cluster', count: 2 }),
    expect.objectContaining({ kind: 'pin', pin: expect.objectContaining({ entryId: '1', latitude: 50 }) }),
  ]);
});

test('all members at one point are counted, and the first hundred are sent', async () => {
  const ids = Array.from({ length: 130 }, (_, at) => String(at + 1));
  const model = await modelOf(ids.map((id) => entryOf(id, { locations: [locationAt(id, -38, 144)] })));
  const area = { box: { south: -39, west: 143, north: -37, east: 145 }, zoom: 10 };
  const [feature] = clusterMembers(model, emptyFilter, area, noneLapsed);
  expect(feature).toMatchObject({ count: 130 });
  expect(feature?.kind === 'cluster' && feature.pins).toHaveLength(100);
});

test('a view of a whole country at the largest zoom reads and sends no more members than a view may', async () => {
  // 60 points with 60 members each, and 2,000 members in towns.
  const crowd = (at: number) => locationAt(String(at), -38 + (at % 60) * 0.4, 144);
  const random = seededRandom(9);
  const inTown = (at: number) =>
    locationAt(String(at), -30 + (at % 7) + random() * 0.02, 130 + random() * 0.02);
  const entries = Array.from({ length: 5_600 }, (_, at) =>
    entryOf(String(at), { locations: [at < 3_600 ? crowd(at) : inTown(at)] }),
  );
  const model = await modelOf(entries);
  const read = vi.spyOn(model.store, 'entryAt');
  const box = { south: -44, west: 112, north: -10, east: 154 };
  for (let zoom = 0; zoom <= clustersLimits.maxZoom; zoom += 1) {
    read.mockClear();
    const features = clusterMembers(model, emptyFilter, { box, zoom }, noneLapsed);
    const counts = features.map((feature) => (feature.kind === 'pin' ? 1 : feature.count));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5_600);
    expect(features.length).toBeLessThanOrEqual(clustersLimits.maxFeatures);
    expect(read.mock.calls.length).toBeLessThanOrEqual(clustersLimits.maxPinsOfView);
    // No real screen shows a whole country at this zoom. In so large a view, each town is a cluster without pins, and a
    // press zooms into it.
    const wide = features.filter((feature) => feature.kind === 'cluster' && feature.count > 60);
    expect(wide.map((feature) => feature.kind === 'cluster' && feature.pins.length)).toEqual(
      wide.map(() => 0),
    );
    const isCrowd = (feature: MapFeature) => feature.kind === 'cluster' && feature.count === 60;
    if (zoom > 8) {
      const lists = features.filter(isCrowd);
      expect(lists.length).toBeGreaterThan(50);
      expect(lists.every((feature) => feature.kind === 'cluster' && feature.pins.length > 0)).toBe(true);
    }
  }
});

test('a place without suburb and state is named by its country', async () => {
  const abroad = (id: string) => ({ ...locationAt(id, 51.5, -0.1, true), country: 'United Kingdom' });
  const model = await modelOf([entryOf('1', { locations: [abroad('a')] })]);
  const area = { box: { south: 51, west: -1, north: 52, east: 1 }, zoom: 10 };
  expect(clusterMembers(model, emptyFilter, area, noneLapsed)).toMatchObject([
    { kind: 'pin', pin: { place: 'United Kingdom' } },
  ]);
});

test('a cluster beyond the 180th meridian has its middle and box beyond it in a view across the meridian', async () => {
  const model = await modelOf([
    entryOf('1', { locations: [locationAt('a', -17, -179.9)] }),
    entryOf('2', { locations: [locationAt('b', -17, -179.7)] }),
  ]);
  const area = { box: { south: -30, west: 170, north: 0, east: -170 }, zoom: 0 };
  const [feature] = clusterMembers(model, emptyFilter, area, noneLapsed);
  expect(feature).toMatchObject({
    count: 2,
    longitude: expect.closeTo(-179.8, 6),
    box: { west: expect.closeTo(-179.9, 6), east: expect.closeTo(-179.7, 6) },
  });
});

test('no two marks overlap at any zoom', async () => {
  const model = await modelOf(randomEntries(900, 8));
  const box = { south: -90, west: -180, north: 90, east: 180 };
  const markPixels = 40;
  for (const zoom of [0, 1, 2, 3, 5, 8, 12, 18]) {
    const marks = clusterMembers(model, emptyFilter, { box, zoom }, noneLapsed)
      .map((feature) => (feature.kind === 'pin' ? feature.pin : feature))
      .map((place) => pixelsOf(place, zoom));
    const distances = marks.flatMap((a, at) =>
      marks.slice(at + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)),
    );
    expect(Math.min(...distances), `zoom ${zoom}`).toBeGreaterThanOrEqual(markPixels);
  }
});

/** Where a web map with 256-pixel tiles draws a point. Uses the textbook formula, not the code under test. */
function pixelsOf({ latitude, longitude }: { latitude: number; longitude: number }, zoom: number) {
  const radians = (Math.max(-85.0511, Math.min(85.0511, latitude)) * Math.PI) / 180;
  const world = 256 * 2 ** zoom;
  const y = (1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2;
  return { x: ((longitude + 180) / 360) * world, y: y * world };
}
