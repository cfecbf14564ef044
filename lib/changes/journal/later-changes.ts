import { isDeepStrictEqual } from 'node:util';
import { lookUp } from '@/lib/base/look-up';
import type { FlatRecord } from '@/lib/store/flat-record';
import type { JournalRow } from '@/lib/store/journal-read';

type RecordKey = Pick<JournalRow, 'kind' | 'recordId'>;

/**
 * An undo reverses rows of the journal. The records of these rows may have changed again later. This class contains the
 * later changes.
 */
export class LaterChanges {
  readonly #erased = new Set<string>();
  /** The value of each changed field, before the first later change to that field. The keys come from `keyOf`. */
  readonly #before = new Map<string, FlatRecord>();

  /** @param rows for each record, the oldest row comes first */
  constructor(rows: readonly JournalRow[]) {
    for (const row of rows) {
      if (row.operation === 'erased') this.#erased.add(keyOf(row));
      const before = this.#before.get(keyOf(row)) ?? {};
      for (const [field, change] of Object.entries(row.changes ?? {})) {
        if (Array.isArray(change) && !Object.hasOwn(before, field)) before[field] = change[0];
      }
      this.#before.set(keyOf(row), before);
    }
  }

  isErased(record: RecordKey): boolean {
    return this.#erased.has(keyOf(record));
  }

  /** Compares `now` with the values before the later changes. Returns the fields whose values differ. */
  changedFields(record: RecordKey, now: FlatRecord): string[] {
    const before = Object.entries(this.#before.get(keyOf(record)) ?? {});
    return before
      .filter(([field, value]) => !isDeepStrictEqual(lookUp(now, field) ?? null, value ?? null))
      .map(([field]) => field);
  }
}

function keyOf({ kind, recordId }: RecordKey): string {
  return `${kind} ${recordId}`;
}
