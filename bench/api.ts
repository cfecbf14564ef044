/**
 * Compares both versions of the membership API with a bare node:http server that sends the same bytes, and with short
 * servers that somebody could write in a day: A, Express and better-sqlite3 (express-server.ts); B, node:http and stored
 * JSON (stored-json-server.ts). On PostgreSQL, it compares with C instead, Express and PostGIS. All servers get the same
 * load in the same run. The API runs as `npm
 * start` serves it, with limits, metrics and log. Its members are clustered in cities. The command is `npm run bench:api
 * [-- --members 100000 --seconds 5 --data FOLDER --postgres postgres://…]`. The PostgreSQL database must be empty. `x
 * bare` is the API's requests a second, divided by the bare server's requests a second. `x bare CPU` is the bare server's
 * CPU time for a request, divided by the API's CPU time. Other work on the machine changes `x bare CPU` less than `x
 * bare`. The targets for `x bare` with 100,000 members are in table.ts. Two cases are of the directory: its JSON and its
 * page for a first and last name that nobody has requested before. Another load requests nine lists of the members
 * near places in cities at the same time. These requests give no distance, so the API uses its default of 50 km. The p99
 * of the time to the first byte must be at most 50 ms on SQLite, and 150 ms on PostgreSQL. At the same time, one more
 * connection sends small requests. At last, one member after another is changed: each response must take at most 100 ms.
 */
import { cpSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon, { type Result } from 'autocannon';
import { clusteredMember } from '@/lib/service/clustered-members.fixture';
import { Installation } from '../e2e/installation';
import { BareServer } from './bare-server';
import { storeClusteredMembers } from './clustered-store';
import { quantile } from './open-load';
import { createTestDatabase } from '@/lib/store/database.fixture';
import { OtherServer } from './other-server';
import { bytesOf } from './page-loading';
import { organisationPath, Product } from './product';
import { report, type Reported } from './report';

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '5' },
    /** A data folder that already has this benchmark's members. */
    data: { type: 'string', default: '' },
    postgres: { type: 'string' },
    /**
     * Runs only the measurements whose names contain one of these texts, separated by semicolons. The names are the
     * keys of `cases`, and `city`, `whole`, `slow reader` and `change`.
     */
    only: { type: 'string', default: '' },
  },
});
const isWanted = (name: string) => values.only.split(';').some((part) => name.includes(part));
const seconds = Number(values.seconds);
const memberCount = Number(values.members);
const connections = 16;
/** Whole lists that are requested at the same time: one, and eight others. */
const listCount = 9;
/** There are many clients, because the limits allow each only a burst of 1,000 requests. */
const clientCount = 400;
const [v1, v2] = [organisationPath('v1'), organisationPath('v2')];
const warmUpMs = 5_000;
let nextRequest = 0;

const installation = new Installation();
const postgresUrl = values.postgres ?? null;
if (values.data !== '') cpSync(values.data, installation.dataDir, { recursive: true });
else await storeClusteredMembers({ dataDir: installation.dataDir, postgresUrl }, memberCount);
const product = await Product.start(installation, { clientCount, postgresUrl });
const column = postgresUrl === null ? 'SQLite' : 'PostgreSQL';
const bare = await BareServer.start();
const databaseOfC = postgresUrl === null ? null : await createTestDatabase(postgresUrl);
const others = new Map<Reported['column'], OtherServer>();
try {
  console.log(`load average ${loadavg().map((load) => load.toFixed(1))}`);
  await measureShort();
  if (isWanted('city')) await measureCity();
  if (isWanted('whole')) await measureWhole();
  if (isWanted('slow reader')) await measureSlowReader();
  if (isWanted('change')) await measureChanges();
} finally {
  bare.stop();
  for (const server of others.values()) server.stop();
  await product.stop();
  await databaseOfC?.remove();
}

/** A server that lacks its packages is left out. */
async function startOthers(): Promise<void> {
  const programs: [Reported['column'], string, ...string[]][] =
    databaseOfC === null
      ? [
          ['A', 'express-server.ts'],
          ['B', 'stored-json-server.ts'],
        ]
      : [['C', 'express-server.ts', databaseOfC.url]];
  for (const [name, file, ...parameters] of programs) {
    try {
      const server = await OtherServer.start(file, parameters);
      others.set(name, server);
      await server.fill(product, v2);
    } catch (error) {
      others.get(name)?.stop();
      others.delete(name);
      console.log(`${name} is not compared: ${String(error)}`);
    }
  }
}

function located(at: number) {
  for (let id = 1 + ((at * 7919) % memberCount); ; id = 1 + (id % memberCount)) {
    const member = clusteredMember(id);
    const [place] = member.membership.locations;
    if (place !== undefined) return { person: member.person, place };
  }
}

function near(at: number, km: number | null): string {
  const { place } = located(at);
  const distance = km === null ? '' : `&Geolocation[Distance]=${km}`;
  const moved = (degrees: number) => (degrees + (at % 97) / 10_000).toFixed(5);
  return `${v2}/locations?Geolocation[Lat]=${moved(place.latitude)}&Geolocation[Lng]=${moved(place.longitude)}${distance}`;
}

