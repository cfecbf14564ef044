/**
 * The public entries, packed: as JSON in one buffer, about a third of what they take as objects. An entry becomes an
 * object again only when it is shown. Positions are in the order of IDs.
 */
import type { PublicEntry } from './entry';
import type { ListedEntry } from './projection';
import { sortInSlices, type Breathe } from './slices';

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

export function createEntryStoreBuilder(): EntryStoreBuilder {
  let buffer = Buffer.allocUnsafe(1 << 20);
  let used = 0;
  const rows = new Map<string, Row>();
  return {
    add({ entry, listedUntil }, changedOn = null) {
      const json = JSON.stringify(entry);
      // UTF-8 takes at most three bytes for each UTF-16 unit.
      if (used + json.length * 3 > buffer.length) {
        buffer = Buffer.concat([buffer.subarray(0, used)], (used + json.length * 3) * 2);
      }
      const start = used;
      used += buffer.write(json, used);
      rows.set(entry.id, { id: entry.id, start, end: used, listedUntil, changedOn });
    },
    async finish({ before, today, breathe }) {
      const sorted = await sortInSlices([...rows.values()], (a, b) => compareIds(a.id, b.id), breathe);
      rows.clear();
      const bytes = Buffer.from(buffer.subarray(0, used));
      buffer = Buffer.alloc(0);
      for (const row of sorted) {
        row.changedOn ??= unchangedSince(bytes.subarray(row.start, row.end), row.id, before) ?? today;
        await breathe();
      }
      return packedStore(bytes, sorted);
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
  start: number;
  end: number;
  listedUntil: string | null;
  changedOn: string | null;
}

function unchangedSince(bytes: Buffer, id: string, before: EntryStore | null): string | null {
  const position = before?.positionOf(id) ?? -1;
  if (before === null || position === -1 || !before.bytesAt(position).equals(bytes)) return null;
  return before.changedOnAt(position);
}

/** Days repeat: each is kept once, and a row has its number. */
function packedStore(bytes: Buffer, rows: Row[]): EntryStore {
  const size = rows.length;
  const [starts, ends] = [new Uint32Array(size), new Uint32Array(size)];
  const [untils, changes] = [new Uint32Array(size), new Uint32Array(size)];
  const days: (string | null)[] = [];
  const numbers = new Map<string | null, number>();
  const numberOf = (day: string | null) => {
    const known = numbers.get(day);
    if (known !== undefined) return known;
    numbers.set(day, days.length);
    return days.push(day) - 1;
  };
  const ids = rows.map((row, position) => {
    starts[position] = row.start;
    ends[position] = row.end;
    untils[position] = numberOf(row.listedUntil);
    changes[position] = numberOf(row.changedOn);
    return row.id;
  });
  const bytesAt = (position: number) => bytes.subarray(starts[position], ends[position]);
  return {
    size,
    positionOf: (id) => binarySearch(ids, id),
    idAt: (position) => ids[position] ?? '',
    // Written by the builder from a PublicEntry.
    entryAt: (position) => JSON.parse(bytesAt(position).toString()) as PublicEntry,
    bytesAt,
    listedUntilAt: (position) => days[untils[position] ?? 0] ?? null,
    changedOnAt: (position) => days[changes[position] ?? 0] ?? '',
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
