import type { Kysely } from 'kysely';
import { textKey } from '@/lib/base/text-key';
import { emailKey } from './email-key';
import { findNumberHolders, numberKey } from './membership-numbers';
import { wholeKey } from './member-rows';
import type { MembersDatabase, PersonTable } from '@/lib/store/schema/members-schema';
import type { MembershipRecord } from '@/lib/store/schema/records';

/** The tables whose IDs are assigned one after another. */
export type CountedTable =
  'person' | 'membership' | 'location' | 'membership_type' | 'category' | 'chapter' | 'addon' | 'extra';

export type LookUps = Pick<
  MemberIndex,
  'findPersons' | 'findMemberships' | 'findIndividualMembership' | 'findCompanies' | 'hasName' | 'freeNumber'
>;

/** Many members may have the numbers after a new ID. */
const mostNumbersAtOnce = 400;

/**
 * Finds persons and memberships by the data in an import's file. The first look-up loads the whole index, because an
 * import looks up every row of its file. Each write updates it.
 */
export class MemberIndex {
  readonly #db: Kysely<MembersDatabase>;
  readonly #organisationId: number;
  /** Writes waiting records, so that a load sees them. */
  readonly #flush: () => Promise<void>;
  readonly #highest = new Map<CountedTable, number>();
  readonly #counted = new Set<CountedTable>();
  #loaded: LoadedIndex | null = null;
  /** Numbers that were written before the index was loaded. */
  readonly #written = new Set<string>();
  /** `to` is the last number that `freeNumber` returned. The numbers from `from` to `to` are taken. */
  #taken = { from: 0, to: -1 };

  constructor(db: Kysely<MembersDatabase>, organisationId: number, flush: () => Promise<void>) {
    this.#db = db;
    this.#organisationId = organisationId;
    this.#flush = flush;
  }

  /** Finds persons without regard to case and accents, by ascending ID. */
  async findPersons(email: string, firstName: string, lastName: string): Promise<readonly number[]> {
    const { persons } = await this.#load();
    return persons.get(personKey(emailKey(email), wholeKey(firstName), wholeKey(lastName))) ?? [];
  }

