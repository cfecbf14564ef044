import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import GeoJsonVt from 'geojson-vt';
import { openParts, type Line } from './map-edges';
import { decodeLine } from './map-lines';
import type { Label } from './labels';
import { maxTileZoom, tilePixels } from './tile-address';
import { indexLabels, type LabelIndex } from './tile-labels';

/** Tenths of a pixel: integers are shorter than decimals. */
export const tileExtent = 10 * tilePixels;

type LayerName = 'land' | 'coast' | 'countries' | 'states' | 'lakes' | 'rivers';

/** The shapes, cut into tiles on demand, and the placed labels. */
export interface BaseMap {
  layers: Record<LayerName, GeoJsonVt>;
  labelsOf: LabelIndex;
}

/** The parts of the bundled file: lines as written by `encodeLine`, polygons as their rings. */
export interface BaseMapParts {
  land: number[][][];
  lakes: number[][][];
  rivers: number[][];
  countries: number[][];
  /** By the first zoom that draws them. */
  states: { from: number; lines: number[][] }[];
  labels: Label[];
}

/**
 * The file, unzipped: the format, and then each part on a line of its own. As one JSON text, all parts would be in memory
 * together before the first is cut, which takes 70 MB more.
 */
export function writeParts(parts: BaseMapParts): string {
  const lines = Object.entries(parts).map(([name, part]) => `${name} ${JSON.stringify(part)}\n`);
  return `${format}\n${lines.join('')}`;
}

const format = 'base map 2';

/** Parses the parts of such a file one at a time. @throws Error if it has another format */
export function readParts(file: Buffer): <N extends keyof BaseMapParts>(name: N) => BaseMapParts[N] {
  const ranges = new Map<string, [from: number, to: number]>();
  for (let from = 0; from < file.length;) {
    const to = file.indexOf('\n', from);
    if (to === -1) break;
    const space = file.indexOf(' ', from);
    ranges.set(from === 0 ? file.toString('utf8', 0, to) : file.toString('utf8', from, space), [space, to]);
    from = to + 1;
  }
  if (!ranges.has(format)) throw new Error('lib/geo/data/base-map.gz: unknown format');
  return (name) => {
    const range = ranges.get(name);
    if (range === undefined) throw new Error(`lib/geo/data/base-map.gz: no ${name}`);
    return JSON.parse(file.toString('utf8', ...range)); // our own build wrote it; the format is checked
  };
}

let loaded: BaseMap | null = null;
let loading: Generator<void, BaseMap> | null = null;

/** The base map. The first call reads and cuts it (most of a second); later calls return the same map. */
export function loadBaseMap(): BaseMap {
  let isReady = loaded !== null;
  while (!isReady) isReady = loadNextPart();
  if (loaded === null) throw new Error('The base map has no last part');
  return loaded;
}

/**
 * Loads the next part of the base map, so that a server can do it between requests instead of pausing for the whole map
 * at the first tile. True if everything is loaded.
 */
export function loadNextPart(): boolean {
  if (loaded !== null) return true;
  const parts = loading ?? readBaseMap();
  // Put back only on success: after a failure, the next call starts again.
  loading = null;
  const step = parts.next();
  if (step.done === true) loaded = step.value;
  else loading = parts;
  return step.done === true;
}

function* readBaseMap(): Generator<void, BaseMap> {
  const part = readParts(
    gunzipSync(readFileSync(fileURLToPath(new URL('./data/base-map.gz', import.meta.url)))),
  );
  yield;
  const countries = cut([lines(part('countries').map(decodeLine))]);
  const lakes = cut(
    part('lakes').map((rings) => shape({ type: 'Polygon', coordinates: rings.map(decodeLine) })),
  );
  const rivers = cut([lines(part('rivers').map(decodeLine))]);
  yield;
  const states = cut(part('states').map((group) => lines(group.lines.map(decodeLine), { from: group.from })));
  yield;
  const labelsOf = indexLabels(part('labels'));
  yield;
  const polygons = part('land').map((rings) => rings.map(decodeLine));
  yield;
  const land = cut(polygons.map((coordinates) => shape({ type: 'Polygon', coordinates })));
  yield;
  // The coastline separately: land polygons also have edges along the edge of the map.
  const coast = cut([lines(polygons.flat().flatMap(openParts))]);
  return { layers: { land, coast, countries, states, lakes, rivers }, labelsOf };
}

function cut(features: GeoJSON.Feature[]): GeoJsonVt {
  const options = { maxZoom: maxTileZoom, extent: tileExtent, tolerance: 4, buffer: 60 };
  return new GeoJsonVt({ type: 'FeatureCollection', features }, options);
}

function lines(coordinates: Line[], properties: { from?: number } = {}): GeoJSON.Feature {
  return shape({ type: 'MultiLineString', coordinates }, properties);
}

function shape(geometry: GeoJSON.Geometry, properties: { from?: number } = {}): GeoJSON.Feature {
  return { type: 'Feature', properties, geometry };
}
