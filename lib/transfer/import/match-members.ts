import { textKey } from '@/lib/base/text-key';
import type { MembersWriter } from '@/lib/store/members-writer';
import { numberKey } from '@/lib/store/membership-numbers';
import type { MemberRecord, MembershipRecord, PersonRecord } from '@/lib/store/schema/records';
import type { GivenNumbers } from './given-numbers';
import type { Answers, GroupedProblem } from './causes';
import { doubtMember, nameOf, nameOfMember } from './doubt-match';
import type { MemberRow } from './member-row';
import { ParentFinder } from './parent-finder';
import { bundleReference, referencesOf } from './row-references';
import { bundleOf, isBundleCompany } from './bundles';
import { RowError } from './row-error';
import { type Identity, membershipNumberOf } from './row-identity';
import type { RowValues } from './row-values';
import type { Survey } from './survey';
import { fromCells } from '@/lib/contract/fields/columns';
import { userFields } from '@/lib/contract/fields/person';
import { blankPerson } from '@/lib/store/blank-records';

/** How a row names a membership. The order is that of docs/import.md. */
type MatchedBy =
  'id' | 'external' | 'foreign-number' | 'number' | 'person' | 'name' | 'company' | 'former-number';

export interface Candidate {
  by: MatchedBy;
  id: number;
}

export interface Match {
  /** null: the row's membership is new. */
  by: MatchedBy | null;
  id: number | null;
  stored: MemberRecord | null;
  /** false: only a number or an ID matches, and neither name nor email address agrees. */
  isAgreed: boolean;
  /** What the operator is asked if nothing agrees. */
  doubt: GroupedProblem | null;
  /** The row's number is that of another system, and the membership has another one here. */
  hasForeignNumber: boolean;
  /** The operator says that the row is about somebody else than the member with its number or ID. */
  isOther: boolean;
}

const newMember: Match = {
  by: null,
  id: null,
  stored: null,
  isAgreed: true,
  doubt: null,
  hasForeignNumber: false,
  isOther: false,
};

/** More companies with one name are branches, or the name says nothing. */
const maxNamesakes = 5;

/** The ID under which another system's membership number is stored, if the membership has a number of its own here. */
const foreignNumber = (number: string) => `number ${numberKey(number)}`;

export class MemberMatcher {
  readonly #writer: MembersWriter;
  /** `ExternalID` and `ExternalPersonID` are from this system. */
  readonly #source: string;
  readonly #parents: ParentFinder;
  readonly #numbers: GivenNumbers;
  readonly #answers: Answers;

