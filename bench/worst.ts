/**
 * Sends the most expensive allowed requests of each endpoint, as fast as the limits allow. The product runs as `npm
 * start` serves it, with 100,000 members who are clustered in cities. Prints the response times of `/healthz` and of a
 * cached page during that load, and the server's CPU time for each request. `npm run bench:worst [-- --members 20000
 * --seconds 10 --only locations]`. Target: p99 of `/healthz` at most 50 ms in each case.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { issueToken } from '@/lib/sign-in/oauth/tokens';
import { openStore } from '@/lib/store/database';
import { openSecrets, ownClient } from '@/lib/server/secrets';
import { Installation } from '../e2e/installation';
import { storeClusteredMembers } from './clustered-store';
import { arrive, quantile, type LoadResponse } from './open-load';
import { report } from './report';

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '10' },
    /** Runs only the cases whose names contain one of these texts, separated by semicolons. '': all cases. */
    only: { type: 'string', default: '' },
    /** A data folder that already has this benchmark's members. */
    data: { type: 'string', default: '' },
    load: { type: 'string' },
    base: { type: 'string', default: '' },
    token: { type: 'string', default: '' },
    officeToken: { type: 'string', default: '' },
  },
});
const seconds = Number(values.seconds);
/** How long to wait for responses after the last request. */
const lateSeconds = 20;
const metricsToken = 'the token of the bench';
const root = '/api/v2/organisation/1';
/** Each request has a different value, so that no response comes from a cache. */
const day = (at: number) =>
  `${2020 + (at % 9)}-0${1 + (at % 8)}-${10 + (at % 18)}T0${at % 10}:${10 + (at % 49)}:00Z`;
const point = (at: number) =>
  `Geolocation[Lat]=${(-33.7 - (at % 997) / 2000).toFixed(5)}&Geolocation[Lng]=${(151 + (at % 991) / 3000).toFixed(5)}`;
const api = (path: string) => `${root}/${path}`;
const office = (path: string) => `${root}/office/${path}`;

