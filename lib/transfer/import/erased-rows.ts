/** Skips rows of erased persons: an import of an old file must not add them again (docs/decisions.md, J20). */
import type { Kysely } from 'kysely';
import type { Membership } from '@/lib/contract/resources';
import type { Store } from '@/lib/store/database';
import { emailKey } from '@/lib/store/email-key';
import { wholeKey } from '@/lib/store/member-rows';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import type { MemberRecord } from '@/lib/store/schema/records';
import {
  ErasedPersons,
  erasedOn,
  readTombstones,
  type Identifier,
  type Tombstone,
} from '@/lib/store/tombstone';
import { splitFullName } from './full-name';
import type { ReadRow } from './member-row';
import { givenIdentity, type Identity } from './row-identity';
import type { RowValues } from './row-values';

/** A skipped row is not a bad row: it is not saved with the bad rows, and its values are not reported. */
export interface ErasedRow {
  line: number;
  /** For example "erased on 3 May 2026, row skipped". */
  reason: string;
}

/** IDs that identify the member of a row. null: the row does not have this ID. */
export interface Named {
  membershipId: number | null;
  personId: number | null;
  ofMembership: Identifier[];
  ofPerson: Identifier[];
}

interface ErasedRowsOptions {
  organisationId: number;
  restores: boolean;
  listedErasures?: readonly Tombstone[] | undefined;
}

export class ErasedRows {
  /** The skipped rows, in the order of the file. */
  readonly found: ErasedRow[] = [];
  /**
   * The memberships of the skipped rows. These memberships count as being in the file, so that the import does not
   * remove them. For example, a company's contact was erased, and the company now has a new contact. The file still
   * names the old contact, so the company's row is skipped. Without this list, the import would remove the company.
   */
  readonly identities: Identity[] = [];
  readonly #db: Kysely<MembersDatabase>;
  readonly #organisationId: number;
  readonly #timeZone: string;
  #erased: ErasedPersons;
  /** Whether a row is skipped, by line number (negative for the second of two people in a line). Only rows that name an erased person are listed. */
  readonly #decided = new Map<number, boolean>();
  readonly #membershipIds = new Set<number>();
  readonly #personIds = new Set<number>();
  #isSecondReading = false;
  /** Whether somebody was erased between the two readings of the file. */
  #hasMore = false;
  readonly #restores: boolean;

  private constructor(
    db: Kysely<MembersDatabase>,
    context: { organisationId: number; timeZone: string; erased: ErasedPersons; restores: boolean },
  ) {
    this.#db = db;
    this.#organisationId = context.organisationId;
    this.#timeZone = context.timeZone;
    this.#erased = context.erased;
    this.#restores = context.restores;
  }

  /**
   * @param restores whether erased persons are imported like others
   * @param listedErasures the installation's erasures; they are used only if the organisation does not exist
   */
  static async open(
    { members }: Pick<Store, 'members'>,
    { organisationId, restores, listedErasures = [] }: ErasedRowsOptions,
  ): Promise<ErasedRows> {
    const stored = await readTombstones(members, organisationId);
    const organisation = await members
      .selectFrom('organisation')
      .select('time_zone')
      .where('id', '=', organisationId)
      .executeTakeFirst();
    const listed = listedErasures.filter((one) => one.organisationId === organisationId);
    const tombstones = organisation === undefined ? listed : stored;
    const erased = new ErasedPersons(organisationId, restores ? [] : tombstones);
    return new ErasedRows(members, {
      organisationId,
      timeZone: organisation?.time_zone ?? 'UTC',
      erased,
      restores,
    });
  }

