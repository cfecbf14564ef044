import { describe, expect, it } from 'vitest';
import type { MapFeature } from '@/lib/directory/directory';
import { defaultNoun } from '@/lib/base/noun';
import {
  boxOfFeatures,
  countsOf,
  containsAny,
  findNearestPin,
  isArea,
  keyOf,
  nameOf,
  pinsOf,
} from './features';

const ada = {
  entryId: '1',
  slug: '1-ada',
  name: 'Ada Nguyen',
  place: 'Geelong VIC',
  latitude: -38.15,
  longitude: 144.36,
  isArea: true,
};
const pin: MapFeature = { kind: 'pin', pin: ada };
const point: MapFeature = {
  kind: 'cluster',
  count: 2,
  latitude: -38.15,
  longitude: 144.36,
  box: { south: -38.15, west: 144.36, north: -38.15, east: 144.36 },
  place: 'Geelong VIC',
  pins: [ada, { ...ada, entryId: '2', isArea: false }],
};
const cluster: MapFeature = {
  ...point,
  count: 1234,
  box: { south: -39, west: 144, north: -37, east: 146 },
  pins: [],
};

describe('the name of a feature', () => {
  it.each([
    [pin, 'Ada Nguyen, somewhere in Geelong VIC'],
    [{ kind: 'pin', pin: { ...ada, isArea: false } } as const, 'Ada Nguyen, Geelong VIC'],
    [point, '2 members at one point in Geelong VIC, show them'],
    [cluster, '1,234 members around Geelong VIC, zoom in'],
    // This member has only coordinates.
    [{ kind: 'pin', pin: { ...ada, place: '' } } as const, 'Ada Nguyen, somewhere in this area'],
    [{ kind: 'pin', pin: { ...ada, place: '', isArea: false } } as const, 'Ada Nguyen'],
    [{ ...point, place: '' }, '2 members at one point, show them'],
    [{ ...cluster, place: '' }, '1,234 members around here, zoom in'],
  ])('%#: %s', (feature, name) => {
    expect(nameOf(feature, defaultNoun)).toBe(name);
  });

  it('has the noun of the association', () => {
    const noun = { one: 'physiotherapist', many: 'physiotherapists' };
    expect(nameOf(cluster, noun)).toBe('1,234 physiotherapists around Geelong VIC, zoom in');
    expect(nameOf({ ...cluster, count: 1 }, noun)).toBe('1 physiotherapist around Geelong VIC, zoom in');
  });
});

it('a cluster opens by zooming in; members at one point and a pin open as a list', () => {
  expect([cluster, point, pin].map((feature) => pinsOf(feature).length)).toEqual([0, 2, 1]);
});

it('a list shows how many members it has, and how many are not listed', () => {
  expect(countsOf(pin)).toEqual({ count: 1, unlisted: 0 });
  expect(countsOf(point)).toEqual({ count: 2, unlisted: 0 });
  // Both pins belong to one member. The list has 250 members, more than the hundred that the server sends.
  expect(countsOf({ ...point, count: 250, pins: [ada, ada] })).toEqual({ count: 250, unlisted: 249 });
});

it('a feature is drawn as an area only if all of it is one', () => {
  expect([pin, point, cluster].map(isArea)).toEqual([true, false, false]);
});

it('only a member’s own pin is raised, alone or in its cluster', () => {
  const here = { latitude: -38.15, longitude: 144.36 };
  const elsewhere = { latitude: -33.9, longitude: 151.2 };
  for (const feature of [pin, point, cluster]) {
    expect(containsAny(feature, [elsewhere, here])).toBe(true);
    expect(containsAny(feature, [elsewhere])).toBe(false);
    expect(containsAny(feature, [])).toBe(false);
  }
});

it('a member’s pin is found in the feature that lists it, the nearest of several', () => {
  const far = { ...ada, latitude: ada.latitude + 1 };
  const list = { ...point, pins: [{ ...ada, entryId: 'other' }, far] };
  expect(findNearestPin([list, pin], ada.entryId, ada)).toEqual({ feature: pin, pin: ada });
  expect(findNearestPin([pin, list], ada.entryId, far)).toEqual({ feature: list, pin: far });
  expect(findNearestPin([cluster, pin, list], 'nobody', ada)).toBeNull();
});

it('each feature has its own key', () => {
  expect(new Set([pin, point, cluster].map(keyOf)).size).toBe(3);
});

it('the box around features contains pins and clusters; without features there is none', () => {
  expect(boxOfFeatures([pin, cluster])).toEqual({ south: -39, west: 144, north: -37, east: 146 });
  expect(boxOfFeatures([])).toBeNull();
});

it('the box around features on both sides of the 180th meridian crosses it and is as small as possible', () => {
  const at = (longitude: number): MapFeature => ({ kind: 'pin', pin: { ...ada, longitude } });
  const edges = (...longitudes: number[]) => {
    const box = boxOfFeatures(longitudes.map(at));
    return [box?.west, box?.east];
  };
  // These are the edges of New Zealand with the Chatham Islands, and of the United States with Guam.
  expect(edges(-176.5, 168.4, 174.8)).toEqual([168.4, -176.5]);
  expect(edges(-74, 144.8, -118.2, -157.9)).toEqual([144.8, -74]);
  expect(edges(144.8, 153, 115.9)).toEqual([115.9, 153]);
  expect(edges(179.9)).toEqual([179.9, 179.9]);
  expect(edges(-120, 0, 120)).toEqual([-120, 120]);
});
