import { findAffected } from './affected';
import { withExternalIds } from './external-ids';
import { inChunks } from '@/lib/store/sql/in-chunks';
import { toFlat } from './record-kinds';
import { readMemberRecords, readStoredMembers, type StoredMember } from './member-records';
import { toMemberRows, visibleFingerprintLength, type Inherited } from './member-rows';
import { toMemberWords } from '@/lib/store/words/member-words';
import { findSharedNumbers, numberKey, TakenNumberError, type SharedNumber } from './membership-numbers';
import { requireOneMembershipEach } from './one-membership';
import type { PersonsWriter } from './persons-writer';
import type { MemberRecord } from '@/lib/store/schema/records';
import { LeavingWriter } from './leaving';
import { MissingReferenceError, requireReferences } from './references';
import { isPictureStored } from './member-pictures';
import { ProposalsWriter } from './proposals';
import { removeMembershipRows } from './remove';
import { findPaymentField, RefusedWrite } from './write-rights';
import type { WriteState } from './write-state';
import type { WrittenStructure } from './written-structure';

export class MembershipsWriter {
  readonly #state: WriteState;
  readonly #structure: WrittenStructure;
  readonly #persons: PersonsWriter;
  /** For each corporate membership that was read or written: the values that its sub-memberships inherit. */
  readonly #corporate = new Map<number, Inherited | null>();
  /** Parents that must still be written, each with one of its sub-memberships. */
  readonly #awaitedParents = new Map<number, number>();
  readonly #individuals = new Set<number>();
  /** Numbers that memberships got. The keys are those of `numberKey`. */
  readonly #givenNumbers = new Set<string>();
  #sharable: ReadonlySet<string> | 'all' = new Set();
  #expectsPictures = false;
  /** New and changed numbers that several memberships have. The list is complete after `settle`. */
  readonly sharedNumbers: SharedNumber[] = [];

  constructor(state: WriteState, parts: { structure: WrittenStructure; persons: PersonsWriter }) {
    this.#state = state;
    this.#structure = parts.structure;
    this.#persons = parts.persons;
  }

