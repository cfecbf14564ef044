/**
 * Measures how the work grows with the association. For each number of members (clustered in cities), it measures the
 * import of a file with 28 columns, the start, the memory, a change of one member, and the CPU time of requests that
 * are not cached. It prints the table of docs/scale.md. `npm run bench:growth [-- 1000 10000 100000 500000]`. The start
 * times are in seconds. All other times are CPU time of the process, because other work on the machine affects CPU time
 * less.
 */
import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { clusteredMember } from '@/lib/service/clustered-members.fixture';
import { Installation } from '../e2e/installation';
import { importMembers } from './import-members';
import { organisationPath, Product } from './product';
import { reportUsage } from './usage';

const given = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : [1_000, 10_000, 100_000, 500_000];
const v2 = organisationPath('v2');
/** How many requests each endpoint gets. All of them are different. */
const requestCount = 100;
const changeCount = 20;
/**
 * The length of a pause in milliseconds. The directory waits for a short time between two requests for changes
 * (`pauseSeconds` in snapshot-keeper.ts). The pause here must be longer than that, so that the directory has read all
 * changes.
 */
const settleMs = 2_000;

let sent = 0;

// Builds the pages first, so that the first start does not include the build.
spawnSync('npm', ['run', 'build'], { stdio: 'ignore' });

const table: Record<string, Record<string, string>> = {};
for (const size of sizes) {
  console.log(`${size} members, load average ${loadavg().map((load) => load.toFixed(1))}`);
  await measure(size);
  console.table(table);
}
printForDocs();

async function measure(size: number): Promise<void> {
  const note = (row: string, value: string) => {
    (table[row] ??= {})[size] = value;
  };
  const installation = new Installation();
  try {
    const imported = await importMembers(installation, { count: size, postgresUrl: null });
    note('import: CPU s', imported['CPU seconds'].toFixed(1));
    note('import: MB at most', imported['MB at most'].toFixed(0));
    for (const kind of ['no stored directory', 'stored directory']) {
      const ofStart = reportUsage(installation);
      const begun = performance.now();
      const product = await Product.start(installation, { env: ofStart.env });
      note(`start, ${kind}: s`, ((performance.now() - begun) / 1000).toFixed(1));
      note(`start, ${kind}: MB`, (await product.figures()).memoryMb.toFixed(0));
      await installation.end('SIGTERM');
      note(`start, ${kind}: CPU s`, ofStart.read('start.mjs')['CPU seconds'].toFixed(1));
    }
    await measureRunning(await Product.start(installation), { size, note });
  } finally {
    await installation.stop();
  }
}

async function measureRunning(
  product: Product,
  { size, note }: { size: number; note: (row: string, value: string) => void },
): Promise<void> {
  await pause(settleMs);
  for (const [name, pathOf] of Object.entries(endpoints(size))) {
    await request(product, pathOf(0));
    const before = (await product.figures()).cpuSeconds;
    const count = name.startsWith('whole') ? 1 : requestCount;
    for (let at = 1; at <= count; at += 1) await request(product, pathOf(at));
    const used = (await product.figures()).cpuSeconds - before;
    note(`${name}: CPU ms`, ((used * 1000) / count).toFixed(1));
  }
  const before = (await product.figures()).cpuSeconds;
  for (const [at, id] of (await product.memberIds(changeCount)).entries()) await product.change(id, at);
  await pause(settleMs);
  note(
    'one change: CPU ms',
    (((await product.figures()).cpuSeconds - before) * (1000 / changeCount)).toFixed(1),
  );
}

function endpoints(size: number): Record<string, (at: number) => string> {
  const member = (at: number) => clusteredMember(1 + ((at * 7919) % size));
  const near = (at: number) => {
    const { latitude, longitude } = member(at).membership.locations[0] ?? {
      latitude: -33.87,
      longitude: 151.21,
    };
    return `Geolocation[Lat]=${latitude}&Geolocation[Lng]=${longitude}`;
  };
  return {
    'page of 20': (at) => `${v2}/members?Page[Size]=20&Page[After]=${(at * 7919) % size}`,
    'page of a category': (at) =>
      `${v2}/members?MembershipCategory[]=${1 + (at % 24)}&Page[Size]=20&Page[After]=${at}`,
    'last name and state': (at) => {
      const { person } = member(at);
      return `${v2}/members?User[LastName]=${person.lastName}&User[State][]=${person.address.state}`;
    },
    'near 5 km, page': (at) => `${v2}/locations?${near(at)}&Geolocation[Distance]=5&Page[Size]=20`,
    'v1 page of 20': (at) =>
      `${organisationPath('v1')}/members?Page[Size]=20&Page[After]=${(at * 7919) % size}`,
    'directory search': (at) => `/directory/search.json?q=${member(at).person.lastName}`,
    'directory page': (at) => `/?q=${member(at).person.lastName}`,
    'whole list of members': () => `${v2}/members`,
  };
}

async function request(product: Product, path: string): Promise<void> {
  const response = await product.open(encodeURI(path), { 'x-forwarded-for': `10.2.${(sent += 1) % 250}.1` });
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
  for await (const chunk of response) void chunk;
}

function printForDocs(): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  console.log(line(['what', ...sizes.map((size) => size.toLocaleString('en'))]));
  console.log(line(['---', ...sizes.map(() => '---')]));
  for (const [row, values] of Object.entries(table))
    console.log(line([row, ...sizes.map((size) => values[size] ?? '')]));
}
