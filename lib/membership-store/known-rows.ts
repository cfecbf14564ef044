import { sql, type Kysely } from 'kysely';
import type { MembersDatabase } from './members-schema';

/** What is known about a stored row without reading all of it. */
export interface KnownRow {
  fingerprint: string;
  modifiedAt: number;
}

/** Look-ups of single rows before all are loaded: a page that saves one member must not read 100 000. */
const askedSingly = 32;

/** The stored fingerprints of one table, updated with each write. */
export class KnownRows {
  readonly #db: Kysely<MembersDatabase>;
  readonly #table: 'membership' | 'person';
  readonly #organisationId: number;
  readonly #known = new Map<number, KnownRow>();
  #asked = 0;

  constructor(db: Kysely<MembersDatabase>, table: 'membership' | 'person', organisationId: number) {
    this.#db = db;
    this.#table = table;
    this.#organisationId = organisationId;
  }

  async find(id: number): Promise<KnownRow | null> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    if (this.#asked > askedSingly) return null;
    this.#asked += 1;
    for (const row of await this.#read(this.#asked > askedSingly ? null : id)) {
      if (!this.#known.has(row.id))
        this.#known.set(row.id, { fingerprint: row.fingerprint, modifiedAt: row.modifiedAt });
    }
    return this.#known.get(id) ?? null;
  }

  set(id: number, row: KnownRow): void {
    this.#known.set(id, row);
  }

  forget(id: number): void {
    this.#known.delete(id);
  }

  /** The row of one ID, or all rows. */
  async #read(id: number | null): Promise<(KnownRow & { id: number })[]> {
    const wanted = id === null ? sql<boolean>`true` : sql<boolean>`id = ${id}`;
    const rows = sql<boolean>`organisation_id = ${this.#organisationId} and ${wanted}`;
    if (this.#table === 'person') {
      const persons = await this.#db.selectFrom('person').select(['id', 'fingerprint']).where(rows).execute();
      return persons.map((row) => ({ ...row, modifiedAt: 0 }));
    }
    const columns = ['id', 'fingerprint', 'modified_at as modifiedAt'] as const;
    return this.#db.selectFrom('membership').select(columns).where(rows).execute();
  }
}
