import pg from 'pg';
import type { Kysely } from 'kysely';
import { CompiledQuery } from 'kysely';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { isPostgres } from '@/lib/store/sql/prepared-query';

/**
 * Wakes everybody who waits for changes. It may wake them without a change: they then read the journal and find nothing
 * new.
 */
export class JournalSignal {
  readonly #listeners = new Set<() => void>();

  wake(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

const channel = 'chapterhouse_journal';
/**
 * The pause between attempts to connect doubles after each failure. A long pause does no harm, because waiting requests
 * also poll.
 */
const reconnectMs = { first: 1_000, most: 30_000 };

/** PostgreSQL notifies other processes when the transaction has committed. SQLite cannot send notices. */
export async function notifyListeners(db: Kysely<MembersDatabase>): Promise<void> {
  if (!isPostgres(db)) return;
  await db.executeQuery(CompiledQuery.raw(`select pg_notify('${channel}', '')`));
}

/**
 * Calls `onNotice` after the commits of all processes on a PostgreSQL database. Also calls `onNotice` after each new
 * connection, because notices may have been missed. The listener has its own connection, and connects again when that
 * connection breaks. The returned function ends the connection. Some proxies give a client a different connection for
 * each transaction. Notices do not arrive through such a proxy.
 */
export function listenToOthers(config: pg.ClientConfig, onNotice: () => void): () => Promise<void> {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = reconnectMs.first;
  let isStopped = false;
  const connect = async () => {
    const own = new pg.Client(config);
    client = own;
    own.on('error', () => undefined);
    own.on('notification', onNotice);
    own.once('end', () => {
      if (isStopped) return;
      timer = setTimeout(() => void connect(), pauseMs);
      timer.unref();
      pauseMs = Math.min(2 * pauseMs, reconnectMs.most);
    });
    try {
      await own.connect();
      await own.query(`listen ${channel}`);
      pauseMs = reconnectMs.first;
      onNotice();
    } catch {
      await own.end().catch(() => undefined);
    }
  };
  void connect();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
