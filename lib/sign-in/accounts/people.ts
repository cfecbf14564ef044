import type { Store } from '@/lib/store/database';
import type { WriteState } from '@/lib/store/write-state';
import { emailKey } from '@/lib/store/email-key';

export interface Person {
  id: number;
  email: string;
  name: string;
  organisation: string;
}

/** Returns the people in the order of their IDs. For an empty address, the list is empty. */
export async function findPeopleByEmail(
  store: Pick<Store, 'members'>,
  { organisationId, email }: { organisationId: number; email: string },
): Promise<Person[]> {
  const key = emailKey(email);
  if (key === '') return [];
  const rows = await people(store, organisationId).where('email_key', '=', key).orderBy('id').execute();
  return rows.map(toPerson);
}

/**
 * Like `findPeopleByEmail`, but within the transaction of a write. Until the transaction ends, nobody else can give the
 * address to a person.
 */
export class PeopleOfWrite {
  readonly #state: WriteState;

  constructor(state: WriteState) {
    this.#state = state;
  }

  withEmail(email: string): Promise<Person[]> {
    const { db, organisationId } = this.#state;
    return findPeopleByEmail({ members: db }, { organisationId, email });
  }
}

export async function findPeople(
  store: Store,
  { organisationId, ids }: { organisationId: number; ids: readonly number[] },
): Promise<Person[]> {
  if (ids.length === 0) return [];
  const rows = await people(store, organisationId).where('id', 'in', ids).orderBy('id').execute();
  return rows.map(toPerson);
}

function people(store: Pick<Store, 'members'>, organisationId: number) {
  return store.members
    .selectFrom('person')
    .select(['id', 'email', 'first_name', 'last_name', 'organisation'])
    .where('organisation_id', '=', organisationId);
}

function toPerson(row: {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  organisation: string;
}): Person {
  const name = `${row.first_name} ${row.last_name}`.trim();
  return {
    id: row.id,
    email: row.email,
    name: name || row.organisation || row.email,
    organisation: row.organisation,
  };
}
