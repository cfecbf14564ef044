import type { Transaction } from 'kysely';
import { putReading } from './import-source';
import { prepareForMany } from './first-load';
import { KnownRows } from './known-rows';
import type { AreaCentre } from './location-document';
import { findPerson, readMemberRecords, readMembershipIds } from './member-records';
import { toMemberRows, toPersonRow, visibleFingerprintLength, type Inherited } from './member-rows';
import { MemberIndex, type CountedTable } from './member-index';
import type { MembersDatabase, PersonTable } from './members-schema';
import { putSeats } from './committee';
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
import { requireOneMembershipEach } from './one-membership';
import { requireReferences } from './references';
import { removeMembershipRows } from './remove';
import type { Structure } from './structure';
import { WriteBatch } from './write-batch';
import { WrittenStructure } from './written-structure';

/** Below this, preparing takes about as long as it saves. */
const manyMembers = 1000;

/**
 * The one way in which members and what they refer to are written; made by `withMembersWriter`. Records that say what
 * is stored already write nothing. What depends on a changed record (the members of a renamed type, sub-memberships of
 * a renewed firm, the other memberships of a person who moved) is written again before the transaction ends.
 */
export class MembersWriter {
  /** Whether anything was written. */
  hasChanged = false;
  readonly #db: Transaction<MembersDatabase>;
  readonly #organisationId: number;
  readonly #now: number;
  readonly #areaCentre: AreaCentre;
  readonly #memberships: KnownRows;
  readonly #persons: KnownRows;
  readonly #batch: WriteBatch;
  readonly #index: MemberIndex;
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
  /** Those whose individual membership was written. */
  readonly #individuals = new Set<number>();
  readonly #awaitedParents = new Map<number, number>();
  /** What `prepareForMany` left to do. */
  #finishMany: (() => Promise<void>) | null = null;
  readonly #structure: WrittenStructure;

