import { sql } from 'kysely';
import type { Store } from './database';

export interface RunningServer {
  /** A random ID that is new at each start of the server. */
  id: string;
  version: string;
  baseUrl: string;
  /** A keyed hash of AUTH_SECRET. Servers with the same secret have the same hash. The hash reveals nothing else. */
  secretMark: string;
  /** The server's clock minus the database's. */
  clockAheadMs: number;
}

export const heartbeatMs = 30_000;
// A server counts as running if at most two heartbeats are late.
const aliveMs = 3 * heartbeatMs;
const forgottenMs = 24 * 3600 * 1000;

/** `now` is the machine's clock, even if the service's clock is set to another time. */
export async function recordServer(
  store: Store,
  { id, version, baseUrl, secretMark }: Omit<RunningServer, 'clockAheadMs'>,
  now: () => number = Date.now,
): Promise<void> {
  const seenAt = await databaseTime(store, now);
  const values = {
    version,
    base_url: baseUrl,
    secret_mark: secretMark,
    clock_ahead_ms: Math.round(now() - seenAt),
    seen_at: seenAt,
  };
  await store.auth
    .insertInto('server')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
  await store.auth
    .deleteFrom('server')
    .where('seen_at', '<', seenAt - forgottenMs)
    .execute();
}

export async function forgetServer(store: Store, id: string): Promise<void> {
  await store.auth.deleteFrom('server').where('id', '=', id).execute();
}

/** Servers with a heartbeat in the last 90 seconds, by ID. */
export async function findServers(store: Store, now: () => number = Date.now): Promise<RunningServer[]> {
  const rows = await store.auth
    .selectFrom('server')
    .select(['id', 'version', 'base_url', 'secret_mark', 'clock_ahead_ms'])
    .where('seen_at', '>', (await databaseTime(store, now)) - aliveMs)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    baseUrl: row.base_url,
    secretMark: row.secret_mark,
    clockAheadMs: row.clock_ahead_ms,
  }));
}

/** The time of a clock that all servers share. With SQLite, all servers are on this machine, so its clock is used. */
export async function databaseTime({ engine, auth }: Store, now: () => number): Promise<number> {
  if (engine === 'sqlite') return now();
  const { rows } = await sql<{
    ms: number;
  }>`select cast(floor(extract(epoch from clock_timestamp()) * 1000) as double precision) as ms`.execute(
    auth,
  );
  return Number(rows[0]?.ms);
}