function lastNameAndState(at: number): string {
  const { person } = located(at);
  const state = encodeURIComponent(person.address.state);
  return `${v2}/members?User[LastName]=${encodeURIComponent(person.lastName)}&User[State][]=${state}`;
}

function fullName(at: number): string {
  const { firstName, lastName } = located(at).person;
  return `${firstName} ${lastName}`;
}

async function measureShort(): Promise<void> {
  const after = (at: number) => (at * 7919) % memberCount;
  const cases: Record<string, (at: number) => string> = {
    'v2 categories, repeated': () => `${v2}/categories`,
    'v2 membershiptypes, repeated': () => `${v2}/membershiptypes`,
    'v1 membershiptypes, repeated': () => `${v1}/membershiptypes`,
    'v2 page of 20, random': (at) => `${v2}/members?Page[Size]=20&Page[After]=${after(at)}`,
    'v1 page of 20, random': (at) => `${v1}/members?Page[Size]=20&Page[After]=${after(at)}`,
    'v2 near 5 km, random': (at) => `${near(at, 5)}&Page[Size]=20`,
    'v2 last name and state, random': lastNameAndState,
    'directory’s JSON, first and last name': (at) => `/directory/search.json?q=${fullName(at)}`,
    'unseen page, first and last name': (at) => `/?q=${fullName(at)}`,
  };
  const rows: Record<string, object> = {};
  const wanted = Object.entries(cases).filter(([name]) => isWanted(name));
  if (wanted.length > 0) await startOthers();
  for (const [name, pathOf] of wanted) {
    rows[name] = await compare(name, pathOf);
    console.log(name, rows[name]);
  }
  console.table(rows);
  if (wanted.length > 0)
    report('script of the first page', column, { kB: (await bytesOf(product.base)).scripts / 1000 });
}

interface Rate {
  perSecond: number;
  cpuMs: number;
  p99: number;
  failed: number;
}

async function compare(name: string, pathOf: (at: number) => string) {
  const body = await typicalBody(pathOf);
  await bare.setBody(body);
  // All servers compile their code before the measurement.
  await load(product.base, pathOf, { seconds: warmUpMs / 1000, cpu: productCpu });
  const first = await load(bare.base, pathOf, { seconds, cpu: () => bare.cpuSeconds() });
  const ours = await load(product.base, pathOf, { seconds, cpu: productCpu });
  const last = await load(bare.base, pathOf, { seconds, cpu: () => bare.cpuSeconds() });
  const mean = (read: (rate: Rate) => number) => (read(first) + read(last)) / 2;
  const figuresOf = ({ perSecond, cpuMs }: Rate) => ({
    times: perSecond / mean((rate) => rate.perSecond),
    timesCpu: mean((rate) => rate.cpuMs) / cpuMs,
    cpuMs,
  });
  report(name, column, figuresOf(ours));
  const shown: Record<string, number> = {};
  for (const [other, rate] of await loadOthers(pathOf)) {
    report(name, other, figuresOf(rate));
    shown[`${other} x bare CPU`] = Number(figuresOf(rate).timesCpu.toFixed(2));
  }
  return {
    bytes: body.length,
    'a second': Math.round(ours.perSecond),
    'x bare': Number((ours.perSecond / mean(({ perSecond }) => perSecond)).toFixed(2)),
    'CPU ms': Number(ours.cpuMs.toFixed(3)),
    'x bare CPU': Number((mean(({ cpuMs }) => cpuMs) / ours.cpuMs).toFixed(2)),
    ...shown,
    'p99 ms': ours.p99,
    failed: ours.failed,
  };
}

/** The other servers have only some lists of v2. */
async function loadOthers(pathOf: (at: number) => string): Promise<[Reported['column'], Rate][]> {
  const rates: [Reported['column'], Rate][] = [];
  for (const [name, server] of others) {
    if ((await statusOf(server, pathOf(0))) !== 200) continue;
    const cpu = () => server.cpuSeconds();
    await load(server.base, pathOf, { seconds: 2, cpu });
    rates.push([name, await load(server.base, pathOf, { seconds, cpu })]);
  }
  return rates;
}

async function statusOf(server: OtherServer, path: string): Promise<number> {
  const response = await fetch(server.base + encodeURI(path), { headers: product.headers(0) });
  await response.arrayBuffer();
  return response.status;
}

/**
 * Requests 50 bodies, and returns the body whose size is nearest to the mean. Sizes differ, because hundreds of members
 * share some of the requested names.
 */
async function typicalBody(pathOf: (at: number) => string): Promise<Buffer> {
  const bodies: Buffer[] = [];
  for (let at = 0; at < 50; at += 1) bodies.push((await product.read(encodeURI(pathOf(at)))).body);
  const mean = bodies.reduce((sum, { length }) => sum + length, 0) / bodies.length;
  const distance = ({ length }: Buffer) => Math.abs(length - mean);
  return bodies.reduce((best, body) => (distance(body) < distance(best) ? body : best));
}

