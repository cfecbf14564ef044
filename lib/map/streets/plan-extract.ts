import { zxyToTileId } from 'pmtiles';
import type { Box } from '@/lib/map/geo/box';
import { mercatorRow } from '@/lib/map/geo/mercator';
import { minDataZoom } from '@/lib/map/geo/street-map';
import { boundsOf } from './archive-header';
import { decodeDirectory, type DirectoryEntry } from './directory-codec';
import type { Streets } from './open-streets';
import { StreetsError } from './streets-error';

export interface Content {
  offset: number;
  length: number;
}

export interface ExtractPlan {
  /** The offsets are positions in the tile data of the extract. */
  entries: DirectoryEntry[];
  /** The list has each content once, in the order of the extract. */
  contents: Content[];
  addressedTiles: number;
  tileBytes: number;
  zooms: Zooms;
  bounds: Box;
}

// Enough for the streets around the members of a large country. The IDs of these tiles take 32 MB of memory.
const maxTiles = 4_000_000;
// The planet's archive has about 5,000 leaf directories, in one level below the root.
const maxDirectories = 20_000;
const maxDepth = 3;
// The largest tile of the planet has less than 1 MB.
const maxTileBytes = 8 * 1024 * 1024;

/**
 * Finds the tiles that touch the boxes, at the zooms that the map draws.
 * @throws StreetsError if the area is too large or outside the archive, or the directories are damaged
 */
export async function planExtract(streets: Streets, boxes: Box[]): Promise<ExtractPlan> {
  const { header } = streets;
  const zooms = { minZoom: Math.max(minDataZoom, header.minZoom), maxZoom: header.maxZoom };
  // Members may live all over the world, but the archive may contain only one town. So only the parts of the boxes that
  // are inside the archive are used.
  const area = boxes.flatMap(withoutMeridian).flatMap((box) => overlap(box, boundsOf(header)));
  const count = countTiles(area, zooms);
  if (count > maxTiles)
    throw new StreetsError(
      `the area has ${count.toLocaleString('en')} tiles, and at most ${maxTiles.toLocaleString('en')} are fetched: choose a smaller one`,
    );
  const found = await findTiles(streets, tilesIn(area, zooms));
  if (found.length === 0) throw new StreetsError('the archive has no streets in this area');
  return { ...layOut(found), zooms, bounds: commonBox(area) };
}

interface FoundTile extends Content {
  tileId: number;
}

/** Reads only the leaf directories that contain wanted tiles. */
async function findTiles({ source, header, root }: Streets, wanted: number[]): Promise<FoundTile[]> {
  const found: FoundTile[] = [];
  const leafLength = header.leafDirectoryLength ?? 0;
  const tileDataLength = header.tileDataLength ?? 0;
  let [at, directories] = [0, 0];
  const walk = async (entries: DirectoryEntry[], end: number, depth: number): Promise<void> => {
    for (const [index, { tileId, offset, length, runLength }] of entries.entries()) {
      while ((wanted[at] ?? Infinity) < tileId) at += 1;
      const isLeaf = runLength === 0;
      const next = Math.min(end, entries[index + 1]?.tileId ?? Infinity);
      const last = isLeaf ? next : Math.min(next, tileId + runLength);
      if ((wanted[at] ?? Infinity) >= last) continue;
      if (isLeaf) {
        directories += 1;
        if (depth === maxDepth || directories > maxDirectories || offset + length > leafLength)
          throw new StreetsError('the directories of the archive are damaged');
        if (length > maxTileBytes) throw new StreetsError('a directory of the archive is larger than 8 MB');
        const leaf = await source.read(header.leafDirectoryOffset + offset, length);
        await walk(decodeDirectory(leaf), last, depth + 1);
        continue;
      }
      if (offset + length > tileDataLength || length > maxTileBytes)
        throw new StreetsError('the directories of the archive name tiles that it cannot have');
      for (let id = wanted[at]; id !== undefined && id < last; id = wanted[++at])
        found.push({ tileId: id, offset, length });
    }
  };
  await walk(root, Infinity, 0);
  return found;
}

/** Several tiles may have the same content, such as the sea. It is stored once. */
function layOut(found: FoundTile[]) {
  const placed = new Map<string, number>();
  const contents: Content[] = [];
  const entries: DirectoryEntry[] = [];
  let tileBytes = 0;
  for (const { tileId, offset: from, length } of found) {
    const key = `${from} ${length}`;
    let offset = placed.get(key);
    if (offset === undefined) {
      offset = tileBytes;
      placed.set(key, offset);
      contents.push({ offset: from, length });
      tileBytes += length;
    }
    const last = entries.at(-1);
    const continues = last?.offset === offset && last.length === length;
    if (continues && last.tileId + last.runLength === tileId) last.runLength += 1;
    else entries.push({ tileId, offset, length, runLength: 1 });
  }
  return { entries, contents, addressedTiles: found.length, tileBytes };
}

/** A box that crosses the 180th meridian is split into two. */
function withoutMeridian(box: Box): Box[] {
  if (box.west <= box.east) return [box];
  return [
    { ...box, east: 180 },
    { ...box, west: -180 },
  ];
}

function overlap(box: Box, other: Box): Box[] {
  const south = Math.max(box.south, other.south);
  const west = Math.max(box.west, other.west);
  const north = Math.min(box.north, other.north);
  const east = Math.min(box.east, other.east);
  return south <= north && west <= east ? [{ south, west, north, east }] : [];
}

function commonBox(boxes: Box[]): Box {
  return boxes.reduce((all, box) => ({
    south: Math.min(all.south, box.south),
    west: Math.min(all.west, box.west),
    north: Math.max(all.north, box.north),
    east: Math.max(all.east, box.east),
  }));
}

interface Zooms {
  minZoom: number;
  maxZoom: number;
}

/** A tile in two boxes counts once. No box may cross the 180th meridian. */
function countTiles(boxes: Box[], zooms: Zooms): number {
  let count = 0;
  for (const { from, to } of stretches(boxes, zooms)) count += to - from + 1;
  return count;
}

/** The IDs of all tiles that touch the boxes, each once, ascending. */
function tilesIn(boxes: Box[], zooms: Zooms): number[] {
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
  return within(Math.floor(mercatorRow(latitude) * 2 ** z), z);
}

function within(index: number, z: number): number {
  return Math.max(0, Math.min(2 ** z - 1, index));
}
