/**
 * Prints the whole table of performance: `npm run bench:table [-- --members 100000 --only TEXT --data FOLDER]`. It runs
 * the benchmarks one after another, on SQLite, and on PostgreSQL if TEST_POSTGRES_URL names a server. `×` is requests a
 * second, divided by those of a bare node:http server that sends the same bytes; beside it is the CPU time of one
 * request. A, B and C are short servers that somebody could write in a day: Express with columns in better-sqlite3,
 * node:http with stored JSON, and Express with columns in PostgreSQL and PostGIS (Debian's package
 * postgresql-15-postgis-3). Without their packages, their columns stay empty. The aims are for 100,000 members on a
 * machine with 2 processors and no other work.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createTestDatabase } from '@/lib/store/database.fixture';
import { Installation } from '../e2e/installation';
import { storeClusteredMembers } from './clustered-store';
import { importMembers } from './import-members';
import type { Reported } from './report';

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '100000' },
    /** Runs only the benchmarks whose files contain this text. `import`: the import. '': all. */
    only: { type: 'string', default: '' },
    /** A data folder that already has the members of bench:start. */
    data: { type: 'string', default: '' },
  },
});
const { members } = values;

type Figures = Reported['figures'];
interface Row {
  title: string;
  /** What the benchmark reports. */
  what: string;
  /** The figure that has an aim. */
  figure: string;
  unit: string;
  /** For SQLite, and for PostgreSQL if the aim is different there. */
  aims: [number, number?];
}

const times = (title: string, what: string, aims: Row['aims']): Row => ({
  title,
  what,
  aims,
  figure: 'times',
  unit: '×',
});
const atMost = (
  title: string,
  [what, figure, unit]: [string, string, string],
  ...aims: Row['aims']
): Row => ({
  title,
  what,
  figure,
  unit,
  aims,
});
const rows: Row[] = [
  times('repeated small list', 'v2 categories, repeated', [0.5, 0.4]),
  times('random page of 20', 'v2 page of 20, random', [0.15, 0.08]),
  times('last name and state', 'v2 last name and state, random', [0.13, 0.07]),
  atMost('near 5 km in a city, page of 20', ['v2 near 5 km, random', 'cpuMs', 'ms'], 1.5),
  atMost('near 50 km, first byte, p99', ['near 50 km, first byte', 'ms', 'ms'], 50, 150),
  atMost(
    'directory’s JSON, first and last name',
    ['directory’s JSON, first and last name', 'cpuMs', 'ms'],
    8,
  ),
  atMost('unseen page', ['unseen page, first and last name', 'cpuMs', 'ms'], 25),
  atMost('one change, slowest of 15', ['one change', 'ms', 'ms'], 100),
  atMost('start without stored copy', ['start, no stored directory', 'cpu', 's CPU'], 10),
  atMost('start with stored copy', ['start, stored directory', 'cpu', 's CPU'], 3),
  atMost('import', ['import', 'CPU seconds', 's CPU'], 45),
  atMost('import, memory', ['import', 'MB at most', 'MB'], 400),
  atMost('/healthz p99 under name searches', ['healthz, search by four words and a place', 'ms', 'ms'], 50),
  atMost('/healthz p99 under lists by expiry', ['healthz, expiry, whole list', 'ms', 'ms'], 50),
  atMost('/healthz p99 under unseen pages', ['healthz, page of a search', 'ms', 'ms'], 50),
  atMost('office search of three letters, slowest of 15', ['office, three letters', 'ms', 'ms'], 100),
  atMost('script of the first page, gzip', ['script of the first page', 'kB', 'kB'], 150),
];

