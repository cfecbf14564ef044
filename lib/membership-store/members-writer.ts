import type { Transaction } from 'kysely';
import { createPause } from '@/lib/slices';
import { findAffected } from './affected';
import { CommitteesWriter } from './committee';
import type { Day } from './day';
import { ErasureWriter } from './erasure-writer';
import type { ExternalIds } from './external-ids';
import { prepareForMany } from './first-load';
import { IdempotencyKeys } from './idempotency-keys';
import { RunsWriter } from './import-run';
import { inParts } from '@/lib/sql/in-parts';
import type { RecordOfKind } from './journal-fields';
import { readJournalBackwards, readLaterChanges, type JournalPart, type JournalRow } from './journal-read';
import {
  readMemberDocuments,
  toMemberDocuments,
  type MemberDocument,
  type MemberView,
} from './member-documents';
import type { CountedTable, LookUps } from './member-index';
import { readMembershipIds } from './member-records';
import type { MembersDatabase, StructureTable } from '@/lib/membership-schema/members-schema';
import { MembershipsWriter } from './memberships-writer';
import { NotesWriter } from './notes';
import { readHoldings, type Holding } from './one-membership';
import { NoticesWriter } from './notices';
import { MarksWriter } from './organisation-marks';
import type { PersonAliases } from './person-aliases';
import { PersonsWriter } from './persons-writer';
import type {
  AddonRecord,
  CategoryRecord,
  ChapterToPut,
  ExtraRecord,
  MemberRecord,
  MembershipTypeRecord,
  OrganisationRecord,
  PersonRecord,
  Structure,
} from '@/lib/membership-schema/records';
import { PicturesWriter } from './pictures';
import { RolesWriter } from './roles';
import { readMembershipsWith, type UsedItem } from './remove-items';
import { readDay } from './day';
import { readRemovedPeople } from './remove-people';
import { WriteState, type WriteStateContext } from './write-state';
import { WrittenStructure } from './written-structure';

/** With fewer members, the preparation takes about as long as it saves. */
const manyMembers = 1000;
/** The number of documents made before other requests get a turn. */
const documentsAtOnce = 64;

/**
 * The only way to write members and what they refer to. Created by `withMembersWriter`. A record that equals the stored
 * one is not written. Whatever depends on a changed record (the members of a renamed type, the sub-memberships of a
 * renewed firm, the other memberships of a person who moved) is rewritten before the transaction ends. All reads
 * include this transaction's writes.
 */
export class MembersWriter {
  readonly committees: CommitteesWriter;
  /** The IDs that other systems give to memberships and persons. */
  readonly externalIds: Pick<ExternalIds, 'find' | 'put' | 'read'>;
  /** The IDs of persons who were merged into others. */
  readonly aliases: PersonAliases;
  /** Finds persons and memberships by their names, addresses and numbers. */
  readonly index: LookUps;
  readonly marks: MarksWriter;
  readonly erasures: ErasureWriter;
  readonly roles: RolesWriter;
  readonly pictures: PicturesWriter;
  readonly notices: NoticesWriter;
  readonly notes: NotesWriter;
  readonly runs: RunsWriter;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly #state: WriteState;
  readonly #structure: WrittenStructure;
  readonly #persons: PersonsWriter;
  readonly #memberships: MembershipsWriter;
  /** The step that ends the work of `prepareForMany`. */
  #finishMany: (() => Promise<void>) | null = null;

