import type { Kysely } from 'kysely';
import { hashSecret, makeSecret } from './secrets';
import { recordSignIn } from './sign-in-times';
import { moveSessionSites, queueLogouts } from './session-sites';
import { journalAccounts } from '@/lib/store/account-journal';
import type { AuthDatabase, SignInMethod } from '@/lib/store/schema/auth-schema';
import type { Store } from '@/lib/store/database';
import { findPeople } from './people';
import { byPerson } from '@/lib/store/journal';

/**
 * About a working day. While the session is valid, other sites can sign the person in without asking for a password or
 * code.
 */
export const sessionLifetimeSeconds = 12 * 3600;

export interface Session {
  hash: string;
  organisationId: number;
  personId: number;
  /** When the person proved who they are. */
  startedAt: Date;
}

/**
 * Before `startSession`, call `lock` of the sign-in's proof in the same `transaction`.
 * @returns the secret for the cookie
 */
export async function startSession(
  transaction: Kysely<AuthDatabase>,
  {
    organisationId,
    personId,
    method = null,
    browser = '',
  }: { organisationId: number; personId: number; method?: SignInMethod | null; browser?: string },
  now: Date,
): Promise<string> {
  const secret = makeSecret();
  await recordSignIn(transaction, { organisationId, personId }, now.getTime());
  await transaction
    .insertInto('session')
    .values({
      session_hash: hashSecret(secret),
      organisation_id: organisationId,
      person_id: personId,
      amr: method,
      browser,
      created_at: now.getTime(),
      expires_at: now.getTime() + sessionLifetimeSeconds * 1000,
    })
    .execute();
  return secret;
}

/** null: there is no such session, the session has ended, or its person was removed or merged into another person. */
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
  const [person] = await findPeople(store, { organisationId, ids: [row.person_id] });
  const startedAt = new Date(row.created_at);
  return person === undefined
    ? null
    : { hash: row.session_hash, organisationId, personId: person.id, startedAt };
}

/**
 * Also revokes the codes and tokens that sites got through the session, because a sign-out applies to all sites.
 * @param successor the secret of a session that replaces the ended one. If both sessions belong to the same person, the
 * new session takes over the codes and tokens.
 */
export async function endSession(
  { auth }: Store,
  secret: string,
  now: Date,
  successor: string | null = null,
): Promise<void> {
  await auth
    .transaction()
    .execute((transaction) => endSessionOf(transaction, { hash: hashSecret(secret), successor }, now));
}

export async function endSessionOf(
  transaction: Kysely<AuthDatabase>,
  { hash, successor }: { hash: string; successor: string | null },
  now: Date,
): Promise<void> {
  const ended = await transaction
    .deleteFrom('session')
    .where('session_hash', '=', hash)
    .returning(['organisation_id', 'person_id'])
    .executeTakeFirst();
  if (ended === undefined) return;
  const { organisation_id: organisationId, person_id: personId } = ended;
  const tokens =
    successor !== null && (await isSessionOf(transaction, successor, ended))
      ? await handOver(transaction, hash, hashSecret(successor))
      : await endGrants(transaction, hash, now);
  await queueLogouts(transaction, { organisationId, sessionHash: hash }, now);
  await journalAccounts(transaction, { organisationId, cause: byPerson(personId), now }, [
    { kind: 'session', operation: 'ended', personId, changes: { Sessions: 1, Tokens: tokens } },
  ]);
}

async function isSessionOf(
  transaction: Kysely<AuthDatabase>,
  secret: string,
  person: { organisation_id: number; person_id: number },
): Promise<boolean> {
  const row = await transaction
    .selectFrom('session')
    .select('session_hash')
    .where('session_hash', '=', hashSecret(secret))
    .where('organisation_id', '=', person.organisation_id)
    .where('person_id', '=', person.person_id)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns 0, because no token ends */
async function handOver(transaction: Kysely<AuthDatabase>, hash: string, successor: string): Promise<0> {
  await transaction
    .updateTable('authorization_code')
    .set({ session_hash: successor })
    .where('session_hash', '=', hash)
    .execute();
  await moveSessionSites(transaction, hash, successor);
  return 0;
}

/**
 * Ends the codes and tokens of a session. The unused codes are deleted first. A request that exchanges a code for a
 * token locks the code. If the request has the lock, the deletion waits, and the next statement ends the new token. If
 * the code is already deleted, the request does not find it. A used code is kept as long as its tokens, because it
 * names the session of these tokens.
 * @returns the number of tokens that ended
 */
async function endGrants(transaction: Kysely<AuthDatabase>, hash: string, now: Date): Promise<number> {
  await transaction
    .deleteFrom('authorization_code')
    .where('session_hash', '=', hash)
    .where('consumed_at', 'is', null)
    .execute();
  const { numUpdatedRows } = await transaction
    .updateTable('access_token')
    .set({ revoked_at: now.getTime() })
    .where('revoked_at', 'is', null)
    .where('code_hash', 'in', (select) =>
      select.selectFrom('authorization_code').select('code_hash').where('session_hash', '=', hash),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
