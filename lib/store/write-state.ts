import { type Transaction, sql, type Kysely, type RawBuilder } from 'kysely';
import type { ChangedReferences } from './affected';
import { AccountMoves } from './account-moves';
import { ExternalIds } from './external-ids';
import type { Cause, Journal } from './journal';
import type { AreaCentre } from './location-document';
import { MemberIndex } from './member-index';
import type { JournalKind, MembersDatabase } from '@/lib/store/schema/members-schema';
import { PersonAliases } from './person-aliases';
import { ReadRecords } from './read-records';
import { WriteBatch } from './write-batch';
import { RightsOfAuthor } from './write-rights';

export interface WriteStateContext {
  organisationId: number;
  /** Milliseconds since 1970. */
  now: number;
  areaCentre: AreaCentre;
  journal: Journal;
  cause: Cause;
}

/** What the parts of a `MembersWriter` share: the transaction, what it has read, and what it has changed. */
export class WriteState {
  readonly organisationId: number;
  readonly now: number;
  readonly areaCentre: AreaCentre;
  readonly journal: Journal;
  readonly cause: Cause;
  readonly memberships: StoredFingerprints;
  readonly persons: StoredFingerprints;
  readonly read = new ReadRecords();
  readonly batch: WriteBatch;
  readonly index: MemberIndex;
  readonly externalIds: ExternalIds;
  readonly aliases: PersonAliases;
  readonly rights: RightsOfAuthor;
  readonly accountMoves: AccountMoves;
  /** The memberships that depend on these records must still be rewritten. */
  readonly changed: ChangedReferences = {
    isOrganisation: false,
    typeIds: new Set(),
    chapterIds: new Set(),
    addonIds: new Set(),
    extraIds: new Set(),
    personIds: new Set(),
    parentIds: new Set(),
  };
  /**
   * Memberships whose documents were computed after their person changed, by membership ID. `fingerprint` identifies
   * the person's data that the document contains.
   */
  readonly fresh = new Map<number, { personId: number; fingerprint: string }>();
  hasChanged = false;
  /** Memberships that were written only because something changed on which they depend. */
  readonly alsoChanged = new Set<number>();

  constructor(
    readonly db: Transaction<MembersDatabase>,
    { organisationId, now, areaCentre, journal, cause }: WriteStateContext,
  ) {
    this.organisationId = organisationId;
    this.now = now;
    this.areaCentre = areaCentre;
    this.journal = journal;
    this.cause = cause;
    this.memberships = new StoredFingerprints(db, 'membership', organisationId);
    this.persons = new StoredFingerprints(db, 'person', organisationId);
    this.batch = new WriteBatch(db, { organisationId, now, journal });
    this.index = new MemberIndex(db, organisationId, () => this.batch.flush());
    this.externalIds = new ExternalIds(db, organisationId);
    this.accountMoves = new AccountMoves(db, organisationId, cause);
    this.rights = new RightsOfAuthor(db, { organisationId, cause, now });
    const onWritten = () => {
      this.hasChanged = true;
    };
    this.aliases = new PersonAliases(db, { organisationId, journal, onWritten });
  }

  /** An ID that no record of the kind has had in the journal, so an old address never leads to another record. */
  async unusedId(kind: JournalKind, records: readonly { id: number }[]): Promise<number> {
    await this.journal.flush();
    const last = await this.db
      .selectFrom('journal')
      .select((eb) => eb.fn.max('record_id').as('id'))
      .where('organisation_id', '=', this.organisationId)
      .where('kind', '=', kind)
      .executeTakeFirst();
    return Math.max(Number(last?.id ?? 0), ...records.map(({ id }) => id)) + 1;
  }

  /** Call this when everything that depends on the changes was written. */
  forgetChanged(): void {
    this.fresh.clear();
    this.changed.isOrganisation = false;
    for (const ids of Object.values(this.changed)) if (ids instanceof Set) ids.clear();
  }
}

/** What is known of a stored row without reading all of it. */
interface StoredFingerprint {
  fingerprint: string;
  modifiedAt: number;
}

/**
 * After this many reads of single rows, the next read reads all rows. A change to one member needs only a few reads.
 */
const maxSingleReads = 32;

class StoredFingerprints {
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
