/**
 * The public entries in the order of IDs, each with its last day and its day of change. A store never changes. To
 * change entries, a new store is made, which shares the unchanged entries with the old one.
 */
import type { PublicEntry } from './entry';
import {
  createNumbering,
  growing,
  growingList,
  type Growing,
  type GrowingList,
  type Numbering,
} from '@/lib/base/collections/growing';
import { orderedNumbers, type OrderedNumbers } from '@/lib/base/collections/ordered-numbers';
import { createPackedEntries, type PackedEntries } from './packed-entries';
import type { ListedEntry } from './projection';
import { sortInSlices, type Pause } from '@/lib/base/slices';

export interface EntryStore {
  size: number;
  /** In the order of IDs, computed on first use after a change. */
  readonly positions: Uint32Array;
  /** All positions are below this. Positions of entries that were replaced or removed are not used again. */
  positionCount: number;
  /** Positions below this number follow the order of IDs. Later ones follow the order of changes. */
  orderedCount: number;
  /**
   * Identifies a family of stores: `with` returns a store with the same `base`. In all these stores, an unchanged entry
   * has the same position.
   */
  base: object;
  /** -1: no entry has this ID. */
  positionOf(id: string): number;
  idAt(position: number): string;
  entryAt(position: number): PublicEntry;
  bytesAt(position: number): Buffer;
  /** Does not read the rest of the entry, because sort keys are compared often. */
  sortKeyAt(position: number): string;
  /** The last day in the directory. null: there is no end. */
  listedUntilAt(position: number): string | null;
  changedOnAt(position: number): string;
  /** 1 for each position with an entry, 0 if the entry was replaced or removed. */
  used: Uint8Array;
  compare(a: number, b: number): number;
  /**
   * Returns a store without the entries at the positions `removed`. The entries `added` get new positions, in the given
   * order. No two entries may have the same ID.
   */
  with(change: { removed: readonly number[]; added: readonly ListedEntry[]; today: string }): EntryStore;
}

export interface EntryStoreBuilder {
  /**
   * Of two entries with one ID, the last is stored. The day of its change is found by comparing with the previous
   * store.
   */
  add(listed: ListedEntry): void;
  /** An entry of an earlier store. `json`: the entry's JSON in that store. */
  addAgain(stored: { id: string; listedUntil: string | null; changedOn: string; json: string }): void;
  finish(options: { before: EntryStore | null; today: string; pause: Pause }): Promise<EntryStore>;
}

export function createEntryStoreBuilder(): EntryStoreBuilder {
  const entries = createPackedEntries();
  const days = createNumbering<string | null>();
  // The index in these arrays is the number of the entry in `entries`.
  const [ids, untils, changes]: [string[], number[], number[]] = [[], [], []];
  const note = (id: string, listedUntil: string | null, changedOn: string | null) => {
    ids.push(id);
    untils.push(days.numberOf(listedUntil));
    changes.push(days.numberOf(changedOn));
  };
  return {
    add({ entry, listedUntil }) {
      entries.add(entry);
      note(entry.id, listedUntil, null);
    },
    addAgain({ id, listedUntil, changedOn, json }) {
      entries.addJson(json);
      note(id, listedUntil, changedOn);
    },
    async finish({ before, today, pause }) {
      const idOf = (row: number) => ids[row] ?? '';
      const byId = (a: number, b: number) => compareIds(idOf(a), idOf(b));
      const sorted = await sortInSlices([...ids.keys()], byId, pause);
      const isLast = (row: number, at: number) =>
        at + 1 === sorted.length || idOf(row) !== idOf(sorted[at + 1] ?? 0);
      const last = sorted.filter(isLast);
      await pause();
      const rows = Uint32Array.from(last);
      await pause();
      const changedOn = (row: number) => {
        const known = days.values[changes[row] ?? 0] ?? null;
        return known ?? unchangedSince(before, idOf(row), entries.bytesAt(row)) ?? today;
      };
      const own: string[] = [];
      const [listedUntil, changed] = [new Uint32Array(rows.length), new Uint32Array(rows.length)];
      for (const [position, row] of rows.entries()) {
        own.push(idOf(row));
        listedUntil[position] = untils[row] ?? 0;
        changed[position] = days.numberOf(changedOn(row));
        await pause();
      }
      return createEntryStore(columnsOf({ ids: own, rows, listedUntil, changedOn: changed, entries, days }));
    },
  };
}

