import type { Store } from './database';

/** An untouched bucket of this age is full again, whatever its limit. */
const bucketLifetimeMs = 24 * 3600 * 1000;

/**
 * Deletes what has expired: tokens, codes, sessions, sign-ins under way, mailed codes, old limits. A used code is
 * kept until its tokens have ended, so that a second use can still end them.
 * @returns how many rows went
 */
export async function purgeExpired(store: Store, now: Date): Promise<number> {
  const time = now.getTime();
  const results = await Promise.all([
    store.auth.deleteFrom('access_token').where('expires_at', '<=', time).executeTakeFirst(),
    store.auth
      .deleteFrom('authorization_code')
      .where('expires_at', '<=', time)
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
    store.auth.deleteFrom('session').where('expires_at', '<=', time).executeTakeFirst(),
    store.auth.deleteFrom('authorize_request').where('expires_at', '<=', time).executeTakeFirst(),
    store.auth.deleteFrom('mail_code').where('expires_at', '<=', time).executeTakeFirst(),
    store.auth
      .deleteFrom('limit_bucket')
      .where('updated_at', '<=', time - bucketLifetimeMs)
      .executeTakeFirst(),
  ]);
  return results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
}
