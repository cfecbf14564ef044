import { textKey } from '@/lib/text-key';
import type { MembersWriter } from '@/lib/membership-store/members-writer';
import { numberKey } from '@/lib/membership-store/membership-numbers';
import type { MemberRecord, MembershipRecord, PersonRecord } from '@/lib/membership-schema/records';
import { buildPerson } from './build-person';
import type { GivenNumbers } from './given-numbers';
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
  readonly #numbers: GivenNumbers;

  constructor(writer: MembersWriter, { survey, source }: { survey: Survey; source: string }) {
    this.#writer = writer;
    this.#source = source;
    this.#numbers = survey.numbers;
    this.#parents = new ParentFinder(writer, { survey, source });
  }

  /**
   * null: the row's membership is certainly new.
   * @throws RowError if the row may be about several memberships
   */
  async findMembership(row: Pick<MemberRow, 'identity' | 'values' | 'kind'>): Promise<number | null> {
    const { identity, values } = row;
    if (identity.by === 'id') return identity.id;
    const number = values.text('MembershipNumber') || (identity.by === 'number' ? identity.number : '');
    if (identity.by === 'external') {
      const known = await this.#writer.externalIds.find('membership', this.#source, identity.externalId);
      if (known !== null) return known;
      if (number === '') return this.#findImportedBefore(identity.externalId, values);
    }
    if (number !== '') return this.#findByNumber(number, row);
    return this.#findByPerson(values);
  }

  /** The stored memberships with this ID or number. */
  async findByIdentity(identity: Identity): Promise<readonly number[]> {
    if (identity.by === 'id')
      return (await this.#writer.findMember(identity.id)) === null ? [] : [identity.id];
    if (identity.by === 'external') {
      const id = await this.#writer.externalIds.find('membership', this.#source, identity.externalId);
      return id === null ? [] : [id];
    }
    return identity.by === 'number' ? this.#writer.index.findMemberships(identity.number) : [];
  }

  /**
   * The membership whose number the row gives to another one, or null. A number is not taken if another row of the file
   * gives its holder a different number.
   */
  async findHolder({ id, membershipNumber }: MembershipRecord): Promise<MemberRecord | null> {
    const key = numberKey(membershipNumber);
    if (key === '') return null;
    for (const other of await this.#writer.index.findMemberships(key)) {
      if (other === id) continue;
      const externalIds = (await this.#writer.externalIds.read('membership', [other])).get(other) ?? [];
      const identities: Identity[] = [
        { by: 'id', id: other },
        ...externalIds
          .filter(({ source }) => source === this.#source)
          .map(({ externalId }) => ({ by: 'external' as const, externalId })),
      ];
      const given = identities.map((one) => this.#numbers.of(one)).find((one) => one !== null) ?? key;
      if (given === key) return this.#writer.findMember(other);
    }
    return null;
  }

  /**
   * Several memberships may have the number. Then the name in the row decides, or the email address. If two rows of the
   * file have the number, a membership with another name is not meant.
   */
  async #findByNumber(number: string, row: Pick<MemberRow, 'values' | 'kind'>): Promise<number | null> {
    const ids = await this.#writer.index.findMemberships(number);
    const isShared = this.#numbers.isShared(number);
    if (ids.length === 0 || (ids.length === 1 && !isShared)) return ids[0] ?? null;
    const members = [...(await this.#writer.findMembers(ids)).values()];
    const named = members.filter(({ person }) => hasSameName(row, person));
    if (named.length === 0 && isShared) return null;
    const email = textKey(row.values.text('Email'));
    const reached = named.filter(({ person }) => email !== '' && textKey(person.email) === email);
    const [found, ...others] = named.length > 1 ? reached : named;
    if (found !== undefined && others.length === 0) return found.membership.id;
    throw new RowError('MembershipNumber', number, `is the number of ${listMembers(members)}`);
  }

  async #findByPerson(values: RowValues): Promise<number | null> {
    const given = await this.#givenPerson(values);
    const ids = [];
    for (const personId of given === null ? await this.#findPersons(values) : [given]) {
      const id = await this.#writer.index.findIndividualMembership(personId);
      if (id !== null) ids.push(id);
    }
    if (ids.length < 2) return ids[0] ?? null;
    const members = [...(await this.#writer.findMembers(ids)).values()];
    throw new RowError('Email', values.text('Email'), `is the email address of ${listMembers(members)}`);
  }

  /**
   * Earlier versions stored another system's ID as the membership number. Such a membership counts only if the name and
   * email address match.
   */
  async #findImportedBefore(externalId: string, values: RowValues): Promise<number | null> {
    const ids = await this.#writer.index.findMemberships(externalId);
    for (const { person, membership } of (await this.#writer.findMembers(ids)).values()) {
      const isSameName = hasSameName({ values, kind: membership.kind }, person);
      if (isSameName && textKey(values.text('Email')) === textKey(person.email)) return membership.id;
    }
    return null;
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

  async #findPersons(values: RowValues): Promise<readonly number[]> {
    const [email, firstName, lastName] = [
      values.text('Email'),
      values.text('FirstName'),
      values.text('LastName'),
    ];
    if (email === '' || firstName + lastName === '') return [];
    return this.#writer.index.findPersons(email, firstName, lastName);
  }

  /**
   * A stored person has only one value for `Organisation`. A contact of two companies with different names is therefore
   * stored as two persons.
   */
  async #findContact({ kind, values }: MemberRow): Promise<number | null> {
    const id = (await this.#givenPerson(values)) ?? (await this.#findPersons(values))[0] ?? null;
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

function hasSameName({ values, kind }: Pick<MemberRow, 'values' | 'kind'>, person: PersonRecord): boolean {
  if (kind === 'corporate') return textKey(values.text('Organisation')) === textKey(person.organisation);
  const name = `${values.text('FirstName')} ${values.text('LastName')}`;
  return textKey(name) === textKey(`${person.firstName} ${person.lastName}`);
}

function listMembers(members: readonly MemberRecord[]): string {
  const described = members.map(describeHolder);
  const [last = '', ...others] = described.reverse();
  return `${others.reverse().join(', ')} and ${last}: give the ChapterhouseID of the one that is meant`;
}

export function describeHolder({ person, membership }: MemberRecord): string {
  const own = `${person.firstName} ${person.lastName}`.trim();
  const name = membership.kind === 'corporate' || own === '' ? person.organisation : own;
  return `${name} (membership ${membership.id})`;
}
