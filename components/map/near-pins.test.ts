import { expect, test } from 'vitest';
import type { Pin } from '@/lib/directory/model/pins';
import type { MapFeature } from '@/lib/directory/directory';
import { pinsFrom } from './near-pins';

const pin = (entryId: string, latitude: number, longitude: number): Pin => ({
  entryId,
  slug: entryId,
  name: entryId,
  place: '',
  latitude,
  longitude,
  isArea: false,
});
const single = (...place: Parameters<typeof pin>): MapFeature => ({ kind: 'pin', pin: pin(...place) });
const cluster = (pins: Pin[]): MapFeature => ({
  kind: 'cluster',
  count: 9,
  latitude: -38,
  longitude: 144,
  box: { south: -38, west: 144, north: -38, east: 144 },
  place: '',
  pins,
});
const ids = (pins: Pin[]) => pins.map((one) => one.entryId);

test('the chosen pin comes first, then the others by distance, where a degree of longitude is shorter', () => {
  const chosen = single('a', -60, 10);
  const features = [single('b', -59.2, 10), single('c', -60, 11), chosen, single('d', -60.1, 10)];
  expect(ids(pinsFrom(chosen, features))).toEqual(['a', 'd', 'c', 'b']);
});

test('all members at one point come first, and a cluster that only zooms in has no card', () => {
  const chosen = cluster([pin('a', -38, 144), pin('b', -38, 144)]);
  expect(ids(pinsFrom(chosen, [cluster([]), single('c', -38.1, 144), chosen]))).toEqual(['a', 'b', 'c']);
});

test('there are at most 20 cards', () => {
  const features = Array.from({ length: 30 }, (_, index) => single(`${index}`, -38, 100 + index));
  const [first = single('x', 0, 0)] = features;
  expect(ids(pinsFrom(first, features))).toEqual(Array.from({ length: 20 }, (_, index) => `${index}`));
});
