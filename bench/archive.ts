/**
 * Measures how long the export and the import of an archive take, and how much memory above idle they need. Uses SQLite
 * and PostgreSQL (the server of TEST_POSTGRES_URL, or one started for the benchmark). `npm run bench:archive [--
 * members …]`. Without numbers, measures 20,000 and 100,000 members, to show how time and memory grow. Every member has
 * an account with a password, and every fifth a consent. Each archive is imported into the other database engine. Each
 * step runs in its own process.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@/lib/store/database.fixture';
import { hasPostgres, startPostgres } from '../scripts/start-postgres.mjs';
import { writeMembers } from './import-members';
import { runWorker } from './run-worker';

const counts = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [20_000, 100_000];
const canHavePostgres = process.env.TEST_POSTGRES_URL !== undefined || hasPostgres();
const postgres = canHavePostgres ? await startPostgres() : null;
const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-bench-'));

interface Place {
  engine: string;
  dataDir: string;
  /** The URL of the PostgreSQL database. '': the engine is SQLite. */
  url: string;
  remove: () => Promise<void>;
}

try {
  console.log(
    '| what | members | archive, MB | seconds | CPU seconds | MB above idle |\n|---|---|---|---|---|---|',
  );
  for (const count of counts) {
    const members = join(folder, 'members.csv');
    await writeMembers(members, count);
    for (const engine of postgres === null ? ['SQLite'] : ['SQLite', 'PostgreSQL']) {
      await measure({ count, members, from: engine, to: otherThan(engine) });
    }
  }
} finally {
  rmSync(folder, { recursive: true });
  postgres?.stop();
}

interface Move {
  count: number;
  members: string;
  from: string;
  to: string;
}

async function measure({ count, members, from, to }: Move): Promise<void> {
  const archive = join(folder, 'archive.json');
  const source = await open(from);
  try {
    await run('prepare', source, members);
    const written = await run('export', source, archive);
    print({ title: `export from ${from}`, count, archive }, written);
  } finally {
    await source.remove();
  }
  const target = await open(to);
  try {
    print({ title: `import into ${to}`, count, archive }, await run('import', target, archive));
  } finally {
    await target.remove();
  }
}

function otherThan(engine: string): string {
  return engine === 'SQLite' && postgres !== null ? 'PostgreSQL' : 'SQLite';
}

async function open(engine: string): Promise<Place> {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const database = engine === 'SQLite' || postgres === null ? null : await createTestDatabase(postgres.url);
  const remove = async () => {
    rmSync(dataDir, { recursive: true });
    await database?.remove();
  };
  return { engine, dataDir, url: database?.url ?? '', remove };
}

function run(work: string, { dataDir, url }: Place, file: string) {
  return runWorker('archive-worker.ts', [work, file, dataDir, url]);
}

function print(
  { title, count, archive }: { title: string; count: number; archive: string },
  { rows, seconds, cpuSeconds, bytes }: Awaited<ReturnType<typeof run>>,
): void {
  if (rows !== count) throw new Error(`${title}: ${rows} of ${count} members`);
  const megabytes = Math.round(statSync(archive).size / 1e6);
  console.log(
    `| ${title} | ${count.toLocaleString('en')} | ${megabytes} | ${seconds.toFixed(1)} | ${cpuSeconds.toFixed(1)} | ${Math.round(bytes / 1e6)} |`,
  );
}
