import type { Transaction } from 'kysely';
import { createPause } from '@/lib/base/slices';
import { findAffected } from './affected';
import type { AccountMoves } from './account-moves';
import { CommitteesWriter } from './committee';
import { type Day, readDay } from './day';
import { ErasureWriter } from './erasure-writer';
import type { ExternalIds } from './external-ids';
import { prepareForMany } from './first-load';
import { IdempotencyKeys } from './idempotency-keys';
import { RunsWriter } from './import-run';
import { inChunks } from '@/lib/store/sql/in-chunks';
import { type JournalPart, type JournalRow, readJournalBackwards, readLaterChanges } from './journal-read';
import {
  type MemberDocument,
  type MemberView,
  readMemberDocuments,
  toMemberDocuments,
} from './member-documents';
import type { CountedTable, LookUps } from './member-index';
import { readMembershipIds } from './member-records';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { findNumberHolders } from './membership-numbers';
import { MembershipsWriter } from './memberships-writer';
import { NotesWriter } from './notes';
import { type Holding, readHoldings } from './one-membership';
import { NoticesWriter } from './notices';
import { MarksWriter } from './organisation-marks';
import type { PersonAliases } from './person-aliases';
import { PersonsWriter } from './persons-writer';
import type { MemberRecord, Structure } from '@/lib/store/schema/records';
import { PicturesWriter } from './pictures';
import { RolesWriter } from './roles';
import { readMembershipsWith, type UsedItem } from './remove-items';
import type { WriteRights } from './write-rights';
import { WriteState, type WriteStateContext } from './write-state';
import { WrittenStructure } from './written-structure';
import { belongs } from './belongs';

/** With fewer members, the preparation takes about as long as it saves. */
const manyMembers = 1000;
/** The number of documents that are made before other requests get a turn. */
const documentsAtOnce = 64;

/**
 * The only way to write members and what they refer to. Created by `withMembersWriter`. Each part writes its own kinds
 * of records. A record that equals the stored one is not written. Whatever depends on a changed record (the members of a
 * renamed type, the sub-memberships of a renewed company, the other memberships of a person who moved) is rewritten
 * before the transaction ends. All reads include this transaction's writes.
 */
export class MembersWriter {
  readonly committees: CommitteesWriter;
  readonly externalIds: Pick<ExternalIds, 'find' | 'put' | 'read'>;
  readonly aliases: PersonAliases;
  readonly accountMoves: Pick<AccountMoves, 'add'>;
  readonly index: LookUps;
  readonly marks: MarksWriter;
  readonly erasures: ErasureWriter;
  readonly roles: RolesWriter;
  readonly pictures: PicturesWriter;
  readonly notices: NoticesWriter;
  readonly notes: NotesWriter;
  readonly runs: RunsWriter;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly structure: WrittenStructure;
  readonly persons: PersonsWriter;
  readonly memberships: Omit<MembershipsWriter, 'settle'>;
  readonly #memberships: MembershipsWriter;
  readonly #state: WriteState;
  #finishMany: Awaited<ReturnType<typeof prepareForMany>> | null = null;

