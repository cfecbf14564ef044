import type { Kysely } from 'kysely';
import { emailKey } from './email-key';
import type { Journal } from './journal';
import { memberEntries, personEntries } from './journal-members';
import type { MemberLists, MemberRows } from './member-rows';
import { readPersons, readStoredMembers, type StoredMember } from './member-records';
import type { MembersDatabase, MembershipTable, PersonTable } from '@/lib/store/schema/members-schema';
import { compileByIds } from '@/lib/store/sql/prepared-query';
import type { MemberRecord, PersonRecord } from '@/lib/store/schema/records';
import { upsertRows } from './upsert';
import type { MemberWords } from '@/lib/store/words/member-words';
import { deleteWords, writeWords } from './write-words';

/**
 * The number of members that are written together. The number is small, so that their objects are still in the young
 * generation of the garbage collector.
 */
const batchSize = 64;

/**
 * Members and persons that wait to be written. Nothing else in the transaction may read before `flush`. The next batch
 * fills while the database writes one.
 */
export class WriteBatch {
  readonly #db: Kysely<MembersDatabase>;
  readonly #organisationId: number;
  readonly #now: number;
  readonly #journal: Journal;
  #persons = new Map<number, WaitingPerson>();
  #members = new Map<number, WaitingMember>();
  #writing: Promise<void> = Promise.resolve();

  constructor(
    db: Kysely<MembersDatabase>,
    { organisationId, now, journal }: { organisationId: number; now: number; journal: Journal },
  ) {
    this.#db = db;
    this.#organisationId = organisationId;
    this.#now = now;
    this.#journal = journal;
  }

  putPerson(row: PersonTable, after: PersonRecord, stored: Stored<PersonRecord>): void {
    const { isNew, before } = this.#persons.get(row.id) ?? stored;
    this.#persons.set(row.id, { row, after, isNew, before: isNew ? null : before });
  }

  /** @param rows the batch owns them from now on: the caller must not change them */
  async putMember(rows: WrittenRows, after: MemberRecord, stored: Stored<StoredMember>): Promise<void> {
    const { id } = rows.membership;
    const { isNew, before } = this.#members.get(id) ?? stored;
    this.#members.set(id, { rows, after, isNew, before: isNew ? null : before });
    if (this.#members.size >= batchSize) await this.#startWriting();
  }

  async flush(): Promise<void> {
    await this.#startWriting();
    await this.#writing;
  }

  /** Resolves when no statement runs any more, even if one failed. */
  async stopped(): Promise<void> {
    await this.#writing.catch(() => undefined);
  }

  async #startWriting(): Promise<void> {
    await this.#writing;
    const waiting = {
      persons: [...this.#persons.values()],
      members: [...this.#members.values()],
    };
    // The maps are replaced, not cleared. A cleared map would keep its entries in memory for possible iterators, and
    // each entry refers to the next entry.
    this.#persons = new Map();
    this.#members = new Map();
    this.#writing = this.#write(waiting);
    // The next batch or `flush` reports the error.
    this.#writing.catch(() => undefined);
  }

  async #write({ persons, members }: Waiting): Promise<void> {
    const db = this.#db;
    await this.#readPersons(persons);
    await this.#readMembers(members);
    await this.#journal.add(personEntries(persons));
    await this.#journal.add(
      memberEntries(members.map(({ after, before }) => ({ after, before: before?.record ?? null }))),
    );
    await upsertRows(
      db,
      'person',
      ['organisation_id', 'id'],
      persons.map((one) => one.row),
    );
    await upsertRows(
      db,
      'changed_email',
      ['organisation_id', 'person_id'],
      persons
        .filter(({ row, before }) => before !== null && emailKey(before.email) !== row.email_key)
        .map(({ row: { organisation_id, id } }) => {
          return { organisation_id, person_id: id, changed_at: this.#now };
        }),
    );
    await upsertRows(
      db,
      'membership',
      ['organisation_id', 'id'],
      members.map(({ rows }) => rows.membership),
    );
    await upsertRows(
      db,
      'membership_document',
      ['organisation_id', 'membership_id'],
      members.map(({ rows }) => rows.document),
    );
    for (const table of listTables) await this.#writeList(table, members);
    await this.#writeWords(members);
  }

  async #writeWords(members: readonly WaitingMember[]): Promise<void> {
    const changed = members.filter(
      ({ rows, before }) => before?.membership.words_hash !== rows.membership.words_hash,
    );
    await writeWords(this.#db, this.#organisationId, {
      replaced: changed.filter(({ before }) => before !== null).map(({ rows }) => rows.membership.id),
      written: changed.map(({ rows }) => ({ membershipId: rows.membership.id, words: rows.words })),
    });
  }

  async #writeList<T extends ListTable>(table: T, members: readonly WaitingMember[]): Promise<void> {
    const changed = members.filter(
      ({ rows, before }) => before === null || !isSameRows<object>(before.lists[table], rows.lists[table]),
    );
    const replaced = changed.filter(({ before }) => before !== null && before.lists[table].length > 0);
    await deleteRows[table](
      this.#db,
      this.#organisationId,
      replaced.map(({ rows }) => rows.membership.id),
    );
    // `lists[table]` has the rows of that table.
    const rows = changed.flatMap((one) => one.rows.lists[table] as MembersDatabase[T][]);
    await upsertRows(
      this.#db,
      table,
      listKeys[table] as readonly (keyof MembersDatabase[T] & string)[],
      rows,
    );
  }

  async #readPersons(persons: readonly WaitingPerson[]): Promise<void> {
    const unread = persons.filter(isUnread);
    const ids = unread.map(({ row }) => row.id);
    const stored = await readPersons(this.#db, this.#organisationId, ids);
    for (const one of unread) one.before = stored.get(one.row.id) ?? null;
  }

  async #readMembers(members: readonly WaitingMember[]): Promise<void> {
    const unread = members.filter(isUnread);
    const ids = unread.map(({ rows }) => rows.membership.id);
    const stored = await readStoredMembers(this.#db, this.#organisationId, ids);
    const byId = new Map(stored.map((member) => [member.membership.id, member]));
    for (const one of unread) one.before = byId.get(one.rows.membership.id) ?? null;
  }
}

