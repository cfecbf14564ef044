import { sql } from 'kysely';
import type { Store } from '../store/database';

/** `burst` at once, and as many again over `perSeconds`. */
export interface Limit {
  burst: number;
  perSeconds: number;
}

export interface Limits {
  /** Passwords and codes tried for one e-mail address, from anywhere: many networks at once can lock a person out. */
  signInPerAccount: Limit;
  /** The same from one network, which alone cannot lock anybody out of another. */
  signInPerAccountAndAddress: Limit;
  signInPerAddress: Limit;
  /** Mails to one e-mail address. */
  mailPerPerson: Limit;
  mailPerAddress: Limit;
  /** Failed calls of the token endpoint; calls that succeed are not counted. */
  tokenFailuresPerClient: Limit;
  tokenFailuresPerAddress: Limit;
  /** Sign-ins begun: each is a row in the database. */
  authorizePerAddress: Limit;
}

/** A person seldom errs ten times in a quarter of an hour; a whole office may stand behind one address. */
export const defaultLimits: Limits = {
  signInPerAccount: { burst: 50, perSeconds: 900 },
  signInPerAccountAndAddress: { burst: 10, perSeconds: 900 },
  signInPerAddress: { burst: 100, perSeconds: 900 },
  mailPerPerson: { burst: 5, perSeconds: 3600 },
  mailPerAddress: { burst: 50, perSeconds: 3600 },
  tokenFailuresPerClient: { burst: 20, perSeconds: 300 },
  tokenFailuresPerAddress: { burst: 60, perSeconds: 300 },
  authorizePerAddress: { burst: 300, perSeconds: 300 },
};

/**
 * Takes one from a bucket. Buckets are rows, so they survive a restart and are shared by all processes;
 * each take is one statement, so parallel ones count too.
 * @returns 0 when there was one to take, else the seconds until there is
 */
export async function takeFromLimit(
  store: Store,
  { bucket, limit, now }: { bucket: string; limit: Limit; now: Date },
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
  const { tokens } = await store.auth
    .selectFrom('limit_bucket')
    .select(filled.as('tokens'))
    .where('bucket', '=', bucket)
    .executeTakeFirstOrThrow();
  return Math.max(1, Math.ceil(((1 - tokens) * limit.perSeconds) / burst));
}

/** Puts back what a success need not have taken. */
export async function returnToLimit(
  store: Store,
  { bucket, limit }: { bucket: string; limit: Limit },
): Promise<void> {
  await store.auth
    .updateTable('limit_bucket')
    .set({
      tokens: sql<number>`case when tokens + 1 < ${limit.burst} then tokens + 1 else ${limit.burst} end`,
    })
    .where('bucket', '=', bucket)
    .execute();
}

/** What a bucket holds now. A clock that was set back (CHAPTERHOUSE_NOW) fills nothing and takes nothing. */
function fill({ burst, perSeconds }: Limit, now: Date) {
  const most = sql`cast(${burst} as double precision)`;
  const elapsedMs = sql`cast(${now.getTime()} as double precision) - limit_bucket.updated_at`;
  const sum = sql`limit_bucket.tokens + (case when ${elapsedMs} > 0 then ${elapsedMs} else 0 end) * cast(${burst / perSeconds / 1000} as double precision)`;
  return sql<number>`(case when ${sum} < ${most} then ${sum} else ${most} end)`;
}
