import type { Store } from '@/lib/store/database';
import { byPerson, type Cause } from '@/lib/store/journal';
import { readAliases } from '@/lib/store/person-aliases';
import { endEverything } from './end-everything';
import { findPeople } from './people';
import { publicId } from './session-sites';
import { endSessionOf } from './sessions';
import type { Owner } from './owner';

export interface OwnSession {
  /** The ID is computed from the stored hash. The hash itself does not leave the server. */
  id: string;
  startedAt: Date;
  /** Such as `Firefox on Windows`. '': the browser is unknown. */
  browser: string;
  hash: string;
}

export async function listOwnSessions(store: Store, owner: Owner, now: Date): Promise<OwnSession[]> {
  const rows = await store.auth
    .selectFrom('session')
    .select(['session_hash', 'browser', 'created_at'])
    .where('organisation_id', '=', owner.organisationId)
    .where('person_id', 'in', await idsOf(store, owner))
    .where('expires_at', '>', now.getTime())
    .orderBy('created_at', 'desc')
    .orderBy('session_hash')
    .execute();
  return rows.map(({ session_hash: hash, browser, created_at }) => ({
    id: publicId(hash),
    startedAt: new Date(created_at),
    browser,
    hash,
  }));
}

/**
 * Also ends the codes and tokens that sites got through the session. Returns false if the person has no such session.
 */
export async function endOwnSession(store: Store, owner: Owner, id: string, now: Date): Promise<boolean> {
  const session = (await listOwnSessions(store, owner, now)).find((one) => one.id === id);
  if (session === undefined) return false;
  await store.auth
    .transaction()
    .execute((transaction) => endSessionOf(transaction, { hash: session.hash, successor: null }, now));
  return true;
}

/** Signs the person out of all browsers and sites. Emailed codes and links stop working too. */
export async function endAllOwnSessions(
  store: Store,
  owner: Owner,
  now: Date,
  cause: Cause = byPerson(owner.personId),
): Promise<void> {
  const { organisationId, personId } = owner;
  const [person] = await findPeople(store, { organisationId, ids: [personId] });
  const aliases = await readAliases(store.members, organisationId, [personId]);
  const ended = { organisationId, personId, aliases, email: person?.email ?? '' };
  await store.auth.transaction().execute((transaction) => endEverything(transaction, ended, { cause, now }));
}

/**
 * Includes the IDs of records that were merged into this person. A sign-in during a merge may have left a session under
 * such an ID.
 */
export async function idsOf(store: Store, { organisationId, personId }: Owner): Promise<number[]> {
  return [personId, ...(await readAliases(store.members, organisationId, [personId]))];
}