  constructor(
    writer: MembersWriter,
    { survey, source, answers }: { survey: Survey; source: string; answers: Answers },
  ) {
    this.#answers = answers;
    this.#writer = writer;
    this.#source = source;
    this.#numbers = survey.numbers;
    this.#parents = new ParentFinder(writer, {
      survey,
      source,
      match: (row) => this.#storedCompany(row),
    });
  }

  /**
   * The memberships that the row may mean, by its IDs, its number, and the person or company in it. Reads no records.
   */
  async candidates(row: MemberRow): Promise<Candidate[]> {
    const { identity, values } = row;
    if (identity.by === 'id') return [{ by: 'id', id: identity.id }];
    const found: Candidate[] = [];
    const add = (by: Candidate['by'], ids: readonly (number | null)[]) =>
      ids.forEach((id) => id !== null && found.push({ by, id }));
    const { externalIds, index } = this.#writer;
    const externalId = values.text('ExternalID');
    if (externalId !== '') add('external', [await externalIds.find('membership', this.#source, externalId)]);
    const number = membershipNumberOf(identity, values);
    if (number !== '') {
      add('foreign-number', [await externalIds.find('membership', this.#source, foreignNumber(number))]);
      add('number', await index.findMemberships(number));
    }
    if (row.kind === 'corporate') {
      const companies = await index.findCompanies(values.text('Organisation'));
      if (companies.length <= maxNamesakes) add('company', companies);
    } else {
      const given = await this.#givenPerson(values);
      if (given !== null) add('person', [await index.findIndividualMembership(given)]);
      for (const person of await this.#findPersons(values))
        add('name', [await index.findIndividualMembership(person)]);
    }
    // Earlier versions stored another system's ID as the membership number.
    if (externalId !== '') add('former-number', await index.findMemberships(externalId));
    return found;
  }

  /**
   * Chooses the membership that the row means (docs/import.md, "How rows are matched").
   * @param written the memberships that earlier rows have written
   * @throws RowError if the row may be about several memberships
   */
  async choose(
    row: MemberRow,
    {
      candidates,
      read,
      written,
    }: {
      candidates: readonly Candidate[];
      read: (id: number) => Promise<MemberRecord | null>;
      written: Pick<ReadonlyMap<number, unknown>, 'has'>;
    },
  ): Promise<Match> {
    const [first] = candidates;
    if (first?.by === 'id') return { ...newMember, ...first, stored: await read(first.id) };
    let doubtful: Match | null = null;
    for (const by of ['external', 'foreign-number', 'number', 'person', 'name', 'company'] as const) {
      const ids = new Set(candidates.filter((one) => one.by === by).map(({ id }) => id));
      const members: MemberRecord[] = [];
      for (const id of ids) {
        const member = await read(id);
        if (member !== null) members.push(member);
      }
      const number = row.values.text('MembershipNumber');
      const found =
        by === 'number'
          ? this.#chooseByNumber(row, members, number)
          : by === 'company'
            ? chooseCompany(row, members, written)
            : onlyOne(row, members);
      if (found === null) continue;
      const agreement = agreementOf(row, found);
      const isId = by === 'external' || by === 'person';
      const isAgreed = agreement === 'agrees' || (isId && agreement === 'unknown');
      const { id } = found.membership;
      const hasForeignNumber = candidates.some((one) => one.by === 'foreign-number' && one.id === id);
      const match: Match = { ...newMember, by, id, stored: found, isAgreed, hasForeignNumber };
      if (isAgreed) return match;
      doubtful ??= match;
    }
    if (doubtful?.stored != null) return this.#decide(row, doubtful, doubtful.stored);
    for (const { by, id } of candidates) {
      const stored = by === 'former-number' ? await read(id) : null;
      if (stored === null || !hasSameName(row, stored)) continue;
      if (textKey(row.values.text('Email')) === textKey(stored.person.email))
        return { ...newMember, by: 'external', id, stored };
    }
    return newMember;
  }

  /** If only a number or an ID matches, the operator decides who is meant. */
  #decide(row: MemberRow, match: Match, stored: MemberRecord): Match {
    const doubt = doubtMember(row, stored);
    if (this.#answers.of(doubt) !== 'add-member') return { ...match, doubt };
    return { ...newMember, isOther: true, doubt };
  }

  /** The stored membership of a company's row. null: the company is new. */
  async #storedCompany(row: MemberRow): Promise<number | null> {
    const read = (id: number) => this.#writer.memberships.find(id);
    const candidates = await this.candidates(row);
    const { stored } = await this.choose(row, { candidates, read, written: new Map() });
    return stored?.membership.id ?? null;
  }

  /** The stored memberships with this ID or number. */
  async findByIdentity(identity: Identity): Promise<readonly number[]> {
    if (identity.by === 'id')
      return (await this.#writer.memberships.find(identity.id)) === null ? [] : [identity.id];
    if (identity.by === 'external') {
      const id = await this.#writer.externalIds.find('membership', this.#source, identity.externalId);
      return id === null ? [] : [id];
    }
    if (identity.by !== 'number') return [];
    const foreign = foreignNumber(identity.number);
    const id = await this.#writer.externalIds.find('membership', this.#source, foreign);
    return [...(id === null ? [] : [id]), ...(await this.#writer.index.findMemberships(identity.number))];
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
      if (given === key) return this.#writer.memberships.find(other);
    }
    return null;
  }

  /**
   * Several memberships may have the number. Then the name in the row decides, or the email address. If two rows of the
   * file have the number, a membership with another name is not meant.
   */
  #chooseByNumber(row: MemberRow, members: readonly MemberRecord[], number: string): MemberRecord | null {
    const isShared = this.#numbers.isShared(number);
    if (members.length === 0 || (members.length === 1 && !isShared)) return members[0] ?? null;
    const named = members.filter((member) => hasSameName(row, member));
    if (named.length === 0 && isShared) return null;
    const reached = named.filter((member) => hasSameEmail(row, member));
    const [found, ...others] = named.length > 1 ? reached : named;
    if (found !== undefined && others.length === 0) return found;
    throw new RowError('MembershipNumber', number, `is the number of ${listMembers(members)}`);
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
    const given = await this.#agreedPerson(row, stored);
    const id = given ?? stored?.person.id ?? (await this.#findContact(row));
    if (id === null) {
      const person = buildPerson(row, { id: await this.#writer.nextId('person'), stored: null });
      return { person, before: null };
    }
    const isStored = stored?.person.id === id;
    const hasIt = isStored && stored.membership.kind === 'individual';
    if (row.kind === 'individual' && !hasIt) await this.#requireNoOther(row, id);
    const before = recent.get(id) ?? (isStored ? stored.person : await this.#writer.persons.find(id));
    return { person: buildPerson(row, { id, stored: before }), before };
  }

  /** @throws RowError if the corporate membership does not exist */
  async parentId(row: MemberRow): Promise<number | null> {
    return this.#parents.parentId(row.values);
  }

  /**
   * Stores the other system's IDs, so that the row can be matched again. An ID of another member stays with that one.
   * @param number the row's number, if it is not the membership's number here
   */
  async addExternal(
    { values }: MemberRow,
    { membership, person }: MemberRecord,
    { number, takesIds }: { number: string; takesIds: boolean },
  ): Promise<void> {
    const add = async (kind: 'membership' | 'person', externalId: string, id: number) => {
      if (externalId === '') return;
      const known = takesIds ? null : await this.#writer.externalIds.find(kind, this.#source, externalId);
      if (known === null) await this.#writer.externalIds.put(kind, this.#source, externalId, id);
    };
    await add('membership', values.text('ExternalID'), membership.id);
    await add('membership', number === '' ? '' : foreignNumber(number), membership.id);
    const bundle = isBundleCompany(values) ? bundleOf(values) : '';
    await add('membership', bundle === '' ? '' : bundleReference(bundle), membership.id);
    await add('person', values.text('ExternalPersonID'), person.id);
  }

  async #givenPerson(values: RowValues): Promise<number | null> {
    const id = values.get('ChapterhousePersonID');
    if (id !== null) return this.#writer.aliases.survivorOf(id);
    const externalId = values.text('ExternalPersonID');
    return externalId === '' ? null : this.#writer.externalIds.find('person', this.#source, externalId);
  }

  /** Another system's ID of a person is not followed to somebody with another name and email address. */
  async #agreedPerson(row: MemberRow, stored: MemberRecord | null): Promise<number | null> {
    const id = await this.#givenPerson(row.values);
    if (id === null || id === stored?.person.id || row.values.get('ChapterhousePersonID') !== null) return id;
    const person = await this.#writer.persons.find(id);
    if (person === null || hasSameEmail(row, { person })) return id;
    const { values } = row;
    const name = `${values.text('FirstName')} ${values.text('LastName')}`;
    const isOther = textKey(name) !== textKey(`${person.firstName} ${person.lastName}`);
    return isOther && textKey(name + values.text('Email')) !== '' ? null : id;
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
    const id = (await this.#findPersons(values))[0] ?? null;
    if (id === null || kind === 'individual') return id;
    const organisation = (await this.#writer.persons.find(id))?.organisation ?? '';
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

function onlyOne(row: MemberRow, members: readonly MemberRecord[]): MemberRecord | null {
  if (members.length < 2) return members[0] ?? null;
  throw new RowError('Email', row.values.text('Email'), `is the email address of ${listMembers(members)}`);
}

/** Two branches of a company may have one name and email address: a branch with a row of its own is not meant again. */
function chooseCompany(
  row: MemberRow,
  members: readonly MemberRecord[],
  written: Pick<ReadonlyMap<number, unknown>, 'has'>,
): MemberRecord | null {
  const left = members.filter((member) => !written.has(member.membership.id) && agreesInBoth(row, member));
  return left.length === 1 ? (left[0] ?? null) : null;
}

/** `unknown`: the row has no name and no email address. */
function agreementOf(row: MemberRow, stored: MemberRecord): 'agrees' | 'differs' | 'unknown' {
  if (hasSameName(row, stored) || hasSameEmail(row, stored)) return 'agrees';
  return nameOf(row, stored.membership.kind) + row.values.text('Email') === '' ? 'unknown' : 'differs';
}

const agreesInBoth = (row: MemberRow, stored: MemberRecord) =>
  hasSameName(row, stored) && hasSameEmail(row, stored);

function hasSameName(row: MemberRow, { membership: { kind }, person }: MemberRecord): boolean {
  const name = textKey(nameOf(row, kind));
  if (name === '') return false;
  if (kind === 'corporate' && name === textKey(person.organisation)) return true;
  const isContact = kind === 'individual' || row.values.text('Organisation') === '';
  return isContact && name === textKey(`${person.firstName} ${person.lastName}`);
}

function hasSameEmail({ values }: MemberRow, { person }: Pick<MemberRecord, 'person'>): boolean {
  const email = textKey(values.text('Email'));
  return email !== '' && email === textKey(person.email);
}

function listMembers(members: readonly MemberRecord[]): string {
  const described = members.map(describeHolder);
  const [last = '', ...others] = described.reverse();
  return `${others.reverse().join(', ')} and ${last}: give the ChapterhouseID of the one that is meant`;
}

export function describeHolder(member: MemberRecord): string {
  return `${nameOfMember(member)} (membership ${member.membership.id})`;
}

function buildPerson(
  { values }: Pick<MemberRow, 'values'>,
  { id, stored }: { id: number; stored: PersonRecord | null },
): PersonRecord {
  return { ...fromCells(userFields, stored ?? blankPerson(id), (name) => values.find(name)), id };
}
