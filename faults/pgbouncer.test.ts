import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isUnreachable } from '@/lib/store/sql/unreachable';
import { startTestService } from '@/lib/service/service.fixture';
import { openStore, type Store } from '@/lib/store/database';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { newDatabase, testEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { findPgBouncer, startPgBouncer } from '@/scripts/start-pgbouncer.mjs';
import { newDataDir } from './service-process';

const program = testEngines.includes('postgres') ? findPgBouncer() : null;
const memberCount = 300;

describe.skipIf(program === null).each([
  { mode: 'session', namesStatements: true },
  { mode: 'transaction', namesStatements: false },
] as const)('through PgBouncer in $mode mode', ({ mode, namesStatements }) => {
  const folder = newDataDir();
  let database: Awaited<ReturnType<typeof newDatabase>>;
  let bouncer: Awaited<ReturnType<typeof startPgBouncer>>;
  let store: Store;
  const open = (timeouts: { members: number; auth: number }) => {
    const postgresUrl = bouncer.through(database.url);
    return openStore({ dataDir: folder.dataDir, postgresUrl, namesStatements }, { timeouts });
  };
  beforeAll(async () => {
    database = await newDatabase();
    bouncer = await startPgBouncer(program ?? '', { serverUrl: database.url, mode });
    store = await open({ members: 20_000, auth: 20_000 });
  });
  afterAll(async () => {
    await store.close();
    await bouncer.stop();
    await database.remove();
    folder.remove();
  });

  it('members are written, tokens issued, and lists read concurrently', async () => {
    const service = startTestService(store);
    const context = {
      organisationId: 1,
      clock: () => service.time.now,
      areaCentre: noAreaCentre,
      cause: testCause,
    };
    await withMembersWriter(store, context, async (writer) => {
      await putSampleStructure(writer);
      for (let id = 1; id <= memberCount; id += 1) await writer.memberships.put(sampleMember(id));
    });
    const paths = ['members', 'members?User[LastName]=x', 'members?Page[Size]=20', 'categories', 'locations'];
    await service.token();
    for (let round = 0; round < 4; round += 1) {
      const requests = Array.from({ length: 5 }, () => paths.map((path) => service.get(path)));
      for (const response of await Promise.all(requests.flat())) {
        expect(response.status).toBe(200);
        await response.json();
      }
    }
    const all = (await (await service.get('members')).json()) as unknown[];
    expect(all).toHaveLength(memberCount);
    expect(service.errors).toEqual([]);
  });

  it('a statement that takes too long is ended, in a transaction by the database itself', async () => {
    const limited = await open({ members: 500, auth: 500 });
    try {
      const alone = await sql`select pg_sleep(20)`.execute(limited.auth).catch((error: unknown) => error);
      expect(isUnreachable(alone)).toBe(true);
      const inside = limited.members.transaction().execute((db) => sql`select pg_sleep(20)`.execute(db));
      await expect(inside).rejects.toMatchObject({ code: '57014' });
      expect((await sql<{ one: number }>`select 1 as one`.execute(limited.members)).rows).toEqual([
        { one: 1 },
      ]);
    } finally {
      await limited.close();
    }
  });

  it('sets no time limit of the server for sessions without one', async () => {
    const unlimited = await openStore({
      dataDir: folder.dataDir,
      namesStatements,
      postgresUrl: bouncer.through(database.url),
    });
    try {
      const read = await unlimited.members
        .transaction()
        .execute((db) => sql<{ statement_timeout: string }>`show statement_timeout`.execute(db));
      expect(read.rows).toEqual([{ statement_timeout: '0' }]);
    } finally {
      await unlimited.close();
    }
  });
});

describe.skipIf(program === null)('PgBouncer in transaction mode, where prepared statements fail', () => {
  it('is refused at the start with the name of the setting, unless the setting is off', async () => {
    const folder = newDataDir();
    const database = await newDatabase();
    const bouncer = await startPgBouncer(program ?? '', { serverUrl: database.url, mode: 'transaction' });
    const open = (namesStatements: boolean, poolSize: number) =>
      openStore({
        dataDir: folder.dataDir,
        postgresUrl: `${bouncer.through(database.url)}?pool_size=${poolSize}`,
        namesStatements,
      });
    try {
      for (const poolSize of [1, 20])
        await expect(open(true, poolSize)).rejects.toThrow(/^DATABASE_NAMED_STATEMENTS must be off/);
      await (await open(false, 20)).close();
    } finally {
      await bouncer.stop();
      await database.remove();
      folder.remove();
    }
  });
});