  /**
   * Stores a membership and its person. A sub-membership may come before its parent, but the parent must follow. Person
   * A may have been merged into person B. A membership of A is then stored as a membership of B. The stored data of B
   * does not change.
   * @throws Error if it refers to a type, chapter, addon or extra that the organisation does not have
   * @throws RefusedWrite if a person changes an address for payments or invoices and did not sign in recently
   */
  async put(given: MemberRecord): Promise<'created' | 'updated' | 'unchanged'> {
    const { areaCentre, now, batch, index, read, changed, fresh, memberships } = this.#state;
    const structure = this.#structure.required();
    const record = {
      membership: await this.#withStoredPicture(withoutFalseApproval(given.membership)),
      person: await this.#persons.merged(given.person),
    };
    const { membership, person } = record;
    requireReferences(record, structure);
    const parent =
      membership.parentId === null ? null : await this.#inherited(membership.parentId, membership.id);
    const rows = toMemberRows(record, { structure, parent, areaCentre });
    const personRow = await this.#persons.put(person);
    if (membership.kind === 'corporate') {
      this.#corporate.set(membership.id, {
        expiryDate: rows.membership.expiry_date,
        isOwing: rows.membership.is_owing === 1,
        isPassedOver: membership.standing !== 'none',
      });
    }
    if (changed.personIds.has(person.id)) {
      fresh.set(membership.id, { personId: person.id, fingerprint: personRow.fingerprint });
    }
    const known = await memberships.find(membership.id);
    const { fingerprint } = rows.membership;
    if (known?.fingerprint === fingerprint) return 'unchanged';
    await this.#requireRight(membership, { isNew: known === null });
    const isVisible =
      known?.fingerprint.slice(0, visibleFingerprintLength) !==
      fingerprint.slice(0, visibleFingerprintLength);
    const modifiedAt = known === null || isVisible ? now : known.modifiedAt;
    const before = read.findMember(membership.id);
    const number = numberKey(membership.membershipNumber);
    const numberBefore =
      before?.membership.membership_number ??
      (known === null ? null : await this.#storedNumber(membership.id));
    if (numberBefore === null || numberKey(numberBefore) !== number) this.#givenNumbers.add(number);
    const words = toMemberWords({ person, membership }, structure);
    const stamp = { modified_at: modifiedAt, words_hash: words.hash };
    const written = { ...rows, membership: Object.assign(rows.membership, stamp), words };
    await batch.putMember(written, record, { isNew: known === null, before });
    read.addWritten({ ...written, record, person: personRow });
    memberships.set(membership.id, { fingerprint, modifiedAt });
    index.add(membership, personRow);
    if (membership.kind === 'corporate') changed.parentIds.add(membership.id);
    else if (!isIndividualOf(before, person.id)) this.#individuals.add(person.id);
    this.#state.hasChanged = true;
    return known === null ? 'created' : 'updated';
  }

  /** An archive with members only, or an old change, can name a picture that is not stored. It is left out. */
  async #withStoredPicture(membership: MemberRecord['membership']): Promise<MemberRecord['membership']> {
    const { picture, id: membershipId } = membership;
    const { db, organisationId, read } = this.#state;
    if (picture === null || this.#expectsPictures) return membership;
    if (read.findMember(membershipId)?.record.membership.picture?.id === picture.id) return membership;
    const isStored = await isPictureStored(db, organisationId, { membershipId, id: picture.id });
    return isStored ? membership : { ...membership, picture: null };
  }

  async #requireRight(
    { id, paymentUrl, invoiceUrl }: MemberRecord['membership'],
    { isNew }: { isNew: boolean },
  ): Promise<void> {
    const { db, organisationId, read, rights } = this.#state;
    const refusal = (await rights.read()).payment();
    if (refusal === null) return;
    const known = isNew ? undefined : read.findMember(id)?.record;
    const stored = isNew || known !== undefined ? [] : await readMemberRecords(db, organisationId, [id]);
    const before = (known ?? stored[0])?.membership ?? null;
    const field = findPaymentField({ paymentUrl, invoiceUrl }, before);
    if (field !== null) throw new RefusedWrite(refusal, { kind: 'membership', recordId: id, field });
  }

  async find(membershipId: number): Promise<MemberRecord | null> {
    return (await this.findMany([membershipId])).get(membershipId) ?? null;
  }

  async findMany(membershipIds: readonly number[]): Promise<Map<number, MemberRecord>> {
    await this.#state.batch.flush();
    const records = await this.#read(membershipIds);
    return new Map(records.map((record) => [record.membership.id, record]));
  }

  /**
   * The persons stay. Sub-memberships stay too, without a parent.
   * @returns how many existed
   */
  async remove(membershipIds: readonly number[]): Promise<number> {
    await this.#state.batch.flush();
    let count = 0;
    for (const some of inChunks(membershipIds)) count += await this.#removeSome(some);
    return count;
  }

  async #removeSome(membershipIds: readonly number[]): Promise<number> {
    const { db, organisationId, journal, externalIds, memberships, changed, index, read } = this.#state;
    const records = await readMemberRecords(db, organisationId, membershipIds);
    const ids = records.map(({ membership }) => membership.id);
    if (ids.length === 0) return 0;
    const removed = new Set(ids);
    const affected = await findAffected(db, organisationId, { parentIds: removed });
    // Sub-memberships come first in the journal, so that changes can be undone one by one, newest first.
    await this.#detach(affected.filter((id) => !removed.has(id)));
    const others = await externalIds.read('membership', ids);
    const order = ({ membership }: MemberRecord) => (removed.has(membership.parentId ?? 0) ? 0 : 1);
    await journal.add(
      records
        .sort((a, b) => order(a) - order(b))
        .map((record) => ({
          kind: 'membership',
          recordId: record.membership.id,
          operation: 'removed',
          changes: withExternalIds(toFlat('membership', record), others.get(record.membership.id)),
        })),
    );
    await new ProposalsWriter(this.#state).removeOf(ids);
    await new LeavingWriter(this.#state).removeOf(ids);
    await removeMembershipRows(db, organisationId, records);
    this.#state.hasChanged = true;
    for (const id of ids) {
      memberships.forget(id);
      this.#corporate.set(id, null);
      changed.parentIds.delete(id);
    }
    index.remove(removed);
    await externalIds.remove('membership', ids);
    read.clear();
    return ids.length;
  }

  /**
   * Rewrites everything that depends on the changes.
   * @throws MissingReferenceError if a parent is missing, SecondMembershipError if a person has two individual
   * memberships, TakenNumberError if a membership got the number of another one
   */
  async settle(): Promise<void> {
    const { db, organisationId, changed } = this.#state;
    for (const [parentId, membershipId] of this.#awaitedParents) {
      if (this.#corporate.get(parentId)) continue;
      throw new MissingReferenceError(
        membershipId,
        `is part of corporate membership ${parentId}, which does not exist`,
      );
    }
    const affected = await findAffected(db, organisationId, { ...changed, parentIds: new Set() });
    await this.#putAgain(affected.filter((id) => !this.#isFresh(id)));
    await this.#putAgain(await findAffected(db, organisationId, { parentIds: changed.parentIds }));
    await requireOneMembershipEach(db, organisationId, this.#individuals);
    this.#individuals.clear();
    await this.#requireFreeNumbers();
    this.#state.forgetChanged();
  }

  /**
   * From now on, memberships may get these numbers although other memberships have them, or any such number. The keys
   * are those of `numberKey`. `sharedNumbers` then names the memberships.
   */
  allowSharedNumbers(numbers: ReadonlySet<string> | 'all'): void {
    this.#sharable = numbers;
  }

  /** The caller adds the pictures of memberships later in the transaction. */
  expectPictures(): void {
    this.#expectsPictures = true;
  }

  /** Memberships that have shared a number before stay as they are: only new and changed numbers are compared. */
  async #requireFreeNumbers(): Promise<void> {
    const { db, organisationId } = this.#state;
    const shared = await findSharedNumbers(db, organisationId, this.#givenNumbers);
    this.#givenNumbers.clear();
    const refused = shared.find(({ number }) => this.#sharable !== 'all' && !this.#sharable.has(number));
    if (refused !== undefined) throw new TakenNumberError(refused);
    this.sharedNumbers.push(...shared);
  }

  /** The number of a membership that was not read before it is written. */
  async #storedNumber(membershipId: number): Promise<string | null> {
    if (this.#sharable === 'all') return null;
    const { db, organisationId } = this.#state;
    const row = await db
      .selectFrom('membership')
      .select('membership_number')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', membershipId)
      .executeTakeFirst();
    return row?.membership_number ?? null;
  }

  /** Sub-memberships of removed memberships stay, without a parent. */
  async #detach(membershipIds: readonly number[]): Promise<void> {
    const { alsoChanged, batch } = this.#state;
    for (const record of await this.#read(membershipIds)) {
      await this.put({ ...record, membership: { ...record.membership, parentId: null } });
      alsoChanged.add(record.membership.id);
    }
    await batch.flush();
  }

  async #putAgain(affected: readonly number[]): Promise<void> {
    const { batch, alsoChanged } = this.#state;
    for (const ids of inChunks(affected)) {
      for (const record of await this.#read(ids)) {
        if ((await this.put(record)) === 'updated') alsoChanged.add(record.membership.id);
      }
      await batch.flush();
    }
  }

  /**
   * true if the membership was written with the current data of its person and of the other records in its document.
   */
  #isFresh(membershipId: number): boolean {
    const { fresh, persons } = this.#state;
    const of = fresh.get(membershipId);
    return of !== undefined && persons.known(of.personId)?.fingerprint === of.fingerprint;
  }

  /** Remembers the members, so that they can be written without being read again. */
  async #read(membershipIds: readonly number[]): Promise<MemberRecord[]> {
    const { db, organisationId, read, memberships, persons } = this.#state;
    const members = await readStoredMembers(db, organisationId, membershipIds);
    read.note(members);
    for (const { membership, person } of members) {
      const { fingerprint, modified_at: modifiedAt } = membership;
      memberships.set(membership.id, { fingerprint, modifiedAt });
      persons.set(person.id, { fingerprint: person.fingerprint, modifiedAt: 0 });
    }
    return members.map(({ record }) => record);
  }

  async #inherited(parentId: number, membershipId: number): Promise<Inherited | null> {
    const known = this.#corporate.get(parentId);
    if (known) return known;
    const { db, organisationId } = this.#state;
    const row = await db
      .selectFrom('membership')
      .select(['expiry_date', 'is_owing', 'standing'])
      .where('organisation_id', '=', organisationId)
      .where('id', '=', parentId)
      .where('kind', '=', 'corporate')
      .executeTakeFirst();
    const inherited =
      row === undefined
        ? null
        : {
            expiryDate: row.expiry_date,
            isOwing: row.is_owing === 1,
            isPassedOver: row.standing !== 'none',
          };
    this.#corporate.set(parentId, inherited);
    if (inherited === null) this.#awaitedParents.set(parentId, membershipId);
    return inherited;
  }
}

function isIndividualOf(before: StoredMember | null, personId: number): boolean {
  return before?.membership.kind === 'individual' && before.membership.person_id === personId;
}

/**
 * Somebody who died, left, was suspended or only applies is not approved, whatever the caller writes: an undo, a merge
 * or an archive too (docs/decisions.md, M1).
 */
function withoutFalseApproval(membership: MemberRecord['membership']): MemberRecord['membership'] {
  return membership.standing === 'none' ? membership : { ...membership, isApproved: false };
}
