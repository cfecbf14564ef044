/**
 * Measures imports of 100,000 rows into SQLite and into PostgreSQL (the server of TEST_POSTGRES_URL, or one started for
 * it): how long they take, and how much memory above idle they need. It also measures how long csv-parse takes to read
 * the same file, because an import cannot be faster. "CPU" is the CPU time of the process. Other work on the machine
 * affects it less than the seconds. Targets: 15 s into SQLite, 25 s into PostgreSQL, and 256 MB; no API response waits
 * 100 ms for an import by another process. Each step runs in its own process. Fewer rows: `ROWS=20000 npm run
 * bench:import`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPostgres, startPostgres } from '../scripts/start-postgres.mjs';
import { writeMembers } from './import-members';
import { measureWaits } from './import-waits';
import { runWorker } from './run-worker';

const rows = Number(process.env.ROWS ?? 100_000);
const canHavePostgres = process.env.TEST_POSTGRES_URL !== undefined || hasPostgres();
const postgres = canHavePostgres ? await startPostgres() : null;
const works = [
  { work: 'csv-parse', title: 'csv-parse alone (baseline)', targetSeconds: null },
  { work: 'sqlite', title: 'import into SQLite', targetSeconds: 15 },
  ...(postgres === null ? [] : [{ work: 'postgres', title: 'import into PostgreSQL', targetSeconds: 25 }]),
];
const targetMegabytes = 256;

const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-bench-'));
try {
  const file = join(folder, 'members.csv');
  await writeMembers(file, rows);
  console.log(`${rows.toLocaleString('en')} rows; targets are for 100,000 on 2 quiet cores\n`);
  console.log('| what | seconds | target | CPU | MB above idle | target |\n|---|---|---|---|---|---|');
  for (const { work, title, targetSeconds } of works) {
    const { seconds, cpuSeconds, bytes } = await run(work, file);
    const targets = targetSeconds === null ? ['', ''] : [`≤ ${targetSeconds}`, `≤ ${targetMegabytes}`];
    console.log(
      `| ${title} | ${seconds.toFixed(1)} | ${targets[0]} | ${cpuSeconds.toFixed(1)} | ${Math.round(bytes / 1e6)} | ${targets[1]} |`,
    );
  }
  const first = join(folder, 'first.csv');
  await writeMembers(first, 1000);
  const { alone, whileImporting } = await measureWaits({ first, second: file }, (dataDir, id, from) =>
    run('sqlite', from, dataDir, String(id)),
  );
  console.log(`\nSlowest response of the API over SQLite, requested steadily: ${alone.toFixed(0)} ms alone,`);
  console.log(
    `${whileImporting.toFixed(0)} ms while ${rows.toLocaleString('en')} rows are imported (target ≤ 100 ms)`,
  );
} finally {
  rmSync(folder, { recursive: true });
  postgres?.stop();
}

function run(...args: string[]) {
  return runWorker('import-worker.ts', args, postgres === null ? {} : { TEST_POSTGRES_URL: postgres.url });
}
