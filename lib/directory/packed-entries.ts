/**
 * Public entries as JSON in a few buffers: about a third of the size of objects. An entry becomes an object again only
 * when it is shown.
 */
import type { PublicEntry } from './entry';
import { createPackedTexts } from './packed-texts';

export interface PackedEntries {
  /** The entry's number: 0, 1, 2 and so on. */
  add(entry: PublicEntry): number;
  /** Its JSON. @throws RangeError if there is none with the number; so do the others */
  bytesAt(number: number): Buffer;
  entryAt(number: number): PublicEntry;
  /** A change compares dozens of these. Parsing each entry would take most of its time. */
  sortKeyAt(number: number): string;
}

export function createPackedEntries(): PackedEntries {
  // Two texts for each entry.
  const texts = createPackedTexts();
  const bytesAt = (number: number) => texts.bytesAt(2 * number);
  return {
    add(entry) {
      const number = texts.add(JSON.stringify(entry)) / 2;
      texts.add(entry.sortKey);
      return number;
    },
    bytesAt,
    // Written above from a PublicEntry.
    entryAt: (number) => JSON.parse(bytesAt(number).toString()) as PublicEntry,
    sortKeyAt: (number) => texts.bytesAt(2 * number + 1).toString(),
  };
}
