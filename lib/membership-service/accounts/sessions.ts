import { hashSecret, makeSecret } from '../oauth/secrets';
import type { Store } from '../store/database';

/** A working day: other sites sign in without asking while it lasts. */
export const sessionLifetimeSeconds = 12 * 3600;

/** Someone signed in at the service, at one organisation. */
export interface Session {
  hash: string;
  organisationId: number;
  personId: number;
}

/**
 * Starts a session under a new secret and ends the one it takes the place of.
 * @returns the secret for the cookie
 */
export async function startSession(
  store: Store,
  {
    organisationId,
    personId,
    previous,
  }: { organisationId: number; personId: number; previous: string | null },
  now: Date,
): Promise<string> {
  const secret = makeSecret();
  if (previous !== null) await endSession(store, previous);
  await store.auth
    .insertInto('session')
    .values({
      session_hash: hashSecret(secret),
      organisation_id: organisationId,
      person_id: personId,
      created_at: now.getTime(),
      expires_at: now.getTime() + sessionLifetimeSeconds * 1000,
    })
    .execute();
  return secret;
}

/** The live session of a cookie; null also when its person is gone. */
export async function findSession(store: Store, secret: string | null, now: Date): Promise<Session | null> {
  if (secret === null) return null;
  const row = await store.auth
    .selectFrom('session')
    .select(['session_hash', 'organisation_id', 'person_id'])
    .where('session_hash', '=', hashSecret(secret))
    .where('expires_at', '>', now.getTime())
    .executeTakeFirst();
  if (row === undefined) return null;
  const person = await store.members
    .selectFrom('person')
    .select('id')
    .where('organisation_id', '=', row.organisation_id)
    .where('id', '=', row.person_id)
    .executeTakeFirst();
  if (person === undefined) return null;
  return { hash: row.session_hash, organisationId: row.organisation_id, personId: row.person_id };
}

export async function endSession(store: Store, secret: string): Promise<void> {
  await store.auth.deleteFrom('session').where('session_hash', '=', hashSecret(secret)).execute();
}
