import type { Kysely } from 'kysely';
import type { Journal } from './journal';
import { journalMembers, journalPersons, type MemberWrite, type PersonWrite } from './journal-members';
import type { MemberRows } from './member-rows';
import type { MembersDatabase, MembershipTable, PersonTable } from './members-schema';
import type { MemberRecord, PersonRecord } from './records';
import { upsertRows } from './upsert';

/** Members collected before they are written together: few enough to be young garbage when they are written. */
const batchSize = 64;

/**
 * Members and persons waiting to be written. Nothing else in the transaction may read before `flush`. While the
 * database writes one batch, the next can be filled.
 */
export class WriteBatch {
  readonly #db: Kysely<MembersDatabase>;
  readonly #organisationId: number;
  readonly #journal: Journal;
  #persons = new Map<number, WaitingPerson>();
  #members = new Map<number, WaitingMember>();
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Kysely<MembersDatabase>, organisationId: number, journal: Journal) {
    this.#db = db;
    this.#organisationId = organisationId;
    this.#journal = journal;
  }

  putPerson(row: PersonTable, after: PersonRecord, stored: Stored<PersonRecord>): void {
    const { isNew, before } = this.#persons.get(row.id) ?? stored;
    this.#persons.set(row.id, { row, after, isNew, before });
  }

  /** @param rows belong to the batch from now on */
  async putMember(
    rows: MemberRows,
    { after, modifiedAt, ...stored }: { after: MemberRecord; modifiedAt: number } & Stored<MemberRecord>,
  ): Promise<void> {
    const membership = Object.assign(rows.membership, { modified_at: modifiedAt });
    const { isNew, before } = this.#members.get(membership.id) ?? stored;
    this.#members.set(membership.id, { rows, membership, after, isNew, before });
    if (this.#members.size >= batchSize) await this.#startWriting();
  }

  async flush(): Promise<void> {
    await this.#startWriting();
    await this.#writing;
  }

  /** Resolves when the previous batch has been written. */
  async #startWriting(): Promise<void> {
    await this.#writing;
    const waiting = {
      persons: [...this.#persons.values()],
      members: [...this.#members.values()],
    };
    // New maps: a cleared map keeps its entries for possible iterators, and each entry keeps its successor.
    this.#persons = new Map();
    this.#members = new Map();
    this.#writing = this.#write(waiting);
    // The next batch or `flush` reports the error.
    this.#writing.catch(() => undefined);
  }

  async #write({ persons, members }: Waiting): Promise<void> {
    const db = this.#db;
    const of = { db, organisationId: this.#organisationId, journal: this.#journal };
    await journalPersons(of, persons);
    await journalMembers(of, members);
    await upsertRows(
      db,
      'person',
      ['organisation_id', 'id'],
      persons.map((one) => one.row),
    );
    const replaced = members.filter((one) => !one.isNew).map((one) => one.membership.id);
    await deleteLists(db, this.#organisationId, replaced);
    const ofMember = ['organisation_id', 'membership_id'] as const;
    const lists = <T>(pick: (rows: MemberRows) => T[]) => members.flatMap(({ rows }) => pick(rows));
    await upsertRows(
      db,
      'membership',
      ['organisation_id', 'id'],
      members.map((one) => one.membership),
    );
    await upsertRows(
      db,
      'membership_document',
      ofMember,
      lists((rows) => [rows.document]),
    );
    await upsertRows(
      db,
      'membership_category',
      [...ofMember, 'category_id'],
      lists((rows) => rows.categories),
    );
    await upsertRows(
      db,
      'membership_addon',
      [...ofMember, 'position'],
      lists((rows) => rows.addons),
    );
    await upsertRows(
      db,
      'answer',
      [...ofMember, 'addon_position', 'position'],
      lists((rows) => rows.answers),
    );
    await upsertRows(
      db,
      'location',
      ['organisation_id', 'id'],
      lists((rows) => rows.locations),
    );
  }
}

/** The stored state of a record. `before`: the record, if the writer has read it. */
interface Stored<R> {
  isNew: boolean;
  before: R | null;
}

type WaitingPerson = PersonWrite & { row: PersonTable };
type WaitingMember = MemberWrite & { rows: MemberRows; membership: MembershipTable };

interface Waiting {
  persons: WaitingPerson[];
  members: WaitingMember[];
}

/** Deletes the categories, addons, answers and locations of memberships. */
export async function deleteLists(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  membershipIds: number[],
): Promise<void> {
  if (membershipIds.length === 0) return;
  for (const table of ['membership_category', 'membership_addon', 'answer', 'location'] as const) {
    await db
      .deleteFrom(table)
      .where('organisation_id', '=', organisationId)
      .where('membership_id', 'in', membershipIds)
      .execute();
  }
}
