/** The IDs of persons who were merged into others (docs/decisions.md, J6). */
import type { Kysely } from 'kysely';
import type { Journal } from './journal';
import { toEntry } from './journal-members';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';

type Db = Kysely<MembersDatabase>;

/** The person with this ID, or the person into whom they were merged. null: neither exists. */
export async function findSurvivor(db: Db, organisationId: number, personId: number): Promise<number | null> {
  const person = await db
    .selectFrom('person')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', personId)
    .executeTakeFirst();
  return person?.id ?? (await findAlias(db, organisationId, personId));
}

/** The person into whom the person with this ID was merged. null: there was no merge. */
export async function findAlias(db: Db, organisationId: number, personId: number): Promise<number | null> {
  const row = await db
    .selectFrom('person_alias')
    .select('person_id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', personId)
    .executeTakeFirst();
  return row?.person_id ?? null;
}

/** The IDs that became aliases of these persons, in ascending order. */
export async function readAliases(
  db: Db,
  organisationId: number,
  personIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('person_alias')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .execute();
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

export class PersonAliases {
  readonly #db: Db;
  readonly #organisationId: number;
  readonly #journal: Journal;
  readonly #onWritten: () => void;
  #known: Promise<Map<number, number>> | null = null;

  constructor(db: Db, context: { organisationId: number; journal: Journal; onWritten: () => void }) {
    this.#db = db;
    this.#organisationId = context.organisationId;
    this.#journal = context.journal;
    this.#onWritten = context.onWritten;
  }

  /** null: there was no merge. */
  async find(id: number): Promise<number | null> {
    return (await this.#all()).get(id) ?? null;
  }

  /** The ID itself if there was no merge. */
  async survivorOf(id: number): Promise<number> {
    return (await this.find(id)) ?? id;
  }

  /** If `personId` is null, the alias is removed. */
  async put(id: number, personId: number | null): Promise<void> {
    const all = await this.#all();
    const before = { id, personId: all.get(id) ?? null };
    if (before.personId === personId) return;
    const of = { organisation_id: this.#organisationId, id };
    await this.#db
      .deleteFrom('person_alias')
      .where('organisation_id', '=', of.organisation_id)
      .where('id', '=', id)
      .execute();
    if (personId === null) all.delete(id);
    else {
      all.set(id, personId);
      await this.#db
        .insertInto('person_alias')
        .values({ ...of, person_id: personId })
        .execute();
    }
    await this.#journal.add(toEntry('alias', id, { before, after: { id, personId } }));
    this.#onWritten();
  }

  async repoint(personIds: readonly number[], to: number | null): Promise<void> {
    for (const [id, personId] of [...(await this.#all())]) {
      if (personIds.includes(personId)) await this.put(id, to);
    }
  }

  /** Loaded once: an import looks up the person of every row, and few persons were merged. */
  #all(): Promise<Map<number, number>> {
    this.#known ??= this.#read();
    return this.#known;
  }

  async #read(): Promise<Map<number, number>> {
    const rows = await this.#db
      .selectFrom('person_alias')
      .select(['id', 'person_id'])
      .where('organisation_id', '=', this.#organisationId)
      .execute();
    return new Map(rows.map((row) => [row.id, row.person_id]));
  }
}
