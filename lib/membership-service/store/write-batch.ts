import type { Kysely } from 'kysely';
import type { MemberRows } from './member-rows';
import type { MembersDatabase, MembershipTable, PersonTable } from './members-schema';
import { upsertRows } from './upsert';

/** Members held back before they are written together: few enough to be young garbage when they are written. */
const batchSize = 64;

/**
 * Members and persons waiting to be written. Nothing else in the transaction may read before `flush`. While the database
 * writes one batch, the next can be made.
 */
export class WriteBatch {
  readonly #db: Kysely<MembersDatabase>;
  readonly #organisationId: number;
  #persons = new Map<number, PersonTable>();
  #members = new Map<number, WaitingMember>();
  /** IDs whose lists of categories, addons, answers and locations are there already. */
  #replaced = new Set<number>();

  #writing: Promise<void> = Promise.resolve();

  constructor(db: Kysely<MembersDatabase>, organisationId: number) {
    this.#db = db;
    this.#organisationId = organisationId;
  }

  putPerson(row: PersonTable): void {
    this.#persons.set(row.id, row);
  }

  /** @param rows are the batch's from now on */
  async putMember(rows: MemberRows, options: { modifiedAt: number; isNew: boolean }): Promise<void> {
    const membership = Object.assign(rows.membership, { modified_at: options.modifiedAt });
    if (!options.isNew) this.#replaced.add(membership.id);
    this.#members.set(membership.id, { rows, membership });
    if (this.#members.size >= batchSize) await this.#startWriting();
  }

  async flush(): Promise<void> {
    await this.#startWriting();
    await this.#writing;
  }

  /** Resolves when what was handed over before is written. */
  async #startWriting(): Promise<void> {
    await this.#writing;
    const waiting = {
      persons: [...this.#persons.values()],
      members: [...this.#members.values()],
      replaced: [...this.#replaced],
    };
    // New ones: what is cleared keeps its entries for the iterators that it may have, and each its successor.
    this.#persons = new Map();
    this.#members = new Map();
    this.#replaced = new Set();
    this.#writing = this.#write(waiting);
    // Told to whoever asks for the next batch or the end.
    this.#writing.catch(() => undefined);
  }

  async #write({ persons, members, replaced }: Waiting): Promise<void> {
    const db = this.#db;
    await upsertRows(db, 'person', ['organisation_id', 'id'], persons);
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

interface WaitingMember {
  rows: MemberRows;
  membership: MembershipTable;
}

interface Waiting {
  persons: PersonTable[];
  members: WaitingMember[];
  /** IDs whose lists are deleted first. */
  replaced: number[];
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
