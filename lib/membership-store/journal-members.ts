import type { JournalEntry } from './journal';
import { changesBetween, toFlat, type RecordOfKind } from './journal-fields';
import type { MemberRecord, PersonRecord } from '@/lib/membership-schema/records';

/** A record that is about to be written. */
export interface Written<R> {
  after: R;
  /** The stored record. null: it is new. */
  before: R | null;
}

/** The journal rows of memberships that are about to be written. */
export function memberEntries(writes: readonly Written<MemberRecord>[]): JournalEntry[] {
  return writes.flatMap((write) => toEntry('membership', write.after.membership.id, write));
}

/** The journal rows of persons who are about to be written. */
export function personEntries(writes: readonly Written<PersonRecord>[]): JournalEntry[] {
  return writes.flatMap((write) => toEntry('person', write.after.id, write));
}

/** The journal row of a write. If nothing differs, there is none. */
export function toEntry<K extends keyof RecordOfKind>(
  kind: K,
  recordId: number,
  { before, after }: Written<RecordOfKind[K]>,
): JournalEntry[] {
  if (before === null) return [{ kind, recordId, operation: 'created', changes: null }];
  const changes = changesBetween(toFlat(kind, before), toFlat(kind, after));
  return changes === null ? [] : [{ kind, recordId, operation: 'updated', changes }];
}
