import type { JournalEntry } from './journal';
import { toFlat, type RecordOfKind } from './record-kinds';
import { changesBetween } from './journal-fields';
import type { MemberRecord, PersonRecord } from '@/lib/store/schema/records';

export interface Written<R> {
  after: R;
  /** null: the record is new. */
  before: R | null;
}

export function memberEntries(writes: readonly Written<MemberRecord>[]): JournalEntry[] {
  return writes.flatMap((write) => toEntry('membership', write.after.membership.id, write));
}

export function personEntries(writes: readonly Written<PersonRecord>[]): JournalEntry[] {
  return writes.flatMap((write) => toEntry('person', write.after.id, write));
}

/** Returns no entry if no field has changed. */
export function toEntry<K extends keyof RecordOfKind>(
  kind: K,
  recordId: number,
  { before, after }: Written<RecordOfKind[K]>,
): JournalEntry[] {
  if (before === null) return [{ kind, recordId, operation: 'created', changes: null }];
  const changes = changesBetween(toFlat(kind, before), toFlat(kind, after));
  return changes === null ? [] : [{ kind, recordId, operation: 'updated', changes }];
}