  /**
   * Called in the transaction that writes. The second reading looks only for persons who were erased since the first
   * reading.
   */
  beginSecondReading(erased: ErasedPersons): void {
    this.#isSecondReading = true;
    if (this.#restores) return;
    this.#hasMore = erased.size !== this.#erased.size;
    this.#erased = erased;
  }

  /** Leaves out rows that name an erased person. The method may be called for each reading of the file. */
  async *without(rows: AsyncIterable<ReadRow[]>, source: string): AsyncGenerator<ReadRow[]> {
    for await (const some of rows) {
      if (this.#erased.isEmpty) {
        yield some;
        continue;
      }
      const kept: ReadRow[] = [];
      for (const one of some) {
        const line = one.row?.line ?? one.problems?.[0]?.line ?? 0;
        const values = one.row?.values ?? one.values;
        const identity = one.row?.identity ?? givenIdentity(values);
        const key = one.row?.isPartner === true ? -line : line;
        const isErased = await this.leavesOut(line, namedBy(values, identity, source), key);
        if (!isErased) kept.push(one);
        else if (identity !== null && !this.#isSecondReading) this.identities.push(identity);
      }
      yield kept;
    }
  }

  hasLeftOut(personId: number): boolean {
    return this.#personIds.has(personId);
  }

  /** If the row of a member's company was skipped, the member is imported without a company. */
  withoutErasedParent(member: MemberRecord): MemberRecord {
    const { parentId } = member.membership;
    if (parentId === null || !this.#membershipIds.has(parentId)) return member;
    return { ...member, membership: { ...member.membership, parentId: null } };
  }

  /**
   * Whether the row names somebody who was erased and has not been imported again since.
   * @param key of the row; two people may be in one line
   */
  async leavesOut(line: number, named: Named, key = line): Promise<boolean> {
    if (this.#erased.isEmpty) return false;
    const decided = this.#decided.get(key);
    if (decided !== undefined) return decided;
    if (this.#isSecondReading && !this.#hasMore) return false;
    const tombstone = await this.#find(named);
    if (tombstone === 'none') return false;
    this.#decided.set(key, tombstone !== null);
    if (tombstone === null) return false;
    if (named.membershipId !== null) this.#membershipIds.add(named.membershipId);
    if (named.personId !== null) this.#personIds.add(named.personId);
    this.found.push({ line, reason: `${erasedOn(tombstone, this.#timeZone)}, row skipped` });
    return true;
  }

  /** null: the erased person has been imported again. `none`: nobody with these IDs was erased. */
  async #find({ membershipId, personId, ofMembership, ofPerson }: Named): Promise<Tombstone | null | 'none'> {
    const ofId = membershipId === null ? null : this.#erased.findMembership(membershipId);
    const membership = ofId ?? this.#erased.find(ofMembership);
    if (membership !== null && !(await this.#isMembershipStored(membershipId, ofMembership)))
      return membership;
    const ofPersonId = personId === null ? null : this.#erased.findPerson(personId);
    const person = ofPersonId ?? this.#erased.find(ofPerson);
    if (person !== null && !(await this.#isPersonStored(personId, ofPerson))) return person;
    return membership === null && person === null ? 'none' : null;
  }

  async #isMembershipStored(id: number | null, identifiers: readonly Identifier[]): Promise<boolean> {
    if (this.#isSecondReading) return false;
    if (id !== null) return this.#has('membership', id);
    for (const one of identifiers) {
      if (one.kind === 'external' && (await this.#hasExternal(one))) return true;
      if (one.kind !== 'number') continue;
      const row = await this.#db
        .selectFrom('membership')
        .select('id')
        .where('organisation_id', '=', this.#organisationId)
        .where('membership_number', '=', one.number)
        .limit(1)
        .executeTakeFirst();
      if (row !== undefined) return true;
    }
    return false;
  }

  async #isPersonStored(id: number | null, identifiers: readonly Identifier[]): Promise<boolean> {
    if (this.#isSecondReading) return false;
    if (id !== null) return this.#has('person', id);
    for (const one of identifiers) {
      if (one.kind === 'external' && (await this.#hasExternal(one))) return true;
      if (one.kind !== 'person') continue;
      const row = await this.#db
        .selectFrom('person')
        .select('id')
        .where('organisation_id', '=', this.#organisationId)
        .where('email_key', '=', emailKey(one.email))
        .where('first_name_key', '=', wholeKey(one.firstName))
        .where('last_name_key', '=', wholeKey(one.lastName))
        .limit(1)
        .executeTakeFirst();
      if (row !== undefined) return true;
    }
    return false;
  }

  async #has(table: 'membership' | 'person', id: number): Promise<boolean> {
    const row = await this.#db
      .selectFrom(table)
      .select('id')
      .where('organisation_id', '=', this.#organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  }

  async #hasExternal({
    of,
    source,
    externalId,
  }: Extract<Identifier, { kind: 'external' }>): Promise<boolean> {
    const row = await this.#db
      .selectFrom('external_id')
      .select('id')
      .where('organisation_id', '=', this.#organisationId)
      .where('kind', '=', of)
      .where('source', '=', source)
      .where('external_id', '=', externalId)
      .executeTakeFirst();
    return row !== undefined;
  }
}

/** Collects the values by which `match-members.ts` finds the person of a row. */
function namedBy(values: RowValues, identity: Identity | null, source: string): Named {
  const number = values.text('MembershipNumber') || (identity?.by === 'number' ? identity.number : '');
  const names = values.has('FullName')
    ? splitFullName(values.text('FullName'))
    : { firstName: values.text('FirstName'), lastName: values.text('LastName') };
  return {
    membershipId: values.get('ChapterhouseID'),
    personId: values.get('ChapterhousePersonID'),
    ofMembership: [
      { kind: 'number', number },
      { kind: 'external', of: 'membership', source, externalId: values.text('ExternalID') },
    ],
    ofPerson: [
      { kind: 'external', of: 'person', source, externalId: values.text('ExternalPersonID') },
      { kind: 'person', email: values.text('Email'), ...names },
    ],
  };
}

export function namedByMember({ membership, person }: MemberRecord): Named {
  const { firstName, lastName, email } = person;
  return {
    membershipId: membership.id,
    personId: person.id,
    ofMembership: [{ kind: 'number', number: membership.membershipNumber }],
    ofPerson: [{ kind: 'person', email, firstName, lastName }],
  };
}

/** Collects the values that identify the member in another site's record. Such a record has no person ID. */
export function namedByRecord({ ID, MembershipNumber, User }: Membership): Named {
  const { Email: email, FirstName: firstName, LastName: lastName } = User;
  return {
    membershipId: Number(ID),
    personId: null,
    ofMembership: [{ kind: 'number', number: MembershipNumber }],
    ofPerson: [{ kind: 'person', email, firstName, lastName }],
  };
}
