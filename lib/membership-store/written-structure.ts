import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { ChangedReferences } from './affected';
import type { Journal } from './journal';
import { toFlat, type RecordOfKind } from './journal-fields';
import { toEntry } from './journal-members';
import { requireUnused } from './references-to';
import { removeStructureRow, type StructureTable } from './remove';
import type { CountedTable } from './member-index';
import type { MembersDatabase } from './members-schema';
import type {
  AddonRecord,
  CategoryRecord,
  ChapterRecord,
  ExtraRecord,
  MembershipTypeRecord,
  OrganisationRecord,
} from './records';
import type { Structure } from './structure';
import {
  writeAddons,
  writeCategories,
  writeChapters,
  writeExtras,
  writeOrganisation,
  writeTypes,
} from './structure-writer';

/** The organisation and what its members refer to, as written so far. Records changes to what members embed. */
export class WrittenStructure {
  readonly #db: Transaction<MembersDatabase>;
  readonly #organisationId: number;
  readonly #changed: ChangedReferences;
  readonly #journal: Journal;
  readonly #onWritten: (table: CountedTable | null, ids: number[]) => void;
  #current: Structure | null;

  /** @param onWritten called with the records of each write; for the organisation itself without a table */
  constructor(
    db: Transaction<MembersDatabase>,
    {
      organisationId,
      structure,
      changed,
      journal,
      onWritten,
    }: {
      organisationId: number;
      structure: Structure | null;
      changed: ChangedReferences;
      journal: Journal;
      onWritten: (table: CountedTable | null, ids: number[]) => void;
    },
  ) {
    this.#db = db;
    this.#organisationId = organisationId;
    this.#current = structure;
    this.#changed = changed;
    this.#journal = journal;
    this.#onWritten = onWritten;
  }

  /** null before the organisation is written. */
  get current(): Structure | null {
    return this.#current;
  }

  required(): Structure {
    if (this.#current === null) throw new Error(`organisation ${this.#organisationId} does not exist`);
    return this.#current;
  }

  async putOrganisation(record: OrganisationRecord): Promise<void> {
    if (record.id !== this.#organisationId)
      throw new Error(`the writer is for organisation ${this.#organisationId}`);
    const before = this.#current?.organisation;
    if (isDeepStrictEqual(before, record)) return;
    await writeOrganisation(this.#db, record);
    await this.#journal.add(toEntry('organisation', record.id, { before: before ?? null, after: record }));
    this.#onWritten(null, [record.id]);
    this.#current = { ...(this.#current ?? emptyStructure()), organisation: record };
    this.#changed.isOrganisation ||=
      before !== undefined && !isDeepStrictEqual(embeddedOf(before), embeddedOf(record));
  }

  async putMembershipTypes(records: MembershipTypeRecord[]): Promise<void> {
    const known = records.map((record) => ({
      ...record,
      extraIds: [...new Set(record.extraIds)].sort((a, b) => a - b),
    }));
    const ids = await this.#put('membership_type', this.required().types, known, writeTypes);
    for (const id of ids) this.#changed.typeIds.add(id);
  }

  async putCategories(records: CategoryRecord[]): Promise<void> {
    await this.#put('category', this.required().categories, records, writeCategories);
  }

  async putChapters(records: ChapterRecord[]): Promise<void> {
    const ids = await this.#put('chapter', this.required().chapters, records, writeChapters);
    for (const id of ids) this.#changed.chapterIds.add(id);
  }

  async putAddons(records: AddonRecord[]): Promise<void> {
    const ids = await this.#put('addon', this.required().addons, records, writeAddons);
    for (const id of ids) this.#changed.addonIds.add(id);
  }

  async putExtras(records: ExtraRecord[]): Promise<void> {
    const ids = await this.#put('extra', this.required().extras, records, writeExtras);
    for (const id of ids) this.#changed.extraIds.add(id);
  }

  /**
   * Removes a record that nothing refers to. false: there is none.
   * @throws InUseError if something does
   */
  async remove(table: StructureTable, id: number): Promise<boolean> {
    const known = this.#records(table);
    const record = known.get(id);
    if (record === undefined) return false;
    await requireUnused(this.#db, this.#organisationId, { table, id });
    await removeStructureRow(this.#db, this.#organisationId, { table, id });
    const changes = toFlat(table, record);
    await this.#journal.add([{ kind: table, recordId: id, operation: 'removed', changes }]);
    known.delete(id);
    this.#onWritten(null, []);
    return true;
  }

  find<K extends StructureTable>(table: K, id: number): RecordOfKind[K] | null {
    return this.#records(table).get(id) ?? null;
  }

  #records<K extends StructureTable>(table: K): Map<number, RecordOfKind[K]> {
    const { types, categories, chapters, addons, extras } = this.required();
    const tables = {
      membership_type: types,
      category: categories,
      chapter: chapters,
      addon: addons,
      extra: extras,
    };
    // Each table has its own type of record, which the compiler cannot follow.
    return tables[table] as unknown as Map<number, RecordOfKind[K]>;
  }

  async #put<K extends StructureTable>(
    table: K,
    known: Map<number, RecordOfKind[K]>,
    records: RecordOfKind[K][],
    write: (
      db: Transaction<MembersDatabase>,
      organisationId: number,
      records: RecordOfKind[K][],
    ) => Promise<void>,
  ): Promise<number[]> {
    const changed = records.filter((record) => !isDeepStrictEqual(known.get(record.id), record));
    if (changed.length === 0) return [];
    await write(this.#db, this.#organisationId, changed);
    // A new record has no members yet that embed it.
    await this.#journal.add(
      changed.flatMap((after) => toEntry(table, after.id, { before: known.get(after.id) ?? null, after })),
    );
    const embedded = changed.filter((record) => known.has(record.id)).map((record) => record.id);
    for (const record of changed) known.set(record.id, record);
    this.#onWritten(
      table,
      changed.map((record) => record.id),
    );
    return embedded;
  }
}

function emptyStructure(): Omit<Structure, 'organisation'> {
  return {
    types: new Map(),
    categories: new Map(),
    chapters: new Map(),
    addons: new Map(),
    extras: new Map(),
  };
}

/** The parts of an organisation that its memberships' documents contain. */
function embeddedOf({ currency, invoiceUrlTemplate, paymentUrlTemplate }: OrganisationRecord) {
  return { currency, invoiceUrlTemplate, paymentUrlTemplate };
}
