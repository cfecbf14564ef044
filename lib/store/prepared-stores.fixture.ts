/** Stores with all tables and no data, made once for all tests. A copy takes half the time of creating the tables. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openStore } from './database';
import { createTestDatabase } from './database.fixture';

interface PreparedStores {
  /** The folder with the files of SQLite. */
  folder: string;
  /** The name of the database on the server of `TEST_POSTGRES_URL`. null: the tests have no server. */
  database: string | null;
}

declare module 'vitest' {
  interface ProvidedContext {
    preparedStores: PreparedStores;
  }
}

/** Vitest calls this before all tests, and the returned function after them. */
export default async function prepareStores({ provide }: TestProject): Promise<() => Promise<void>> {
  // eslint-disable-next-line no-restricted-properties -- a setting of tests
  const server = process.env.TEST_POSTGRES_URL;
  const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-'));
  await createTables(folder, null);
  const database = server ? await createTestDatabase(server) : null;
  if (database !== null) await createTables(folder, database.url);
  provide('preparedStores', {
    folder,
    database: database === null ? null : new URL(database.url).pathname.slice(1),
  });
  return async () => {
    await database?.remove();
    rmSync(folder, { recursive: true });
  };
}

async function createTables(dataDir: string, postgresUrl: string | null): Promise<void> {
  const store = await openStore({ dataDir, postgresUrl });
  await store.close();
}

export function copyFiles({ folder }: PreparedStores, dataDir: string): void {
  for (const name of ['members.db', 'auth.db']) copyFileSync(join(folder, name), join(dataDir, name));
}
