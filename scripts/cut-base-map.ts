/** Cuts the shapes of the world into the tiles and squares of `lib/map/geo/base-map-blocks.ts`. */
import GeoJsonVt from 'geojson-vt';
import { cutBlock, tileExtent, tileMargin } from '../lib/map/geo/base-map';
import { blockZoom, type BaseMapFile, type Block, type DrawnTile } from '../lib/map/geo/base-map-blocks';
import { halfWidth, toMercator, type Label } from '../lib/map/geo/labels';
import type { Line } from '../lib/map/geo/map-edges';
import { decodeLine, encodeLine } from '../lib/map/geo/map-lines';
import { maxTileZoom, tilePixels, zoomAhead } from '../lib/map/geo/tile-address';
import { pathOf } from '../lib/map/geo/tile-path';

const side = 2 ** blockZoom;
const squares = Array.from({ length: side * side }, (_, at) => ({ x: at % side, y: Math.floor(at / side) }));
/** The extent is large enough to keep corners exact to a ten-thousandth of a degree. */
const extent = tileExtent * 2 ** (maxTileZoom - blockZoom);
/**
 * The margin is twice the margin of a tile. Otherwise a tile would show the edge where land was cut, and the edge would
 * look like a coast.
 */
const margin = 2 * tileMargin * 2 ** (maxTileZoom - blockZoom);
/** The highest number of pixels that a label has above or below its point. */
const tallest = 30;

/** @param world all shapes and labels of the world, as one block */
export function cutBaseMap(world: Block): BaseMapFile {
  return {
    drawn: drawTiles(world),
    blocks: cutBlocks(world),
    labels: world.labels.filter((label) => label[4] < blockZoom + zoomAhead),
  };
}

function drawTiles(world: Block): BaseMapFile['drawn'] {
  const layers = Object.entries(cutBlock(world));
  const tiles: BaseMapFile['drawn'] = {};
  for (let z = 0; z < blockZoom; z++) {
    for (let at = 0; at < 4 ** z; at++) {
      const tile = { z, x: at % 2 ** z, y: Math.floor(at / 2 ** z) };
      const paths = layers
        .map(([name, layer]) => [name, pathOf(layer, tile)])
        .filter(([, data]) => data !== '');
      if (paths.length > 0) tiles[`${z}/${tile.x}/${tile.y}`] = Object.fromEntries(paths) as DrawnTile;
    }
  }
  return tiles;
}

function cutBlocks(world: Block): BaseMapFile['blocks'] {
  const polygons = (all: number[][][]) => cutter(all.map((rings) => polygon(rings.map(decodeLine))));
  const lines = (all: number[][]) => cutter([multiLine(all.map(decodeLine))]);
  const [land, lakes] = [polygons(world.land), polygons(world.lakes)];
  const [rivers, countries] = [lines(world.rivers), lines(world.countries)];
  const states = world.states.map((group) => ({ from: group.from, cut: lines(group.lines) }));
  const blocks: BaseMapFile['blocks'] = {};
  for (const { x, y } of squares) {
    const block: Block = {
      land: land(x, y),
      lakes: lakes(x, y),
      rivers: rivers(x, y).flat(),
      countries: countries(x, y).flat(),
      states: states.flatMap((group) => {
        const found = group.cut(x, y).flat();
        return found.length === 0 ? [] : [{ from: group.from, lines: found }];
      }),
      labels: world.labels.filter((label) => touchesSquare(label, x, y)),
    };
    if (Object.values(block).some((part) => part.length > 0)) blocks[`${x}/${y}`] = block;
  }
  return blocks;
}

/**
 * Cuts features at the edges of the squares, without simplifying them.
 * @returns for each feature its rings or lines, encoded
 */
function cutter(features: GeoJSON.Feature[]): (x: number, y: number) => number[][][] {
  const options = { maxZoom: blockZoom, indexMaxZoom: blockZoom, extent, tolerance: 0, buffer: margin };
  const index = new GeoJsonVt({ type: 'FeatureCollection', features }, options);
  return (x, y) => {
    const tile = index.getTileRaw(blockZoom, x, y);
    return (tile?.features ?? []).flatMap((feature) => {
      if (feature.type !== 2 && feature.type !== 3) return [];
      return [feature.geometry.map((points) => encodeLine(toLine(points, x, y)))];
    });
  };
}

function toLine(points: ArrayLike<number>, x: number, y: number): Line {
  const line: Line = [];
  for (let at = 0; at + 1 < points.length; at += 2) {
    const east = (x + (points[at] ?? 0) / extent) / side;
    const south = (y + (points[at + 1] ?? 0) / extent) / side;
    const latitude = (360 / Math.PI) * Math.atan(Math.exp((0.5 - south) * 2 * Math.PI)) - 90;
    line.push([(east - 0.5) * 360, latitude]);
  }
  return line;
}

/**
 * Whether a label is drawn in a tile of the square at zoom 5 or later. The check uses the label's size at zoom 5. At
 * higher zooms, the label covers a smaller part of the square.
 */
function touchesSquare([kind, name, longitude, latitude, , to]: Label, x: number, y: number): boolean {
  if (to < blockZoom + zoomAhead) return false;
  const at = toMercator(longitude, latitude);
  const width = halfWidth(kind, name) / tilePixels;
  const height = tallest / tilePixels;
  const isBeside = [-1, 0, 1].some((shift) => Math.abs((at.x + shift) * side - x - 0.5) <= 0.5 + width);
  return isBeside && Math.abs(at.y * side - y - 0.5) <= 0.5 + height;
}

function polygon(coordinates: Line[]): GeoJSON.Feature {
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates } };
}

function multiLine(coordinates: Line[]): GeoJSON.Feature {
  return { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates } };
}
