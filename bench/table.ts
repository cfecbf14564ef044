/**
 * Prints the whole table of performance: `npm run bench:table [-- --members 100000]`. It runs the benchmarks one after
 * another, on SQLite, and the API also on PostgreSQL if TEST_POSTGRES_URL names a server. Before each benchmark, it
 * prints the aims with 100,000 members. The API is compared with bare node:http and with a short server of stored JSON.
 * Servers with Express or PostGIS are not compared, because the project does not install them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createTestDatabase } from '@/lib/store/database.fixture';
import { storeClusteredMembers } from './clustered-store';

const { values } = parseArgs({ options: { members: { type: 'string', default: '100000' } } });
const { members } = values;
const data = mkdtempSync(join(tmpdir(), 'chapterhouse-bench-'));
const sample = ['--members', members, '--data', data];
const server = process.env.TEST_POSTGRES_URL;
try {
  await storeClusteredMembers({ dataDir: data, postgresUrl: null }, Number(members));
  run(
    'The API on SQLite. Aims, × bare: repeated 0.5; page of 20 0.15; last name and state 0.13. Near 5 km: 1.5 ms of CPU time. First byte of 50 km: p99 50 ms. A change: at most 100 ms',
    ['api.ts', ...sample],
  );
  if (server !== undefined) await measurePostgres(server);
  run(
    'Aims: start without a stored directory 10 s of CPU time, with one 3 s; import 45 s and 400 MB; search of the directory 8 ms; page 25 ms',
    ['growth.ts', members],
  );
  run('Aim: p99 of /healthz 50 ms', [
    'worst.ts',
    ...sample,
    '--only',
    'search by four words;expiry, whole list;page of a search',
  ]);
  run('Aim: every list of the office 100 ms', ['office.ts', members]);
  run('Aim: 150 kB of scripts on the first page', ['directory.ts', members]);
} finally {
  rmSync(data, { recursive: true, force: true });
}

async function measurePostgres(url: string): Promise<void> {
  const database = await createTestDatabase(url);
  try {
    run(
      'The API on PostgreSQL. Aims, × bare: repeated 0.4; page of 20 0.08; last name and state 0.07. First byte of 50 km: p99 150 ms. A change: at most 100 ms',
      ['api.ts', '--members', members, '--postgres', database.url],
    );
  } finally {
    await database.remove();
  }
}

function run(title: string, [file = '', ...parameters]: string[]): void {
  console.log(`\n${title}`);
  const command = ['--import', 'tsx', join(import.meta.dirname, file), ...parameters];
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${file} ended with ${status}`);
}
