import { sql } from 'kysely';
import type { Store } from '@/lib/store/database';
import type { RateLimit } from '@/lib/base/rate-limit';

export interface RateLimits {
  /** Password attempts for one email address, from all unknown devices together. */
  signInPerAccount: RateLimit;
  /** Password attempts for one email address, from one network or one known device. */
  signInPerAccountAndAddress: RateLimit;
  signInPerAddress: RateLimit;
  /** Emails of one kind to one email address, requested from anywhere. */
  mailPerPerson: RateLimit;
  /** Emails of one kind to one email address, requested from one network or one known device. */
  mailPerPersonAndAddress: RateLimit;
  mailPerAddress: RateLimit;
  /** Only failed calls of the token endpoint count. */
  tokenFailuresPerClient: RateLimit;
  tokenFailuresPerAddress: RateLimit;
  /** Started sign-ins: each is a row in the database. */
  authorizePerAddress: RateLimit;
  /** Requests for everything that is held about a person. Each takes about 40 statements. */
  ownDataPerPerson: RateLimit;
  /** Changes that a person makes to their own entry. Each is a row of the journal. */
  ownEntryPerPerson: RateLimit;
  /** What a person reads of the directory for members. Nobody looks at hundreds of profiles in an hour. */
  memberProfilesPerPerson: RateLimit;
  /** Pages of results. A page shows 24 members. */
  memberPagesPerPerson: RateLimit;
  /** Views of the map, which show names and places, and suggestions of places. */
  memberMapsPerPerson: RateLimit;
  /** Pictures that only members see. Each page of results may have 24. */
  memberPicturesPerPerson: RateLimit;
}

/**
 * A person rarely fails ten times in a quarter of an hour. So ten attempts are enough for one account from one address.
 * A whole office may share one address. So an address has more attempts in total.
 */
export const defaultRateLimits: RateLimits = {
  signInPerAccount: { burst: 50, perSeconds: 900 },
  signInPerAccountAndAddress: { burst: 10, perSeconds: 900 },
  signInPerAddress: { burst: 100, perSeconds: 900 },
  mailPerPerson: { burst: 20, perSeconds: 3600 },
  mailPerPersonAndAddress: { burst: 5, perSeconds: 3600 },
  mailPerAddress: { burst: 50, perSeconds: 3600 },
  tokenFailuresPerClient: { burst: 20, perSeconds: 300 },
  tokenFailuresPerAddress: { burst: 60, perSeconds: 300 },
  authorizePerAddress: { burst: 300, perSeconds: 300 },
  ownDataPerPerson: { burst: 120, perSeconds: 3600 },
  ownEntryPerPerson: { burst: 120, perSeconds: 3600 },
  memberProfilesPerPerson: { burst: 100, perSeconds: 3600 },
  memberPagesPerPerson: { burst: 120, perSeconds: 3600 },
  memberMapsPerPerson: { burst: 1200, perSeconds: 3600 },
  memberPicturesPerPerson: { burst: 2400, perSeconds: 3600 },
};

/**
 * Takes one unit from the bucket. Buckets are database rows, so they survive a restart, and all processes share them.
 * One statement checks the bucket and takes the unit, so parallel calls are all counted.
 * @returns 0 on success, otherwise the seconds until a unit is available
 */
export async function takeFromRateLimit(
  store: Store,
  { bucket, limit, now }: { bucket: string; limit: RateLimit; now: Date },
): Promise<number> {
  const { burst } = limit;
  const filled = fill(limit, now);
  const { rows } = await sql<{ tokens: number }>`
    insert into limit_bucket (bucket, tokens, updated_at)
    values (${bucket}, ${burst - 1}, ${now.getTime()})
    on conflict (bucket) do update set tokens = ${filled} - 1, updated_at = ${now.getTime()}
    where ${filled} >= 1
    returning tokens`.execute(store.auth);
  if (rows.length > 0) return 0;
  // The bucket was filled while the clock was ahead. Time counts from now on, and not from that future date.
  await store.auth
    .updateTable('limit_bucket')
    .set({ updated_at: now.getTime() })
    .where('bucket', '=', bucket)
    .where('updated_at', '>', now.getTime() + maxClockDifferenceMs)
    .execute();
  const { tokens } = await store.auth
    .selectFrom('limit_bucket')
    .select(filled.as('tokens'))
    .where('bucket', '=', bucket)
    .executeTakeFirstOrThrow();
  return Math.max(1, Math.ceil(((1 - tokens) * limit.perSeconds) / burst));
}

/**
 * How far the clocks of several processes may differ. Without this tolerance, a refused call could set the bucket's
 * time back to a slower clock. A process with a faster clock would then refill the bucket.
 */
const maxClockDifferenceMs = 60_000;

/** Gives a unit back after a successful attempt, which should use up no unit. */
export async function returnToRateLimit(
  store: Store,
  { bucket, limit }: { bucket: string; limit: RateLimit },
): Promise<void> {
  await store.auth
    .updateTable('limit_bucket')
    .set({
      tokens: sql<number>`case when tokens + 1 < ${limit.burst} then tokens + 1 else ${limit.burst} end`,
    })
    .where('bucket', '=', bucket)
    .execute();
}

/** Setting the clock back (CHAPTERHOUSE_NOW) neither fills nor empties a bucket. */
function fill({ burst, perSeconds }: RateLimit, now: Date) {
  const most = sql`cast(${burst} as double precision)`;
  const elapsedMs = sql`cast(${now.getTime()} as double precision) - limit_bucket.updated_at`;
  const sum = sql`limit_bucket.tokens + (case when ${elapsedMs} > 0 then ${elapsedMs} else 0 end) * cast(${burst / perSeconds / 1000} as double precision)`;
  return sql<number>`(case when ${sum} < ${most} then ${sum} else ${most} end)`;
}