async function productCpu(): Promise<number> {
  return (await product.figures()).cpuSeconds;
}

/** The requests are created before the load, because creating them during the load would slow the load down. */
async function load(
  base: string,
  pathOf: (at: number) => string,
  { seconds, cpu }: { seconds: number; cpu: () => Promise<number> },
): Promise<Rate> {
  const each = 600;
  const before = await cpu();
  const result: Result = await autocannon({
    url: base,
    connections,
    duration: seconds,
    setupClient: (client) => {
      const first = nextRequest;
      nextRequest += each;
      client.setRequests(
        Array.from({ length: each }, (_, at) => ({
          path: encodeURI(pathOf(first + at)),
          headers: product.headers(first + at),
        })),
      );
    },
  });
  const total = result.requests.total;
  return {
    perSecond: total / result.duration,
    cpuMs: (((await cpu()) - before) * 1000) / total,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}

async function measureCity(): Promise<void> {
  // The first list of members near a point makes the server read all locations.
  for (const end = performance.now() + warmUpMs; performance.now() < end;)
    await product.read(encodeURI(near(0, null)));
  const state = { isOver: false };
  const firstBytes: number[] = [];
  const small: number[] = [];
  const before = await productCpu();
  const search = async (connection: number) => {
    for (let at = connection; !state.isOver; at += listCount) {
      const begun = performance.now();
      const response = await product.open(encodeURI(near(at, null)), {}, at);
      firstBytes.push(performance.now() - begun);
      for await (const chunk of response) void chunk;
    }
  };
  const searches = Array.from({ length: listCount }, (_, at) => search(at));
  const end = performance.now() + seconds * 1000;
  for (let at = 0; performance.now() < end; at += 1) {
    const begun = performance.now();
    const path = encodeURI(`${lastNameAndState(at)}&Page[Size]=20`);
    const response = await product.open(path, {}, 300 + (at % 100));
    for await (const chunk of response) void chunk;
    small.push(performance.now() - begun);
    await pause(20);
  }
  state.isOver = true;
  await Promise.all(searches);
  const cpuMs = (((await productCpu()) - before) * 1000) / firstBytes.length;
  const line = (times: number[]) => ({
    requests: times.length,
    'p50 ms': Number(quantile(times, 0.5).toFixed(1)),
    'p99 ms': Number(quantile(times, 0.99).toFixed(1)),
  });
  report('near 50 km, first byte', column, { ms: quantile(firstBytes, 0.99) });
  console.table({
    '50 km in a city, first byte': { ...line(firstBytes), 'CPU ms': Number(cpuMs.toFixed(1)) },
    'last name and state meanwhile': line(small),
  });
}

async function measureWhole(): Promise<void> {
  const rows: Record<string, object> = {};
  const lists = {
    'v2 members': `${v2}/members`,
    'v1 members': `${v1}/members`,
    'v2 locations': `${v2}/locations`,
  };
  for (const [name, path] of Object.entries(lists)) {
    const before = await productCpu();
    const { firstMs, totalMs, body, etag } = await product.read(path);
    const cpuSeconds = (await productCpu()) - before;
    const begun = performance.now();
    (await product.open(path, { 'If-None-Match': etag })).resume();
    rows[name] = {
      MB: Math.round(body.length / 1e6),
      'first byte ms': Number(firstMs.toFixed(1)),
      seconds: Number((totalMs / 1000).toFixed(2)),
      'CPU seconds': Number(cpuSeconds.toFixed(2)),
      '304 ms': Number((performance.now() - begun).toFixed(1)),
    };
  }
  console.table(rows);
}

/** Measures the memory that the server needs for a client that reads slowly (1 MB a second). */
async function measureSlowReader(): Promise<void> {
  const idle = (await product.figures()).memoryMb;
  const slow = await product.open(`${v2}/members`);
  slow.pause();
  let highest = 0;
  for (let step = 0; step < 40; step += 1) {
    for (let taken = 0; taken < 250_000;) {
      const chunk = slow.read() as Buffer | null;
      if (chunk === null) break;
      taken += chunk.length;
    }
    await pause(250);
    highest = Math.max(highest, (await product.figures()).memoryMb);
  }
  slow.destroy();
  console.log(`a reader of 1 MB a second: ${Math.round(highest - idle)} MB above ${Math.round(idle)} MB`);
}

/** The pauses are long enough for the server to store its copy of the directory during the measurement. */
async function measureChanges(): Promise<void> {
  const ids = await product.memberIds(15);
  const times: number[] = [];
  for (const [at, id] of ids.entries()) {
    const begun = performance.now();
    await product.change(id, at);
    times.push(performance.now() - begun);
    await pause(3_000);
  }
  const [p50, most] = [quantile(times, 0.5), Math.max(...times)].map((ms) => Number(ms.toFixed(0)));
  report('one change', column, { ms: Math.max(...times) });
  console.table({ 'one change': { requests: times.length, 'p50 ms': p50, 'ms at most': most } });
}
