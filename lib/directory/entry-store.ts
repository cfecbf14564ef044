/**
 * The public entries, packed: as JSON in a few buffers, about a third of what they take as objects. An entry becomes an
 * object again only when it is shown. Positions are in the order of IDs.
 */
import type { PublicEntry } from './entry';
import type { ListedEntry } from './projection';
import { sortInSlices, type Breathe } from '@/lib/slices';

export interface EntryStore {
  size: number;
  /** The position of an ID; -1: none. */
  positionOf(id: string): number;
  idAt(position: number): string;
  entryAt(position: number): PublicEntry;
  /** The entry's JSON. */
  bytesAt(position: number): Buffer;
  /** The last day in the directory; null: without end. */
  listedUntilAt(position: number): string | null;
  /** The day on which the public entry last changed. */
  changedOnAt(position: number): string;
}

export interface EntryStoreBuilder {
  /** The last of two entries with one ID is kept. `changedOn` null: found out by comparing with the store before. */
  add(listed: ListedEntry, changedOn?: string | null): void;
  finish(options: { before: EntryStore | null; today: string; breathe: Breathe }): Promise<EntryStore>;
}

// Entries are packed into pieces of this size: one growing buffer would be copied, tens of megabytes at a time.
const pieceBytes = 1 << 20;

export function createEntryStoreBuilder(): EntryStoreBuilder {
  let piece = Buffer.alloc(0);
  let used = 0;
  const rows = new Map<string, Row>();
  return {
    add({ entry, listedUntil }, changedOn = null) {
      const json = JSON.stringify(entry);
      const length = Buffer.byteLength(json);
      if (used + length > piece.length) {
        piece = Buffer.allocUnsafeSlow(Math.max(pieceBytes, length));
        used = 0;
      }
      piece.write(json, used);
      rows.set(entry.id, {
        id: entry.id,
        bytes: { piece, start: used, end: used + length },
        listedUntil,
        changedOn,
      });
      used += length;
    },
    async finish({ before, today, breathe }) {
      const sorted = await sortInSlices([...rows.values()], (a, b) => compareIds(a.id, b.id), breathe);
      rows.clear();
      for (const row of sorted) {
        row.changedOn ??= unchangedSince(row, before) ?? today;
        await breathe();
      }
      return packedStore(sorted, breathe);
    },
  };
}

/** The order of IDs: numbers by value, before any others. */
export function compareIds(a: string, b: string): number {
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  const difference = isNumberA ? Number(a) - Number(b) : 0;
  return difference !== 0 ? difference : a < b ? -1 : Number(a > b);
}

interface Row {
  id: string;
  bytes: { piece: Buffer; start: number; end: number };
  listedUntil: string | null;
  changedOn: string | null;
}

function unchangedSince({ id, bytes }: Row, before: EntryStore | null): string | null {
  const position = before?.positionOf(id) ?? -1;
  if (before === null || position === -1) return null;
  const isSame = before.bytesAt(position).equals(bytes.piece.subarray(bytes.start, bytes.end));
  return isSame ? before.changedOnAt(position) : null;
}

/** Days and pieces repeat: each is kept once, and a row has its number. */
async function packedStore(rows: Row[], breathe: Breathe): Promise<EntryStore> {
  const size = rows.length;
  const [starts, ends, pieceNumbers] = [new Uint32Array(size), new Uint32Array(size), new Uint32Array(size)];
  const [untils, changes] = [new Uint32Array(size), new Uint32Array(size)];
  const days = createNumbering<string | null>();
  const pieces = createNumbering<Buffer>();
  const ids: string[] = [];
  for (const [position, { id, bytes, listedUntil, changedOn }] of rows.entries()) {
    ids.push(id);
    starts[position] = bytes.start;
    ends[position] = bytes.end;
    pieceNumbers[position] = pieces.numberOf(bytes.piece);
    untils[position] = days.numberOf(listedUntil);
    changes[position] = days.numberOf(changedOn);
    await breathe();
  }
  const bytesAt = (position: number) => {
    const piece = pieces.values[pieceNumbers[position] ?? 0];
    if (piece === undefined) throw new RangeError(`There is no entry at ${position}`);
    return piece.subarray(starts[position], ends[position]);
  };
  return {
    size,
    positionOf: (id) => binarySearch(ids, id),
    idAt: (position) => ids[position] ?? '',
    // Written by the builder from a PublicEntry.
    entryAt: (position) => JSON.parse(bytesAt(position).toString()) as PublicEntry,
    bytesAt,
    listedUntilAt: (position) => days.values[untils[position] ?? 0] ?? null,
    changedOnAt: (position) => days.values[changes[position] ?? 0] ?? '',
  };
}

function createNumbering<T>(): { values: T[]; numberOf(value: T): number } {
  const values: T[] = [];
  const numbers = new Map<T, number>();
  return {
    values,
    numberOf(value) {
      const known = numbers.get(value);
      if (known !== undefined) return known;
      numbers.set(value, values.length);
      return values.push(value) - 1;
    },
  };
}

function binarySearch(ids: string[], id: string): number {
  let [low, high] = [0, ids.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = compareIds(ids[middle] ?? '', id);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
