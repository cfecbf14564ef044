import { textKey } from '@/lib/text-key';
import type { MembersWriter } from '@/lib/membership-store/members-writer';
import type { MemberRecord, PersonRecord } from '@/lib/membership-schema/records';
import { buildPerson } from './build-person';
import type { MemberRow } from './member-row';
import { ParentFinder } from './parent-finder';
import { referencesOf } from './row-references';
import { RowError } from './row-error';
import type { Identity } from './row-identity';
import type { RowValues } from './row-values';
import type { Survey } from './survey';

export class MemberMatcher {
  readonly #writer: MembersWriter;
  /** `ExternalID` and `ExternalPersonID` are from this system. */
  readonly #source: string;
  readonly #parents: ParentFinder;

  constructor(writer: MembersWriter, { survey, source }: { survey: Survey; source: string }) {
    this.#writer = writer;
    this.#source = source;
    this.#parents = new ParentFinder(writer, { survey, source });
  }

  /** null: the row's membership is certainly new. */
  async findMembership({ identity, values }: Pick<MemberRow, 'identity' | 'values'>): Promise<number | null> {
    if (identity.by === 'id') return identity.id;
    const number = values.text('MembershipNumber') || (identity.by === 'number' ? identity.number : '');
    if (identity.by === 'external') {
      const known = await this.#writer.externalIds.find('membership', this.#source, identity.externalId);
      if (known !== null) return known;
      if (number === '') return this.#findImportedBefore(identity.externalId, values);
    }
    if (number !== '') return this.#writer.index.findMembership(number);
    const personId = await this.#findPerson(values);
    return personId === null ? null : this.#writer.index.findIndividualMembership(personId);
  }

  /** null: no stored membership has this ID or number. */
  async findByIdentity(identity: Identity): Promise<number | null> {
    if (identity.by === 'id') return (await this.#writer.findMember(identity.id))?.membership.id ?? null;
    if (identity.by === 'external')
      return this.#writer.externalIds.find('membership', this.#source, identity.externalId);
    return identity.by === 'number' ? this.#writer.index.findMembership(identity.number) : null;
  }

  /**
   * Earlier versions stored another system's ID as the membership number. Such a membership counts only if the name and
   * email address match.
   */
  async #findImportedBefore(externalId: string, values: RowValues): Promise<number | null> {
    const id = await this.#writer.index.findMembership(externalId);
    const stored = id === null ? null : await this.#writer.findMember(id);
    if (stored === null) return null;
    const { person, membership } = stored;
    const name = [values.text('FirstName'), values.text('LastName')].join(' ');
    const isSameName =
      membership.kind === 'corporate'
        ? textKey(values.text('Organisation')) === textKey(person.organisation)
        : textKey(name) === textKey(`${person.firstName} ${person.lastName}`);
    return isSameName && textKey(values.text('Email')) === textKey(person.email) ? membership.id : null;
  }

  async newMembershipId(row: MemberRow): Promise<number> {
    if (row.identity.by === 'id') return row.identity.id;
    const reserved = this.#parents.reserved(referencesOf(row));
    return reserved ?? this.#writer.nextId('membership');
  }

  /**
   * Finds the person by the row's person ID. Otherwise uses the person of the stored membership, or finds the person by
   * email address and full name. Otherwise creates a new person.
   * @throws RowError if the person already has an individual membership and this new one is individual too
   */
  async person(
    row: MemberRow,
    stored: MemberRecord | null,
    recent: Map<number, PersonRecord>,
  ): Promise<{ person: PersonRecord; before: PersonRecord | null }> {
    const given = await this.#givenPerson(row.values);
    const id = given ?? stored?.person.id ?? (await this.#findContact(row));
    if (id === null) {
      const person = buildPerson(row, { id: await this.#writer.nextId('person'), stored: null });
      return { person, before: null };
    }
    const isStored = stored?.person.id === id;
    const hasIt = isStored && stored.membership.kind === 'individual';
    if (row.kind === 'individual' && !hasIt) await this.#requireNoOther(row, id);
    const before = recent.get(id) ?? (isStored ? stored.person : await this.#writer.findPerson(id));
    return { person: buildPerson(row, { id, stored: before }), before };
  }

  /** @throws RowError if the corporate membership does not exist */
  async parentId(row: MemberRow): Promise<number | null> {
    return this.#parents.parentId(row.values);
  }

  /** Stores the other system's IDs, so that the row can be matched again. */
  async addExternal({ values }: MemberRow, { membership, person }: MemberRecord): Promise<void> {
    const externalId = values.text('ExternalID');
    if (externalId !== '')
      await this.#writer.externalIds.put('membership', this.#source, externalId, membership.id);
    const personId = values.text('ExternalPersonID');
    if (personId !== '') await this.#writer.externalIds.put('person', this.#source, personId, person.id);
  }

  async #givenPerson(values: RowValues): Promise<number | null> {
    const id = values.get('ChapterhousePersonID');
    if (id !== null) return this.#writer.aliases.survivorOf(id);
    const externalId = values.text('ExternalPersonID');
    return externalId === '' ? null : this.#writer.externalIds.find('person', this.#source, externalId);
  }

  async #findPerson(values: RowValues): Promise<number | null> {
    const given = await this.#givenPerson(values);
    if (given !== null) return given;
    const [email, firstName, lastName] = [
      values.text('Email'),
      values.text('FirstName'),
      values.text('LastName'),
    ];
    if (email === '' || firstName + lastName === '') return null;
    return this.#writer.index.findPerson(email, firstName, lastName);
  }

  /**
   * A stored person has only one value for `Organisation`. A contact of two companies with different names is therefore
   * stored as two persons.
   */
  async #findContact({ kind, values }: MemberRow): Promise<number | null> {
    const id = await this.#findPerson(values);
    if (id === null || kind === 'individual') return id;
    const organisation = (await this.#writer.findPerson(id))?.organisation ?? '';
    const isSame = organisation === '' || textKey(organisation) === textKey(values.text('Organisation'));
    return isSame ? id : null;
  }

  async #requireNoOther({ values }: MemberRow, personId: number): Promise<void> {
    const other = await this.#writer.index.findIndividualMembership(personId);
    if (other === null) return;
    const [column, value] =
      values.get('ChapterhousePersonID') !== null
        ? ['ChapterhousePersonID', String(personId)]
        : values.text('ExternalPersonID') !== ''
          ? ['ExternalPersonID', values.text('ExternalPersonID')]
          : ['Email', values.text('Email')];
    throw new RowError(
      column,
      value,
      `is person ${personId}, who already has individual membership ${other}; give another ChapterhousePersonID, or the number of that membership`,
    );
  }
}
