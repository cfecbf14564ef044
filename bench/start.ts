/**
 * Measures the second start of the demonstration (target 1.5 s, at most 256 MB of memory), `./chapterhouse --version`,
 * and the start with 100,000 members. These members are clustered in cities and have every field. Their start is
 * measured without a stored directory (target 10 s) and with one (target 3 s). Prints medians. `npm run bench:start [--
 * --members 20000 --rounds 5 --data FOLDER --postgres postgres://…]`. CPU is the CPU time of the process. Other work on
 * the machine changes it less than the seconds.
 */
import { cpSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Installation } from '../e2e/installation';
import { storeClusteredMembers } from './clustered-store';
import { quantile } from './open-load';
import { report } from './report';
import { reportUsage } from './usage';

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    /** A data folder that already has this benchmark's members. */
    data: { type: 'string', default: '' },
    /** An empty PostgreSQL database. */
    postgres: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const column = values.postgres === undefined ? 'SQLite' : 'PostgreSQL';

/** The time and memory used until the server is ready or the command has ended. */
interface Cost {
  seconds: number;
  'CPU seconds': number;
  'MB at most': number;
}

console.log(`load average before: ${loadavg().map((load) => load.toFixed(1))}`);
const table: Record<string, Cost> = {};
if (values.postgres === undefined) await measureDemonstration();
const large = new Installation();
try {
  if (values.data !== '') cpSync(values.data, large.dataDir, { recursive: true });
  else {
    const location = { dataDir: large.dataDir, postgresUrl: values.postgres ?? null };
    await storeClusteredMembers(location, Number(values.members));
  }
  const title = `${values.members} members`;
  table[`${title}, no stored directory`] = await median(() => {
    rmSync(join(large.dataDir, 'snapshot.bin'), { force: true });
    return measureStart(large);
  });
  table[`${title}, stored directory`] = await median(() => measureStart(large));
  for (const kind of ['no stored directory', 'stored directory'])
    report(`start, ${kind}`, column, { cpu: table[`${title}, ${kind}`]?.['CPU seconds'] ?? NaN });
} finally {
  await large.stop();
}
console.table(table);

async function measureDemonstration(): Promise<void> {
  const demonstration = new Installation();
  try {
    await measureStart(demonstration);
    table['demonstration, second start'] = await median(() => measureStart(demonstration));
    table['./chapterhouse --version'] = await median(async () => measureVersion(demonstration));
  } finally {
    await demonstration.stop();
  }
}

async function measureStart(installation: Installation): Promise<Cost> {
  const usage = reportUsage(installation);
  const begun = performance.now();
  const database: Record<string, string> =
    values.postgres === undefined ? {} : { DATABASE_URL: values.postgres };
  await installation.start({ LOG_LEVEL: 'info', ...database, ...usage.env });
  const seconds = (performance.now() - begun) / 1000;
  await installation.end('SIGTERM');
  return { seconds, ...usage.read('start.mjs') };
}

function measureVersion(installation: Installation): Cost {
  const usage = reportUsage(installation);
  const begun = performance.now();
  installation.chapterhouse(['--version'], usage.env);
  return { seconds: (performance.now() - begun) / 1000, ...usage.read('chapterhouse.mjs') };
}

async function median(measure: () => Promise<Cost> | Cost): Promise<Cost> {
  const costs: Cost[] = [];
  for (let round = 0; round < rounds; round += 1) costs.push(await measure());
  const of = (name: keyof Cost) =>
    Number(
      quantile(
        costs.map((cost) => cost[name]),
        0.5,
      ).toFixed(2),
    );
  return { seconds: of('seconds'), 'CPU seconds': of('CPU seconds'), 'MB at most': of('MB at most') };
}
