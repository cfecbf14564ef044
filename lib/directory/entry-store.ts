/**
 * The public entries, packed as JSON in a few buffers: about a third of the size of objects. An entry becomes an object
 * again only when it is shown. Positions follow the order of IDs.
 */
import type { PublicEntry } from './entry';
import { createPackedTexts, type PackedTexts } from './packed-texts';
import type { ListedEntry } from './projection';
import { sortInSlices, type Breathe } from '@/lib/slices';

export interface EntryStore {
  size: number;
  /** The position of an ID; -1 if there is none. */
  positionOf(id: string): number;
  idAt(position: number): string;
  entryAt(position: number): PublicEntry;
  bytesAt(position: number): Buffer;
  /** The last day in the directory; null: no end. */
  listedUntilAt(position: number): string | null;
  /** The day on which the public entry last changed. */
  changedOnAt(position: number): string;
}

export interface EntryStoreBuilder {
  /** Of two entries with one ID, the last is stored. `changedOn` null: found by comparing with the previous store. */
  add(listed: ListedEntry, changedOn?: string | null): void;
  finish(options: { before: EntryStore | null; today: string; breathe: Breathe }): Promise<EntryStore>;
}

export function createEntryStoreBuilder(): EntryStoreBuilder {
  const texts = createPackedTexts();
  const days = createNumbering<string | null>();
  // Indexed by text number.
  const [ids, untils, changes]: [string[], number[], number[]] = [[], [], []];
  return {
    add({ entry, listedUntil }, changedOn = null) {
      texts.add(JSON.stringify(entry));
      ids.push(entry.id);
      untils.push(days.numberOf(listedUntil));
      changes.push(days.numberOf(changedOn));
    },
    async finish({ before, today, breathe }) {
      const idOf = (row: number) => ids[row] ?? '';
      const byId = (a: number, b: number) => compareIds(idOf(a), idOf(b));
      const sorted = await sortInSlices([...ids.keys()], byId, breathe);
      const isLast = (row: number, at: number) =>
        at + 1 === sorted.length || idOf(row) !== idOf(sorted[at + 1] ?? 0);
      const rows = Uint32Array.from(sorted.filter(isLast));
      const changedOn = (row: number) => {
        const known = days.values[changes[row] ?? 0] ?? null;
        return known ?? unchangedSince(before, idOf(row), texts.bytesAt(row)) ?? today;
      };
      const columns: Columns = {
        rows,
        texts,
        days: days.values,
        ids: [],
        listedUntil: new Uint32Array(rows.length),
        changedOn: new Uint32Array(rows.length),
      };
      for (const [position, row] of rows.entries()) {
        columns.ids.push(idOf(row));
        columns.listedUntil[position] = untils[row] ?? 0;
        columns.changedOn[position] = days.numberOf(changedOn(row));
        await breathe();
      }
      return createEntryStore(columns);
    },
  };
}

/** Indexed by position. */
interface Columns {
  ids: string[];
  /** Numbers in `texts`. */
  rows: Uint32Array;
  texts: PackedTexts;
  /** Numbers in `days`. */
  listedUntil: Uint32Array;
  changedOn: Uint32Array;
  days: (string | null)[];
}

/** A separate function: inside the builder, closures would hold everything it knew, above all the previous store. */
function createEntryStore({ ids, rows, texts, listedUntil, changedOn, days }: Columns): EntryStore {
  const bytesAt = (position: number) => texts.bytesAt(rows[position] ?? -1);
  return {
    size: rows.length,
    positionOf: (id) => binarySearch(ids, id),
    idAt: (position) => ids[position] ?? '',
    bytesAt,
    // The builder wrote it from a PublicEntry.
    entryAt: (position) => JSON.parse(bytesAt(position).toString()) as PublicEntry,
    listedUntilAt: (position) => days[listedUntil[position] ?? 0] ?? null,
    changedOnAt: (position) => days[changedOn[position] ?? 0] ?? '',
  };
}

/** The order of IDs: numbers first, by value. */
export function compareIds(a: string, b: string): number {
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  const difference = isNumberA ? Number(a) - Number(b) : 0;
  return difference !== 0 ? difference : a < b ? -1 : Number(a > b);
}

function unchangedSince(before: EntryStore | null, id: string, bytes: Buffer): string | null {
  const position = before?.positionOf(id) ?? -1;
  if (before === null || position === -1) return null;
  return before.bytesAt(position).equals(bytes) ? before.changedOnAt(position) : null;
}

/** Days repeat: each is stored once, and rows refer to its number. */
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
