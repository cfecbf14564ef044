import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import GeoJsonVt from 'geojson-vt';
import { openParts, type Line } from './map-edges';
import { decodeLine } from './map-lines';
import type { Label } from './labels';
import { maxTileZoom } from './tile-address';

/** Tenths of a pixel of a tile 256 pixels wide: whole numbers are shorter than decimals. */
export const tileExtent = 2560;

type LayerName = 'land' | 'coast' | 'countries' | 'states' | 'lakes' | 'rivers';

/** The shapes cut into tiles on demand, and the placed labels. */
export interface BaseMap {
  layers: Record<LayerName, GeoJsonVt>;
  labels: Label[];
}

/** The bundled file: lines as `encodeLine` writes them, polygons as their rings. */
export interface BaseMapFile {
  format: 1;
  land: number[][][];
  lakes: number[][][];
  rivers: number[][];
  countries: number[][];
  /** By the first zoom at which they are drawn. */
  states: { from: number; lines: number[][] }[];
  labels: Label[];
}

let loaded: BaseMap | null = null;

/** The base map; the first call reads and cuts it (about half a second), later ones return the same. */
export function loadBaseMap(): BaseMap {
  loaded ??= readBaseMap();
  return loaded;
}

function readBaseMap(): BaseMap {
  const file = readFileSync(fileURLToPath(new URL('./data/base-map.json.gz', import.meta.url)));
  const map = JSON.parse(gunzipSync(file).toString()) as BaseMapFile; // our own build's, checked by its format
  if (map.format !== 1) throw new Error('lib/geo/data/base-map.json.gz: unknown format');
  const land = map.land.map((rings) => rings.map(decodeLine));
  const layers = {
    land: cut(land.map((coordinates) => shape({ type: 'Polygon', coordinates }))),
    // The land's outline apart: its polygons also have edges where the map ends and not the land.
    coast: cut([lines(land.flat().flatMap(openParts))]),
    countries: cut([lines(map.countries.map(decodeLine))]),
    states: cut(map.states.map((group) => lines(group.lines.map(decodeLine), { from: group.from }))),
    lakes: cut([
      shape({ type: 'MultiPolygon', coordinates: map.lakes.map((rings) => rings.map(decodeLine)) }),
    ]),
    rivers: cut([lines(map.rivers.map(decodeLine))]),
  };
  return { layers, labels: map.labels };
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
