import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';

/** What is known of a stored row without reading all of it. */
export interface StoredFingerprint {
  fingerprint: string;
  modifiedAt: number;
}

/**
 * After this many reads of single rows, the next read reads all rows. A change to one member needs only a few reads.
 */
const maxSingleReads = 32;

export class StoredFingerprints {
  readonly #db: Kysely<MembersDatabase>;
  readonly #table: 'membership' | 'person';
  readonly #organisationId: number;
  /** The keys are the IDs of the rows. null: the row does not exist. */
  readonly #known = new Map<number, StoredFingerprint | null>();
  #readCount = 0;

  constructor(db: Kysely<MembersDatabase>, table: 'membership' | 'person', organisationId: number) {
    this.#db = db;
    this.#table = table;
    this.#organisationId = organisationId;
  }

  async find(id: number): Promise<StoredFingerprint | null> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    if (this.#readCount > maxSingleReads) return null;
    this.#readCount += 1;
    const wanted = this.#readCount > maxSingleReads ? sql<boolean>`true` : sql<boolean>`id = ${id}`;
    for (const row of await this.#read(wanted)) {
      if (!this.#known.has(row.id)) this.#known.set(row.id, toKnown(row));
    }
    return this.#known.get(id) ?? null;
  }

  /** Does not read the database. null: the row does not exist, or was not read. */
  known(id: number): StoredFingerprint | null {
    return this.#known.get(id) ?? null;
  }

  /** The ID is new, so no row has it. */
  addNew(id: number): void {
    this.#known.set(id, null);
  }

  set(id: number, row: StoredFingerprint): void {
    this.#known.set(id, row);
  }

  forget(id: number): void {
    this.#known.delete(id);
  }

  async #read(wanted: RawBuilder<boolean>): Promise<(StoredFingerprint & { id: number })[]> {
    const rows = sql<boolean>`organisation_id = ${this.#organisationId} and ${wanted}`;
    if (this.#table === 'person') {
      const persons = await this.#db.selectFrom('person').select(['id', 'fingerprint']).where(rows).execute();
      return persons.map((row) => ({ ...row, modifiedAt: 0 }));
    }
    const columns = ['id', 'fingerprint', 'modified_at as modifiedAt'] as const;
    return this.#db.selectFrom('membership').select(columns).where(rows).execute();
  }
}

/** Leaves out the ID, because an import holds 100 000 of these objects. */
function toKnown({ fingerprint, modifiedAt }: StoredFingerprint): StoredFingerprint {
  return { fingerprint, modifiedAt };
}