  /** All memberships with this number. The first is the one that had it first. */
  async findMemberships(membershipNumber: string): Promise<readonly number[]> {
    return (await this.#load()).byNumber.get(numberKey(membershipNumber)) ?? [];
  }

  /**
   * The number of a new membership: its ID, or the next whole number that is neither in `reserved` nor the number of a
   * membership. The keys of `reserved` are those of `numberKey`.
   */
  async freeNumber(id: number, reserved: Pick<ReadonlySet<string>, 'has'>): Promise<string> {
    const { from, to } = this.#taken;
    const isKnown = id >= from && id <= to;
    let next = isKnown ? to + 1 : id;
    for (let count = 1; ; count = Math.min(count * 20, mostNumbersAtOnce)) {
      const numbers = Array.from({ length: count }, (_, index) => String(next + index));
      const holders =
        this.#loaded?.byNumber ?? (await findNumberHolders(this.#db, this.#organisationId, numbers));
      const free = numbers.find(
        (number) => !holders.has(number) && !reserved.has(number) && !this.#written.has(number),
      );
      if (free !== undefined) {
        this.#taken = { from: isKnown ? from : id, to: Number(free) };
        return free;
      }
      next += count;
    }
  }

  /** null: the person has no individual membership. */
  async findIndividualMembership(personId: number): Promise<number | null> {
    return (await this.#load()).individual.get(personId) ?? null;
  }

  /** The corporate memberships that have, or had, this name. Ignores case and accents. */
  async findCompanies(organisation: string): Promise<readonly number[]> {
    const key = textKey(organisation);
    return key === '' ? [] : [...((await this.#load()).companies.get(key) ?? [])];
  }

  /** Ignores case and accents. */
  async hasName(firstName: string, lastName: string): Promise<boolean> {
    return (await this.#load()).names.has(personKey(wholeKey(firstName), wholeKey(lastName)));
  }

  add(membership: MembershipRecord, person: PersonTable): void {
    this.addId('membership', membership.id);
    this.addId('person', person.id);
    for (const location of membership.locations) this.addId('location', location.id);
    if (this.#loaded === null) {
      this.#written.add(numberKey(membership.membershipNumber));
      return;
    }
    addMembership(this.#loaded, membership.id, membership.membershipNumber, person.id, membership.kind);
    if (membership.kind === 'corporate') addCompany(this.#loaded, membership.id, person.organisation);
    addPerson(this.#loaded, person.id, person.email_key, person.first_name_key, person.last_name_key);
  }

  remove(membershipIds: ReadonlySet<number>): void {
    if (this.#loaded === null) return;
    const { individual, companies } = this.#loaded;
    for (const ids of companies.values()) for (const id of membershipIds) ids.delete(id);
    for (const id of membershipIds) removeNumber(this.#loaded, id);
    for (const [key, id] of individual) if (membershipIds.has(id)) individual.delete(key);
  }

  removePersons(personIds: ReadonlySet<number>): void {
    if (this.#loaded === null) return;
    const { persons } = this.#loaded;
    for (const [key, ids] of persons) {
      if (!ids.some((id) => personIds.has(id))) continue;
      const left = ids.filter((id) => !personIds.has(id));
      if (left.length === 0) persons.delete(key);
      else persons.set(key, left);
    }
  }

  addId(table: CountedTable, id: number): void {
    this.#highest.set(table, Math.max(id, this.#highest.get(table) ?? 0));
  }

  async nextId(table: CountedTable): Promise<number> {
    if (!this.#counted.has(table)) {
      this.#counted.add(table);
      this.addId(table, await readHighestId(this.#db, this.#organisationId, table));
    }
    const next = (this.#highest.get(table) ?? 0) + 1;
    this.addId(table, next);
    return next;
  }

  async #load(): Promise<LoadedIndex> {
    if (this.#loaded !== null) return this.#loaded;
    await this.#flush();
    const index: LoadedIndex = {
      persons: new Map(),
      names: new Set(),
      byNumber: new Map(),
      numbers: new Map(),
      individual: new Map(),
      companies: new Map(),
    };
    const ofOrganisation = this.#db.selectFrom('person').where('organisation_id', '=', this.#organisationId);
    const persons = ofOrganisation
      .select(['id', 'email_key', 'first_name_key', 'last_name_key'])
      .orderBy('id');
    for (const row of await persons.execute()) {
      addPerson(index, row.id, row.email_key, row.first_name_key, row.last_name_key);
    }
    const memberships = await this.#db
      .selectFrom('membership')
      .select(['id', 'membership_number', 'person_id', 'kind'])
      .where('organisation_id', '=', this.#organisationId)
      .orderBy('id')
      .execute();
    for (const row of memberships)
      addMembership(index, row.id, row.membership_number, row.person_id, row.kind);
    const companies = await this.#db
      .selectFrom('membership')
      .innerJoin('person', (join) =>
        join
          .onRef('person.organisation_id', '=', 'membership.organisation_id')
          .onRef('person.id', '=', 'membership.person_id'),
      )
      .select(['membership.id', 'person.organisation'])
      .where('membership.organisation_id', '=', this.#organisationId)
      .where('membership.kind', '=', 'corporate')
      .execute();
    for (const { id, organisation } of companies) addCompany(index, id, organisation);
    this.#loaded = index;
    return index;
  }
}

interface LoadedIndex {
  persons: Map<string, number[]>;
  names: Set<string>;
  byNumber: Map<string, number[]>;
  /** The number of each membership. */
  numbers: Map<number, string>;
  individual: Map<number, number>;
  /** The keys come from `textKey`. */
  companies: Map<string, Set<number>>;
}

function addPerson(index: LoadedIndex, id: number, email: string, firstName: string, lastName: string): void {
  const key = personKey(email, firstName, lastName);
  const ids = index.persons.get(key);
  if (ids === undefined) index.persons.set(key, [id]);
  else if (!ids.includes(id)) ids.push(id);
  index.names.add(personKey(firstName, lastName));
}

function addMembership(index: LoadedIndex, id: number, number: string, personId: number, kind: string): void {
  const key = numberKey(number);
  if (index.numbers.get(id) !== key) {
    removeNumber(index, id);
    if (key !== '') index.numbers.set(id, key);
    const ids = key === '' ? [] : index.byNumber.get(key);
    if (ids === undefined) index.byNumber.set(key, [id]);
    else ids.push(id);
  }
  if (kind === 'individual' && !index.individual.has(personId)) index.individual.set(personId, id);
}

function addCompany({ companies }: LoadedIndex, id: number, organisation: string): void {
  const key = textKey(organisation);
  companies.set(key, (companies.get(key) ?? new Set()).add(id));
}

function removeNumber({ byNumber, numbers }: LoadedIndex, id: number): void {
  const key = numbers.get(id);
  if (key === undefined) return;
  numbers.delete(id);
  const left = byNumber.get(key)?.filter((one) => one !== id) ?? [];
  if (left.length === 0) byNumber.delete(key);
  else byNumber.set(key, left);
}

/** Keys contain no line breaks, because single spaces replace all white space. */
function personKey(...keys: string[]): string {
  return keys.join('\n');
}

async function readHighestId(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  table: CountedTable,
): Promise<number> {
  const stored = await db
    .selectFrom(table)
    .select((eb) => eb.fn.max('id').as('id'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  const removed = await db
    .selectFrom('last_id')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('table_name', '=', table)
    .executeTakeFirst();
  return Math.max(Number(stored?.id ?? 0), removed?.id ?? 0);
}
