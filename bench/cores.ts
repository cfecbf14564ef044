/**
 * Compares a server of one process with a server of two processes (PROCESSES), as `npm start` starts them. Measures how
 * many API lists and uncached pages each server sends in a second, and its CPU time for each request. The members are
 * clustered in cities. The servers are measured in turn, several times, because other work on the machine changes the
 * rates. The load comes from wrk if wrk is installed. Otherwise it comes from a child process, which needs about a
 * third as much processor time as the server. `npm run bench:cores [-- --members 20000 --seconds 4 --rounds 5 --data
 * FOLDER --postgres postgres://…]` (the database must be empty). Target on a machine with 2 processors, with the load
 * from another machine: at least 1.5 times the rate of one process.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Installation } from '../e2e/installation';
import { storeClusteredMembers } from './clustered-store';
import { quantile } from './open-load';
import { organisationPath, Product } from './product';
import { loadFromWrk, type Load, type LoadResult } from './wrk-load';
import { onPath } from '../scripts/find-chromium.mjs';

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    /** A data folder that already has this benchmark's members. */
    data: { type: 'string', default: '' },
    postgres: { type: 'string' },
    only: { type: 'string', default: '' },
    load: { type: 'boolean', default: false },
  },
});
const memberCount = Number(values.members);
const seconds = Number(values.seconds);
const connections = 16;
const wrk = onPath(['wrk']);
const list = organisationPath('v2');
const latitude = (at: number) => (-33.4 - (at % 9973) / 20_000).toFixed(5);
const longitude = (at: number) => (150.8 + (at % 9967) / 20_000).toFixed(5);
/** Each round requests different pages and lists, so that none is cached. */
const cases: Record<string, (at: number) => string> = {
  'v2 page of 20': (at) => `${list}/members?Page[Size]=20&Page[After]=${(at * 7919) % memberCount}`,
  'v2 type and expiry': (at) =>
    `${list}/members?MembershipType[]=${1 + (at % 4)}&ExpiryDate[From]=20${20 + (at % 9)}-0${1 + (at % 8)}-${10 + (at % 19)}&Page[Size]=20`,
  'v2 near 5 km': (at) =>
    `${list}/locations?Geolocation[Lat]=${latitude(at)}&Geolocation[Lng]=${longitude(at)}&Geolocation[Distance]=5&Page[Size]=20`,
  'v1 page of 20': (at) =>
    `${organisationPath('v1')}/members?Page[Size]=20&Page[After]=${(at * 7919) % memberCount}`,
  'page of results': (at) => `/?lat=${latitude(at)}&lng=${longitude(at)}&radius=100`,
  'page of a search': (at) => `/?q=a&lat=${latitude(at)}&lng=${longitude(at)}&radius=500&sort=name`,
  'page of the map': (at) => `/map?q=a&lat=${latitude(at)}&lng=${longitude(at)}&radius=100`,
};

const rows: Record<string, object> = {};
let round = 0;

if (values.load) process.once('message', (message: Load) => void makeLoad(message));
else await measure();

/** Runs in a child process. Each connection sends its next request when it has the response. */
async function makeLoad({ base, paths, headers, seconds: duration, connections }: Load): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let [next, done, failed] = [0, 0, 0];
  const start = performance.now();
  const end = start + duration * 1000;
  const visit = async () => {
    while (performance.now() < end) {
      const at = (next += 1);
      const isDone = await new Promise<boolean>((resolve) => {
        const options = { agent, headers: headers[at % headers.length] };
        const sent = request(`${base}${paths[at % paths.length]}`, options, (response) => {
          response.resume();
          response.on('end', () => resolve(response.statusCode === 200));
          response.on('error', () => resolve(false));
        });
        sent.on('error', () => resolve(false)).end();
      });
      if (isDone) done += 1;
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, visit));
  process.send?.({ done, failed, seconds: (performance.now() - start) / 1000 } satisfies LoadResult, () =>
    process.exit(),
  );
}

