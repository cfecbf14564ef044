/**
 * Measures the CPU time of a server that gets no requests, with one organisation and with 1,000. All of them have
 * switched reminders on. The second measurement includes midnight, when a membership of each organisation ends. Runs on
 * SQLite, and also on PostgreSQL if TEST_POSTGRES_URL names a server. `npm run bench:idle [-- 1 1000]`. Target: at most
 * twice the CPU time of one organisation while nothing happens.
 */
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { openStore } from '@/lib/store/database';
import { createTestDatabase } from '@/lib/store/database.fixture';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { Installation } from '../e2e/installation';
import { Product } from './product';

const start = new Date('2026-06-15T23:56:00Z');
const lastDay = '2026-06-15';
/** In this time after its start, a server has checked all organisations once. */
const settleMs = 90_000;
const idleMs = 60_000;
/** From the end of the idle minute until all memberships must have their row in the journal: midnight and a minute. */
const midnightMs = 150_000;

const given = process.argv.slice(2).map(Number);
const server = process.env.TEST_POSTGRES_URL;
const rows: Record<string, object> = {};
for (const count of given.length > 0 ? given : [1, 1000]) {
  await measure(`SQLite, ${count}`, count, null);
  if (server === undefined) continue;
  const database = await createTestDatabase(server);
  await measure(`PostgreSQL, ${count}`, count, database.url).finally(() => database.remove());
}

async function measure(name: string, count: number, postgresUrl: string | null): Promise<void> {
  const installation = new Installation();
  try {
    const { dataDir } = installation;
    await storeOrganisations({ dataDir, postgresUrl }, count);
    const env = { CHAPTERHOUSE_NOW: start.toISOString() };
    const product = await Product.start(installation, { postgresUrl, env });
    const cpuDuring = async (ms: number) => {
      const before = (await product.figures()).cpuSeconds;
      await pause(ms);
      return Number(((await product.figures()).cpuSeconds - before).toFixed(2));
    };
    await pause(settleMs);
    rows[name] = {
      [`${idleMs / 1000} idle seconds: CPU s`]: await cpuDuring(idleMs),
      [`${midnightMs / 1000} s with midnight: CPU s`]: await cpuDuring(midnightMs),
      'recorded ends': await countEnds({ dataDir, postgresUrl }),
      'load average': Number(loadavg()[0]?.toFixed(1)),
    };
    console.table(rows);
  } finally {
    await installation.stop();
  }
}

interface Location {
  dataDir: string;
  postgresUrl: string | null;
}

async function storeOrganisations(location: Location, count: number): Promise<void> {
  const store = await openStore(location);
  for (let organisationId = 1; organisationId <= count; organisationId += 1) {
    const clock = () => start;
    const context = { organisationId, clock, areaCentre: noAreaCentre, cause: testCause };
    await withMembersWriter(store, context, async (writer) => {
      await putSampleStructure(writer, { id: organisationId, timeZone: 'UTC' });
      // Members without an address get no reminders, so the server does not send any.
      for (let id = 1; id <= 3; id += 1)
        await writer.memberships.put(
          sampleMember(id, id === 1 ? { expiryDate: lastDay } : {}, { email: '' }),
        );
      await writer.notices.putSettings({ ...(await writer.notices.settings()), isOn: true });
    });
  }
  await store.close();
}

async function countEnds(location: Location): Promise<number> {
  const store = await openStore(location);
  try {
    const { count } = await store.members
      .selectFrom('journal')
      .select((is) => is.fn.countAll().as('count'))
      .where('operation', '=', 'lapsed')
      .executeTakeFirstOrThrow();
    return Number(count);
  } finally {
    await store.close();
  }
}
