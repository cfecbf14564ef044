/**
 * JSON in a few buffers takes about a third of the memory of objects. An entry becomes an object again only when it is
 * shown.
 */
import type { PublicEntry } from './entry';
import { createPackedTexts } from '@/lib/base/collections/packed-texts';

export interface PackedEntries {
  /** @returns the number of the entry: 0, 1, 2 and so on */
  add(entry: PublicEntry): number;
  /** @param json as `bytesAt` returns it */
  addJson(json: string): number;
  /** @param bytes the JSON of several entries, one after another; the caller must not change it any more */
  addAll(bytes: Buffer, lengths: Iterable<number>): void;
  /**
   * The JSON of the entry.
   * @throws RangeError (like `entryAt` and `sortKeyAt`) if no entry has the number
   */
  bytesAt(number: number): Buffer;
  entryAt(number: number): PublicEntry;
  /**
   * Finds the sort key without parsing the entry. Each change of an entry compares dozens of sort keys, and parsing
   * would take most of the time.
   */
  sortKeyAt(number: number): string;
}

export function createPackedEntries(): PackedEntries {
  const { add, addAll, bytesAt } = createPackedTexts();
  return {
    add: (entry) => add(JSON.stringify(entry)),
    addJson: add,
    addAll,
    bytesAt,
    // The JSON was written above from a PublicEntry.
    entryAt: (number) => JSON.parse(bytesAt(number).toString()) as PublicEntry,
    sortKeyAt: (number) => readSortKey(bytesAt(number)),
  };
}

// No value contains this text, because JSON escapes quotation marks in values.
const beforeSortKey = Buffer.from('"sortKey":');
const [quote, backslash] = [0x22, 0x5c];

function readSortKey(json: Buffer): string {
  const start = json.indexOf(beforeSortKey) + beforeSortKey.length;
  let end = start + 1;
  while (end < json.length && json[end] !== quote) end += json[end] === backslash ? 2 : 1;
  // The value is a text in every entry.
  return JSON.parse(json.toString('utf8', start, end + 1)) as string;
}
