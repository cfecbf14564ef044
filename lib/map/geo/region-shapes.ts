/** A process reads only the shapes that are searched, not the whole file. */
import { closeSync, openSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { lookUp } from '@/lib/base/look-up';
import type { Box } from './box';
import type { Line } from './map-edges';
import { decodeLine, encodeLine } from './map-lines';
import type { Point } from './point';

export interface RegionShape {
  box: Box;
  middle: Point;
  /** Uses the even-odd rule, for which the order of islands and holes does not matter. */
  holds(point: Point): boolean;
}

type IndexEntry = [south: number, west: number, north: number, east: number, from: number, length: number];

const format = 'regions 1';
/** No box crosses the 180th meridian: the box of a shape on both sides of the meridian has all longitudes. */
function middleOf({ south, west, north, east }: Box): Point {
  return { latitude: (south + north) / 2, longitude: (west + east) / 2 };
}

const file = fileURLToPath(new URL('./data/regions.blocks', import.meta.url));

let index: { entries: Record<string, IndexEntry>; start: number } | null = null;
/** There are about 4,600 shapes. A shape takes a few kilobytes. */
const shapes = new LRUCache<string, RegionShape>({ max: 200 });

export function hasShape(id: string): boolean {
  index ??= readIndex();
  return lookUp(index.entries, id) !== undefined;
}

export function shapeOfRegion(id: string): RegionShape | null {
  const cached = shapes.get(id);
  if (cached !== undefined) return cached;
  index ??= readIndex();
  const entry = lookUp(index.entries, id);
  if (entry === undefined) return null;
  const [south, west, north, east, from, length] = entry;
  // The cast is safe: our own build wrote the rings, and `readIndex` has checked the format.
  const rings = (
    JSON.parse(brotliDecompressSync(readBytes(index.start + from, length)).toString()) as number[][]
  ).map(decodeLine);
  const box = { south, west, north, east };
  const shape = { box, middle: middleOf(box), holds: (point: Point) => isInside(rings, point) };
  shapes.set(id, shape);
  return shape;
}

export function writeRegionShapes(regions: { id: string; rings: Line[] }[]): Buffer {
  const entries: Record<string, IndexEntry> = {};
  const packed: Buffer[] = [];
  let from = 0;
  for (const { id, rings } of regions) {
    const bytes = brotliCompressSync(JSON.stringify(rings.map(encodeLine)));
    const longitudes = rings.flat().map(([longitude]) => longitude);
    const latitudes = rings.flat().map(([, latitude]) => latitude);
    const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);
    const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity);
    entries[id] = [
      least(latitudes),
      least(longitudes),
      most(latitudes),
      most(longitudes),
      from,
      bytes.length,
    ];
    packed.push(bytes);
    from += bytes.length;
  }
  const head = brotliCompressSync(JSON.stringify(entries));
  return Buffer.concat([Buffer.from(`${format} ${head.length}\n`), head, ...packed]);
}

export function isInside(rings: Line[], { latitude, longitude }: Point): boolean {
  let isIn = false;
  for (const ring of rings) {
    for (let at = 0, before = ring.length - 1; at < ring.length; before = at, at += 1) {
      const [x, y] = ring[at]!; // Both indexes are in range.
      const [lastX, lastY] = ring[before]!;
      if (y > latitude !== lastY > latitude && longitude < ((lastX - x) * (latitude - y)) / (lastY - y) + x)
        isIn = !isIn;
    }
  }
  return isIn;
}

/** @throws Error if the file has another format */
function readIndex() {
  const first = readBytes(0, 40).toString('latin1');
  const head = /^regions 1 (\d+)\n/.exec(first);
  if (head === null) throw new Error(`${file}: unknown format`);
  const start = head[0].length;
  const text = brotliDecompressSync(readBytes(start, Number(head[1]))).toString();
  // The cast is safe: our own build wrote the index, and the format was checked above.
  return { entries: JSON.parse(text) as Record<string, IndexEntry>, start: start + Number(head[1]) };
}

function readBytes(from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const open = openSync(file, 'r');
  try {
    if (readSync(open, bytes, 0, length, from) !== length) throw new Error(`${file}: ends too early`);
  } finally {
    closeSync(open);
  }
  return bytes;
}
