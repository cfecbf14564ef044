/**
 * The load of a busy day: 70 % directory, 18 % JSON of the map, 12 % API, and two sign-ins a second by password through
 * the forms. A real server on this machine gets requests at the highest rate that it sustains. The baseline is the same
 * load with every page rendered anew. `npm run bench:load [-- --seconds 300 --members 20000 --rate N]`. Without
 * `--rate`, the rate is raised step by step, to find one rate for the load and one for the baseline. Targets: no
 * errors; after the first fifth of the run, memory grows by no more than the limits of the caches.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Installation } from '../e2e/installation';
import { setPassword } from '@/lib/sign-in/accounts/passwords';
import { Browser } from '@/lib/sign-in/oauth/browser.fixture';
import { openStore } from '@/lib/store/database';
import { random, writeMembers } from './map-members';
import { arrive, quantile, type LoadResponse, type LoadRequest } from './open-load';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    members: { type: 'string', default: '20000' },
    rate: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const memberCount = Number(values.members);
const people = 20;
const password = 'a password of the bench';
const metricsToken = 'the token of the bench';
const signInsPerSecond = 2;
/** Visitors consider a response slow after this time. A rate is too high if one response in a hundred takes longer. */
const slowMs = 500;
/**
 * The sum in MB of the limits of three caches: pages (64), JSON (32) and API lists (16). The caches fill while the
 * benchmark runs.
 */
const cachesMb = 112;
const rampSeconds = 6;
/** A server can sustain this share of its highest rate for minutes. */
const steady = 0.8;

const commonPages = [
  '/',
  '/',
  '/',
  '/map',
  '/theme.css',
  '/?state=VIC',
  '/?page=2',
  '/?lat=-38.15&lng=144.36&radius=25',
  '/?type=1',
];
const root = '/api/v2/organisation/1';
const installation = new Installation();
try {
  const client = await prepare();
  const env = { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', METRICS_TOKEN: metricsToken, TRUST_PROXY: '1' };
  const base = await installation.start(env);
  const token = await requestToken(base, client);
  const rows = [];
  for (const isCached of [true, false]) {
    const next = () => mix(token, isCached);
    await arrive(base, { perSecond: 20, seconds: 3, next, onResponse: () => undefined });
    const perSecond = values.rate === undefined ? await findRate(base, next) : Number(values.rate);
    rows.push(
      await measureAt(base, { name: isCached ? 'with the page cache' : 'without it', perSecond, next }),
    );
  }
  console.table(rows);
} finally {
  await installation.stop();
}

async function prepare(): Promise<{ id: string; secret: string }> {
  const [firms, persons] = ['firms.csv', 'people.csv'].map((name) => join(installation.dataDir, name));
  if (firms === undefined || persons === undefined) throw new Error('two names make two files');
  await writeMembers(firms, memberCount);
  const row = (at: number) => `P-${at},First${at},Last${at},${emailOf(at)},Type 1,2099-12-31`;
  const lines = Array.from({ length: people }, (_, at) => row(at));
  writeFileSync(persons, `Number,First name,Last name,Email,Type,Expires\n${lines.join('\n')}\n`);
  const organisation = ['--organisation', '1'];
  const create = ['--create', 'Bench', '--open-directory', '--set', 'Country=Australia'];
  installation.chapterhouse(['import', firms, ...organisation, ...create]);
  installation.chapterhouse(['import', persons, ...organisation]);
  const store = await openStore({ dataDir: installation.dataDir, postgresUrl: null });
  try {
    const found = await store.members
      .selectFrom('person')
      .select('id')
      .where('email', 'like', '%@bench.example')
      .execute();
    for (const { id } of found) await setPassword(store, { organisationId: 1, personId: id, password });
  } finally {
    await store.close();
  }
  const named = [
    'client',
    'create',
    ...organisation,
    '--name',
    'Bench',
    '--scope',
    'basic,members',
    '--json',
  ];
  return JSON.parse(installation.chapterhouse(named));
}

function emailOf(at: number): string {
  return `person${at}@bench.example`;
}

async function requestToken(base: string, { id, secret }: { id: string; secret: string }): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const response = await fetch(`${base}${root}/token`, { method: 'POST', headers: { authorization }, body });
  return ((await response.json()) as { access_token: string }).access_token;
}

function mix(token: string, isCached: boolean): LoadRequest {
  const draw = random();
  // A page whose cache key is longer than the limit is rendered for every request, as it would be without the cache.
  const headers = { 'accept-encoding': 'br', ...(isCached ? {} : { 'next-url': 'x'.repeat(5000) }) };
  const pick = (list: string[]) => list[Math.floor(random() * list.length)] ?? '/';
  const firm = () => 1 + Math.floor(random() * memberCount);
  if (draw < 0.4) return { kind: 'page, common', path: pick(commonPages), headers };
  if (draw < 0.45) return { kind: 'page, new', path: `/?q=firm+${firm()}`, headers };
  if (draw < 0.7) return { kind: 'search JSON', path: `/directory/search.json?q=firm+${firm()}` };
  if (draw < 0.88) return { kind: 'map JSON', path: `/directory/clusters.json?${view()}` };
  const authorization = { authorization: `Bearer ${token}` };
  const lat = (-38 + random() * 10).toFixed(2);
  const near = `locations?Geolocation[Lat]=${lat}&Geolocation[Lng]=${(144 + random() * 8).toFixed(2)}`;
  const paths = [`members?User[Organisation]=Firm%20${firm()}`, near, 'categories', 'membershiptypes'];
  return { kind: 'API', path: `${root}/${pick(paths)}`, headers: authorization };
}