const reported: Reported[] = [];
const made = mkdtempSync(join(tmpdir(), 'chapterhouse-bench-'));
const server = process.env.TEST_POSTGRES_URL;
const before = loadavg();
const data = values.data === '' ? made : values.data;
// The measurements of api.ts that the table shows.
const ofApi = ['--seconds', '3', '--only', 'v2 categories;v2 page;v2 near;v2 last;name;city;change'];
try {
  const sample = ['--members', members, '--data', data];
  if (values.data === '') await storeClusteredMembers({ dataDir: data, postgresUrl: null }, Number(members));
  await run('api.ts', ...sample, ...ofApi);
  await run('start.ts', ...sample, '--rounds', '1');
  const loads = 'search by four words;expiry, whole list;page of a search';
  await run('worst.ts', ...sample, '--only', loads);
  await run('office.ts', members);
  await measureImport(null);
  if (server !== undefined) {
    await withDatabase(server, (url) => run('api.ts', '--members', members, '--postgres', url, ...ofApi));
    await withDatabase(server, (url) =>
      run('start.ts', '--members', members, '--postgres', url, '--rounds', '1'),
    );
    await withDatabase(server, measureImport);
  }
} finally {
  rmSync(made, { recursive: true, force: true });
  // Also if a benchmark could not run.
  printTable();
}

async function withDatabase(url: string, work: (url: string) => Promise<void>): Promise<void> {
  const database = await createTestDatabase(url);
  try {
    await work(database.url);
  } finally {
    await database.remove();
  }
}

async function measureImport(postgresUrl: string | null): Promise<void> {
  if (!'import'.includes(values.only)) return;
  const installation = new Installation();
  try {
    const figures = await importMembers(installation, { count: Number(members), postgresUrl });
    reported.push({ what: 'import', column: postgresUrl === null ? 'SQLite' : 'PostgreSQL', figures });
  } finally {
    await installation.stop();
  }
}

/** If a benchmark fails, its cells stay empty and the next benchmark runs. */
async function run(file: string, ...parameters: string[]): Promise<void> {
  if (!file.includes(values.only)) return;
  console.log(`\n${file} ${parameters.join(' ')}`);
  const child = fork(join(import.meta.dirname, file), parameters, { execArgv: ['--import', 'tsx'] });
  child.on('message', (message) => reported.push(message as Reported));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) console.log(`${file} ended with ${code}`);
}

function printTable(): void {
  const columns: Reported['column'][] = ['SQLite', 'PostgreSQL', 'A', 'B', 'C'];
  const line = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);
  const loads = [before, loadavg()].map(([load = 0]) => load.toFixed(0));
  console.log(
    `\n${new Date().toISOString().slice(0, 10)}, ${members} members, load average ${loads.join(' to ')}\n`,
  );
  line(['what', ...columns, 'aim', 'holds']);
  line(['---', ...columns.map(() => '---'), '---', '---']);
  for (const row of rows) {
    const cells = columns.map((column) => cellOf(row, figuresOf(row, column)));
    line([row.title, ...cells, `${[...new Set(row.aims)].join(' / ')} ${row.unit}`, holds(row)]);
  }
}

function figuresOf({ what }: Row, column: Reported['column']): Figures | undefined {
  return reported.find((one) => one.what === what && one.column === column)?.figures;
}

function cellOf({ figure, unit }: Row, figures: Figures | undefined): string {
  const value = figures?.[figure];
  if (figures === undefined || value === undefined) return '';
  const shown = `${value.toPrecision(value < 100 ? 2 : 3)} ${unit}`;
  return figure === 'times' ? `${shown}, ${figures.cpuMs?.toPrecision(2)} ms` : shown;
}

function holds(row: Row): string {
  const engines = ['SQLite', 'PostgreSQL'] as const;
  const results = engines.flatMap((engine, at) => {
    const value = figuresOf(row, engine)?.[row.figure];
    const aim = row.aims[at] ?? row.aims[0];
    if (value === undefined) return [];
    return [{ engine, isMet: row.figure === 'times' ? value >= aim : value <= aim }];
  });
  if (results.length === 0) return '';
  if (results.every(({ isMet }) => isMet)) return 'yes';
  const met = results.filter(({ isMet }) => isMet);
  return met.length === 0 ? 'no' : `only on ${met.map(({ engine }) => engine).join()}`;
}