/** What a store is made of, without entries that were replaced or removed, and in the order of IDs. */
export interface StoredEntries {
  ids: string[];
  /** The number of each last day and each day of change in `days`. */
  listedUntil: Uint32Array;
  changedOn: Uint32Array;
  days: (string | null)[];
  entries: PackedEntries;
}

/** @param stored the store owns it: the caller must not use it any more */
export function entryStoreOf({ days, ...stored }: StoredEntries): EntryStore {
  const rows = Uint32Array.from(stored.ids.keys());
  return createEntryStore(columnsOf({ ...stored, rows, days: createNumbering(days) }));
}

/** The arrays are indexed by position, except where stated otherwise. */
interface Columns {
  ids: GrowingList<string>;
  /** The number of each entry in `entries`. */
  rows: Growing<Uint32Array>;
  entries: PackedEntries;
  /** The number of each day in `days`. */
  listedUntil: Growing<Uint32Array>;
  changedOn: Growing<Uint32Array>;
  days: Numbering<string | null>;
  /** Used positions, in the order of IDs. */
  order: OrderedNumbers;
  /** 1 for each position with an entry, 0 if the entry was replaced or removed. */
  used: Uint8Array;
  orderedCount: number;
  /**
   * The first element belongs to the position `orderedCount`, the next element to the next position. Each element is an
   * ordered position: the first whose ID does not come before the later position's ID.
   */
  places: Growing<Uint32Array>;
}

/**
 * The store keeps functions that are created here. If they were created inside the builder, they would keep all the
 * builder's variables in memory. The largest of these variables is the previous store.
 */
function columnsOf({
  ids,
  rows,
  listedUntil,
  changedOn,
  entries,
  days,
}: Record<'rows' | 'listedUntil' | 'changedOn', Uint32Array> & {
  ids: string[];
  entries: PackedEntries;
  days: Numbering<string | null>;
}): Columns {
  const numbers = (values: Uint32Array) => growing(values, (length) => new Uint32Array(length));
  const positions = new Uint32Array(ids.length);
  for (let position = 0; position < positions.length; position += 1) positions[position] = position;
  return {
    ids: growingList(ids),
    rows: numbers(rows),
    entries,
    days,
    listedUntil: numbers(listedUntil),
    changedOn: numbers(changedOn),
    order: orderedNumbers(positions),
    used: new Uint8Array(positions.length).fill(1),
    orderedCount: positions.length,
    places: numbers(new Uint32Array(0)),
  };
}

function createEntryStore(columns: Columns): EntryStore {
  const { ids, entries, days, order, used, orderedCount } = columns;
  const [rows, untils, changes] = [columns.rows.values, columns.listedUntil.values, columns.changedOn.values];
  const bytesAt = (position: number) => entries.bytesAt(rows[position] ?? -1);
  const idAt = idsOf(columns);
  const store: EntryStore = {
    size: order.length,
    get positions() {
      return order.all();
    },
    positionCount: ids.length,
    orderedCount,
    base: entries,
    positionOf: (id) => order.find((position) => compareIds(idAt(position), id)) ?? -1,
    idAt,
    bytesAt,
    sortKeyAt: (position) => entries.sortKeyAt(rows[position] ?? -1),
    entryAt: (position) => entries.entryAt(rows[position] ?? -1),
    listedUntilAt: (position) => days.values[untils[position] ?? 0] ?? null,
    changedOnAt: (position) => days.values[changes[position] ?? 0] ?? '',
    used,
    compare: comparing(columns),
    with: (change) => createEntryStore(changedColumns(columns, store, change)),
  };
  return store;
}

