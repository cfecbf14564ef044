import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { DatabaseFaults } from './database-faults';

export interface PoolUse {
  nameOf: (text: string) => string | undefined;
  statementTimeoutMs: () => number | null;
  faults: DatabaseFaults;
}

/**
 * At a statement's time limit, the database sends an error. This process waits this much longer for that error. If no
 * error arrives, the database no longer responds.
 */
const graceMs = 1_000;
/**
 * Sending a list takes only minutes. If a transaction is idle for longer than this time, its process no longer exists.
 */
const idleInTransactionMs = 15 * 60_000;

/**
 * Gives statements names and time limits. The limits are set in each transaction, because a proxy that shares
 * connections loses startup parameters and session settings. This process also has a timer, because a frozen database
 * enforces no limit.
 */
export function toKyselyPool(pool: Pool, use: PoolUse): PostgresPool {
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let wrapped = clients.get(client);
      if (wrapped === undefined) clients.set(client, (wrapped = wrap(client, use)));
      return wrapped;
    },
  };
}

/** Use these settings only for a connection that no proxy shares. */
export function sessionSettings(statementTimeoutMs: number | null): string {
  return settings('set', statementTimeoutMs);
}

function wrap(client: PoolClient, { nameOf, statementTimeoutMs, faults }: PoolUse): PostgresPoolClient {
  /** The error of an abandoned statement. Its result may still arrive, so the connection is not used again. */
  let givenUp: Error | null = null;
  const query = async (text: string, values: readonly unknown[]) => {
    // After a statement is abandoned, Kysely sends a rollback on the same connection. The rollback would wait as long
    // as the abandoned statement, so it fails at once here.
    if (givenUp !== null) throw givenUp;
    const limit = statementTimeoutMs();
    const timeout = limit === null ? {} : { query_timeout: limit + graceMs };
    try {
      if (isBegin(text)) {
        // One message with BEGIN and the settings. Only the result of BEGIN is returned.
        const started: unknown = await client.query({
          text: `${text}; ${settings('set local', limit)}`,
          ...timeout,
        });
        return Array.isArray(started) ? (started[0] as unknown) : started;
      }
      return await client.query({ name: nameOf(text), text, values: [...values], ...timeout });
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') givenUp = error;
      faults.note(error);
      throw error;
    }
  };
  // `PostgresPoolClient` also has a `query` for cursors, which this one lacks. Kysely calls that form only if the
  // dialect has the option `cursor`. Our dialect does not have this option.
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(givenUp ?? undefined),
  };
}

function isBegin(text: string): boolean {
  return /^(begin|start transaction)\b/i.test(text);
}

function settings(how: 'set' | 'set local', statementTimeoutMs: number | null): string {
  return `${how} statement_timeout = ${statementTimeoutMs ?? 0}; ${how} idle_in_transaction_session_timeout = ${idleInTransactionMs}`;
}
