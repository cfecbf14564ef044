import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { toFlat, type RecordOfKind } from './record-kinds';
import { toEntry } from './journal-members';
import { requireUnused } from './references-to';
import type { StructureTable, MembersDatabase } from '@/lib/store/schema/members-schema';
import { removeStructureRow } from './remove';
import type {
  AddonRecord,
  CategoryRecord,
  ChapterToPut,
  ExtraRecord,
  TypeToPut,
  OrganisationRecord,
  Structure,
} from '@/lib/store/schema/records';
import {
  writeAddons,
  writeCategories,
  writeChapters,
  writeExtras,
  writeOrganisation,
  writeTypes,
} from './structure-writer';
import { RefusedWrite } from './write-rights';
import type { WriteState } from './write-state';

/**
 * The organisation and what its members refer to, as written so far. Records changes that affect members' documents.
 */
export class WrittenStructure {
  hasChanged = false;
  readonly #state: WriteState;
  #current: Structure | null;

  constructor(state: WriteState, structure: Structure | null) {
    this.#state = state;
    this.#current = structure;
  }

  /** null before the organisation is written. */
  get current(): Structure | null {
    return this.#current;
  }

  required(): Structure {
    if (this.#current === null) throw new Error(`organisation ${this.#state.organisationId} does not exist`);
    return this.#current;
  }

  /** @throws RefusedWrite if a person changes a setting and did not sign in recently */
  async putOrganisation(record: OrganisationRecord): Promise<void> {
    if (record.id !== this.#state.organisationId)
      throw new Error(`the writer is for organisation ${this.#state.organisationId}`);
    const before = this.#current?.organisation;
    if (isDeepStrictEqual(before, record)) return;
    const refusal = (await this.#state.rights.read()).sensitive();
    if (refusal !== null)
      throw new RefusedWrite(refusal, { kind: 'organisation', recordId: record.id, field: 'Settings' });
    await writeOrganisation(this.#state.db, record);
    await this.#state.journal.add(
      toEntry('organisation', record.id, { before: before ?? null, after: record }),
    );
    this.hasChanged = this.#state.hasChanged = true;
    this.#current = { ...(this.#current ?? emptyStructure()), organisation: record };
    if (before === undefined || isDeepStrictEqual(embeddedOf(before), embeddedOf(record))) return;
    this.#state.changed.isOrganisation = true;
    this.#state.fresh.clear();
  }

  async putMembershipTypes(records: readonly TypeToPut[]): Promise<void> {
    const { types } = this.required();
    const known = records.map((record) => ({
      ...record,
      maxSubMembers: record.maxSubMembers ?? types.get(record.id)?.maxSubMembers ?? 0,
      extraIds: [...new Set(record.extraIds)].sort((a, b) => a - b),
    }));
    const ids = await this.#put('membership_type', types, known, writeTypes);
    for (const id of ids) this.#state.changed.typeIds.add(id);
  }

  async putCategories(records: CategoryRecord[]): Promise<void> {
    await this.#put('category', this.required().categories, records, writeCategories);
  }

  async putChapters(records: readonly ChapterToPut[]): Promise<void> {
    const { chapters } = this.required();
    const whole = records.map((record) => ({
      ...record,
      contact: record.contact ?? chapters.get(record.id)?.contact ?? '',
    }));
    const ids = await this.#put('chapter', chapters, whole, writeChapters);
    for (const id of ids) this.#state.changed.chapterIds.add(id);
  }

  async putAddons(records: AddonRecord[]): Promise<void> {
    const ids = await this.#put('addon', this.required().addons, records, writeAddons);
    for (const id of ids) this.#state.changed.addonIds.add(id);
  }

  async putExtras(records: ExtraRecord[]): Promise<void> {
    const before = new Map(this.required().extras);
    // The public sees an extra if `isAdminOnly` is false. `isMembersOnly` is then stored as false, even if an imported
    // file says true.
    const consistent = records.map((extra) => ({
      ...extra,
      isMembersOnly: extra.isMembersOnly && extra.isAdminOnly,
    }));
    const ids = await this.#put('extra', this.required().extras, consistent, writeExtras);
    for (const id of ids) {
      const [was, is] = [before.get(id), this.required().extras.get(id)];
      if (!isDeepStrictEqual(withoutOptions(was), withoutOptions(is))) this.#state.changed.extraIds.add(id);
    }
  }

  /**
   * @returns false if there is no such record
   * @throws InUseError if a membership, a type, a committee seat or an officer refers to it
   */
  async remove(table: StructureTable, id: number): Promise<boolean> {
    await this.#state.batch.flush();
    const known = this.#records(table);
    const record = known.get(id);
    if (record === undefined) return false;
    await requireUnused(this.#state.db, this.#state.organisationId, { table, id });
    await removeStructureRow(this.#state.db, this.#state.organisationId, { table, id });
    const changes = toFlat(table, record);
    await this.#state.journal.add([{ kind: table, recordId: id, operation: 'removed', changes }]);
    known.delete(id);
    this.hasChanged = this.#state.hasChanged = true;
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
    // The cast is safe: `tables` has the right type of record for each table name. The compiler cannot check this.
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
    await write(this.#state.db, this.#state.organisationId, changed);
    // Only changed records are returned, not new ones: no member's document contains a new record yet.
    await this.#state.journal.add(
      changed.flatMap((after) => toEntry(table, after.id, { before: known.get(after.id) ?? null, after })),
    );
    const embedded = changed.filter((record) => known.has(record.id)).map((record) => record.id);
    for (const record of changed) known.set(record.id, record);
    this.hasChanged = this.#state.hasChanged = true;
    this.#state.fresh.clear();
    for (const { id } of changed) this.#state.index.addId(table, id);
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

/** Members' documents do not contain the options. */
function withoutOptions(extra: ExtraRecord | undefined) {
  return { ...extra, options: [], optionsFromAnswers: [] };
}

/** The parts of an organisation that its memberships' documents contain. */
function embeddedOf({ currency, invoiceUrlTemplate, paymentUrlTemplate }: OrganisationRecord) {
  return { currency, invoiceUrlTemplate, paymentUrlTemplate };
}
