/**
 * The public entries, packed as JSON in a few buffers: about a third of the size of objects. An entry becomes an object
 * again only when it is shown. A store never changes: one with changes shares the entries of the one before.
 */
import type { PublicEntry } from './entry';
import { growing, growingList, withPositions, type Growing, type GrowingList } from './growing';
import { createPackedTexts, type PackedTexts } from './packed-texts';
import type { ListedEntry } from './projection';
import { sortInSlices, type Pause } from '@/lib/slices';

export interface EntryStore {
  /** How many entries there are. */
  size: number;
  /** The positions of the entries, in the order of IDs. */
  positions: Uint32Array;
  /** All positions are below this. Those of entries that were replaced or removed are not used again. */
  positionCount: number;
  /** Positions below this follow the order of IDs; later ones the order of changes. */
  orderedCount: number;
  /** The same for a store and all that were made of it with changes: an unchanged entry has one position in all. */
  base: object;
  /** The position of an ID; -1 if there is none. */
  positionOf(id: string): number;
  idAt(position: number): string;
  entryAt(position: number): PublicEntry;
  bytesAt(position: number): Buffer;
  /** The last day in the directory; null: no end. */
  listedUntilAt(position: number): string | null;
  /** The day on which the public entry last changed. */
  changedOnAt(position: number): string;
  /** The place of an entry's position in `positions`; not for positions that are no longer used. */
  rankOf(position: number): number;
  /** Whether an entry is at the position: it was neither replaced nor removed. */
  isUsed(position: number): boolean;
  /**
   * A store without the entries at the positions `removed`, and with those `added` at new positions, in their order.
   * No two entries may have one ID.
   */
  with(change: { removed: readonly number[]; added: readonly ListedEntry[]; today: string }): EntryStore;
}

export interface EntryStoreBuilder {
  /** Of two entries with one ID, the last is stored. `changedOn` null: found by comparing with the previous store. */
  add(listed: ListedEntry, changedOn?: string | null): void;
  finish(options: { before: EntryStore | null; today: string; pause: Pause }): Promise<EntryStore>;
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
    async finish({ before, today, pause }) {
      const idOf = (row: number) => ids[row] ?? '';
      const byId = (a: number, b: number) => compareIds(idOf(a), idOf(b));
      const sorted = await sortInSlices([...ids.keys()], byId, pause);
      const isLast = (row: number, at: number) =>
        at + 1 === sorted.length || idOf(row) !== idOf(sorted[at + 1] ?? 0);
      const rows = Uint32Array.from(sorted.filter(isLast));
      const changedOn = (row: number) => {
        const known = days.values[changes[row] ?? 0] ?? null;
        return known ?? unchangedSince(before, idOf(row), texts.bytesAt(row)) ?? today;
      };
      const own: string[] = [];
      const [listedUntil, changed] = [new Uint32Array(rows.length), new Uint32Array(rows.length)];
      for (const [position, row] of rows.entries()) {
        own.push(idOf(row));
        listedUntil[position] = untils[row] ?? 0;
        changed[position] = days.numberOf(changedOn(row));
        await pause();
      }
      return createEntryStore(columnsOf({ ids: own, rows, listedUntil, changedOn: changed, texts, days }));
    },
  };
}

/** Indexed by position, except where stated. */
interface Columns {
  ids: GrowingList<string>;
  /** Numbers in `texts`. */
  rows: Growing<Uint32Array>;
  texts: PackedTexts;
  /** Numbers in `days`. */
  listedUntil: Growing<Uint32Array>;
  changedOn: Growing<Uint32Array>;
  days: Numbering<string | null>;
  /** All positions that are used, in the order of IDs. */
  positions: Uint32Array;
  orderedCount: number;
}

/** A separate function: inside the builder, closures would hold everything it knew, above all the previous store. */
function columnsOf({
  ids,
  rows,
  listedUntil,
  changedOn,
  texts,
  days,
}: Record<'rows' | 'listedUntil' | 'changedOn', Uint32Array> & {
  ids: string[];
  texts: PackedTexts;
  days: Numbering<string | null>;
}): Columns {
  const numbers = (values: Uint32Array) => growing(values, (length) => new Uint32Array(length));
  const positions = new Uint32Array(ids.length);
  for (let position = 0; position < positions.length; position += 1) positions[position] = position;
  return {
    ids: growingList(ids),
    rows: numbers(rows),
    texts,
    days,
    listedUntil: numbers(listedUntil),
    changedOn: numbers(changedOn),
    positions,
    orderedCount: positions.length,
  };
}

