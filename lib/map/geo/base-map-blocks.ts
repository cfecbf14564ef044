/**
 * The file of the base map has the world in blocks, so that a process reads only the parts that people look at. Zooms 0
 * to 4 are stored as drawn tiles, everything else as shapes in the squares of zoom 5.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { lookUp } from '@/lib/base/look-up';
import type { Label } from './labels';

export type LayerName = 'land' | 'coast' | 'countries' | 'states' | 'lakes' | 'rivers';

export const blockZoom = 5;

/** A drawn tile has the data of an SVG path for each layer. Only zooms 0 to 4 have drawn tiles. */
export type DrawnTile = Partial<Record<LayerName, string>>;

/**
 * The shapes of a square: lines as written by `encodeLine`, and polygons as their rings. All include a margin around
 * the square.
 */
export interface Block {
  land: number[][][];
  lakes: number[][][];
  rivers: number[][];
  countries: number[][];
  /** Borders of states, each with the first zoom that draws it. */
  states: { from: number; lines: number[][] }[];
  /** Labels that touch the square and are drawn at zoom 5 or later. */
  labels: Label[];
}

export interface BaseMapFile {
  /** The keys are `z/x/y`. Empty tiles are left out. */
  drawn: Record<string, DrawnTile>;
  /** The keys are `x/y`. Empty squares are left out. */
  blocks: Record<string, Block>;
  /** The labels for zooms 0 to 4. */
  labels: Label[];
}

const format = 'base map 3';

/** The first line has the format and the length of the index. After it come the index and the compressed parts. */
export function writeBaseMap({ drawn, blocks, labels }: BaseMapFile): Buffer {
  const parts = [
    ...Object.entries(drawn).map(([tile, paths]) => [`drawn ${tile}`, paths] as const),
    ...Object.entries(blocks).map(([block, shapes]) => [`block ${block}`, shapes] as const),
    ['labels', labels] as const,
  ];
  const index: Record<string, [from: number, length: number]> = {};
  const packed: Buffer[] = [];
  let from = 0;
  for (const [name, part] of parts) {
    const bytes = brotliCompressSync(JSON.stringify(part));
    index[name] = [from, bytes.length];
    packed.push(bytes);
    from += bytes.length;
  }
  const head = Buffer.from(JSON.stringify(index));
  return Buffer.concat([Buffer.from(`${format} ${head.length}\n`), head, ...packed]);
}

/** Reads parts of the file on request. The file stays open. */
export interface BaseMapReader {
  readDrawn: (z: number, x: number, y: number) => DrawnTile;
  /** null for a square of open sea. */
  readBlock: (x: number, y: number) => Block | null;
  readLabels: () => Label[];
  blockKeys: () => string[];
  close: () => void;
}

/** @throws Error if the file has another format */
export function openBaseMap(path: string): BaseMapReader {
  const file = openSync(path, 'r');
  const read = (from: number, length: number) => {
    const bytes = Buffer.alloc(length);
    if (readSync(file, bytes, 0, length, from) !== length) throw new Error(`${path}: ends too early`);
    return bytes;
  };
  const first = read(0, Math.min(40, fstatSync(file).size)).toString('latin1');
  const head = /^base map 3 (\d+)\n/.exec(first);
  if (head === null) throw new Error(`${path}: unknown format`);
  const indexBytes = Number(head[1]);
  // The casts are safe: our own build wrote the index and the parts, and the format was checked above.
  const index = JSON.parse(read(head[0].length, indexBytes).toString()) as Record<string, [number, number]>;
  const start = head[0].length + indexBytes;
  const readPart = (name: string): unknown => {
    const range = lookUp(index, name);
    if (range === undefined) return null;
    return JSON.parse(brotliDecompressSync(read(start + range[0], range[1])).toString());
  };
  return {
    readDrawn: (z, x, y) => (readPart(`drawn ${z}/${x}/${y}`) ?? {}) as DrawnTile,
    readBlock: (x, y) => readPart(`block ${x}/${y}`) as Block | null,
    readLabels: () => (readPart('labels') ?? []) as Label[],
    blockKeys: () => Object.keys(index).flatMap((name) => (name.startsWith('block ') ? [name.slice(6)] : [])),
    close: () => closeSync(file),
  };
}
