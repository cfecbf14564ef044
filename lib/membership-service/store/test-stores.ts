/** Fresh stores for tests: SQLite always, PostgreSQL when `TEST_POSTGRES_URL` names a server (`npm test` does). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { openStore, type Store } from './database';
import { createTestDatabase, type TestDatabase } from './test-database';

// A test setting, not the operator's: lib/config.ts does not know it.
// eslint-disable-next-line no-restricted-properties
const postgresUrl = process.env.TEST_POSTGRES_URL;

/** Runs the tests of `define` once for each engine, on one empty store that they share; `store()` inside tests. */
export function describeEachEngine(name: string, define: (store: () => Store) => void): void {
  for (const engine of testEngines) {
    describe(`${name} (${engine})`, () => {
      let fresh: FreshStore | null = null;
      beforeAll(async () => {
        fresh = await openFreshStore(engine);
      });
      afterAll(async () => {
        await fresh?.remove();
      });
      define(() => {
        if (fresh === null) throw new Error('the store opens before the first test');
        return fresh.store;
      });
    });
  }
}

export const testEngines: readonly Store['engine'][] = postgresUrl ? ['sqlite', 'postgres'] : ['sqlite'];

export interface FreshStore {
  store: Store;
  /** Where it can be opened a second time. */
  location: { dataDir: string; postgresUrl: string | null };
  remove(): Promise<void>;
}

/** An empty store of its own; `remove` closes and deletes it. */
export async function openFreshStore(engine: Store['engine']): Promise<FreshStore> {
  return engine === 'sqlite' ? openFiles() : openDatabase();
}

async function openFiles(): Promise<FreshStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-'));
  const location = { dataDir, postgresUrl: null };
  const store = await openStore(location);
  const remove = async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  };
  return { store, location, remove };
}

async function openDatabase(): Promise<FreshStore> {
  const database = await newDatabase();
  const location = { dataDir: tmpdir(), postgresUrl: database.url };
  const store = await openStore(location);
  const remove = async () => {
    await store.close();
    await database.remove();
  };
  return { store, location, remove };
}

/** An empty database of its own on the server of the tests, for whoever opens it. */
export async function newDatabase(): Promise<TestDatabase> {
  if (!postgresUrl) throw new Error('TEST_POSTGRES_URL is not set');
  return createTestDatabase(postgresUrl);
}