  constructor(db: Transaction<MembersDatabase>, structure: Structure | null, context: WriteStateContext) {
    const state = new WriteState(db, context);
    this.#state = state;
    this.committees = new CommitteesWriter(state);
    this.externalIds = state.externalIds;
    this.aliases = state.aliases;
    this.accountMoves = state.accountMoves;
    this.index = state.index;
    this.marks = new MarksWriter(state);
    this.roles = new RolesWriter(state);
    this.pictures = new PicturesWriter(state);
    this.notices = new NoticesWriter(state);
    this.notes = new NotesWriter(state);
    this.runs = new RunsWriter(state);
    this.idempotencyKeys = new IdempotencyKeys(state);
    this.structure = new WrittenStructure(state, structure);
    this.erasures = new ErasureWriter(state, this.structure);
    this.persons = new PersonsWriter(state, this.committees, this.notes);
    this.memberships = this.#memberships = new MembershipsWriter(state, {
      structure: this.structure,
      persons: this.persons,
    });
  }

  /**
   * Creates a writer for the tables of another module, such as `BulkChangesWriter`. It writes in the same transaction
   * as this writer.
   */
  part<T>(Part: new (state: WriteState) => T): T {
    return new Part(this.#state);
  }

  /**
   * Does the work, then rewrites everything that depends on its changes. Batches are written in the background. If the
   * work fails, this function waits until all statements of the batch have ended, and then throws. Without this wait, a
   * statement could run after the rollback and store its data.
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

  /**
   * Writes waiting records and everything that depends on the changes. `withMembersWriter` calls this at the end. Call
   * it earlier to read records that depend on your own changes, or to say how far the end of a long transaction is.
   * @param onStep called with the number of steps that are done, and of all. The last step is the commit.
   */
  async settle(onStep: (done: number, total: number) => void = () => undefined): Promise<void> {
    const { externalIds } = await this.#flushed();
    const steps = [
      () => externalIds.flush(),
      ...(this.#finishMany ?? []),
      () => this.#memberships.settle(),
      () => this.#state.accountMoves.flush(),
    ];
    this.#finishMany = null;
    for (const [done, step] of steps.entries()) {
      onStep(done, steps.length + 1);
      await step();
    }
    onStep(steps.length, steps.length + 1);
  }

  get hasChanged(): boolean {
    return this.#state.hasChanged;
  }

  /** Whether auth.db has something to do after the transaction. */
  get hasAccountMoves(): boolean {
    return this.#state.accountMoves.hasAny;
  }

  /**
   * The IDs of memberships that were written only because they depend on a changed record. The set is complete after
   * `settle`.
   */
  get alsoChanged(): ReadonlySet<number> {
    return this.#state.alsoChanged;
  }

  /** What the author of this transaction may do now. */
  rights(): Promise<WriteRights> {
    return this.#state.rights.read();
  }

  /** The memberships with each of these numbers. The keys are those of `numberKey`. */
  async numberHolders(numbers: readonly string[]): Promise<Map<string, number[]>> {
    const { db, organisationId } = await this.#flushed();
    return findNumberHolders(db, organisationId, numbers);
  }

  /** An ID that was never used in this organisation. */
  async nextId(table: CountedTable): Promise<number> {
    const { index, memberships, persons } = this.#state;
    const id = await index.nextId(table);
    if (table === 'membership') memberships.addNew(id);
    if (table === 'person') persons.addNew(id);
    return id;
  }

  /** Announces how many members will be written. */
  async expectMembers(count: number): Promise<void> {
    if (count >= manyMembers) this.#finishMany ??= await prepareForMany(this.#state.db);
  }

  /** The documents include this transaction's writes. */
  async memberDocuments(
    options: { day: Day; view: MemberView },
    membershipIds: readonly number[],
  ): Promise<Map<number, MemberDocument>> {
    const { db, read } = await this.#flushed();
    const ids = [...new Set(membershipIds)];
    const members = ids.map((id) => read.findMember(id)).filter((member) => member !== null);
    const documents = new Map<number, MemberDocument>();
    const pause = createPause();
    for (const some of inChunks(members, documentsAtOnce)) {
      for (const document of await toMemberDocuments(db, options, some))
        documents.set(Number(document.record.ID), document);
      await pause();
    }
    const unread = ids.filter((id) => !documents.has(id));
    return new Map([...documents, ...(await readMemberDocuments(db, options, unread))]);
  }

  async membershipIds(): Promise<number[]> {
    const { db, organisationId } = await this.#flushed();
    return readMembershipIds(db, organisationId);
  }

  async membershipsOf(personId: number): Promise<MemberRecord[]> {
    const { db, organisationId } = await this.#flushed();
    const ids = await findAffected(db, organisationId, { personIds: new Set([personId]) });
    return [...(await this.memberships.findMany(ids)).values()];
  }

  /** The keys of the result are person IDs. No memberships of other persons are read. */
  async holdings(personIds: readonly number[]): Promise<Map<number, Holding>> {
    const { db, organisationId } = await this.#flushed();
    return readHoldings(db, organisationId, personIds);
  }

  async subMemberships(membershipId: number): Promise<number[]> {
    const { db, organisationId } = await this.#flushed();
    return findAffected(db, organisationId, { parentIds: new Set([membershipId]) });
  }

  /** Returns the IDs in ascending order. */
  async membershipsWith(item: UsedItem, id: number): Promise<number[]> {
    const { db, organisationId } = await this.#flushed();
    return readMembershipsWith(db, organisationId, { item, id });
  }

  /**
   * The IDs of people without a membership, without a role and without a present or future committee seat, in ascending
   * order.
   */
  async peopleWithoutMembership(): Promise<number[]> {
    const { db, organisationId, now } = await this.#flushed();
    const day = await readDay(db, organisationId, new Date(now));
    if (day === null) return [];
    const rows = await db
      .selectFrom('person')
      .select('person.id')
      .where('person.organisation_id', '=', organisationId)
      .where((is) => is.not(belongs(is, day.today)))
      .orderBy('person.id')
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Returns rows from before this transaction, the newest first. */
  async journalRows(of: JournalPart, before: number | null, limit: number): Promise<JournalRow[]> {
    const { db, organisationId } = this.#state;
    return readJournalBackwards(db, organisationId, { of, before, limit });
  }

  /** Returns later changes and erasures of the records that `rows` are about. Accepts at most 500 rows. */
  async laterChanges(rows: readonly JournalRow[]): Promise<JournalRow[]> {
    const { db, organisationId } = this.#state;
    return readLaterChanges(db, organisationId, rows);
  }

  async #flushed(): Promise<WriteState> {
    await this.#state.batch.flush();
    return this.#state;
  }
}
