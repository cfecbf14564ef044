import { sql } from 'kysely';
import type { Store } from './database';

/** How far the clocks of several processes may differ. */
const maxClockDifferenceMs = 60_000;
/** How long the old secret of a client or webhook works after a rotation. */
export const secretOverlapMs = 24 * 3600 * 1000;
/** How long the page of an ended sign-in can still lead back to the site that started it. */
const endedSignInsMs = 24 * 3600 * 1000;
/** How long an expired code that no site used waits for being counted (`ClientUses`). */
const uncountedMs = 5 * 60_000;
/** How long a challenge for a passkey is valid. People may have to look for their phone. */
export const challengeMinutes = 10;

/**
 * Stored times may be in the future if the clock was ahead when they were stored. This function moves these times back.
 * Otherwise tokens and sessions would be valid for too long, and limits would block for too long.
 */
async function correctFutureTimes({ auth }: Store, now: Date): Promise<void> {
  const time = now.getTime();
  const latest = time + maxClockDifferenceMs;
  for (const [table, issued] of issuedTimes) {
    await sql`
      update ${sql.table(table)} set expires_at = expires_at - ${sql.ref(issued)} + ${time}, ${sql.ref(issued)} = ${time}
      where ${sql.ref(issued)} > ${latest}`.execute(auth);
  }
  await auth.updateTable('limit_bucket').set({ updated_at: time }).where('updated_at', '>', latest).execute();
  for (const table of ['session', 'authorize_request'] as const) {
    await auth
      .updateTable(table)
      .set({ challenge_hash: null, challenge_expires_at: null })
      .where('challenge_expires_at', '>', latest + challengeMinutes * 60_000)
      .execute();
  }
  const previousUntil = time + secretOverlapMs;
  for (const table of ['client', 'webhook'] as const) {
    await auth
      .updateTable(table)
      .set({ previous_secret_expires_at: previousUntil })
      .where('previous_secret_expires_at', '>', previousUntil)
      .execute();
  }
}

const issuedTimes = [
  ['access_token', 'issued_at'],
  ['refresh_grant', 'used_at'],
  ['authorization_code', 'issued_at'],
  ['session', 'created_at'],
  ['authorize_request', 'created_at'],
  ['mail_code', 'created_at'],
] as const;

/** After this time without use, the bucket of every limit has all its units again. Its row can then be deleted. */
const bucketLifetimeMs = 24 * 3600 * 1000;

/**
 * Deletes what has expired: tokens, codes, sessions, sign-ins in progress, emailed codes, replaced keys and secrets,
 * and old limits. A used code stays until the tokens issued for it have expired. If somebody uses the code a second
 * time, those tokens can still be revoked.
 * @returns the number of deleted rows
 */
export async function purgeExpired(store: Store, now: Date): Promise<number> {
  await correctFutureTimes(store, now);
  const time = now.getTime();
  await deletePreviousSecrets(store, time);
  await forgetWhoSignedIn(store, time);
  const results = await Promise.all([
    store.auth.deleteFrom('access_token').where('expires_at', '<=', time).executeTakeFirst(),
    store.auth
      .deleteFrom('authorization_code')
      .where('expires_at', '<=', time)
      .where((one) =>
        one.or([one('consumed_at', 'is not', null), one('expires_at', '<=', time - uncountedMs)]),
      )
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('access_token')
              .select('token_hash')
              .whereRef('access_token.code_hash', '=', 'authorization_code.code_hash')
              .where('access_token.expires_at', '>', time),
          ),
        ),
      )
      .executeTakeFirst(),
    store.auth.deleteFrom('refresh_grant').where('expires_at', '<=', time).executeTakeFirst(),
    store.auth.deleteFrom('session').where('expires_at', '<=', time).executeTakeFirst(),
    store.auth
      .deleteFrom('authorize_request')
      .where((one) =>
        one.or([
          one('expires_at', '<=', time - endedSignInsMs),
          one.and([one('expires_at', '<=', time), one('client_id', 'is', null)]),
        ]),
      )
      .executeTakeFirst(),
    store.auth.deleteFrom('mail_code').where('expires_at', '<=', time).executeTakeFirst(),
    store.auth.deleteFrom('signing_key').where('ends_at', '<=', time).executeTakeFirst(),
    store.auth
      .deleteFrom('limit_bucket')
      .where('updated_at', '<=', time - bucketLifetimeMs)
      .executeTakeFirst(),
  ]);
  return results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
}

/** An ended sign-in keeps only the site that started it. The rest may name people. */
async function forgetWhoSignedIn({ auth }: Store, time: number): Promise<void> {
  await auth
    .updateTable('authorize_request')
    .set({ parameters: '{}', candidates: null, amr: null })
    .where('expires_at', '<=', time)
    .where('parameters', '!=', '{}')
    .execute();
}

async function deletePreviousSecrets({ auth }: Store, time: number): Promise<void> {
  await auth
    .updateTable('client')
    .set({ previous_secret_hash: null, previous_secret_expires_at: null })
    .where('previous_secret_expires_at', '<=', time)
    .execute();
  await auth
    .updateTable('webhook')
    .set({ sealed_previous_secret: null, previous_secret_expires_at: null })
    .where('previous_secret_expires_at', '<=', time)
    .execute();
}