interface Case {
  pathOf: (at: number) => string;
  /** The limit of requests by one client or network: 100 a second for the API, 20 for JSON, 20 for pages. */
  perSecond: number;
}
const cases: Record<string, Case> = {
  nothing: { pathOf: () => '/healthz', perSecond: 1 },
  'expiry, page': {
    pathOf: (at) => api(`members?ExpiryDate[From]=${day(at)}&Page[Size]=20`),
    perSecond: 100,
  },
  'expiry, whole list': { pathOf: (at) => api(`members?ExpiryDate[From]=${day(at)}`), perSecond: 100 },
  'modified, nobody': {
    pathOf: (at) =>
      api(`members?DateModified[After]=2030-01-01T00:00:${10 + (at % 50)}Z&ExpiryDate[From]=${day(at)}`),
    perSecond: 100,
  },
  'type and expiry, page': {
    pathOf: (at) => api(`members?MembershipType[]=1&ExpiryDate[From]=${day(at)}&Page[Size]=20`),
    perSecond: 100,
  },
  'category and expiry, page': {
    pathOf: (at) => api(`members?MembershipCategory[]=1&ExpiryDate[From]=${day(at)}&Page[Size]=20`),
    perSecond: 100,
  },
  'state, page': {
    pathOf: (at) => api(`members?User[State][]=NSW&ExpiryDate[From]=${day(at)}&Page[Size]=20`),
    perSecond: 100,
  },
  'locations within 20,000 km, page': {
    pathOf: (at) => api(`locations?${point(at)}&Geolocation[Distance]=20000&Page[Size]=20`),
    perSecond: 100,
  },
  'locations within 50 km, whole list': { pathOf: (at) => api(`locations?${point(at)}`), perSecond: 100 },
  'name of a location, page': {
    pathOf: (at) => api(`locations?Name=clinic ${at}&Page[Size]=20`),
    perSecond: 100,
  },
  'changes, 500 at a time': {
    pathOf: () => api('changes?After=0'),
    perSecond: 100,
  },
  'v1, expiry, whole list': {
    pathOf: (at) => `/api/v1/organisation/1/members?ExpiryDate[From]=${day(at)}`,
    perSecond: 100,
  },
  'a common first name and state': {
    pathOf: (at) => api(`members?User[FirstName]=Anan0&User[State][]=VIC&ExpiryDate[From]=${day(at)}`),
    perSecond: 100,
  },
  'two answers and expiry, page': {
    pathOf: (at) =>
      api(`members?ExtraAnswer[11][]=Yes&ExtraAnswer[12][]=Polish&ExpiryDate[From]=${day(at)}&Page[Size]=20`),
    perSecond: 100,
  },
  'with categories and locations, page of 1,000': {
    pathOf: (at) =>
      api(
        `members?Include[]=Categories&Include[]=Locations&Page[Size]=1000&Page[After]=${(at * 977) % 90_000}`,
      ),
    perSecond: 100,
  },
  'office, words that half have': {
    pathOf: (at) => office(`members?Search=sydney+high+${1 + (at % 200)}`),
    perSecond: 100,
  },
  'office, one letter, by last day': {
    pathOf: (at) => office(`members?Search=a&Sort=-expiry&ExpiryFrom=${day(at).slice(0, 10)}`),
    perSecond: 100,
  },
  'office, a street that nobody has': {
    pathOf: (at) => office(`members?Street=${at}+nowhere&Title=dr`),
    perSecond: 100,
  },
  'office, a word of an answer': {
    pathOf: (at) => office(`members?Answer[13]=nothing${at}&Phone=0`),
    perSecond: 100,
  },
  'office, today': { pathOf: () => office('today'), perSecond: 100 },
  'office, export': {
    pathOf: (at) => office(`export?Search=a&ExpiryFrom=${day(at).slice(0, 10)}`),
    perSecond: 100,
  },
  'office, export as a workbook': {
    pathOf: (at) => office(`export?Search=a&Format=xlsx&ExpiryFrom=${day(at).slice(0, 10)}`),
    perSecond: 100,
  },
  'office, changes': {
    pathOf: (at) => office(`journal?From=${2020 + (at % 5)}-01-${10 + (at % 18)}`),
    perSecond: 100,
  },
  sitemap: { pathOf: (at) => `/sitemap.xml?${at}`, perSecond: 20 },
  'map of the country at zoom 18': {
    pathOf: (at) => `/directory/clusters.json?view=-44,112.${at % 1000},-10,154&zoom=18`,
    perSecond: 20,
  },
  'search by one letter': { pathOf: (at) => `/directory/search.json?q=a&page=${at}`, perSecond: 20 },
  'search by four words and a place': {
    pathOf: (at) => `/directory/search.json?q=an+ber+cor+da${at}&lat=-33.87&lng=151.${at % 1000}&radius=500`,
    perSecond: 20,
  },
  'search that finds nobody': { pathOf: (at) => `/directory/search.json?q=xyz${at}+qqq`, perSecond: 20 },
  'places by one letter': { pathOf: (at) => `/directory/places.json?q=s${at % 100}`, perSecond: 20 },
  'a typed place': { pathOf: (at) => `/directory/resolve.json?near=sidny+${at}&q=an`, perSecond: 20 },
  'a file of the sitemap': { pathOf: (at) => `/sitemaps/1.xml?${at}`, perSecond: 20 },
  'printed list of 500': { pathOf: (at) => `/print?q=a&page=${at}`, perSecond: 20 },
  'map page': { pathOf: (at) => `/map?q=a&lat=-33.${at % 1000}&lng=151.2&radius=100`, perSecond: 20 },
  'tiles of the map': {
    pathOf: (at) => `/tiles/light/13/${7300 + (at % 500)}/${4700 + (at % 477)}.svg`,
    perSecond: 100,
  },
  'page of a search': { pathOf: (at) => `/?q=a&page=${at}`, perSecond: 20 },
};

await (values.load === undefined ? measure() : makeLoad(values.load));

/** Runs in a child process, so that the load does not delay the process that measures. */
async function makeLoad(name: string): Promise<void> {
  const { pathOf, perSecond } = cases[name] ?? { pathOf: () => '/', perSecond: 1 };
  let at = Date.now() % 1_000_000;
  const headers = headersOf(pathOf(0), values);
  const responses: LoadResponse[] = [];
  const next = () => ({ kind: name, path: encodeURI(pathOf((at += 1))), headers });
  await Promise.race([
    arrive(values.base, { perSecond, seconds, next, onResponse: (one) => responses.push(one) }),
    pause((seconds + lateSeconds) * 1000),
  ]);
  const times = responses.map(({ ms }) => ms);
  const refused = responses.filter(({ isFailed }) => isFailed).length;
  const load = { answers: responses.length, refused, ms: quantile(times, 0.5) };
  process.send?.(load, () => process.exit());
}

