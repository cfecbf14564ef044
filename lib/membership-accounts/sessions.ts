import type { Kysely } from 'kysely';
import { hashSecret, makeSecret } from './secrets';
import { journalAccounts } from '@/lib/membership-store/account-journal';
import type { AuthDatabase } from '@/lib/membership-store/auth-schema';
import type { Store } from '@/lib/membership-store/database';
import { findSurvivor } from '@/lib/membership-store/person-aliases';
import { byPerson } from '@/lib/membership-store/journal';

/** A working day: during it, other sites can sign the person in without asking. */
export const sessionLifetimeSeconds = 12 * 3600;

/** A person signed in to the service at one organisation. */
export interface Session {
  hash: string;
  organisationId: number;
  personId: number;
  /** When the person proved who they are. */
  startedAt: Date;
}

/**
 * Starts a session with a new secret, in the transaction in which its proof is valid.
 * @returns the secret for the cookie
 */
export async function startSession(
  transaction: Kysely<AuthDatabase>,
  { organisationId, personId }: { organisationId: number; personId: number },
  now: Date,
): Promise<string> {
  const secret = makeSecret();
  await transaction
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

/** The live session of a cookie, of the surviving person after a merge. null also if its person no longer exists. */
export async function findSession(store: Store, secret: string | null, now: Date): Promise<Session | null> {
  if (secret === null) return null;
  const row = await store.auth
    .selectFrom('session')
    .select(['session_hash', 'organisation_id', 'person_id', 'created_at'])
    .where('session_hash', '=', hashSecret(secret))
    .where('expires_at', '>', now.getTime())
    .executeTakeFirst();
  if (row === undefined) return null;
  const { organisation_id: organisationId } = row;
  const personId = await findSurvivor(store.members, organisationId, row.person_id);
  const startedAt = new Date(row.created_at);
  return personId === null ? null : { hash: row.session_hash, organisationId, personId, startedAt };
}

export async function endSession({ auth }: Store, secret: string, now: Date): Promise<void> {
  await auth.transaction().execute(async (transaction) => {
    const ended = await transaction
      .deleteFrom('session')
      .where('session_hash', '=', hashSecret(secret))
      .returning(['organisation_id', 'person_id'])
      .executeTakeFirst();
    if (ended === undefined) return;
    const { organisation_id: organisationId, person_id: personId } = ended;
    await journalAccounts(transaction, { organisationId, cause: byPerson(personId), now }, [
      { kind: 'session', operation: 'ended', personId, changes: { Sessions: 1, Tokens: 0 } },
    ]);
  });
}
