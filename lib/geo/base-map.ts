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

/** The bundled file: lines as written by `encodeLine`, polygons as their rings. */
export interface BaseMapFile {
  format: 1;
  land: number[][][];
  lakes: number[][][];
  rivers: number[][];
  countries: number[][];
  /** By the first zoom that draws them. */
  states: { from: number; lines: number[][] }[];
  labels: Label[];
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
  const file = readFileSync(fileURLToPath(new URL('./data/base-map.json.gz', import.meta.url)));
  const json = gunzipSync(file).toString();
  yield;
  const map = JSON.parse(json) as BaseMapFile; // our own build wrote it; the format is checked
  if (map.format !== 1) throw new Error('lib/geo/data/base-map.json.gz: unknown format');
  yield;
  const land = map.land.map((rings) => rings.map(decodeLine));
  yield;
  const landTiles = cut(land.map((coordinates) => shape({ type: 'Polygon', coordinates })));
  yield;
  // The coastline separately: land polygons also have edges along the edge of the map.
  const coast = cut([lines(land.flat().flatMap(openParts))]);
  yield;
  const countries = cut([lines(map.countries.map(decodeLine))]);
  const lakes = cut(map.lakes.map((rings) => shape({ type: 'Polygon', coordinates: rings.map(decodeLine) })));
  const rivers = cut([lines(map.rivers.map(decodeLine))]);
  yield;
  const states = cut(map.states.map((group) => lines(group.lines.map(decodeLine), { from: group.from })));
  yield;
  const labelsOf = indexLabels(map.labels);
  return {
    layers: { land: landTiles, coast, countries, states, lakes, rivers },
    labelsOf,
  };
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
