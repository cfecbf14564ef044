import type { Transaction } from 'kysely';
import { findMergeRun, putRun, putRunCounts, type ImportRun, type RunCounts } from './import-run';
import type { Cause, Journal } from './journal';
import { toFlat, type FlatRecord, type RecordOfKind } from './journal-fields';
import { readErased, readJournalBackwards, type JournalPart, type JournalRow } from './journal-read';
import { toEntry } from './journal-members';
import { readMemberDocuments, type MemberDocument, type MemberView } from './member-documents';
import type { Day } from './day';
import { findEarlierResult, putResult, type EarlierResult, type IdempotencyKey } from './idempotency-keys';
import { prepareForMany } from './first-load';
import { ExternalIds, externalIdsName, type ExternalId, type ExternalKind } from './external-ids';
import { noteAccountMove, PersonAliases, type AccountMove } from './person-aliases';
import { StoredFingerprints } from './stored-fingerprints';
import type { AreaCentre } from './location-document';
import { readMemberRecords, readMembershipIds, readPersons } from './member-records';
import { toMemberRows, toPersonRow, visibleFingerprintLength, type Inherited } from './member-rows';
import { MemberIndex, type CountedTable } from './member-index';
import type { MembersDatabase, PersonTable } from './members-schema';
import { readMarks, writeMarks, type OrganisationMarks } from './organisation-marks';
import { findSeated, putSeats, readSeats } from './committee';
import { findAffected, type ChangedReferences } from './affected';
import type {
  AddonRecord,
  CategoryRecord,
  ChapterRecord,
  CommitteeSeatRecord,
  ExtraRecord,
  MemberRecord,
  MembershipTypeRecord,
  OrganisationRecord,
  PersonRecord,
} from './records';
import { readIndividualMemberships, requireOneMembershipEach } from './one-membership';
import { requireReferences } from './references';
import { findHolders } from './references-to';
import { removeMembershipRows, removePersonRows, type StructureTable } from './remove';
import { readMembershipsWith, readSeatHolders, type RemovableItem } from './remove-items';
import { readPeopleWithoutMembership } from './remove-people';
import { ReadRecords } from './read-records';
import type { Structure } from './structure';
import { WriteBatch } from './write-batch';
import { WrittenStructure } from './written-structure';

/** Below this, the preparation takes about as long as it saves. */
const manyMembers = 1000;

/**
 * The only way to write members and what they refer to. Created by `withMembersWriter`. Records equal to the stored
 * ones write nothing. Whatever depends on a changed record (the members of a renamed type, the sub-memberships of a
 * renewed firm, the other memberships of a person who moved) is rewritten before the transaction ends.
 */
