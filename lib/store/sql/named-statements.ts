import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { ConfigError } from '@/lib/base/config';

const maxNames = 250;
const maxSeen = 1000;

/**
 * A PostgreSQL connection parses and plans a named statement only once. The returned function gives each statement a
 * name. For the first run of a statement, it returns undefined. Some statements run only once (an import, a rare
 * filter) and need no name.
 * @see https://node-postgres.com/features/queries#prepared-statements
 */
export function createStatementNames(): (text: string) => string | undefined {
  // Not a cache: the connection keeps each named statement until it ends.
  const names = new Map<string, string>();
  const seen = new LRUCache<string, true>({ max: maxSeen });
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames) return known;
    if (!seen.has(text)) {
      seen.set(text, true);
      return undefined;
    }
    seen.delete(text);
    const name = `chapterhouse_${names.size}`;
    names.set(text, name);
    return name;
  };
}

/** invalid_sql_statement_name, duplicate_prepared_statement: another client has the connection of this one. */
const lostCodes = ['26000', '42P05'];
const checkedClients = 3;
const checkedRounds = 2;

/**
 * A proxy may give a client another connection for each transaction, as PgBouncer does in transaction mode. Named
 * statements then fail, unless the proxy supports them.
 * @throws ConfigError if a named statement fails
 */
export async function requireNamedStatements(config: pg.ClientConfig): Promise<void> {
  const statement = { name: 'chapterhouse_check', text: 'select pg_backend_pid() as pid' };
  const clients = Array.from({ length: checkedClients }, () => new pg.Client(config));
  // Without a listener, the error of a connection that breaks while it is not used would end the process.
  for (const client of clients) client.on('error', () => undefined);
  const [first] = clients;
  try {
    await first?.connect();
    const result = await first?.query<{ pid: number }>(statement);
    // A proxy gives its clients other process IDs than the database. pg's types lack this property.
    if (first === undefined || result?.rows[0]?.pid === Reflect.get(first, 'processID')) return;
    for (const client of clients.slice(1)) await client.connect();
    for (let round = 0; round < checkedRounds; round += 1)
      for (const client of clients) await client.query(statement);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && lostCodes.includes(error.code ?? ''))) throw error;
    throw new ConfigError([
      'DATABASE_NAMED_STATEMENTS must be off, because the proxy in front of PostgreSQL loses prepared statements. Or let the proxy support them: PgBouncer 1.21 or later with max_prepared_statements above 0',
    ]);
  } finally {
    for (const client of clients) await client.end();
  }
}
