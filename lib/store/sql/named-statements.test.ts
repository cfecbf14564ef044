import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFreshStore, testEngines, type FreshStore } from '@/lib/store/stores.fixture';

describe.runIf(testEngines.includes('postgres'))('PostgreSQL', () => {
  let fresh: FreshStore;
  beforeAll(async () => {
    fresh = await openFreshStore('postgres');
  });
  afterAll(() => fresh.remove());

  it('reuses a repeated statement with the values of each call, and does not cache a statement that ran once', async () => {
    await fresh.store.members.connection().execute(async (db) => {
      const send = (value: number) => sql<{ value: number }>`select ${value}::bigint as value`.execute(db);
      const countStatements = async () => {
        const { rows } = await sql<{ n: number }>`select count(*) as n from pg_prepared_statements
          where statement = 'select $1::bigint as value'`.execute(db);
        return rows[0]?.n;
      };
      expect((await send(1)).rows).toEqual([{ value: 1 }]);
      expect(await countStatements()).toBe(0);
      expect((await send(2)).rows).toEqual([{ value: 2 }]);
      expect((await send(3)).rows).toEqual([{ value: 3 }]);
      expect(await countStatements()).toBe(1);
    });
  });
});
