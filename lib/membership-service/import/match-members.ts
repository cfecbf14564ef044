import { textKey } from '@/lib/text-key';
import type { MembersWriter } from '../store/members-writer';
import type { MemberRecord, PersonRecord } from '../store/records';
import { buildPerson } from './build-member';
import type { MemberRow } from './member-row';
import { membershipNumberOf } from './row-identity';
import { said } from './row-values';
import type { Survey } from './survey';

/** A row contradicts what is stored or what another row says; the message says how. */
export class RowError extends Error {
  override name = 'RowError';
  constructor(
    readonly column: string | null,
    readonly value: string,
    message: string,
  ) {
    super(message);
  }
}

/** Finds the memberships, persons and parents that a file's rows are about; gives new ones their IDs. */
export class MemberMatcher {
  readonly #writer: MembersWriter;
  readonly #survey: Survey;
  /** IDs of memberships that sub-members named before their own row came, by number. */
  readonly #reserved = new Map<string, number>();
  /** IDs by number, or by `ID …`. */
  readonly #parents = new Map<string, number>();

  constructor(writer: MembersWriter, survey: Survey) {
    this.#writer = writer;
    this.#survey = survey;
  }

  /** The ID of the row's membership if it may be stored; null: certainly new. */
  async findMembership({ identity, values }: MemberRow): Promise<number | null> {
    if (identity.by === 'id') return identity.id;
    if (identity.by === 'number') return this.#writer.findMembershipByNumber(identity.number);
    const personId = await this.#findPerson(values);
    return personId === null ? null : this.#writer.findIndividualMembership(personId);
  }

  /** The ID for a membership that is not stored yet. */
  async newMembershipId({ identity, values }: MemberRow): Promise<number> {
    if (identity.by === 'id') return identity.id;
    const reserved = this.#reserved.get(membershipNumberOf(identity, values));
    return reserved ?? this.#writer.nextId('membership');
  }

  /**
   * The person of a row: of its stored membership, by the person's ID, or by e-mail and full name; else a new one.
   * @throws RowError when a new membership would be the person's second individual one
   */
  async person(
    row: MemberRow,
    stored: MemberRecord | null,
    recent: Map<number, PersonRecord>,
  ): Promise<PersonRecord> {
    const given = said(row.values, 'PersonID');
    const id = given !== '' ? Number(given) : (stored?.person.id ?? (await this.#findContact(row)));
    if (id === null) return buildPerson(row, { id: await this.#writer.nextId('person'), stored: null });
    const isStored = stored?.person.id === id;
    const hasIt = isStored && stored.membership.kind === 'individual';
    if (row.kind === 'individual' && !hasIt) await this.#requireNoOther(row, id);
    const known = recent.get(id) ?? (isStored ? stored.person : await this.#writer.findPerson(id));
    return buildPerson(row, { id, stored: known });
  }

  /** The ID of the corporate membership that a row is part of. @throws RowError when there is none of that ID or number */
  async parentId({ values }: MemberRow): Promise<number | null> {
    const parentId = said(values, 'ParentID');
    if (parentId !== '') return this.#requireCorporate(parentId);
    const number = said(values, 'ParentNumber');
    if (number === '') return null;
    const known = this.#parents.get(number);
    if (known !== undefined) return known;
    const id = (await this.#findParent(number)) ?? (await this.#reserveParent(number));
    if (id === null) throw new RowError('ParentNumber', number, 'is the number of no corporate membership');
    this.#parents.set(number, id);
    return id;
  }

  async #requireCorporate(id: string): Promise<number> {
    const known = this.#parents.get(`ID ${id}`);
    if (known !== undefined) return known;
    const isInFile = this.#survey.corporateIds.has(Number(id));
    const isCorporate =
      isInFile || (await this.#writer.findMember(Number(id)))?.membership.kind === 'corporate';
    if (!isCorporate) throw new RowError('ParentID', id, 'is the ID of no corporate membership');
    this.#parents.set(`ID ${id}`, Number(id));
    return Number(id);
  }

  async #findParent(number: string): Promise<number | null> {
    const id = await this.#writer.findMembershipByNumber(number);
    if (id === null || this.#survey.corporate.has(number)) return id;
    const parent = await this.#writer.findMember(id);
    return parent?.membership.kind === 'corporate' ? id : null;
  }

  /** The parent's row comes later in the file. */
  async #reserveParent(number: string): Promise<number | null> {
    const known = this.#survey.corporate.get(number);
    if (known === undefined) return null;
    const id = known ?? (await this.#writer.nextId('membership'));
    this.#reserved.set(number, id);
    return id;
  }

  async #findPerson(values: Map<string, string>): Promise<number | null> {
    const id = said(values, 'PersonID');
    if (id !== '') return Number(id);
    const [email, firstName, lastName] = [
      said(values, 'Email'),
      said(values, 'FirstName'),
      said(values, 'LastName'),
    ];
    if (email === '' || firstName + lastName === '') return null;
    return this.#writer.findPersonByEmailAndName(email, firstName, lastName);
  }

  /** A person has one organisation: the contact of two firms with different names is kept as two people. */
  async #findContact({ kind, values }: MemberRow): Promise<number | null> {
    const id = await this.#findPerson(values);
    if (id === null || kind === 'individual') return id;
    const organisation = (await this.#writer.findPerson(id))?.organisation ?? '';
    const isSame = organisation === '' || textKey(organisation) === textKey(said(values, 'Organisation'));
    return isSame ? id : null;
  }

  async #requireNoOther({ values }: MemberRow, personId: number): Promise<void> {
    const other = await this.#writer.findIndividualMembership(personId);
    if (other === null) return;
    const column = said(values, 'PersonID') === '' ? 'Email' : 'PersonID';
    throw new RowError(
      column,
      said(values, column),
      `is person ${personId}, who has individual membership ${other} already; give another PersonID, or its number`,
    );
  }
}
