import { zxyToTileId } from 'pmtiles';
import type { Box } from '@/lib/geo/box';

export interface Zooms {
  minZoom: number;
  maxZoom: number;
}

/** A tile in two boxes counts once. No box may cross the 180th meridian. */
export function countTiles(boxes: Box[], zooms: Zooms): number {
  let count = 0;
  for (const { from, to } of stretches(boxes, zooms)) count += to - from + 1;
  return count;
}

/** The IDs of all tiles that touch the boxes, each once, ascending. */
export function tilesIn(boxes: Box[], zooms: Zooms): number[] {
  const ids: number[] = [];
  for (const { z, y, from, to } of stretches(boxes, zooms))
    for (let x = from; x <= to; x += 1) ids.push(zxyToTileId(z, x, y));
  return ids.sort((a, b) => a - b);
}

interface Stretch {
  z: number;
  y: number;
  from: number;
  to: number;
}

/**
 * Boxes around the members of one town usually overlap. Overlapping parts of a row are merged, so that the result has
 * no overlaps.
 */
function* stretches(boxes: Box[], { minZoom, maxZoom }: Zooms): Generator<Stretch> {
  for (let z = minZoom; z <= maxZoom; z += 1) {
    const rows = new Map<number, [from: number, to: number][]>();
    for (const box of boxes) {
      const [from, to] = [columnOf(box.west, z), columnOf(box.east, z)];
      for (let y = rowOf(box.north, z); y <= rowOf(box.south, z); y += 1) {
        const row = rows.get(y);
        if (row === undefined) rows.set(y, [[from, to]]);
        else row.push([from, to]);
      }
    }
    for (const [y, parts] of rows) {
      parts.sort((a, b) => a[0] - b[0]);
      let [from, to] = parts[0] ?? [0, -1];
      for (const part of parts) {
        if (part[0] > to + 1) {
          yield { z, y, from, to };
          [from, to] = part;
        } else to = Math.max(to, part[1]);
      }
      yield { z, y, from, to };
    }
  }
}

function columnOf(longitude: number, z: number): number {
  return within(Math.floor(((longitude + 180) / 360) * 2 ** z), z);
}

/** Web Mercator ends at 85 degrees. Latitudes beyond it are in the first or the last row. */
function rowOf(latitude: number, z: number): number {
  const sine = Math.sin((Math.max(-89.9, Math.min(89.9, latitude)) * Math.PI) / 180);
  return within(Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** z), z);
}

function within(index: number, z: number): number {
  return Math.max(0, Math.min(2 ** z - 1, index));
}
