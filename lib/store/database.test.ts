import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { openStore } from './database';
import { isDemonstration } from './demonstration-flag';
import { openFreshStore, testEngines, type FreshStore } from './stores.fixture';

const opened: FreshStore[] = [];
async function fresh(engine: FreshStore['store']['engine']): Promise<FreshStore> {
  const made = await openFreshStore(engine);
  opened.push(made);
  return made;
}
afterEach(async () => {
  for (const made of opened.splice(0)) await made.remove();
});

const chapter = (id: number) => ({ organisation_id: 1, id, name: 'North', contact: '', document: '{}' });

describe.each(testEngines)('the store on %s', (engine) => {
  it('opens a second time, even while it is open, and finds what was written', async () => {
    const { store, location } = await fresh(engine);
    await store.members.insertInto('chapter').values(chapter(1)).execute();
    const [again, third] = await Promise.all([openStore(location), openStore(location)]);
    expect(await again.members.selectFrom('chapter').select(['id', 'name']).execute()).toEqual([
      { id: 1, name: 'North' },
    ]);
    await again.close();
    await third.close();
  });

  it('marks the demonstration that an earlier release loaded, and no other organisation with ID 100', async () => {
    for (const [name, email, expected] of [
      ['Southern Cross Physiotherapy Association', 'a@example.org', 1],
      ['Renamed by its owner', 'zoe.vanderberg@example.com', 1],
      ['A real association', 'a@example.org', 0],
    ] as const) {
      const { store, location } = await fresh(engine);
      const marker = '4 an organisation is the demonstration if it is marked so';
      await sql`alter table organisation drop column is_demonstration`.execute(store.members);
      await sql`delete from members_migration where name = ${marker}`.execute(store.members);
      await sql`insert into organisation (id, name, time_zone, country, currency, notice_days, listed_statuses, version)
        values (100, ${name}, 'UTC', '', 'AUD', 30, '[]', 1)`.execute(store.members);
      await sql`insert into person values (100, 1, 'A', 'B', '', ${email}, '', null, '', '', '', '', null, '', '', '', '',
        '', '', '', '', '', '', '', '', '', '')`.execute(store.members);
      const upgraded = await openStore(location);
      expect(await isDemonstration(upgraded.members, 100), name).toBe(expected === 1);
      await upgraded.close();
    }
  });

  it('refuses a database with migrations from a newer release', async () => {
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

  it('makes writers in one process wait for each other without blocking it', async () => {
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

it.runIf(testEngines.includes('postgres'))(
  'at most half of the connections to PostgreSQL read long lists, and at most ten',
  async () => {
    const { location } = await fresh('postgres');
    for (const [connections, lists] of [
      [1, 1],
      [9, 4],
      [20, 10],
      [100, 10],
    ] as const) {
      const postgresUrl = `${location.postgresUrl}?pool_size=${connections}`;
      const store = await openStore({ ...location, postgresUrl });
      expect([connections, store.longReads]).toEqual([connections, lists]);
      await store.close();
    }
  },
);

describe('the SQLite files', () => {
  it('let other work run during a long transaction', async () => {
    const { store } = await fresh('sqlite');
    let [turns, isOver] = [0, false];
    const takeTurn = () => {
      turns += 1;
      if (!isOver) setImmediate(takeTurn);
    };
    await store.members.transaction().execute(async (transaction) => {
      setImmediate(takeTurn);
      for (let index = 0; index < 5_000; index += 1)
        await transaction.selectFrom('chapter').select('id').execute();
    });
    isOver = true;
    expect(turns).toBeGreaterThan(3);
  });

  it('make a write that returns rows wait for another process’s lock, like any other write', async () => {
    const { store, location } = await fresh('sqlite');
    const holder = new DatabaseSync(join(location.dataDir, 'auth.db'));
    holder.exec('begin immediate');
    let isWritten = false;
    const written = sql`insert into limit_bucket values ('a', 1, 1) returning tokens`
      .execute(store.auth)
      .then(() => (isWritten = true));
    // Reads are possible while the write waits for the lock.
    await sql`select 1 from limit_bucket`.execute(store.auth);
    expect(isWritten).toBe(false);
    holder.exec('commit');
    holder.close();
    await written;
  });

  it('are readable only by their owner', async () => {
    const { location } = await fresh('sqlite');
    for (const file of ['members.db', 'auth.db']) {
      expect(statSync(join(location.dataDir, file)).mode & 0o777).toBe(0o600);
    }
  });
});
