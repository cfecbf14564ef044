/**
 * How long an import of 100,000 rows takes and how much memory above idle, into SQLite and PostgreSQL (the server of
 * TEST_POSTGRES_URL, or one started for it); compared with csv-parse alone reading the same file, the least possible
 * time. "CPU" is this process's own, which tells more than the seconds on a machine that has other work. Targets: 15 s,
 * 25 s, 256 MB; at the end, that no API response waits 100 ms for an import by another process. Each runs in its own
 * process. Fewer rows: `ROWS=20000 npm run bench:import`.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { hasPostgres, startPostgres } from '../scripts/start-postgres.mjs';
import { measureWaits } from './import-waits';

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
    const { seconds, cpuSeconds, bytes } = await runWorker(work, file);
    const targets = targetSeconds === null ? ['', ''] : [`≤ ${targetSeconds}`, `≤ ${targetMegabytes}`];
    console.log(
      `| ${title} | ${seconds.toFixed(1)} | ${targets[0]} | ${cpuSeconds.toFixed(1)} | ${Math.round(bytes / 1e6)} | ${targets[1]} |`,
    );
  }
  const first = join(folder, 'first.csv');
  await writeMembers(first, 1000);
  const { alone, whileImporting } = await measureWaits({ first, second: file }, (dataDir, id, from) =>
    runWorker('sqlite', from, dataDir, String(id)),
  );
  console.log(`\nLongest answer of the API over SQLite, asked steadily: ${alone.toFixed(0)} ms alone,`);
  console.log(
    `${whileImporting.toFixed(0)} ms while ${rows.toLocaleString('en')} rows are imported (target ≤ 100 ms)`,
  );
} finally {
  rmSync(folder, { recursive: true });
  postgres?.stop();
}

async function runWorker(...args: string[]): Promise<{ seconds: number; cpuSeconds: number; bytes: number }> {
  const worker = fileURLToPath(new URL('./import-worker.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', worker, ...args], {
    env: { ...process.env, ...(postgres === null ? {} : { TEST_POSTGRES_URL: postgres.url }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}`);
  return JSON.parse(output);
}

async function writeMembers(file: string, count: number): Promise<void> {
  const out = createWriteStream(file);
  const header = ['Number,First name,Last name,Email,Type,Chapter,Categories,Expires'];
  out.write(`${[...header, 'Suburb,State,Postcode,Country,Lat,Lng,Languages'].join()}\n`);
  for (let at = 1; at <= count; at += 1) {
    const person = `M-${at},First${at % 997},Last${at},p${at}@example.org`;
    const membership = `Type ${at % 4},Chapter ${at % 8},Cat ${at % 30};Cat ${(at * 7) % 30},2027-06-30`;
    const point = `${(-38 - (at % 1000) / 1000).toFixed(4)},${(144 + (at % 777) / 1000).toFixed(4)}`;
    const line = `${person},${membership},Geelong,VIC,3220,Australia,${point},Dutch;German\n`;
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}