  constructor(
    db: Transaction<MembersDatabase>,
    structure: Structure | null,
    options: { organisationId: number; now: number; areaCentre: AreaCentre },
  ) {
    this.#db = db;
    this.#organisationId = options.organisationId;
    this.#now = options.now;
    this.#areaCentre = options.areaCentre;
    this.#memberships = new KnownRows(db, 'membership', options.organisationId);
    this.#persons = new KnownRows(db, 'person', options.organisationId);
    this.#batch = new WriteBatch(db, options.organisationId);
    this.#index = new MemberIndex(db, options.organisationId, () => this.#batch.flush());
    this.#structure = new WrittenStructure(db, {
      organisationId: options.organisationId,
      structure,
      changed: this.#changed,
      onWritten: (table, ids) => {
        this.hasChanged = true;
        if (table !== null) for (const id of ids) this.#index.noteId(table, id);
      },
    });
  }

  /** The organisation and what its members refer to, as written so far; null before the organisation is. */
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
   * Stores a membership and its person. A sub-membership may come before its parent, as long as the parent comes.
   * @throws Error when it refers to a type, chapter, addon or extra that the organisation does not have
   */
  async putMember(record: MemberRecord): Promise<'created' | 'updated' | 'unchanged'> {
    const structure = this.#structure.required();
    const { membership, person } = record;
    requireReferences(record, structure);
    const parent =
      membership.parentId === null ? null : await this.#inherited(membership.parentId, membership.id);
    const rows = toMemberRows(record, { structure, parent, areaCentre: this.#areaCentre });
    const personRow = toPersonRow(this.#organisationId, person);
    await this.#putPerson(personRow);
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
    await this.#batch.putMember(rows, { modifiedAt, isNew: known === null });
    this.#memberships.set(membership.id, { fingerprint, modifiedAt });
    this.#index.add(membership, personRow);
    if (membership.kind === 'corporate') this.#changed.parentIds.add(membership.id);
    else this.#individuals.add(person.id);
    this.hasChanged = true;
    return known === null ? 'created' : 'updated';
  }

  /** Puts these seats in the place of the person's present ones. */
  async putCommitteeSeats(personId: number, seats: Omit<CommitteeSeatRecord, 'personId'>[]): Promise<void> {
    if (await putSeats(this.#db, this.#organisationId, personId, seats)) this.hasChanged = true;
  }

  /** Removes a membership. The person stays, and so do its sub-memberships, now without a parent. True: it was there. */
  async removeMembership(membershipId: number): Promise<boolean> {
    await this.#batch.flush();
    const subMemberships = await findAffected(this.#db, this.#organisationId, {
      parentIds: new Set([membershipId]),
    });
    const wasThere = await removeMembershipRows(this.#db, this.#organisationId, membershipId);
    if (!wasThere) return false;
    this.hasChanged = true;
    this.#memberships.forget(membershipId);
    this.#corporate.set(membershipId, null);
    this.#changed.parentIds.delete(membershipId);
    this.#index.remove(membershipId);
    for (const record of await readMemberRecords(this.#db, this.#organisationId, subMemberships)) {
      await this.putMember({ ...record, membership: { ...record.membership, parentId: null } });
    }
    return true;
  }

  /** A member as stored, with what was put so far; null when there is none. */
  async findMember(membershipId: number): Promise<MemberRecord | null> {
    await this.#batch.flush();
    const [record] = await readMemberRecords(this.#db, this.#organisationId, [membershipId]);
    return record ?? null;
  }

  /** Members as stored, with what was put so far, by their membership's ID; without those that do not exist. */
  async findMembers(membershipIds: readonly number[]): Promise<Map<number, MemberRecord>> {
    await this.#batch.flush();
    const records = await readMemberRecords(this.#db, this.#organisationId, membershipIds);
    return new Map(records.map((record) => [record.membership.id, record]));
  }

  /** A person as stored, with what was put so far; null when there is none. */
  async findPerson(personId: number): Promise<PersonRecord | null> {
    await this.#batch.flush();
    return findPerson(this.#db, this.#organisationId, personId);
  }

  /** The IDs of all memberships, with what was put so far, in order. */
  async membershipIds(): Promise<number[]> {
    await this.#batch.flush();
    return readMembershipIds(this.#db, this.#organisationId);
  }

  /** The ID of the person with this e-mail and name, compared without case and accents; the lowest of several; or null. */
  async findPersonByEmailAndName(email: string, firstName: string, lastName: string): Promise<number | null> {
    return this.#index.findPerson(email, firstName, lastName);
  }

  /** The ID of the membership with this number, exactly as written; the lowest of several; or null. */
  async findMembershipByNumber(membershipNumber: string): Promise<number | null> {
    return this.#index.findMembership(membershipNumber);
  }

  /** The ID of the person's own (individual) membership, or null. */
  async findIndividualMembership(personId: number): Promise<number | null> {
    return this.#index.findIndividualMembership(personId);
  }

  /** An ID that has never been used in this organisation. */
  async nextId(table: CountedTable): Promise<number> {
    return this.#index.nextId(table);
  }

  /** Tells that so many members are about to be put. */
  async expectMembers(count: number): Promise<void> {
    if (count >= manyMembers) this.#finishMany ??= await prepareForMany(this.#db);
  }

  /** Notes that all that a site had at that time of its own clock is stored when this transaction ends. */
  async noteReading(source: string, readAt: Date): Promise<void> {
    await putReading(this.#db, { organisationId: this.#organisationId, source, readAt });
  }

  /** Writes what waits and what depends on what changed. Called by `withMembersWriter` at the end. */
  async settle(): Promise<void> {
    await this.#batch.flush();
    await this.#finishMany?.();
    for (const [parentId, membershipId] of this.#awaitedParents) {
      if (this.#corporate.get(parentId)) continue;
      throw new Error(
        `membership ${membershipId} is part of corporate membership ${parentId}, which does not exist`,
      );
    }
    await this.#putAgain({ ...this.#changed, parentIds: new Set() });
    await this.#putAgain({ parentIds: this.#changed.parentIds });
    await requireOneMembershipEach(this.#db, this.#organisationId, this.#individuals);
  }

  async #putAgain(changed: Partial<ChangedReferences>): Promise<void> {
    const affected = await findAffected(this.#db, this.#organisationId, changed);
    for (let start = 0; start < affected.length; start += 500) {
      const records = await readMemberRecords(
        this.#db,
        this.#organisationId,
        affected.slice(start, start + 500),
      );
      for (const record of records) await this.putMember(record);
      await this.#batch.flush();
    }
  }

  async #putPerson(row: PersonTable): Promise<void> {
    const known = await this.#persons.find(row.id);
    if (known?.fingerprint === row.fingerprint) return;
    this.#batch.putPerson(row);
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
