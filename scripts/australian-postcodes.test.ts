import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { placeKey } from '@/lib/map/geo/place-key';
import { loadPlaceTables } from '@/lib/map/geo/places';
import { distanceKm, type Point } from '@/lib/map/geo/point';

// A file that developers have beside the project. It is not part of the project.
const file = '../shared/data/geonames-postal-AU.txt';
const [postcodes] = loadPlaceTables().postal.filter((table) => table.regionOf(0).country === 'AU');

test('more than 3,500 Australian suburbs and towns of all states are bundled with their postcodes', () => {
  expect(postcodes?.count).toBeGreaterThan(3_500);
  expect(postcodes?.regions.map((region) => region.stateCode).sort()).toEqual([
    'ACT',
    'NSW',
    'NT',
    'QLD',
    'SA',
    'TAS',
    'VIC',
    'WA',
  ]);
});

describe.skipIf(!existsSync(file))('compared with the postal file of GeoNames', () => {
  test('each bundled postcode, and the position of its place, agree with the file', () => {
    const known = readKnown();
    const rows = Array.from({ length: postcodes?.count ?? 0 }, (_, row) => row);
    const wrong = rows.flatMap((row) => {
      const [name, code] = [postcodes?.nameOf(row) ?? '', postcodes?.postcodeOf(row) ?? ''];
      const state = postcodes?.regionOf(row).stateCode ?? '';
      const points = known.get(`${state} ${placeKey(name)} ${code}`) ?? [];
      const at = postcodes?.pointOf(row) ?? { latitude: 0, longitude: 0 };
      const km = Math.min(...points.map((point) => distanceKm(point, at)));
      return km < 30 ? [] : [`${name} ${state} ${code}: ${km} km`];
    });
    expect(wrong).toEqual([]);
  });
});

function readKnown(): Map<string, Point[]> {
  const known = new Map<string, Point[]>();
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const [, code = '', name = '', , state = '', , , , , latitude, longitude] = line.split('\t');
    const key = `${state} ${placeKey(name)} ${code}`;
    const point = { latitude: Number(latitude), longitude: Number(longitude) };
    known.set(key, [...(known.get(key) ?? []), point]);
  }
  return known;
}
