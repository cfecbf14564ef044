import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { mkdirSync } from 'node:fs';
import { openStore, type Store } from '@/lib/store/database';
import { MismatchError } from '@/lib/store/installation/marks';
import { sqliteDialect } from '@/lib/store/sql/sqlite';
import { StartupError } from '@/lib/base/startup-error';
import { BackupError, databases } from './backup-files';

/**
 * Works on the copy of a backup. First checks the pages of its databases, and refuses triggers and views. Then opens
 * and migrates the databases. At the end, checks that they have exactly the schemas of this release.
 * @throws BackupError naming the file of `backup` and what is wrong with it
 */
export async function openChecked(copy: string, { backup }: { backup: string }): Promise<Store> {
  for (const name of databases) await checkPages(join(copy, name), join(backup, name));
  const expected = await expectedSchemas(join(copy, 'expected'));
  const store = await openStore({ dataDir: copy, postgresUrl: null }).catch((error: unknown) => {
    if (error instanceof MismatchError)
      throw new BackupError(
        `${backup} cannot be restored. ${error.problems.map(({ what }) => what).join(' ')}`,
      );
    if (error instanceof StartupError)
      throw new BackupError(`${backup} cannot be restored: ${error.message}`);
    throw error;
  });
  try {
    requireSame(join(backup, 'members.db'), await readSchema(store.members), expected.members);
    requireSame(join(backup, 'auth.db'), await readSchema(store.auth), expected.auth);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** SQLite's own check. Triggers and views are refused, because they could run while the database is migrated. */
async function checkPages(file: string, original: string): Promise<void> {
  const db = new Kysely<unknown>({ dialect: sqliteDialect(file, { busyTimeoutMs: 0 }) });
  try {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(3)`.execute(db);
    const [first] = rows;
    if (first?.integrity_check !== 'ok') {
      throw new BackupError(`${original} is damaged: ${rows.map((row) => row.integrity_check).join('; ')}`);
    }
    const acting = await sql<{ type: string; name: string }>`
      select type, name from sqlite_master where type in ('trigger', 'view') order by name`.execute(db);
    const [foreign] = acting.rows;
    if (foreign !== undefined) throw unknownObject(original, `the ${foreign.type} ${foreign.name}`);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    if (error instanceof Error && 'errcode' in error && [11, 26].includes(Number(error.errcode) % 256))
      throw new BackupError(`${original} is damaged: ${error.message}`);
    throw error;
  } finally {
    await db.destroy();
  }
}

/** Statements that created the tables, indexes and so on. The keys have the form `type name`. */
type Schema = Map<string, string>;

async function expectedSchemas(folder: string): Promise<{ members: Schema; auth: Schema }> {
  mkdirSync(folder, { mode: 0o700 });
  const store = await openStore({ dataDir: folder, postgresUrl: null });
  try {
    return { members: await readSchema(store.members), auth: await readSchema(store.auth) };
  } finally {
    await store.close();
  }
}

async function readSchema<DB>(db: Kysely<DB>): Promise<Schema> {
  const { rows } = await sql<{ type: string; name: string; sql: string | null }>`
    select type, name, sql from sqlite_master where name not like 'sqlite\\_%' escape '\\'`.execute(db);
  return new Map(rows.map((row) => [`${row.type} ${row.name}`, row.sql ?? '']));
}

function requireSame(file: string, found: Schema, expected: Schema): void {
  for (const [object, statement] of found) {
    if (expected.get(object) !== statement) throw unknownObject(file, `the ${object}`);
  }
  const missing = [...expected.keys()].filter((object) => !found.has(object));
  if (missing.length > 0) throw new BackupError(`${file} is damaged: it has no ${missing.join(', ')}`);
}

function unknownObject(file: string, what: string): BackupError {
  return new BackupError(
    `${file} has ${what}, which Chapterhouse did not create like this. It is not restored`,
  );
}
