import type { Kysely } from 'kysely';
import type { PossibleDuplicate } from '@/lib/contract/possible-duplicates';
import { readHolders } from '@/lib/store/lists/holders';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { emailKey } from '@/lib/store/email-key';
import { readPersonRows, toPerson } from '@/lib/store/member-records';
import { wholeKey } from '@/lib/store/member-rows';
import type { WriteState } from '@/lib/store/write-state';
import { soughtInField } from '@/lib/store/words/field-words';
import { inChunks } from '@/lib/store/sql/in-chunks';
import { listDuplicates, type AlikePair } from './list-duplicates';
import { phoneKeys, whyAlike, type Compared } from './alike';

type Db = Kysely<MembersDatabase>;

/** What the caller may learn from a warning (docs/decisions.md, M6). */
export interface WarnedCaller {
  /** The chapters of an officer. null: the caller sees everybody. */
  chapterIds: readonly number[] | null;
  /** Without contact details, only the name and the town are compared. */
  seesContact: boolean;
}

/** `membershipId`: the first membership of the person who may be the same. */
export type Duplicate = Omit<PossibleDuplicate, 'change'>;

export interface NewPerson {
  id: number;
  person: Compared;
}

/** A shared mailbox or switchboard may have many members. */
const maxForPerson = 5;

/**
 * The members who may be the same as these persons, by the person's ID. The look-ups use indexes, so the cost does not
 * grow with the number of members.
 */
async function findDuplicates(
  db: Db,
  { organisationId, caller }: { organisationId: number; caller: WarnedCaller },
  persons: readonly NewPerson[],
): Promise<Map<number, Duplicate[]>> {
  const found = new Map<number, Duplicate[]>();
  for (const some of inChunks(persons, personsAtOnce)) {
    const similar = await readSimilar(db, organisationId, some, caller);
    const members = await readMembers(db, organisationId, [...similar.keys()], caller.chapterIds);
    for (const { id, person } of some) {
      const alike = [...members].flatMap(([other, membershipId]): Duplicate[] => {
        const compared = other === id ? undefined : similar.get(other);
        const all = compared === undefined ? [] : whyAlike(person, compared);
        const by = caller.seesContact ? all : all.filter((one) => one === 'name');
        return by.length === 0 ? [] : [{ membershipId, by }];
      });
      alike.sort((a, b) => b.by.length - a.by.length || a.membershipId - b.membershipId);
      if (alike.length > 0) found.set(id, alike.slice(0, maxForPerson));
    }
  }
  return found;
}

const personsAtOnce = 100;
/** Of a very frequent key, such as the address of an office, only the first persons are read. */
const maxOfLookUp = 500;

/** Persons who share an email address, a name or a phone with one of the persons. */
async function readSimilar(
  db: Db,
  organisationId: number,
  persons: readonly NewPerson[],
  { seesContact }: WarnedCaller,
): Promise<Map<number, Compared>> {
  const unique = (keys: string[]) => [...new Set(keys.filter((key) => key !== ''))];
  const emails = seesContact ? unique(persons.map(({ person }) => emailKey(person.email))) : [];
  const phones = seesContact ? unique(persons.flatMap(({ person }) => phoneKeys(person))) : [];
  const own = persons.filter(({ person }) => person.firstName + person.lastName !== '');
  const firstNames = [...new Set(own.map(({ person }) => wholeKey(person.firstName)))];
  const lastNames = [...new Set(own.map(({ person }) => wholeKey(person.lastName)))];
  const organisations = unique(
    persons.filter((one) => !own.includes(one)).map(({ person }) => wholeKey(person.organisation)),
  );
  const ids = new Set<number>();
  const add = (rows: readonly { id: number }[]) => rows.forEach(({ id }) => ids.add(id));
  const people = () =>
    db.selectFrom('person').select('id').where('organisation_id', '=', organisationId).limit(maxOfLookUp);
  if (emails.length > 0) add(await people().where('email_key', 'in', emails).execute());
  if (own.length > 0)
    add(
      await people()
        .where('last_name_key', 'in', lastNames)
        .where('first_name_key', 'in', firstNames)
        .execute(),
    );
  if (organisations.length > 0) add(await people().where('organisation_key', 'in', organisations).execute());
  const words = phones
    .flatMap((digits) => [digits, `00${digits}`])
    .flatMap((digits) => soughtInField('phone', digits));
  if (words.length > 0) {
    const held = await db
      .selectFrom('member_word')
      .select('membership_id')
      .where('organisation_id', '=', organisationId)
      .where('word', 'in', words)
      .limit(maxOfLookUp)
      .execute();
    const holders = await readHolders(db, organisationId, {
      column: 'id',
      ids: held.map((one) => one.membership_id),
    });
    add(holders.map(({ person_id }) => ({ id: person_id })));
  }
  const compared = new Map<number, Compared>();
  for (const some of inChunks([...ids]))
    for (const row of await readPersonRows(db, organisationId, some)) compared.set(row.id, toPerson(row));
  return compared;
}

/** The first membership of each person whom the caller may see (J23). */
async function readMembers(
  db: Db,
  organisationId: number,
  personIds: readonly number[],
  chapterIds: readonly number[] | null,
): Promise<Map<number, number>> {
  const first = new Map<number, number>();
  const hidden = new Set<number>();
  for (const some of inChunks(personIds)) {
    const held = await db
      .selectFrom('membership')
      .select(['id', 'person_id', 'chapter_id'])
      .where('organisation_id', '=', organisationId)
      .where('person_id', 'in', some)
      // The rows are ordered by `person_id` first. If another column came first, SQLite would read all memberships.
      .orderBy('person_id')
      .orderBy('id')
      .execute();
    for (const { id, person_id, chapter_id } of held) {
      if (!first.has(person_id)) first.set(person_id, id);
      if (chapterIds?.includes(chapter_id ?? 0) === false) hidden.add(person_id);
    }
  }
  for (const id of hidden) first.delete(id);
  return first;
}

/** Finds the members who may be the same as persons that were just added. */
export class DuplicateFinder {
  readonly #state: WriteState;

  constructor(state: WriteState) {
    this.#state = state;
  }

  find(caller: WarnedCaller, persons: readonly NewPerson[]): Promise<Map<number, Duplicate[]>> {
    const { db, organisationId } = this.#state;
    return findDuplicates(db, { organisationId, caller }, persons);
  }

  /** The pairs with at least one of these persons, among all persons. Many persons are compared at once. */
  async listOf(
    personIds: Pick<ReadonlySet<number>, 'has'>,
    onProgress: (done: number, total: number) => void,
  ): Promise<AlikePair[]> {
    const { db, organisationId, batch } = this.#state;
    await batch.flush();
    return listDuplicates(db, organisationId, { of: personIds, onProgress });
  }
}
