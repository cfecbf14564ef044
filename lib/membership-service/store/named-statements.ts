import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';

/** Statements that get a name: each is kept by each connection, on both sides. */
const maxNames = 250;
/** Texts of which it is remembered that they were asked once. */
const maxSeen = 1000;

/**
 * A pool of PostgreSQL whose connections parse and plan a statement once when it comes again and again: from its second
 * time on it has a name. What comes once (an import's, a rare filter's) takes no room.
 * @see https://node-postgres.com/features/queries#prepared-statements
 */
export function namingStatements(pool: Pool): PostgresPool {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames) return known;
    if (!seen.has(text)) {
      if (seen.size >= maxSeen) seen.clear();
      seen.add(text);
      return undefined;
    }
    seen.delete(text);
    const name = `chapterhouse_${names.size}`;
    names.set(text, name);
    return name;
  };
  return {
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let naming = clients.get(client);
      if (naming === undefined) clients.set(client, (naming = namingClient(client, nameOf)));
      return naming;
    },
  };
}

function namingClient(client: PoolClient, nameOf: (text: string) => string | undefined): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[]) =>
    client.query({ name: nameOf(text), text, values: [...values] });
  // Kysely asks with a cursor only when it was given one, and it was not.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() };
}
