/** People's own requests to be erased. They stay open until the office erases the person, or somebody closes them. */
import type { Store } from '@/lib/store/database';
import { journalAccounts } from '@/lib/store/account-journal';
import { byPerson, type Cause } from '@/lib/store/journal';
import { findSurvivor, readAliases } from '@/lib/store/person-aliases';
import { inChunks } from '@/lib/store/sql/in-chunks';
import { findPeople, type Person } from './people';

interface Requester {
  organisationId: number;
  personId: number;
}

export interface OpenErasureRequest {
  person: Person;
  requestedAt: Date;
}

/** Returns false if a request is open already. */
export async function requestErasure(
  { auth }: Store,
  { organisationId, personId }: Requester,
  now: Date,
): Promise<boolean> {
  return auth.transaction().execute(async (transaction) => {
    const added = await transaction
      .insertInto('erasure_request')
      .values({ organisation_id: organisationId, person_id: personId, requested_at: now.getTime() })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'person_id']).doNothing())
      .returning('person_id')
      .executeTakeFirst();
    if (added === undefined) return false;
    await journalAccounts(transaction, { organisationId, cause: byPerson(personId), now }, [
      { kind: 'erasure_request', operation: 'created', personId },
    ]);
    return true;
  });
}

/** Closes a request without an erasure. Returns false if no request is open. */
export async function closeErasureRequest(
  store: Store,
  { organisationId, personId }: Requester,
  { operation, cause, now }: { operation: 'withdrawn' | 'refused'; cause: Cause; now: Date },
): Promise<boolean> {
  const personIds = await withAliases(store, { organisationId, personId });
  return store.auth.transaction().execute(async (transaction) => {
    const closed = await transaction
      .deleteFrom('erasure_request')
      .where('organisation_id', '=', organisationId)
      .where('person_id', 'in', personIds)
      .returning('person_id')
      .execute();
    if (closed.length === 0) return false;
    await journalAccounts(transaction, { organisationId, cause, now }, [
      { kind: 'erasure_request', operation, personId },
    ]);
    return true;
  });
}

export async function findErasureRequest(store: Store, requester: Requester): Promise<Date | null> {
  const row = await store.auth
    .selectFrom('erasure_request')
    .select('requested_at')
    .where('organisation_id', '=', requester.organisationId)
    .where('person_id', 'in', await withAliases(store, requester))
    .orderBy('requested_at')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : new Date(row.requested_at);
}

/** Returns the requests, the oldest first. Requests of people who no longer exist are left out. */
export async function listErasureRequests(
  store: Store,
  organisationId: number,
): Promise<OpenErasureRequest[]> {
  const rows = await store.auth
    .selectFrom('erasure_request')
    .select(['person_id', 'requested_at'])
    .where('organisation_id', '=', organisationId)
    .orderBy('requested_at')
    .orderBy('person_id')
    .execute();
  const requestedAt = new Map<number, number>();
  for (const { person_id, requested_at } of rows) {
    const survivor = await findSurvivor(store.members, organisationId, person_id);
    if (survivor !== null && !requestedAt.has(survivor)) requestedAt.set(survivor, requested_at);
  }
  const people = new Map<number, Person>();
  for (const ids of inChunks([...requestedAt.keys()]))
    for (const person of await findPeople(store, { organisationId, ids })) people.set(person.id, person);
  return [...requestedAt].flatMap(([id, at]) => {
    const person = people.get(id);
    return person === undefined ? [] : [{ person, requestedAt: new Date(at) }];
  });
}

async function withAliases({ members }: Store, { organisationId, personId }: Requester): Promise<number[]> {
  return [personId, ...(await readAliases(members, organisationId, [personId]))];
}
