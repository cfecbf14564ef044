import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { DatabaseFaults } from '@/lib/store/sql/database-faults';
import { damageTable } from '@/lib/store/sql/damage-table.fixture';
import type { Store } from '@/lib/store/database';
import { databaseProblems, readDatabaseState, reportFaults, toWarning } from './database-state';
import { connectNeighbours } from './neighbours.fixture';
import { openFreshStore, testEngines, type FreshStore } from '@/lib/store/stores.fixture';

const opened: FreshStore[] = [];
async function fresh(engine: Store['engine']): Promise<FreshStore> {
  const made = await openFreshStore(engine);
  opened.push(made);
  return made;
}
afterEach(async () => {
  for (const made of opened.splice(0)) await made.remove();
});

const sqliteError = (errcode: number) => Object.assign(new Error('of SQLite'), { errcode });

it.each(testEngines)('an intact database on %s is available and has no warning', async (engine) => {
  const { store, location } = await fresh(engine);
  expect(await readDatabaseState(store, location.dataDir)).toEqual({ isAvailable: true, warnings: [] });
});

it.each(['members', 'reader', 'auth'] as const)(
  'damage that a statement of `%s` meets is a warning from then on',
  async (part) => {
    const { store, location } = await fresh('sqlite');
    const [file, table] = part === 'auth' ? ['auth.db', 'consent'] : ['members.db', 'category'];
    damageTable(location.dataDir, { file, table });
    const state = () => readDatabaseState(store, location.dataDir);
    expect(await state()).toEqual({ isAvailable: true, warnings: [] });
    const read = sql`select * from ${sql.table(table)}`;
    await expect(read.execute(store[part])).rejects.toThrow(/malformed/);
    expect(await state()).toEqual({ isAvailable: true, warnings: [toWarning(databaseProblems.damaged)] });
  },
);

it('a fault of the disk is listed until it has not been seen for a while, and damage is always listed', () => {
  const time = { now: 0 };
  const faults = new DatabaseFaults(() => time.now);
  const news: string[] = [];
  faults.onNew = (fault) => news.push(fault);
  // SQLITE_BUSY, SQLITE_CORRUPT_INDEX and SQLITE_FULL.
  for (const code of [5, 779, 13, 13]) faults.note(sqliteError(code));
  faults.note(new Error('another error'));
  time.now = 89_999;
  expect(faults.list()).toEqual(['damaged', 'disk']);
  time.now = 90_000;
  expect(faults.list()).toEqual(['damaged']);
  faults.note(sqliteError(10));
  expect(faults.list()).toEqual(['damaged', 'disk']);
  expect(news).toEqual(['damaged', 'disk', 'disk']);
});

it('a fault that one process meets is logged once, and every process lists it', () => {
  const { neighbours } = connectNeighbours(2);
  const logged: string[] = [];
  const all = neighbours.map((one) => {
    const faults = new DatabaseFaults();
    reportFaults(faults, { log: { error: (text: string) => void logged.push(text) }, neighbours: one });
    return faults;
  });
  all[0]?.note(sqliteError(11));
  all[1]?.note(sqliteError(11));
  expect(all.map((faults) => faults.list())).toEqual([['damaged'], ['damaged']]);
  expect(logged).toEqual([toWarning(databaseProblems.damaged)]);
});
