import type { Kysely } from 'kysely';
import type { Journal, JournalEntry } from './journal';
import { changesBetween, toFlat, type RecordOfKind } from './journal-fields';
import { readMemberRecords, readPersons } from './member-records';
import type { MembersDatabase } from './members-schema';
import type { MemberRecord, PersonRecord } from './records';

interface Written<R> {
  after: R;
  isNew: boolean;
  /** The stored record. null: it is new or has not been read. */
  before: R | null;
}

export type MemberWrite = Written<MemberRecord>;
export type PersonWrite = Written<PersonRecord>;

interface Target {
  db: Kysely<MembersDatabase>;
  organisationId: number;
  journal: Journal;
}

/** Adds the journal rows of memberships that are about to be written. */
export async function journalMembers(target: Target, writes: readonly MemberWrite[]): Promise<void> {
  const unread = writes.filter(isUnread).map(({ after }) => after.membership.id);
  const stored = await readMemberRecords(target.db, target.organisationId, unread);
  const byId = new Map(stored.map((record) => [record.membership.id, record]));
  await target.journal.add(
    writes.flatMap(({ after, isNew, before }) => {
      const { id } = after.membership;
      return toEntry('membership', id, { after, before: isNew ? null : (before ?? byId.get(id) ?? null) });
    }),
  );
}

/** Adds the journal rows of persons who are about to be written. */
export async function journalPersons(target: Target, writes: readonly PersonWrite[]): Promise<void> {
  const unread = writes.filter(isUnread).map(({ after }) => after.id);
  const stored = await readPersons(target.db, target.organisationId, unread);
  await target.journal.add(
    writes.flatMap(({ after, isNew, before }) =>
      toEntry('person', after.id, {
        after,
        before: isNew ? null : (before ?? stored.get(after.id) ?? null),
      }),
    ),
  );
}

/** The journal row of a write. None if nothing differs. */
export function toEntry<K extends keyof RecordOfKind>(
  kind: K,
  recordId: number,
  { before, after }: { before: RecordOfKind[K] | null; after: RecordOfKind[K] },
): JournalEntry[] {
  if (before === null) return [{ kind, recordId, operation: 'created', changes: null }];
  const changes = changesBetween(toFlat(kind, before), toFlat(kind, after));
  return changes === null ? [] : [{ kind, recordId, operation: 'updated', changes }];
}

function isUnread({ isNew, before }: Written<unknown>): boolean {
  return !isNew && before === null;
}
