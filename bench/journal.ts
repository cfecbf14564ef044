/**
 * Measures changes through the write API of a real server: `npm run bench:journal [-- members]`, by default with 10,000
 * members. Uses SQLite, and then also PostgreSQL if TEST_POSTGRES_URL is set. The same run measures two baselines. One
 * is reads of the same records, and the other is rendering the page that shows the change. "CPU" is the server's CPU
 * time, which includes the work of its directory. The server must make 300 single changes a second. In batches of
 * 1,000, it must make 2,000 changes a second. During 500 reads a second, the p99 of a change must be at most 50 ms.
 * After the request for a change through the API, a page must show the change within 1 s. After a command has written a
 * change to the journal, a page must show it within 5 s. When the load is over, the last changes are read again and
 * checked. `SECONDS=6` sets the length of each run in seconds.
 */
import { loadavg } from 'node:os';
import { createTestDatabase } from '@/lib/store/database.fixture';
import { JournalSite } from './journal-site';
import { measureVisibility } from './journal-visibility';
import { arrive, quantile, send, type LoadResponse, type LoadRequest } from './open-load';

const memberCount = Number(process.argv[2] ?? 10_000);
const seconds = Number(process.env.SECONDS ?? 6);
const connections = 8;
const batchSize = Math.min(1_000, memberCount - 1);
const [readsPerSecond, changesPerSecond] = [500, 50];
const targets = { perSecond: 300, rowsPerSecond: 2_000, p99Ms: 50 };

const postgresUrl = process.env.TEST_POSTGRES_URL;
await measureOn('SQLite', {});
if (postgresUrl !== undefined) {
  const database = await createTestDatabase(postgresUrl);
  await measureOn('PostgreSQL', { DATABASE_URL: database.url }).finally(() => database.remove());
}

async function measureOn(engine: string, env: Record<string, string>): Promise<void> {
  const site = await JournalSite.start(memberCount, env);
  try {
    printLoad(`${engine}, ${memberCount} members`);
    console.table(await measureRates(site));
    await site.confirmChanges();
    console.table(await measureVisibility(site));
    printLoad(engine);
  } finally {
    await site.stop();
  }
}

function printLoad(what: string): void {
  console.log(`${what}; load average ${loadavg().map((one) => one.toFixed(1))}`);
}

async function measureRates(site: JournalSite) {
  const read = () => site.readRecord();
  const change = () => site.changeRecord();
  await repeat(site, { atOnce: connections, forSeconds: 1, next: read });
  const reads = await repeat(site, { atOnce: connections, forSeconds: seconds, next: read });
  await repeat(site, { atOnce: connections, forSeconds: 1, next: change });
  const changes = await repeat(site, { atOnce: connections, forSeconds: seconds, next: change });
  // The first pages and searches of a process take several times as long.
  await readAndChange(site, 2);
  const mixed = await readAndChange(site);
  const batches = await repeat(site, {
    atOnce: 1,
    forSeconds: seconds,
    next: () => site.changeBatch(batchSize),
  });
  const readRate = rate(reads);
  const rows = [
    { load: `reads of a record, ${connections} connections (baseline)`, ...toLine(reads, readRate) },
    { load: `single changes, ${connections} connections`, ...toLine(changes, readRate) },
    {
      load: `reads, ${readsPerSecond} arrivals a second`,
      ...toLine(mixed.reads, readRate),
    },
    {
      load: `single changes meanwhile, ${changesPerSecond} arrivals a second`,
      ...toLine(mixed.changes, readRate),
    },
    { load: `changes in batches of ${batchSize}`, ...toLine(batches, readRate, batchSize) },
  ];
  const slow = quantile(times(mixed.changes.responses), 0.99) > targets.p99Ms;
  const few = rate(changes) < targets.perSecond || rate(batches) * batchSize < targets.rowsPerSecond;
  if (slow || few || rows.some(({ failed }) => failed > 0)) process.exitCode = 1;
  return rows;
}

interface Measured {
  responses: LoadResponse[];
  elapsedSeconds: number;
  /** The server's processor time during the run. null: another load ran at the same time. */
  cpuMs: number | null;
}

/** Each connection sends its next request when it has the response to the previous one. */
async function repeat(
  site: JournalSite,
  { atOnce, forSeconds, next }: { atOnce: number; forSeconds: number; next: () => LoadRequest },
): Promise<Measured> {
  return measure(site, async (note) => {
    const end = performance.now() + forSeconds * 1000;
    const connection = async () => {
      while (performance.now() < end) {
        const loadRequest = next();
        const sentAt = performance.now();
        const isFailed = await send(site.base, loadRequest);
        note({ kind: loadRequest.kind, ms: performance.now() - sentAt, isFailed });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, connection));
  });
}

async function readAndChange(
  site: JournalSite,
  forSeconds = seconds,
): Promise<{ reads: Measured; changes: Measured }> {
  const run = async (perSecond: number, next: () => LoadRequest): Promise<Measured> => {
    const measured = await measure(site, (onResponse) =>
      arrive(site.base, { perSecond, seconds: forSeconds, next, onResponse }),
    );
    return { ...measured, cpuMs: null };
  };
  const [reads, changes] = await Promise.all([
    run(readsPerSecond, () => site.readSomething()),
    run(changesPerSecond, () => site.changeRecord()),
  ]);
  return { reads, changes };
}

async function measure(
  site: JournalSite,
  work: (note: (response: LoadResponse) => void) => Promise<void>,
): Promise<Measured> {
  const responses: LoadResponse[] = [];
  const cpuBefore = await site.cpuMs();
  const start = performance.now();
  await work((one) => responses.push(one));
  const elapsedSeconds = (performance.now() - start) / 1000;
  return { responses, elapsedSeconds, cpuMs: (await site.cpuMs()) - cpuBefore };
}

function times(responses: LoadResponse[]): number[] {
  return responses.map(({ ms }) => ms);
}

function rate({ responses, elapsedSeconds }: Measured): number {
  return responses.filter(({ isFailed }) => !isFailed).length / elapsedSeconds;
}

/** `each` is the number of changes in one request. */
function toLine(measured: Measured, readRate: number, each = 1) {
  const { responses, cpuMs } = measured;
  const at = (part: number) => Number(quantile(times(responses), part).toFixed(1));
  return {
    'per second': Math.round(rate(measured) * each),
    '× reads': ((rate(measured) * each) / readRate).toFixed(2),
    'CPU ms each': cpuMs === null ? '' : (cpuMs / responses.length / each).toFixed(2),
    'p50 ms': at(0.5),
    'p99 ms': at(0.99),
    failed: responses.filter(({ isFailed }) => isFailed).length,
  };
}
