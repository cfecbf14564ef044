/** All pairs of persons who may be one human with two records. */
import type { Kysely } from 'kysely';
import type { Likeness } from '@/lib/contract/possible-duplicates';
import { readHolders } from '@/lib/store/lists/holders';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { createPause, type Pause } from '@/lib/base/slices';
import { inChunks } from '@/lib/store/sql/in-chunks';
import { alikeKeys, nameKey, whyAlike, type Compared } from './alike';

type Db = Kysely<MembersDatabase>;
type OnProgress = (done: number, total: number) => void;

export interface AlikePair {
  /** The person with the lower ID first. `membershipId`: the person's first membership. */
  persons: [AlikePerson, AlikePerson];
  by: Likeness[];
}

export interface AlikePerson {
  membershipId: number;
  person: Compared & { id: number };
}

/**
 * One pass over all persons. Only persons with a common key are compared, so the work grows with the number of members
 * and not with its square. Pairs with the most in common come first. Pairs that the office has separated are left out.
 * @param of only pairs with at least one of these persons; null: all pairs
 * @param onProgress called with the number of persons that have been read, and the number of all persons
 */
export async function listDuplicates(
  db: Db,
  organisationId: number,
  {
    of = null,
    onProgress = () => undefined,
  }: { of?: Pick<ReadonlySet<number>, 'has'> | null; onProgress?: OnProgress } = {},
): Promise<AlikePair[]> {
  const pause = createPause();
  const groups = await groupByKey(db, organisationId, { pause, onProgress });
  const pairs = await pairsOfGroups(groups, pause);
  const separated = await readSeparated(db, organisationId);
  const wanted = [...pairs]
    .filter((pair) => !separated.has(pair))
    .map(idsOf)
    .filter(([a, b]) => of === null || of.has(a) || of.has(b));
  const found: AlikePair[] = [];
  for (const some of inChunks(wanted)) {
    const ids = [...new Set(some.flat())];
    const rows = await selectCompared(db, organisationId).where('id', 'in', ids).execute();
    const persons = new Map(rows.map((row) => [row.id, toCompared(row)]));
    const first = new Map<number, number>();
    for (const { id, person_id } of await readHolders(db, organisationId, { column: 'person_id', ids }))
      if (!first.has(person_id)) first.set(person_id, id);
    for (const [a, b] of some) {
      const two = [a, b].flatMap((id): AlikePerson[] => {
        const [person, membershipId] = [persons.get(id), first.get(id)];
        return person === undefined || membershipId === undefined ? [] : [{ membershipId, person }];
      });
      const [one, other] = two;
      if (one === undefined || other === undefined) continue;
      const by = whyAlike(one.person, other.person);
      if (by.length > 0) found.push({ persons: [one, other], by });
    }
    await pause();
  }
  return found.sort(
    (a, b) => b.by.length - a.by.length || a.persons[0].membershipId - b.persons[0].membershipId,
  );
}

/** Other columns are not read: they would more than double the time. */
function selectCompared(db: Db, organisationId: number) {
  return db
    .selectFrom('person')
    .select(['id', 'first_name', 'last_name', 'organisation', 'email'])
    .select(['phone', 'work_phone', 'mobile', 'address', 'suburb'])
    .where('organisation_id', '=', organisationId);
}

type ComparedRow = Awaited<ReturnType<ReturnType<typeof selectCompared>['execute']>>[number];

function toCompared(row: ComparedRow): AlikePerson['person'] {
  const { id, first_name, last_name, organisation, email, phone, work_phone, mobile, address, suburb } = row;
  return {
    id,
    firstName: first_name,
    lastName: last_name,
    organisation,
    email,
    phone,
    workPhone: work_phone,
    mobile,
    address: { address, suburb },
  };
}

/** The name is compared only in large groups. */
interface Keyed {
  id: number;
  name: string;
}

/** Most keys have one person, who needs no array. */
type Groups = Map<string, Keyed | Keyed[]>;

const personsAtOnce = 1000;

/** The persons by each kind of key. */
async function groupByKey(
  db: Db,
  organisationId: number,
  { pause, onProgress }: { pause: Pause; onProgress: OnProgress },
): Promise<Groups[]> {
  const [emails, names, phones]: [Groups, Groups, Groups] = [new Map(), new Map(), new Map()];
  const { total } = await db
    .selectFrom('person')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow();
  let done = 0;
  onProgress(done, Number(total));
  for (let after = 0; ;) {
    const rows = await selectCompared(db, organisationId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(personsAtOnce)
      .execute();
    for (const row of rows) {
      const person = toCompared(row);
      const keys = alikeKeys(person);
      const keyed = { id: row.id, name: nameKey(person) };
      addTo(emails, keys.email, keyed);
      addTo(names, keys.name, keyed);
      for (const phone of keys.phones) addTo(phones, phone, keyed);
      await pause();
    }
    done += rows.length;
    onProgress(done, Number(total));
    const last = rows.at(-1);
    if (last === undefined || rows.length < personsAtOnce) return [emails, names, phones];
    after = last.id;
  }
}

function addTo(groups: Groups, key: string, keyed: Keyed): void {
  if (key === '') return;
  const group = groups.get(key);
  if (group === undefined) groups.set(key, keyed);
  else if (Array.isArray(group)) group.push(keyed);
  else groups.set(key, [group, keyed]);
}

/** A larger group has the address or the phone of an office. Only people with the same name are then compared. */
const largeGroup = 8;

async function pairsOfGroups(kinds: readonly Groups[], pause: Pause): Promise<Set<string>> {
  const pairs = new Set<string>();
  for (const group of kinds.flatMap((groups) => [...groups.values()])) {
    if (!Array.isArray(group)) continue;
    if (group.length <= largeGroup) {
      for (const [at, { id }] of group.entries())
        for (const other of group.slice(at + 1)) pairs.add(`${id} ${other.id}`);
    } else {
      const last = new Map<string, number>();
      for (const { id, name } of group) {
        const before = last.get(name);
        if (before !== undefined) pairs.add(`${before} ${id}`);
        last.set(name, id);
      }
    }
    await pause();
  }
  return pairs;
}

async function readSeparated(db: Db, organisationId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('distinct_person')
    .select(['person_id', 'other_id'])
    .where('organisation_id', '=', organisationId)
    .execute();
  return new Set(rows.map(({ person_id, other_id }) => `${person_id} ${other_id}`));
}

function idsOf(pair: string): [number, number] {
  const [a = 0, b = 0] = pair.split(' ').map(Number);
  return [a, b];
}
