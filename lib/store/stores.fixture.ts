import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { isLong } from '@/lib/base/test-strength';
import { openStore, type Store } from './database';
import { executedStatements, quadraticSteps } from './statement-plans.fixture';
import { createTestDatabase, type TestDatabase } from './database.fixture';
import { copyFiles } from './prepared-stores.fixture';

// For tests only, so lib/base/config.ts does not know this setting.
// eslint-disable-next-line no-restricted-properties
const postgresUrl = process.env.TEST_POSTGRES_URL;

/**
 * Runs the tests on each engine, on one empty store that they share: SQLite always, PostgreSQL if `TEST_POSTGRES_URL`
 * names a server (`npm test` sets it). Use `store()` inside tests.
 */
export function describeEachEngine(name: string, define: Define): void {
  describeEngines(testEngines, name, define);
}

/** For tests whose statements also run on PostgreSQL in other tests: there, they run in `npm run test:long`. */
export function describeUsualEngines(name: string, define: Define): void {
  describeEngines(usualEngines, name, define);
}

type Define = (store: () => Store, engine: Store['engine']) => void;

function describeEngines(engines: readonly Store['engine'][], name: string, define: Define): void {
  for (const engine of engines) {
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
      }, engine);
    });
  }
}

export const testEngines: readonly Store['engine'][] = postgresUrl ? ['sqlite', 'postgres'] : ['sqlite'];

/** SQLite, and in `npm run test:long` also PostgreSQL. */
export const usualEngines = isLong ? testEngines : (['sqlite'] as const);

export interface FreshStore {
  store: Store;
  location: { dataDir: string; postgresUrl: string | null };
  remove(): Promise<void>;
}

/** `remove` closes and deletes the store. */
export async function openFreshStore(engine: Store['engine']): Promise<FreshStore> {
  return engine === 'sqlite' ? openFiles() : openDatabase();
}

async function openFiles(): Promise<FreshStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-'));
  copyFiles(inject('preparedStores'), dataDir);
  const location = { dataDir, postgresUrl: null };
  const store = await openStore(location);
  const remove = async () => {
    const slow = await slowStatements(store);
    await store.close();
    rmSync(dataDir, { recursive: true });
    if (slow.length > 0)
      throw new Error(`planned to read a table for each row of another:\n${slow.join('\n')}`);
  };
  return { store, location, remove };
}

/** All stores have the same tables, so a plan depends only on the text of the statement. Each text is planned once. */
const wellPlanned = new Set<string>();

/**
 * Finds the statements whose time grows with the square of the number of members. Each entry has a step of the plan
 * that causes this growth.
 */
async function slowStatements(store: Store): Promise<string[]> {
  const slow: string[] = [];
  for (const query of executedStatements('sqlite')) {
    if (wellPlanned.has(query.sql)) continue;
    const found: string[] = [];
    for (const db of [store.members, store.auth]) {
      // The statement may be for the other database, or a test may have queried something that does not exist.
      found.push(...(await quadraticSteps(db, query).catch(() => [])));
    }
    slow.push(...found.map((step) => `${step}: ${query.sql}`));
    if (found.length === 0) wellPlanned.add(query.sql);
  }
  return slow;
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

export function newDatabase(): Promise<TestDatabase> {
  return createTestDatabase(serverUrl(), inject('preparedStores').database ?? undefined);
}

export function newDatabaseWithoutTables(): Promise<TestDatabase> {
  return createTestDatabase(serverUrl());
}

function serverUrl(): string {
  if (!postgresUrl) throw new Error('TEST_POSTGRES_URL is not set');
  return postgresUrl;
}