export class MembersWriter {
  /** Whether anything was written. */
  hasChanged = false;
  /** Memberships that were written only because something they depend on changed. Complete after `settle`. */
  readonly alsoChanged = new Set<number>();
  readonly #db: Transaction<MembersDatabase>;
  readonly #organisationId: number;
  readonly #now: number;
  readonly #areaCentre: AreaCentre;
  readonly #memberships: StoredFingerprints;
  readonly #persons: StoredFingerprints;
  readonly #journal: Journal;
  #runId: number | null = null;
  readonly #read = new ReadRecords();
  readonly #batch: WriteBatch;
  readonly #index: MemberIndex;
  readonly #externalIds: ExternalIds;
  readonly #corporate = new Map<number, Inherited | null>();
  readonly #changed: ChangedReferences = {
    isOrganisation: false,
    typeIds: new Set(),
    chapterIds: new Set(),
    addonIds: new Set(),
    extraIds: new Set(),
    personIds: new Set(),
    parentIds: new Set(),
  };
  /** Persons whose individual membership was written. */
  readonly #individuals = new Set<number>();
  readonly #awaitedParents = new Map<number, number>();
  /** The final step of `prepareForMany`. */
  #finishMany: (() => Promise<void>) | null = null;
  readonly #structure: WrittenStructure;
  readonly #aliases: PersonAliases;
  readonly #cause: Cause;

  constructor(
    db: Transaction<MembersDatabase>,
    structure: Structure | null,
    options: { organisationId: number; now: number; areaCentre: AreaCentre; journal: Journal; cause: Cause },
  ) {
    this.#db = db;
    this.#organisationId = options.organisationId;
    this.#now = options.now;
    this.#areaCentre = options.areaCentre;
    this.#memberships = new StoredFingerprints(db, 'membership', options.organisationId);
    this.#persons = new StoredFingerprints(db, 'person', options.organisationId);
    this.#journal = options.journal;
    this.#batch = new WriteBatch(db, options.organisationId, options.journal);
    this.#index = new MemberIndex(db, options.organisationId, () => this.#batch.flush());
    this.#externalIds = new ExternalIds(db, options.organisationId);
    this.#aliases = new PersonAliases(db, options);
    this.#cause = options.cause;
    this.#structure = new WrittenStructure(db, {
      organisationId: options.organisationId,
      structure,
      changed: this.#changed,
      journal: options.journal,
      onWritten: (table, ids) => {
        this.hasChanged = true;
        if (table !== null) for (const id of ids) this.#index.noteId(table, id);
      },
    });
  }

  /** The organisation and what its members refer to, as written so far. null before the organisation is written. */
  get structure(): Structure | null {
    return this.#structure.current;
  }

  async putOrganisation(record: OrganisationRecord): Promise<void> {
    await this.#structure.putOrganisation(record);
  }

  /** What is stored of the organisation beside its settings. */
  async marks(): Promise<OrganisationMarks> {
    return readMarks(this.#db, this.#organisationId);
  }

  async putMarks(after: OrganisationMarks): Promise<void> {
    const entries = toEntry('mark', this.#organisationId, { before: await this.marks(), after });
    if (entries.length === 0) return;
    await writeMarks(this.#db, after);
    await this.#journal.add(entries);
  }

  /** Stores whether the organisation's members are invented. */
  async setDemonstration(value: boolean): Promise<void> {
    await this.putMarks({ ...(await this.marks()), isDemonstration: value });
  }

  async putMembershipTypes(records: MembershipTypeRecord[]): Promise<void> {
    await this.#structure.putMembershipTypes(records);
  }

  async putCategories(records: CategoryRecord[]): Promise<void> {
    await this.#structure.putCategories(records);
  }

  async putChapters(records: ChapterRecord[]): Promise<void> {
    await this.#structure.putChapters(records);
  }

  async putAddons(records: AddonRecord[]): Promise<void> {
    await this.#structure.putAddons(records);
  }

  async putExtras(records: ExtraRecord[]): Promise<void> {
    await this.#structure.putExtras(records);
  }

  /**
   * Stores a membership and its person. A sub-membership may come before its parent, but the parent must follow. A
   * membership of a person who was merged into another is stored for the other, whose own data stays.
   * @throws Error if it refers to a type, chapter, addon or extra that the organisation does not have
   */
  async putMember(given: MemberRecord): Promise<'created' | 'updated' | 'unchanged'> {
    const structure = this.#structure.required();
    const record = { ...given, person: await this.#merged(given.person) };
    const { membership, person } = record;
    requireReferences(record, structure);
    const parent =
      membership.parentId === null ? null : await this.#inherited(membership.parentId, membership.id);
    const rows = toMemberRows(record, { structure, parent, areaCentre: this.#areaCentre });
    const personRow = toPersonRow(this.#organisationId, person);
    await this.#putPerson(personRow, person);
    if (membership.kind === 'corporate') {
      this.#corporate.set(membership.id, {
        expiryDate: rows.membership.expiry_date,
        isOwing: rows.membership.is_owing === 1,
      });
    }
    const known = await this.#memberships.find(membership.id);
    const { fingerprint } = rows.membership;
    if (known?.fingerprint === fingerprint) return 'unchanged';
    const isVisible =
      known?.fingerprint.slice(0, visibleFingerprintLength) !==
      fingerprint.slice(0, visibleFingerprintLength);
    const modifiedAt = known === null || isVisible ? this.#now : known.modifiedAt;
    const before = this.#read.takeMember(membership.id);
    await this.#batch.putMember(rows, { after: record, modifiedAt, isNew: known === null, before });
    this.#memberships.set(membership.id, { fingerprint, modifiedAt });
    this.#index.add(membership, personRow);
    if (membership.kind === 'corporate') this.#changed.parentIds.add(membership.id);
    else this.#individuals.add(person.id);
    this.hasChanged = true;
    return known === null ? 'created' : 'updated';
  }

  /** Replaces the person's seats. */
  async putCommitteeSeats(ofPerson: number, seats: Omit<CommitteeSeatRecord, 'personId'>[]): Promise<void> {
    const personId = await this.survivorOf(ofPerson);
    const before = { id: personId, seats: await readSeats(this.#db, this.#organisationId, personId) };
    if (!(await putSeats(this.#db, this.#organisationId, personId, seats))) return;
    const after = { id: personId, seats: seats.map(toSeat) };
    await this.#journal.add(toEntry('committee', personId, { before, after }));
    this.hasChanged = true;
  }

  /** Removes a membership. The person and the sub-memberships stay, now without a parent. true: it existed. */
  async removeMembership(membershipId: number): Promise<boolean> {
    return (await this.removeMemberships([membershipId])) === 1;
  }

  /** Removes memberships as `removeMembership` does. Returns how many existed. */
  async removeMemberships(membershipIds: readonly number[]): Promise<number> {
    await this.#batch.flush();
    let count = 0;
    for (let start = 0; start < membershipIds.length; start += 500) {
      count += await this.#removeSome(membershipIds.slice(start, start + 500));
    }
    return count;
  }

  /** Stores a person. Their memberships show the new values at the end of the transaction. */
  async putPerson(person: PersonRecord): Promise<void> {
    await this.#putPerson(toPersonRow(this.#organisationId, person), person);
  }

  /** Removes persons without a membership, and their committee seats. Returns how many were removed. */
  async removePersons(personIds: readonly number[]): Promise<number> {
    await this.#batch.flush();
    let count = 0;
    for (let start = 0; start < personIds.length; start += 500) {
      count += await this.#removeSomePersons(personIds.slice(start, start + 500));
    }
    return count;
  }

  /**
   * Removes a type, category, chapter, addon or extra. false: there is none.
   * @throws InUseError if a membership, a type or a committee seat refers to it
   */
  async removeStructure(table: StructureTable, id: number): Promise<boolean> {
    await this.#batch.flush();
    return this.#structure.remove(table, id);
  }

  /** IDs of the memberships with a type, category, chapter or addon, including this transaction's writes, in order. */
  async membershipsWith(item: RemovableItem, id: number): Promise<number[]> {
    await this.#batch.flush();
    return readMembershipsWith(this.#db, this.#organisationId, { item, id });
  }

  /** Removes the committee of a chapter: all its seats, including past and future ones. */
  async removeSeats(chapterId: number): Promise<void> {
    for (const personId of await readSeatHolders(this.#db, this.#organisationId, chapterId)) {
      const seats = await readSeats(this.#db, this.#organisationId, personId);
      await this.putCommitteeSeats(
        personId,
        seats.filter((seat) => seat.chapterId !== chapterId),
      );
    }
  }

  /** The IDs of the people without a membership, including this transaction's writes, in order. */
  async peopleWithoutMembership(): Promise<number[]> {
    await this.#batch.flush();
    return readPeopleWithoutMembership(this.#db, this.#organisationId);
  }

  /** A stored member, including this transaction's writes. null: there is none. */
  async findMember(membershipId: number): Promise<MemberRecord | null> {
    return (await this.findMembers([membershipId])).get(membershipId) ?? null;
  }

  /** Stored members, including this transaction's writes, by membership ID. Without those that do not exist. */
  async findMembers(membershipIds: readonly number[]): Promise<Map<number, MemberRecord>> {
    await this.#batch.flush();
    const records = await readMemberRecords(this.#db, this.#organisationId, membershipIds);
    this.#read.note(records);
    if (records.length > 1) await this.#loadKnown(records);
    return new Map(records.map((record) => [record.membership.id, record]));
  }

  /** A person's seats on committees, including past and future ones. */
  async committeeSeats(personId: number): Promise<Omit<CommitteeSeatRecord, 'personId'>[]> {
    return readSeats(this.#db, this.#organisationId, personId);
  }

  /** A type, category, chapter, addon or extra as written so far. null: there is none. */
  structureRecord<K extends StructureTable>(table: K, id: number): RecordOfKind[K] | null {
    return this.#structure.find(table, id);
  }

  /** The ID of the person into whom this one was merged; else the same ID. */
  async survivorOf(personId: number): Promise<number> {
    return (await this.#aliases.find(personId)) ?? personId;
  }

  /** Makes the ID of a removed person an alias of another person. null: removes the alias. */
  async putAlias(id: number, personId: number | null): Promise<void> {
    await this.#aliases.put(id, personId);
    this.hasChanged = true;
  }

  /** Makes the aliases of a person aliases of another person. */
  async repointAliases(from: number, into: number): Promise<void> {
    await this.#aliases.repoint([from], into);
  }

  /** Assigns all further writes to the merge of two persons. Returns the run's ID. */
  async startMerge(from: number, into: number): Promise<number> {
    const source = `person ${from} into person ${into}`;
    return this.startRun({ actor: this.#cause.actor, source, fileHash: null, mapping: null, isMerge: true });
  }

  /** Notes that the accounts of two persons must follow them. */
  async noteAccountMove(move: AccountMove): Promise<void> {
    const of = { organisationId: this.#organisationId, cause: this.#cause };
    await noteAccountMove(this.#db, of, move);
  }

  /** The IDs that other systems give to a membership or person. */
  async externalIdsOf(kind: ExternalKind, id: number): Promise<ExternalId[]> {
    return (await this.#externalIds.read(kind, [id])).get(id) ?? [];
  }

  /** A stored person, including this transaction's writes. null: there is none. */
  async findPerson(personId: number): Promise<PersonRecord | null> {
    return (await this.findPersons([personId])).get(personId) ?? null;
  }

  /** Stored persons, including this transaction's writes, by ID. Without those that do not exist. */
  async findPersons(personIds: readonly number[]): Promise<Map<number, PersonRecord>> {
    await this.#batch.flush();
    if (personIds.length > 1) await this.#persons.load(personIds);
    return readPersons(this.#db, this.#organisationId, personIds);
  }

  /** Member records as a reader sees them, including this transaction's writes that are settled. */
  async memberDocuments(
    options: { day: Day; view: MemberView },
    membershipIds: readonly number[],
  ): Promise<Map<number, MemberDocument>> {
    await this.#batch.flush();
    return readMemberDocuments(this.#db, options, membershipIds);
  }

  /** The individual memberships of these persons, by person. Reads no others. */
  async individualMemberships(personIds: readonly number[]): Promise<Map<number, number>> {
    await this.#batch.flush();
    return readIndividualMemberships(this.#db, this.#organisationId, personIds);
  }

  /** The memberships that are part of this corporate one, in order of ID. */
  async subMemberships(membershipId: number): Promise<number[]> {
    await this.#batch.flush();
    return findAffected(this.#db, this.#organisationId, { parentIds: new Set([membershipId]) });
  }

  /** The result of an earlier request with this key. null: there was none within 24 hours. */
  async findEarlierResult(key: IdempotencyKey): Promise<EarlierResult | null> {
    return findEarlierResult(this.#db, { organisationId: this.#organisationId, now: this.#now }, key);
  }

  /** Stores the result of a request, for when the client sends it again. */
  async putResult(result: Parameters<typeof putResult>[2]): Promise<void> {
    await putResult(this.#db, { organisationId: this.#organisationId, now: this.#now }, result);
  }

  /** `kind ID` of the records of these journal rows, at most 500, that were erased. */
  async erasedAmong(rows: readonly JournalRow[]): Promise<Set<string>> {
    return readErased(this.#db, this.#organisationId, rows);
  }

  /** The run of the merge that a change belongs to. null: it is not part of a merge. */
  async findMergeRun(position: number): Promise<number | null> {
    return findMergeRun(this.#db, this.#organisationId, position);
  }

  /** The IDs of all memberships, including this transaction's writes, in order. */
  async membershipIds(): Promise<number[]> {
    await this.#batch.flush();
    return readMembershipIds(this.#db, this.#organisationId);
  }

  /**
   * The ID of the person with this email address and name, ignoring case and accents. The lowest of several, or null.
   */
  async findPersonByEmailAndName(email: string, firstName: string, lastName: string): Promise<number | null> {
    return this.#index.findPerson(email, firstName, lastName);
  }

  /** The ID of the membership with exactly this number. The lowest of several, or null. */
  async findMembershipByNumber(membershipNumber: string): Promise<number | null> {
    return this.#index.findMembership(membershipNumber);
  }

  /** The ID of the person's own (individual) membership, or null. */
  async findIndividualMembership(personId: number): Promise<number | null> {
    return this.#index.findIndividualMembership(personId);
  }

  /** Whether anybody has this full name, ignoring case and accents. */
  async hasPersonOfName(firstName: string, lastName: string): Promise<boolean> {
    return this.#index.hasName(firstName, lastName);
  }

  /** Whether the person is the contact of a firm that is a member. */
  async hasCorporateMembership(personId: number): Promise<boolean> {
    return (await this.membershipsOf(personId)).some(({ membership }) => membership.kind === 'corporate');
  }

  /** The memberships of a person, by ID, including this transaction's writes. */
  async membershipsOf(personId: number): Promise<MemberRecord[]> {
    await this.#batch.flush();
    const ids = await findAffected(this.#db, this.#organisationId, { personIds: new Set([personId]) });
    return [...(await this.findMembers(ids)).values()];
  }

  /** Our ID for another system's ID. null: it is unknown. */
  async findExternal(kind: ExternalKind, source: string, externalId: string): Promise<number | null> {
    return this.#externalIds.find(kind, source, externalId);
  }

  async putExternal(kind: ExternalKind, source: string, externalId: string, id: number): Promise<void> {
    await this.#externalIds.put(kind, source, externalId, id);
  }

  /** An ID that has never been used in this organisation. */
  async nextId(table: CountedTable): Promise<number> {
    const id = await this.#index.nextId(table);
    if (table === 'membership') this.#memberships.noteNew(id);
    if (table === 'person') this.#persons.noteNew(id);
    return id;
  }

  /** Announces how many members are about to be written. */
  async expectMembers(count: number): Promise<void> {
    if (count >= manyMembers) this.#finishMany ??= await prepareForMany(this.#db);
  }

  /** Journal rows from before this transaction, newest first. */
  async journalRows(of: JournalPart, before: number | null, limit: number): Promise<JournalRow[]> {
    return readJournalBackwards(this.#db, this.#organisationId, { of, before, limit });
  }

  /** Assigns all further writes to an import run. Returns its ID. */
  async startRun(run: ImportRun): Promise<number> {
    const id = await putRun(this.#db, { organisationId: this.#organisationId, now: this.#now, run });
    this.#journal.setRun(id, { isMerge: run.isMerge ?? false });
    this.#runId = id;
    return id;
  }

  /** Stores the results of the import run. */
  async finishRun(counts: RunCounts): Promise<void> {
    if (this.#runId === null) throw new Error('no import run was started');
    await putRunCounts(this.#db, { organisationId: this.#organisationId, runId: this.#runId, counts });
  }

  /** Records that the site's data, as of that time on its own clock, is stored when this transaction ends. */
  async noteReading(source: string, readAt: Date): Promise<void> {
    const marks = await this.marks();
    await this.putMarks({ ...marks, readAt: { ...marks.readAt, [source]: readAt.toISOString() } });
  }

  /**
   * Writes waiting records and everything that depends on the changes. `withMembersWriter` calls it at the end; before,
   * it is needed only by code that reads what depends on its changes.
   */
  async settle(): Promise<void> {
    await this.#batch.flush();
    await this.#externalIds.flush();
    await this.#finishMany?.();
    this.#finishMany = null;
    for (const [parentId, membershipId] of this.#awaitedParents) {
      if (this.#corporate.get(parentId)) continue;
      throw new Error(
        `membership ${membershipId} is part of corporate membership ${parentId}, which does not exist`,
      );
    }
    await this.#putAgain({ ...this.#changed, parentIds: new Set() });
    await this.#putAgain({ parentIds: this.#changed.parentIds });
    await requireOneMembershipEach(this.#db, this.#organisationId, this.#individuals);
    this.#forgetChanged();
  }

  /**
   * Sets the time of the changes to the end of the transaction: nobody sees them earlier, and a client that asks for
   * what was modified after its last request would miss them (J15).
   */
  async stampModified(at: number): Promise<void> {
    if (!this.hasChanged || at <= this.#now) return;
    await this.#db
      .updateTable('membership')
      .set({ modified_at: at })
      .where('organisation_id', '=', this.#organisationId)
      .where('modified_at', '=', this.#now)
      .execute();
  }

  /** Everything that depends on these changes has been written. */
  #forgetChanged(): void {
    this.#individuals.clear();
    this.#changed.isOrganisation = false;
    for (const ids of Object.values(this.#changed)) if (ids instanceof Set) ids.clear();
  }

  async #loadKnown(records: readonly MemberRecord[]): Promise<void> {
    await this.#memberships.load(records.map(({ membership }) => membership.id));
    await this.#persons.load(records.map(({ person }) => person.id));
  }

  async #removeSome(membershipIds: readonly number[]): Promise<number> {
    const organisationId = this.#organisationId;
    const records = await readMemberRecords(this.#db, organisationId, membershipIds);
    const ids = records.map(({ membership }) => membership.id);
    if (ids.length === 0) return 0;
    const affected = await findAffected(this.#db, organisationId, { parentIds: new Set(ids) });
    const externalIds = await this.#externalIds.read('membership', ids);
    await this.#journal.add(
      records.map((record) => ({
        kind: 'membership',
        recordId: record.membership.id,
        operation: 'removed',
        changes: withExternalIds(toFlat('membership', record), externalIds.get(record.membership.id)),
      })),
    );
    await removeMembershipRows(this.#db, organisationId, records);
    this.hasChanged = true;
    for (const id of ids) {
      this.#memberships.forget(id);
      this.#corporate.set(id, null);
      this.#changed.parentIds.delete(id);
    }
    this.#index.remove(new Set(ids));
    await this.#externalIds.remove('membership', ids);
    this.#read.clear();
    const removed = new Set(ids);
    const subMemberships = affected.filter((id) => !removed.has(id));
    for (const record of await readMemberRecords(this.#db, organisationId, subMemberships)) {
      this.#read.note([record]);
      await this.putMember({ ...record, membership: { ...record.membership, parentId: null } });
      this.alsoChanged.add(record.membership.id);
    }
    await this.#batch.flush();
    return ids.length;
  }

  async #removeSomePersons(personIds: readonly number[]): Promise<number> {
    const organisationId = this.#organisationId;
    const holders = await findHolders(this.#db, organisationId, personIds);
    const free = personIds.filter((id) => !holders.has(id));
    const persons = await readPersons(this.#db, organisationId, free);
    if (persons.size === 0) return 0;
    for (const id of await findSeated(this.#db, organisationId, [...persons.keys()])) {
      await this.putCommitteeSeats(id, []);
    }
    await this.#aliases.repoint([...persons.keys()], null);
    const externalIds = await this.#externalIds.read('person', [...persons.keys()]);
    await this.#journal.add(
      [...persons.values()].map((person) => ({
        kind: 'person',
        recordId: person.id,
        operation: 'removed',
        changes: withExternalIds(toFlat('person', person), externalIds.get(person.id)),
      })),
    );
    await removePersonRows(this.#db, organisationId, [...persons.keys()]);
    await this.#externalIds.remove('person', [...persons.keys()]);
    for (const id of persons.keys()) this.#persons.forget(id);
    this.#index.removePersons(new Set(persons.keys()));
    this.hasChanged = true;
    return persons.size;
  }

  /** The person, or the stored one into whom they were merged. */
  async #merged(person: PersonRecord): Promise<PersonRecord> {
    if ((await this.#persons.find(person.id)) !== null) return person;
    const survivor = await this.#aliases.find(person.id);
    return survivor === null ? person : ((await this.findPerson(survivor)) ?? person);
  }

  async #putAgain(changed: Partial<ChangedReferences>): Promise<void> {
    const affected = await findAffected(this.#db, this.#organisationId, changed);
    for (let start = 0; start < affected.length; start += 500) {
      const records = await readMemberRecords(
        this.#db,
        this.#organisationId,
        affected.slice(start, start + 500),
      );
      this.#read.note(records);
      await this.#loadKnown(records);
      for (const record of records) {
        if ((await this.putMember(record)) === 'updated') this.alsoChanged.add(record.membership.id);
      }
      await this.#batch.flush();
    }
  }

  async #putPerson(row: PersonTable, after: PersonRecord): Promise<void> {
    const known = await this.#persons.find(row.id);
    if (known?.fingerprint === row.fingerprint) return;
    this.#batch.putPerson(row, after, { isNew: known === null, before: this.#read.takePerson(row.id) });
    this.#persons.set(row.id, { fingerprint: row.fingerprint, modifiedAt: 0 });
    if (known !== null) this.#changed.personIds.add(row.id);
    this.hasChanged = true;
  }

  async #inherited(parentId: number, membershipId: number): Promise<Inherited | null> {
    const known = this.#corporate.get(parentId);
    if (known) return known;
    const row = await this.#db
      .selectFrom('membership')
      .select(['expiry_date', 'is_owing'])
      .where('organisation_id', '=', this.#organisationId)
      .where('id', '=', parentId)
      .where('kind', '=', 'corporate')
      .executeTakeFirst();
    const inherited = row === undefined ? null : { expiryDate: row.expiry_date, isOwing: row.is_owing === 1 };
    this.#corporate.set(parentId, inherited);
    if (inherited === null) this.#awaitedParents.set(parentId, membershipId);
    return inherited;
  }
}

function withExternalIds(flat: FlatRecord, externalIds: ExternalId[] | undefined): FlatRecord {
  return externalIds === undefined ? flat : { ...flat, [externalIdsName]: externalIds };
}

function toSeat({ chapterId, startsOn, endsOn }: Omit<CommitteeSeatRecord, 'personId'>) {
  return { chapterId, startsOn, endsOn };
}