function view(): string {
  const zoom = 4 + Math.floor(random() * 9);
  const [south, west, size] = [-38 + random() * 10, 140 + random() * 12, 90 / 2 ** zoom];
  const box = [south, west, south + size, west + size * 1.5].map((edge) => edge.toFixed(4));
  return `view=${box}&zoom=${zoom}`;
}

/**
 * Raises the rate by a quarter until one request in a hundred takes too long or fails.
 * @returns the sustainable rate
 */
async function findRate(base: string, next: () => LoadRequest): Promise<number> {
  let sustained = 10;
  for (let perSecond = 20; ; perSecond = Math.ceil(perSecond * 1.25)) {
    const responses: LoadResponse[] = [];
    await arrive(base, { perSecond, seconds: rampSeconds, next, onResponse: (one) => responses.push(one) });
    const p99 = quantile(
      responses.map(({ ms }) => ms),
      0.99,
    );
    console.log(`${perSecond} a second: p99 ${p99.toFixed(0)} ms`);
    if (p99 > slowMs || responses.some(({ isFailed }) => isFailed)) return Math.floor(sustained * steady);
    sustained = perSecond;
  }
}

async function measureAt(
  base: string,
  { name, perSecond, next }: { name: string; perSecond: number; next: () => LoadRequest },
) {
  const responses: LoadResponse[] = [];
  const signIns: LoadResponse[] = [];
  const memoryMb: number[] = [];
  const start = performance.now();
  const visitors: Promise<void>[] = [];
  const arrivals = setInterval(() => {
    visitors.push(signIn(base, visitors.length).then((one) => void signIns.push(one)));
  }, 1000 / signInsPerSecond);
  const sampling = setInterval(() => void residentMb(base).then((mb) => memoryMb.push(mb)), 2000);
  await arrive(base, { perSecond, seconds, next, onResponse: (one) => responses.push(one) });
  clearInterval(arrivals);
  clearInterval(sampling);
  await Promise.all(visitors);
  const elapsedSeconds = (performance.now() - start) / 1000;
  printKinds(name, [...responses, ...signIns]);
  const fifth = (at: number) => {
    const part = memoryMb.slice(
      Math.floor((memoryMb.length * at) / 5),
      Math.ceil((memoryMb.length * (at + 1)) / 5),
    );
    return part.reduce((sum, mb) => sum + mb, 0) / part.length;
  };
  const failed = [...responses, ...signIns].filter(({ isFailed }) => isFailed).length;
  if (failed > 0 || fifth(4) - fifth(1) > cachesMb) process.exitCode = 1;
  return {
    load: name,
    'arrivals/s': perSecond,
    'answers/s': Math.round(responses.length / elapsedSeconds),
    ...latencies(responses),
    'sign-ins': signIns.length,
    'sign-in p95 ms': Math.round(
      quantile(
        signIns.map(({ ms }) => ms),
        0.95,
      ),
    ),
    failed,
    'resident MB by fifths': [0, 1, 2, 3, 4].map((at) => Math.round(fifth(at))).join(' '),
    'load average': loadavg()
      .map((load) => load.toFixed(1))
      .join(' '),
  };
}

function printKinds(name: string, responses: LoadResponse[]): void {
  const kinds = [...new Set(responses.map(({ kind }) => kind))].sort();
  console.log(name);
  console.table(
    kinds.map((kind) => {
      const of = responses.filter((one) => one.kind === kind);
      return { kind, answers: of.length, ...latencies(of), failed: of.filter((one) => one.isFailed).length };
    }),
  );
}

function latencies(responses: LoadResponse[]) {
  const times = responses.map(({ ms }) => ms);
  const at = (part: number) => Number(quantile(times, part).toFixed(1));
  return { 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'p99 ms': at(0.99) };
}

/** Signs in on the service's own page. Each sign-in comes from its own IP address. */
async function signIn(base: string, at: number): Promise<LoadResponse> {
  const start = performance.now();
  const request = (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    headers.set('X-Forwarded-For', `203.0.${(at >> 8) & 255}.${at & 255}`);
    return fetch(base + path, { ...init, headers });
  };
  const page = '/auth/organisation/1/email';
  const browser = new Browser(request, { origin: base, password });
  const isFailed = await browser
    .open(page)
    .then(() => browser.signIn(emailOf(at % people)))
    .then(() => browser.path !== page)
    .catch(() => true);
  return { kind: 'sign-in', ms: performance.now() - start, isFailed };
}

async function residentMb(base: string): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`${base}/metrics`, { headers })).text();
  return Number(/^\w*process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1e6;
}
