import { sql, type Kysely } from 'kysely';
import { StartupError } from '@/lib/base/startup-error';

/** Steps are only added at the end and cannot be reversed. */
export interface Migration {
  /** Unique within its schema. Never changes after a release. */
  name: string;
  /** SQL for both engines (`bigint`, `double precision` and `text` columns), or SQL for each engine. */
  statements: readonly (string | Readonly<Record<Engine, string>>)[];
}

type Engine = 'sqlite' | 'postgres';

/**
 * Updates a schema in one transaction under a lock. If several processes start together, only one of them updates it.
 * @param schema the prefix of the table of applied steps, `{schema}_migration`
 * @throws Error if the database has steps that this release does not know
 */
export async function migrate<DB>(
  db: Kysely<DB>,
  { engine, schema, migrations }: { engine: Engine; schema: string; migrations: readonly Migration[] },
): Promise<void> {
  const table = sql.table(`${schema}_migration`);
  await db.transaction().execute(async (transaction) => {
    // SQLite needs no advisory lock, because the transaction itself holds the write lock. The number of the PostgreSQL
    // lock is used nowhere else.
    if (engine === 'postgres') {
      // Another process may be running these steps, and indexing a large table takes time.
      await sql`set local statement_timeout = 0`.execute(transaction);
      await sql`select pg_advisory_xact_lock(4207849484)`.execute(transaction);
    }
    await sql`create table if not exists ${table} (name text primary key not null)`.execute(transaction);
    const { rows } = await sql<{ name: string }>`select name from ${table}`.execute(transaction);
    const applied = new Set(rows.map((row) => row.name));
    requireKnown(schema, applied, migrations);
    for (const { name, statements } of migrations.filter((migration) => !applied.has(migration.name))) {
      for (const statement of statements) {
        const text = typeof statement === 'string' ? statement : statement[engine];
        await sql.raw(text).execute(transaction);
      }
      await sql`insert into ${table} (name) values (${name})`.execute(transaction);
    }
  });
}

function requireKnown(schema: string, applied: Set<string>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = [...applied].filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new StartupError(
    `The ${schema} database was written by a newer release (it has ${unknown.join(', ')}). Use that one.`,
  );
}