async function measure(): Promise<void> {
  console.log(
    `${availableParallelism()} processors, load average ${loadavg().map((load) => load.toFixed(1))}`,
  );
  const installations = [1, 2].map((processes) => ({ processes, installation: new Installation() }));
  const postgresUrl = values.postgres ?? null;
  const [first] = installations;
  if (first === undefined) return;
  const { dataDir } = first.installation;
  if (values.data !== '') cpSync(values.data, dataDir, { recursive: true });
  else await storeClusteredMembers({ dataDir, postgresUrl }, memberCount);
  for (const { installation } of installations)
    if (installation.dataDir !== dataDir) cpSync(dataDir, installation.dataDir, { recursive: true });
  const products: { processes: number; product: Product }[] = [];
  try {
    for (const { processes, installation } of installations) {
      const env = { PROCESSES: String(processes), RATE_LIMITS: 'off' };
      const product = await Product.start(installation, { clientCount: 50, postgresUrl, env });
      await hasProcesses(product, processes);
      products.push({ processes, product });
    }
    for (const [name, pathOf] of Object.entries(cases))
      if (name.includes(values.only)) await compare(name, pathOf, products);
    console.table(rows);
  } finally {
    for (const { product } of products) await product.stop();
  }
}

async function compare(
  name: string,
  pathOf: (at: number) => string,
  products: { processes: number; product: Product }[],
): Promise<void> {
  const found = products.map(() => ({ rates: [] as number[], cpuMs: [] as number[], failed: 0 }));
  // The first round is not counted, because the servers compile their code in it.
  for (let at = 0; at <= Number(values.rounds); at += 1) {
    for (const [index, { product }] of products.entries()) {
      const { rate, cpuMs, failed } = await load(product, pathOf);
      const results = found[index];
      if (at === 0 || results === undefined) continue;
      results.rates.push(rate);
      results.cpuMs.push(cpuMs);
      results.failed += failed;
    }
  }
  const median = (part: 'rates' | 'cpuMs') => found.map((results) => quantile(results[part], 0.5));
  const [one = NaN, two = NaN] = median('rates');
  const [cpuOne = NaN, cpuTwo = NaN] = median('cpuMs');
  rows[name] = {
    '1 process: a second': one.toFixed(1),
    '2 processes': two.toFixed(1),
    ratio: (two / one).toFixed(2),
    'CPU ms, 1 process': cpuOne.toFixed(2),
    'CPU ms, 2 processes': cpuTwo.toFixed(2),
    failed: found.reduce((sum, { failed }) => sum + failed, 0),
  };
  console.log(name, rows[name]);
}

async function load(product: Product, pathOf: (at: number) => string) {
  round += 1;
  const before = (await product.figures()).cpuSeconds;
  const paths = Array.from({ length: 2_000 }, (_, at) => encodeURI(pathOf(round * 2_003 + at)));
  const headers = product.tokens.map((_, at) => product.headers(at));
  const sent = { base: product.base, paths, headers, seconds, connections };
  const { done, failed, seconds: took } = wrk === null ? await loadFromChild(sent) : loadFromWrk(wrk, sent);
  const cpuSeconds = (await product.figures()).cpuSeconds - before;
  return { rate: done / took, cpuMs: (cpuSeconds * 1000) / (done + failed), failed };
}

async function loadFromChild(sent: Load): Promise<LoadResult> {
  const child = fork(import.meta.filename, ['--load'], { execArgv: ['--import', 'tsx'] });
  child.send(sent);
  const [result] = (await once(child, 'message')) as [LoadResult];
  return result;
}

async function hasProcesses(product: Product, count: number): Promise<void> {
  const isReady = async () => (await (await fetch(`${product.base}/readyz`)).json()) as { servers?: number };
  while (((await isReady()).servers ?? 1) < count) await new Promise((resolve) => setTimeout(resolve, 500));
}
