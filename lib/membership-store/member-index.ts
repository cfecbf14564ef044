import type { Kysely } from 'kysely';
import { emailKey } from './email-key';
import { wholeKey } from './member-rows';
import type { MembersDatabase, PersonTable } from '@/lib/membership-schema/members-schema';
import type { MembershipRecord } from '@/lib/membership-schema/records';

/** The tables whose IDs are assigned one after another. */
export type CountedTable =
  'person' | 'membership' | 'location' | 'membership_type' | 'category' | 'chapter' | 'addon' | 'extra';

export type LookUps = Pick<
  MemberIndex,
  'findPerson' | 'findMembership' | 'findIndividualMembership' | 'hasName'
>;

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

  constructor(db: Kysely<MembersDatabase>, organisationId: number, flush: () => Promise<void>) {
    this.#db = db;
    this.#organisationId = organisationId;
    this.#flush = flush;
  }

  /**
   * Finds a person without regard to case and accents. If several persons match, returns the lowest ID. null: nobody
   * matches.
   */
  async findPerson(email: string, firstName: string, lastName: string): Promise<number | null> {
    const { persons } = await this.#load();
    return persons.get(personKey(emailKey(email), wholeKey(firstName), wholeKey(lastName))) ?? null;
  }

  /** If several memberships have this number, returns the lowest ID. null: no membership has exactly this number. */
  async findMembership(membershipNumber: string): Promise<number | null> {
    return (await this.#load()).byNumber.get(membershipNumber) ?? null;
  }

  /** null: the person has no individual membership. */
  async findIndividualMembership(personId: number): Promise<number | null> {
    return (await this.#load()).individual.get(personId) ?? null;
  }

  /** Ignores case and accents. */
  async hasName(firstName: string, lastName: string): Promise<boolean> {
    return (await this.#load()).names.has(personKey(wholeKey(firstName), wholeKey(lastName)));
  }

  add(membership: MembershipRecord, person: PersonTable): void {
    this.addId('membership', membership.id);
    this.addId('person', person.id);
    for (const location of membership.locations) this.addId('location', location.id);
    if (this.#loaded === null) return;
    addMembership(this.#loaded, membership.id, membership.membershipNumber, person.id, membership.kind);
    addPerson(this.#loaded, person.id, person.email_key, person.first_name_key, person.last_name_key);
  }

  remove(membershipIds: ReadonlySet<number>): void {
    if (this.#loaded === null) return;
    const { byNumber, individual } = this.#loaded;
    for (const [key, id] of byNumber) if (membershipIds.has(id)) byNumber.delete(key);
    for (const [key, id] of individual) if (membershipIds.has(id)) individual.delete(key);
  }

  removePersons(personIds: ReadonlySet<number>): void {
    if (this.#loaded === null) return;
    const { persons } = this.#loaded;
    for (const [key, id] of persons) if (personIds.has(id)) persons.delete(key);
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
      individual: new Map(),
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
    this.#loaded = index;
    return index;
  }
}

interface LoadedIndex {
  persons: Map<string, number>;
  names: Set<string>;
  byNumber: Map<string, number>;
  individual: Map<number, number>;
}

function addPerson(index: LoadedIndex, id: number, email: string, firstName: string, lastName: string): void {
  const key = personKey(email, firstName, lastName);
  if (!index.persons.has(key)) index.persons.set(key, id);
  index.names.add(personKey(firstName, lastName));
}

function addMembership(index: LoadedIndex, id: number, number: string, personId: number, kind: string): void {
  if (!index.byNumber.has(number)) index.byNumber.set(number, id);
  if (kind === 'individual' && !index.individual.has(personId)) index.individual.set(personId, id);
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