function createEntryStore(columns: Columns): EntryStore {
  const { ids, texts, days, positions, orderedCount } = columns;
  const [rows, untils, changes] = [columns.rows.values, columns.listedUntil.values, columns.changedOn.values];
  const idAt = (position: number) => ids.at(position) ?? '';
  const bytesAt = (position: number) => texts.bytesAt(rows[position] ?? -1);
  let ranks: Uint32Array | null = null;
  const rankOf = (position: number) => (ranks ??= ranksOf(positions, ids.length))[position] ?? unranked;
  const store: EntryStore = {
    size: positions.length,
    positions,
    positionCount: ids.length,
    orderedCount,
    base: texts,
    positionOf: (id) => positions[binarySearch(positions, idAt, id)] ?? -1,
    idAt,
    bytesAt,
    // The builder wrote it from a PublicEntry.
    entryAt: (position) => JSON.parse(bytesAt(position).toString()) as PublicEntry,
    listedUntilAt: (position) => days.values[untils[position] ?? 0] ?? null,
    changedOnAt: (position) => days.values[changes[position] ?? 0] ?? '',
    rankOf,
    isUsed: (position) => rankOf(position) !== unranked,
    with: (change) => createEntryStore(changedColumns(columns, store, change)),
  };
  return store;
}

function changedColumns(
  columns: Columns,
  store: EntryStore,
  { removed, added, today }: Parameters<EntryStore['with']>[0],
): Columns {
  const { texts, days, orderedCount } = columns;
  const rows = added.map(({ entry }) => texts.add(JSON.stringify(entry)));
  const changedOn = added.map(
    ({ entry }, at) => unchangedSince(store, entry.id, texts.bytesAt(rows[at] ?? -1)) ?? today,
  );
  const ids = columns.ids.with(added.map(({ entry }) => entry.id));
  return {
    ids,
    texts,
    days,
    orderedCount,
    rows: columns.rows.with(rows),
    listedUntil: columns.listedUntil.with(added.map(({ listedUntil }) => days.numberOf(listedUntil))),
    changedOn: columns.changedOn.with(changedOn.map((day) => days.numberOf(day))),
    positions: withPositions(
      store.positions,
      { removed, added: added.map((_, at) => store.positionCount + at) },
      (a, b) => compareIds(ids.at(a) ?? '', ids.at(b) ?? ''),
    ),
  };
}

/** The rank of a position without an entry. */
const unranked = 2 ** 32 - 1;

function ranksOf(positions: Uint32Array, positionCount: number): Uint32Array {
  const ranks = new Uint32Array(positionCount).fill(unranked);
  for (let rank = 0; rank < positions.length; rank += 1) ranks[positions[rank]!] = rank; // in range
  return ranks;
}

/**
 * Numbers of members, or of their locations, in the order of the members' IDs. `numbers`: in ascending order, and only
 * of positions with an entry; `memberOf`: the member's position.
 */
export function inIdOrder(
  { positionCount, orderedCount, rankOf }: EntryStore,
  numbers: Uint32Array,
  memberOf: (number: number) => number,
): Uint32Array {
  if (positionCount === orderedCount) return numbers;
  let ordered = numbers.length;
  while (ordered > 0 && memberOf(numbers[ordered - 1]!) >= orderedCount) ordered -= 1; // in range
  const rank = (number: number) => rankOf(memberOf(number));
  const later = [...numbers.subarray(ordered)].sort((a, b) => rank(a) - rank(b) || a - b);
  const result = new Uint32Array(numbers.length);
  for (let at = 0, from = 0, to = 0; to < result.length; to += 1) {
    const next = later[at];
    if (next !== undefined && (from === ordered || rank(next) < rank(numbers[from]!))) {
      result[to] = next;
      at += 1;
    } else result[to] = numbers[from++]!; // in range
  }
  return result;
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
interface Numbering<T> {
  values: T[];
  numberOf(value: T): number;
}

function createNumbering<T>(): Numbering<T> {
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

/** The index in `positions` of the entry with an ID; -1 if there is none. */
function binarySearch(positions: Uint32Array, idAt: (position: number) => string, id: string): number {
  let [low, high] = [0, positions.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = compareIds(idAt(positions[middle]!), id); // in range
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
