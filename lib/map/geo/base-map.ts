import { fileURLToPath } from 'node:url';
import GeoJsonVt from 'geojson-vt';
import { LRUCache } from 'lru-cache';
import { blockZoom, openBaseMap, type BaseMapReader, type Block, type LayerName } from './base-map-blocks';
import { openParts, type Line } from './map-edges';
import { decodeLine } from './map-lines';
import { pathOf } from './tile-path';
import { maxTileZoom, tilePixels } from './tile-address';
import { indexLabels, type LabelIndex, type PlacedLabel } from './tile-labels';

/**
 * The width of a tile in tenths of a pixel. With this unit, coordinates are integers, which are shorter than decimals.
 */
export const tileExtent = 10 * tilePixels;

/** Lines are drawn beyond the edge, so that tiles have no gaps between them. */
export const tileMargin = 60;

export interface TileContents {
  /** The data of an SVG path; empty where the layer has nothing. */
  pathOf: (layer: LayerName) => string;
  labels: PlacedLabel[];
}

/** A visitor looks at one to four squares, each with 0.1 to 6 MB. */
const cachedBlocks = 12;

type OpenBlock = { layers: Record<LayerName, GeoJsonVt>; labelsOf: LabelIndex } | 'sea';

let reader: BaseMapReader | null = null;
let overview: LabelIndex | null = null;
const blocks = new LRUCache<string, OpenBlock>({ max: cachedBlocks });

export function contentsOf(tile: { z: number; x: number; y: number }): TileContents {
  const { z, x, y } = tile;
  reader ??= openBaseMap(fileURLToPath(new URL('./data/base-map.blocks', import.meta.url)));
  if (z < blockZoom) {
    overview ??= indexLabels(reader.readLabels());
    const drawn = reader.readDrawn(z, x, y);
    return { pathOf: (layer) => drawn[layer] ?? '', labels: overview(tile) };
  }
  const up = 2 ** (z - blockZoom);
  const block = openBlock(reader, Math.floor(x / up), Math.floor(y / up));
  if (block === 'sea') return { pathOf: () => '', labels: [] };
  return { pathOf: (layer) => pathOf(block.layers[layer], tile), labels: block.labelsOf(tile) };
}

function openBlock(file: BaseMapReader, x: number, y: number): OpenBlock {
  const key = `${x}/${y}`;
  const cached = blocks.get(key);
  if (cached !== undefined) return cached;
  const block = file.readBlock(x, y);
  const open = block === null ? 'sea' : { layers: cutBlock(block), labelsOf: indexLabels(block.labels) };
  blocks.set(key, open);
  return open;
}

export function cutBlock(block: Block): Record<LayerName, GeoJsonVt> {
  const land = block.land.map((rings) => rings.map(decodeLine));
  return {
    land: cut(land.map(polygon)),
    // The coast is a separate layer, because land polygons also have edges along the edge of the map.
    coast: cut([lines(land.flat().flatMap(openParts))]),
    lakes: cut(block.lakes.map((rings) => polygon(rings.map(decodeLine)))),
    rivers: cut([lines(block.rivers.map(decodeLine))]),
    countries: cut([lines(block.countries.map(decodeLine))]),
    states: cut(block.states.map((group) => lines(group.lines.map(decodeLine), { from: group.from }))),
  };
}

function cut(features: GeoJSON.Feature[]): GeoJsonVt {
  const options = { maxZoom: maxTileZoom, extent: tileExtent, tolerance: 4, buffer: tileMargin };
  return new GeoJsonVt({ type: 'FeatureCollection', features }, options);
}

function lines(coordinates: Line[], properties: { from?: number } = {}): GeoJSON.Feature {
  return { type: 'Feature', properties, geometry: { type: 'MultiLineString', coordinates } };
}

function polygon(coordinates: Line[]): GeoJSON.Feature {
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates } };
}