async function measure(): Promise<void> {
  const installation = new Installation();
  try {
    const { dataDir } = installation;
    if (values.data !== '') cpSync(values.data, dataDir, { recursive: true });
    else await storeClusteredMembers({ dataDir, postgresUrl: null }, Number(values.members));
    const create = ['client', 'create', '--organisation', '1', '--name', 'Bench'];
    const client = JSON.parse(
      installation.chapterhouse([...create, '--scope', 'basic,members', '--json']),
    ) as { id: string; secret: string };
    const base = await installation.start({ LOG_LEVEL: 'warn', METRICS_TOKEN: metricsToken });
    const tokens = {
      token: await requestToken(base, client),
      officeToken: await createOfficeToken(dataDir),
    };
    await fetch(`${base}/`);
    console.log(`load average before: ${loadavg().map((load) => load.toFixed(1))}`);
    const rows: Record<string, Awaited<ReturnType<typeof measureCase>>> = {};
    const isWanted = (name: string) => values.only.split(';').some((part) => name.includes(part));
    for (const name of Object.keys(cases).filter(isWanted))
      console.log(name, (rows[name] = await measureCase(base, name, tokens)));
    for (const [name, row] of Object.entries(rows))
      report(`healthz, ${name}`, 'SQLite', { ms: row['healthz p99'] });
    console.table(rows);
  } finally {
    await installation.stop();
  }
}

interface Tokens {
  token: string;
  officeToken: string;
}

function headersOf(path: string, { token, officeToken }: Tokens): Record<string, string> {
  return { authorization: `Bearer ${path.startsWith(office('')) ? officeToken : token}` };
}

async function measureCase(base: string, name: string, tokens: Tokens) {
  const { token, officeToken } = tokens;
  const path = cases[name]?.pathOf(7) ?? '/';
  // Uses a new connection, because the server may close a connection of the previous case just when a new request is
  // sent on it.
  const headers = { ...headersOf(path, tokens), connection: 'close' };
  // The server may still be busy with the previous case.
  for (let attempt = 0; ; attempt += 1) {
    const first = await fetch(`${base}${encodeURI(path)}`, { headers });
    await first.arrayBuffer();
    if (first.ok) break;
    // If the server still refuses requests, the case would measure refusals.
    if (attempt === lateSeconds) throw new Error(`${path}: ${first.status}`);
    await pause(1000);
  }
  const cpuBefore = await cpuSeconds(base);
  const args = ['--load', name, '--base', base, '--token', token, '--officeToken', officeToken];
  args.push('--seconds', String(seconds));
  const child = fork(process.argv[1] ?? '', args, { execArgv: process.execArgv });
  const message = once(child, 'message');
  const ended = once(child, 'exit');
  const probes: LoadResponse[] = [];
  const isOver = { value: false };
  void message.then(() => (isOver.value = true));
  while (!isOver.value) {
    await arrive(base, {
      perSecond: 20,
      seconds: 1,
      next: () =>
        probes.length % 2 === 0 ? { kind: 'health', path: '/healthz' } : { kind: 'page', path: '/' },
      onResponse: (one) => probes.push(one),
    });
  }
  const [load] = (await message) as [{ answers: number; refused: number; ms: number }];
  await ended;
  const cpu = (await cpuSeconds(base)) - cpuBefore;
  const at = (kind: string, part: number) => {
    const times = probes.filter((one) => one.kind === kind).map(({ ms }) => ms);
    return Number(quantile(times, part).toFixed(1));
  };
  return {
    requests: load.answers,
    refused: load.refused,
    'p50 ms': Number(load.ms.toFixed(1)),
    'CPU ms each': Number(((cpu * 1000) / load.answers).toFixed(1)),
    'healthz p50': at('health', 0.5),
    'healthz p99': at('health', 0.99),
    'page p50': at('page', 0.5),
    'page p99': at('page', 0.99),
  };
}

async function requestToken(base: string, { id, secret }: { id: string; secret: string }): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const response = await fetch(`${base}${root}/token`, { method: 'POST', headers: { authorization }, body });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** Creates a token of the server's own client. The token is for a person who is an owner of the association. */
async function createOfficeToken(dataDir: string): Promise<string> {
  const store = await openStore({ dataDir, postgresUrl: null });
  const role = { organisation_id: 1, person_id: 1, role: 'owner' as const };
  await store.members.insertInto('role').values(role).execute();
  const token = await issueToken(
    store.auth,
    {
      clientId: ownClient(openSecrets(dataDir).authSecret, 1).id,
      organisationId: 1,
      personId: 1,
      scopes: ['user', 'office'],
      codeHash: null,
      signedInAt: Date.now(),
    },
    new Date(),
  );
  await store.close();
  return token;
}

async function cpuSeconds(base: string): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}`, connection: 'close' };
  const text = await (await fetch(`${base}/metrics`, { headers })).text();
  return Number(/^\w*process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]);
}
