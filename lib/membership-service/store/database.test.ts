import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { openStore } from './database';
import { openFreshStore, testEngines, type FreshStore } from './test-stores';

const opened: FreshStore[] = [];
async function fresh(engine: FreshStore['store']['engine']): Promise<FreshStore> {
  const made = await openFreshStore(engine);
  opened.push(made);
  return made;
}
afterEach(async () => {
  for (const made of opened.splice(0)) await made.remove();
});

const chapter = (id: number) => ({ organisation_id: 1, id, name: 'North', document: '{}' });

describe.each(testEngines)('the store on %s', (engine) => {
  it('opens a second time, also while it is open, and finds what was written', async () => {
    const { store, location } = await fresh(engine);
    await store.members.insertInto('chapter').values(chapter(1)).execute();
    const [again, third] = await Promise.all([openStore(location), openStore(location)]);
    expect(await again.members.selectFrom('chapter').select(['id', 'name']).execute()).toEqual([
      { id: 1, name: 'North' },
    ]);
    await again.close();
    await third.close();
  });

  it('refuses a database with steps from a newer release', async () => {
    const { store, location } = await fresh(engine);
    await sql`insert into members_migration (name) values ('999 from the future')`.execute(store.members);
    await expect(openStore(location)).rejects.toThrow('newer release');
  });

  it('shows a read-only transaction one state while another connection writes', async () => {
    const { store } = await fresh(engine);
    const count = sql<{ n: number }>`select count(*) as n from chapter`;
    const read = store.members.transaction().setAccessMode('read only').setIsolationLevel('repeatable read');
    await read.execute(async (reader) => {
      expect((await count.execute(reader)).rows[0]?.n).toBe(0);
      await store.members.insertInto('chapter').values(chapter(1)).execute();
      expect((await count.execute(reader)).rows[0]?.n).toBe(0);
    });
    expect((await count.execute(store.members)).rows[0]?.n).toBe(1);
  });

  it('lets writers in one process wait for each other without stopping it', async () => {
    const { store } = await fresh(engine);
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        store.members.transaction().execute(async (transaction) => {
          await transaction.insertInto('chapter').values(chapter(index)).execute();
          await new Promise((resolve) => setImmediate(resolve));
        }),
      ),
    );
    const { rows } = await sql<{ n: number }>`select count(*) as n from chapter`.execute(store.members);
    expect(rows[0]?.n).toBe(8);
  });
});

describe('the SQLite files', () => {
  it('let a write that has rows to return wait for another process’s lock like any other', async () => {
    const { store, location } = await fresh('sqlite');
    const holder = new DatabaseSync(join(location.dataDir, 'auth.db'));
    holder.exec('begin immediate');
    let isWritten = false;
    const written = sql`insert into limit_bucket values ('a', 1, 1) returning tokens`
      .execute(store.auth)
      .then(() => (isWritten = true));
    // Reads go on meanwhile.
    await sql`select 1 from limit_bucket`.execute(store.auth);
    expect(isWritten).toBe(false);
    holder.exec('commit');
    holder.close();
    await written;
  });

  it('are readable by their owner alone', async () => {
    const { location } = await fresh('sqlite');
    for (const file of ['members.db', 'auth.db']) {
      expect(statSync(join(location.dataDir, file)).mode & 0o777).toBe(0o600);
    }
  });
});
