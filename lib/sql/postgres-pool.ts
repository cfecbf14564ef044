import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';

export interface PoolUse {
  nameOf: (text: string) => string | undefined;
  /** How long a statement may take. null: there is no limit. The value is read for each statement. */
  statementTimeoutMs: () => number | null;
}

/**
 * How long this process waits after the time limit of a statement. The database stops the statement at the limit and
 * sends an error, unless the database no longer responds.
 */
const graceMs = 1_000;
/** Sending a list takes only minutes. If a transaction is idle for longer than this, its process no longer exists. */
const idleInTransactionMs = 15 * 60_000;

/**
 * A pool for Kysely whose statements have names and time limits. The limits are set in each transaction, and this
 * process has an additional timer. A proxy that shares connections loses startup parameters and session settings, and a
 * frozen database enforces no limit of its own.
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

/** Session settings, for connections that are not shared. */
export function sessionSettings(statementTimeoutMs: number | null): string {
  return settings('set', statementTimeoutMs);
}

function wrap(client: PoolClient, { nameOf, statementTimeoutMs }: PoolUse): PostgresPoolClient {
  /** The error of an abandoned statement. Its result may still arrive, so the connection cannot be used again. */
  let givenUp: Error | null = null;
  const query = async (text: string, values: readonly unknown[]) => {
    // This is mainly for the rollback that follows. Without it, the rollback would wait just as long as the abandoned
    // statement.
    if (givenUp !== null) throw givenUp;
    const limit = statementTimeoutMs();
    const timeout = limit === null ? {} : { query_timeout: limit + graceMs };
    try {
      if (isBegin(text)) {
        // BEGIN and the settings are sent in one message. Only the result of BEGIN is returned.
        const begun: unknown = await client.query({
          text: `${text}; ${settings('set local', limit)}`,
          ...timeout,
        });
        return Array.isArray(begun) ? (begun[0] as unknown) : begun;
      }
      return await client.query({ name: nameOf(text), text, values: [...values], ...timeout });
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') givenUp = error;
      throw error;
    }
  };
  // Kysely uses a cursor only if it was given one, and none was given.
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