  constructor(db: Transaction<MembersDatabase>, structure: Structure | null, context: WriteStateContext) {
    const state = new WriteState(db, context);
    this.#state = state;
    this.committees = new CommitteesWriter(state);
    this.externalIds = state.externalIds;
    this.aliases = state.aliases;
    this.index = state.index;
    this.marks = new MarksWriter(state);
    this.roles = new RolesWriter(state);
    this.pictures = new PicturesWriter(state);
    this.notices = new NoticesWriter(state);
    this.notes = new NotesWriter(state);
    this.runs = new RunsWriter(state);
    this.idempotencyKeys = new IdempotencyKeys(state);
    this.#structure = new WrittenStructure(state, structure);
    this.erasures = new ErasureWriter(state, this.#structure);
    this.#persons = new PersonsWriter(state, this.committees, this.notes);
    this.#memberships = new MembershipsWriter(state, {
      structure: this.#structure,
      persons: this.#persons,
    });
  }

  /** A part of the writer that another module defines for its own tables. */
  part<T>(Part: new (state: WriteState) => T): T {
    return new Part(this.#state);
  }

  /**
   * Does the work, and then rewrites everything that depends on its changes. A failure is reported only after all
   * statements have ended. Otherwise statements of a batch, which is written in the background, could run after the
   * rollback and be stored.
   */
  async complete<T>(work: (writer: MembersWriter) => Promise<T>): Promise<T> {
    try {
      const result = await work(this);
      await this.settle();
      return result;
    } catch (error) {
      await this.#state.batch.stopped();
      throw error;
    }
  }

  /** Whether anything was written. */
  get hasChanged(): boolean {
    return this.#state.hasChanged;
  }

  /** Whether the organisation or anything that its members refer to was written. */
  get hasStructureChanged(): boolean {
    return this.#structure.hasChanged;
  }

  /**
   * Memberships that were written only because something changed that they depend on. Complete after `settle`.
   */
  get alsoChanged(): ReadonlySet<number> {
    return this.#state.alsoChanged;
  }

  /** The organisation and what its members refer to, as written so far. null before the organisation is written. */
  get structure(): Structure | null {
    return this.#structure.current;
  }

  async putOrganisation(record: OrganisationRecord): Promise<void> {
    await this.#structure.putOrganisation(record);
  }

  async putMembershipTypes(records: MembershipTypeRecord[]): Promise<void> {
    await this.#structure.putMembershipTypes(records);
  }

  async putCategories(records: CategoryRecord[]): Promise<void> {
    await this.#structure.putCategories(records);
  }

  async putChapters(records: readonly ChapterToPut[]): Promise<void> {
    await this.#structure.putChapters(records);
  }

  async putAddons(records: AddonRecord[]): Promise<void> {
    await this.#structure.putAddons(records);
  }

  async putExtras(records: ExtraRecord[]): Promise<void> {
    await this.#structure.putExtras(records);
  }

  /** A type, category, chapter, addon or extra as written so far. null: there is none. */
  structureRecord<K extends StructureTable>(table: K, id: number): RecordOfKind[K] | null {
    return this.#structure.find(table, id);
  }

  /**
   * Removes a type, category, chapter, addon or extra. Returns false if there is none.
   * @throws InUseError if a membership, a type, a committee seat or an officer refers to it
   */
  async removeStructure(table: StructureTable, id: number): Promise<boolean> {
    await this.#state.batch.flush();
    return this.#structure.remove(table, id);
  }

  /**
   * Stores a membership and its person. A sub-membership may come before its parent, but the parent must follow. A
   * membership of a person who was merged into another is stored for the other person, whose own data is kept.
   * @throws Error if it refers to a type, chapter, addon or extra that the organisation does not have
   */
  async putMember(record: MemberRecord): Promise<'created' | 'updated' | 'unchanged'> {
    return this.#memberships.put(record);
  }

  /**
   * Removes a membership. Its person is kept. Its sub-memberships are kept too, without a parent. Returns whether it
   * existed.
   */
  async removeMembership(membershipId: number): Promise<boolean> {
    return (await this.removeMemberships([membershipId])) === 1;
  }

  /** Removes memberships as `removeMembership` does. Returns how many existed. */
  async removeMemberships(membershipIds: readonly number[]): Promise<number> {
    return this.#inParts(membershipIds, (some) => this.#memberships.remove(some));
  }

  /** Stores a person. Their memberships show the new values at the end of the transaction. */
  async putPerson(person: PersonRecord): Promise<void> {
    await this.#persons.put(person);
  }

  /** Removes persons without a membership or a role, with their committee seats and notes. Returns their number. */
  async removePersons(personIds: readonly number[]): Promise<number> {
    return this.#inParts(personIds, (some) => this.#persons.remove(some));
  }

  /** An ID that has never been used in this organisation. */
  async nextId(table: CountedTable): Promise<number> {
    const { index, memberships, persons } = this.#state;
    const id = await index.nextId(table);
    if (table === 'membership') memberships.noteNew(id);
    if (table === 'person') persons.noteNew(id);
    return id;
  }

  /** Announces how many members are about to be written. */
  async expectMembers(count: number): Promise<void> {
    if (count >= manyMembers) this.#finishMany ??= await prepareForMany(this.#state.db);
  }

  /** A stored member. null: there is none. */
  async findMember(membershipId: number): Promise<MemberRecord | null> {
    return (await this.findMembers([membershipId])).get(membershipId) ?? null;
  }

  /** Stored members by membership ID. Members that do not exist are left out. */
  async findMembers(membershipIds: readonly number[]): Promise<Map<number, MemberRecord>> {
    const records = await this.#memberships.find(membershipIds);
    return new Map(records.map((record) => [record.membership.id, record]));
  }

  /** A stored person. null: there is none. */
  async findPerson(personId: number): Promise<PersonRecord | null> {
    return (await this.findPersons([personId])).get(personId) ?? null;
  }

  /** Stored persons by ID. Persons who do not exist are left out. */
  async findPersons(personIds: readonly number[]): Promise<Map<number, PersonRecord>> {
    return this.#persons.find(personIds);
  }

  /** Member records as a reader sees them after this transaction's writes. */
  async memberDocuments(
    options: { day: Day; view: MemberView },
    membershipIds: readonly number[],
  ): Promise<Map<number, MemberDocument>> {
    const { db, read } = await this.#flushed();
    const ids = [...new Set(membershipIds)];
    const members = ids.map((id) => read.findMember(id)).filter((member) => member !== null);
    const documents = new Map<number, MemberDocument>();
    const pause = createPause();
    for (const some of inParts(members, documentsAtOnce)) {
      for (const document of await toMemberDocuments(db, options, some))
        documents.set(Number(document.record.ID), document);
      await pause();
    }
    const unread = ids.filter((id) => !documents.has(id));
    return new Map([...documents, ...(await readMemberDocuments(db, options, unread))]);
  }

  /** The IDs of all memberships, in order. */
  async membershipIds(): Promise<number[]> {
    const { db, organisationId } = await this.#flushed();
    return readMembershipIds(db, organisationId);
  }

  /** The memberships of a person, by ID. */
  async membershipsOf(personId: number): Promise<MemberRecord[]> {
    const { db, organisationId } = await this.#flushed();
    const ids = await findAffected(db, organisationId, { personIds: new Set([personId]) });
    return this.#memberships.find(ids);
  }

  /** The memberships of these persons, by person. It reads no others. */
  async holdings(personIds: readonly number[]): Promise<Map<number, Holding>> {
    const { db, organisationId } = await this.#flushed();
    return readHoldings(db, organisationId, personIds);
  }

  /** The sub-memberships of this corporate membership, in order of ID. */
  async subMemberships(membershipId: number): Promise<number[]> {
    const { db, organisationId } = await this.#flushed();
    return findAffected(db, organisationId, { parentIds: new Set([membershipId]) });
  }

  /** The IDs of the memberships that have this type, category, chapter or addon, in ascending order. */
  async membershipsWith(item: UsedItem, id: number): Promise<number[]> {
    const { db, organisationId } = await this.#flushed();
    return readMembershipsWith(db, organisationId, { item, id });
  }

  /** The IDs, in order, of the people who have no membership, no committee seat that has not ended, and no role. */
  async peopleWithoutMembership(): Promise<number[]> {
    const { db, organisationId, now } = await this.#flushed();
    const day = await readDay(db, organisationId, new Date(now));
    return day === null ? [] : readRemovedPeople(db, organisationId, day.today);
  }

  /** Journal rows from before this transaction, newest first. */
  async journalRows(of: JournalPart, before: number | null, limit: number): Promise<JournalRow[]> {
    const { db, organisationId } = this.#state;
    return readJournalBackwards(db, organisationId, { of, before, limit });
  }

  /** Later changes and erasures of the records of these journal rows, which are at most 500. */
  async laterChanges(rows: readonly JournalRow[]): Promise<JournalRow[]> {
    const { db, organisationId } = this.#state;
    return readLaterChanges(db, organisationId, rows);
  }

  /**
   * Writes waiting records and everything that depends on the changes. `withMembersWriter` calls it at the end. An
   * earlier call is needed only by code that reads records that depend on its own changes.
   */
  async settle(): Promise<void> {
    const { externalIds } = await this.#flushed();
    await externalIds.flush();
    await this.#finishMany?.();
    this.#finishMany = null;
    await this.#memberships.settle();
  }

  /** The state, after waiting records have been written. */
  async #flushed(): Promise<WriteState> {
    await this.#state.batch.flush();
    return this.#state;
  }

  async #inParts(
    ids: readonly number[],
    remove: (some: readonly number[]) => Promise<number>,
  ): Promise<number> {
    await this.#state.batch.flush();
    let count = 0;
    for (const some of inParts(ids)) count += await remove(some);
    return count;
  }
}