function idsOf({ ids }: Pick<Columns, 'ids'>): (position: number) => string {
  return (position) => ids.at(position) ?? '';
}

/** Compares two positions by the order of their IDs. Usually, the IDs themselves need not be read. */
function comparing(columns: Pick<Columns, 'ids' | 'orderedCount' | 'places'>): EntryStore['compare'] {
  const { orderedCount, places } = columns;
  const idAt = idsOf(columns);
  const placeOf = (position: number) =>
    position < orderedCount ? position : (places.values[position - orderedCount] ?? 0);
  return (a, b) => {
    const difference = placeOf(a) - placeOf(b);
    if (difference !== 0 || a === b) return difference;
    return a < orderedCount || b < orderedCount ? b - a : compareIds(idAt(a), idAt(b));
  };
}

function changedColumns(
  columns: Columns,
  store: EntryStore,
  { removed, added, today }: Parameters<EntryStore['with']>[0],
): Columns {
  const { entries, days, orderedCount } = columns;
  const rows = added.map(({ entry }) => entries.add(entry));
  const changedOn = added.map(
    ({ entry }, at) => unchangedSince(store, entry.id, entries.bytesAt(rows[at] ?? -1)) ?? today,
  );
  const ids = columns.ids.with(added.map(({ entry }) => entry.id));
  const places = columns.places.with(added.map(({ entry }) => placeAmong(store, entry.id)));
  const positions = { removed, added: added.map((_, at) => store.positionCount + at) };
  return {
    ids,
    entries,
    days,
    orderedCount,
    places,
    rows: columns.rows.with(rows),
    listedUntil: columns.listedUntil.with(added.map(({ listedUntil }) => days.numberOf(listedUntil))),
    changedOn: columns.changedOn.with(changedOn.map((day) => days.numberOf(day))),
    order: columns.order.with(positions, comparing({ ids, orderedCount, places })),
    used: changedFlags(columns.used, positions),
  };
}

/** The first of the ordered positions, used or not, whose ID does not come before `id`. */
function placeAmong({ orderedCount, idAt }: EntryStore, id: string): number {
  let [low, high] = [0, orderedCount];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareIds(idAt(middle), id) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function changedFlags(
  before: Uint8Array,
  { removed, added }: { removed: readonly number[]; added: readonly number[] },
): Uint8Array {
  const flags = new Uint8Array(before.length + added.length);
  flags.set(before);
  for (const position of removed) flags[position] = 0;
  for (const position of added) flags[position] = 1;
  return flags;
}

/**
 * Sorts `numbers` by the IDs of their members. The numbers are either positions of members or numbers of locations.
 * They must be in ascending order, and each member must have an entry.
 * @param memberOf returns the position of the member to whom a number belongs
 */
export function inIdOrder(
  { positionCount, orderedCount, compare }: EntryStore,
  numbers: Uint32Array,
  memberOf: (number: number) => number,
): Uint32Array {
  if (positionCount === orderedCount) return numbers;
  let ordered = numbers.length;
  while (ordered > 0 && memberOf(numbers[ordered - 1]!) >= orderedCount) ordered -= 1; // The index is in range.
  const compareMembers = (a: number, b: number) => compare(memberOf(a), memberOf(b));
  const later = [...numbers.subarray(ordered)].sort((a, b) => compareMembers(a, b) || a - b);
  const result = new Uint32Array(numbers.length);
  for (let at = 0, from = 0, to = 0; to < result.length; to += 1) {
    const next = later[at];
    if (next !== undefined && (from === ordered || compareMembers(next, numbers[from]!) < 0)) {
      result[to] = next;
      at += 1;
    } else result[to] = numbers[from++]!; // The index is in range.
  }
  return result;
}

/** IDs that are numbers come first, in the order of their values. */
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