/** The rows of a membership with the time of the change. */
export type WrittenRows = MemberRows & { membership: MembershipTable; words: MemberWords };

interface Stored<R> {
  isNew: boolean;
  before: R | null;
}

type WaitingPerson = Stored<PersonRecord> & { row: PersonTable; after: PersonRecord };
type WaitingMember = Stored<StoredMember> & { rows: WrittenRows; after: MemberRecord };

interface Waiting {
  persons: WaitingPerson[];
  members: WaitingMember[];
}

function isUnread({ isNew, before }: Stored<unknown>): boolean {
  return !isNew && before === null;
}

function isSameRows<R extends object>(stored: readonly R[], rows: readonly R[]): boolean {
  return (
    stored.length === rows.length &&
    rows.every((row, index) => {
      const before = stored[index];
      return (
        before !== undefined &&
        Object.entries(row).every(([name, value]) => Reflect.get(before, name) === value)
      );
    })
  );
}

type ListTable = keyof MemberLists;

const ofMember = ['organisation_id', 'membership_id'] as const;
const listKeys = {
  membership_category: [...ofMember, 'category_id'],
  membership_addon: [...ofMember, 'position'],
  answer: [...ofMember, 'addon_position', 'position'],
  location: ['organisation_id', 'id'],
} as const satisfies { [T in ListTable]: readonly (keyof MembersDatabase[T])[] };
// The cast is safe, because these are the keys of an object literal.
const listTables = Object.keys(listKeys) as ListTable[];

const deleteFrom = (table: ListTable) =>
  compileByIds((db: Kysely<MembersDatabase>, hasIds) => db.deleteFrom(table).where(hasIds('membership_id')));
const deleteRows = {
  membership_category: deleteFrom('membership_category'),
  membership_addon: deleteFrom('membership_addon'),
  answer: deleteFrom('answer'),
  location: deleteFrom('location'),
};

export async function deleteLists(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  membershipIds: readonly number[],
): Promise<void> {
  for (const table of listTables) await deleteRows[table](db, organisationId, membershipIds);
  await deleteWords(db, organisationId, membershipIds);
}
