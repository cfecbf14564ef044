/**
 * Requests per second of the membership API with 100,000 members, compared with bare node:http sending the same bytes
 * from the same process to the same load. `npm run bench:api`; with `-- postgres://…` (an empty database) on
 * PostgreSQL. Targets (SQLite): small responses ≥ 0.25 × node:http, the full list ≥ 0.25 × a file, first byte < 100 ms,
 * a 304 in < 1 ms, near searches p99 < 25 ms at 16 connections, memory for a slow reader ≤ 64 MB. Seconds for each run:
 * `SECONDS=5`.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiProcess, connections, root, start } from './api-process';

const seconds = Number(process.env.SECONDS ?? 5);
const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-bench-'));
const stored = [dataDir, ...process.argv.slice(2)];
const all = `${root}members`;
const named = (at: number) => `${all}?User[LastName]=Name%20${at % 10_000}`;
const near = (at: number) =>
  `${root}locations?Geolocation[Lat]=${-38 + ((at * 37) % 26_003) / 1000}&Geolocation[Lng]=${114 + ((at * 53) % 38_011) / 1000}`;

const baselinePath = (at: number) => `/baseline/kept?${at}`;

await once(start('load', ...stored), 'exit');
showLoad();
const memory = await measureMemory();
const api = await ApiProcess.start(...stored);
await measureSmall();
await measureFull();
await measureSearches();
await api.stop();
console.log(memory);
showLoad();
rmSync(dataDir, { recursive: true });

function showLoad(): void {
  console.log(`load average ${loadavg().map((load) => load.toFixed(1))}`);
}

async function measureSmall(): Promise<void> {
  const rows = [];
  for (const path of [`${root}categories`, `${root}membershiptypes`, named(77)]) {
    const { body } = await api.read(path);
    await api.setBaseline(body, { isFile: false });
    await api.load(path, { seconds: 1 });
    const baseline = await api.load('/baseline/kept', { seconds });
    rows.push(toRow(path, { bytes: body.length, baseline, ours: await api.load(path, { seconds }) }));
  }
  const { body } = await api.read(named(78));
  await api.setBaseline(body, { isFile: false });
  await api.loadEach(named, 2);
  const baseline = await api.loadEach(baselinePath, seconds);
  const each = await api.loadEach(named, seconds);
  rows.push(
    toRow('members of a last name, each time another', {
      bytes: body.length,
      baseline,
      ours: each,
    }),
  );
  console.table(rows);
}

type Load = Awaited<ReturnType<typeof api.load>>;

function toRow(response: string, { bytes, baseline, ours }: { bytes: number; baseline: Load; ours: Load }) {
  const [barePerSecond, perSecond] = [baseline, ours].map((load) => Math.round(load.requests.average));
  const ratio = (ours.requests.average / baseline.requests.average).toFixed(2);
  const failed = ours.non2xx + ours.errors;
  return {
    answer: response.replace(root, ''),
    bytes,
    'node:http/s': barePerSecond,
    'ours/s': perSecond,
    ratio,
    failed,
  };
}

async function measureFull(): Promise<void> {
  const { body, etag } = await api.read(all);
  await api.setBaseline(body, { isFile: true });
  const rounds = async (path: string) => {
    const times = [];
    for (let round = 0; round < 5; round += 1) {
      const { firstMs, totalMs } = await api.read(path);
      times.push({ firstMs, totalMs });
    }
    const [, , middle] = times.sort((a, b) => a.totalMs - b.totalMs);
    return middle ?? { firstMs: NaN, totalMs: NaN };
  };
  const toLine = ({ firstMs, totalMs }: { firstMs: number; totalMs: number }) => ({
    MB: Math.round(body.length / 1e6),
    'MB/s': Math.round(body.length / 1000 / totalMs),
    'first byte, ms': firstMs.toFixed(1),
  });
  const file = await rounds('/baseline/file');
  const ours = await rounds(all);
  console.table({ 'a file through node:http': toLine(file), 'the full list': toLine(ours) });
  const times: number[] = [];
  for (let round = 0; round < 200; round += 1) {
    const begun = performance.now();
    (await api.open(all, { 'If-None-Match': etag })).resume();
    times.push(performance.now() - begun);
  }
  const median = times.sort((a, b) => a - b)[100]?.toFixed(2);
  console.log(
    `full list ${(file.totalMs / ours.totalMs).toFixed(2)} × a file; 304 in ${median} ms (median of 200, a connection each)`,
  );
}

async function measureSearches(): Promise<void> {
  const { body } = await api.read(near(1));
  await api.setBaseline(body, { isFile: false });
  await api.loadEach(near, 2);
  const baseline = await api.loadEach(baselinePath, seconds);
  const searched = await api.loadEach((at) => near(at + 100_000), seconds);
  const toLine = ({ requests, latency, non2xx }: Load) => ({
    'a second': Math.round(requests.average),
    'p50, ms': latency.p50,
    'p99, ms': latency.p99,
    failed: non2xx,
  });
  console.log(`at ${connections} connections`);
  console.table({
    'the same bytes by node:http': toLine(baseline),
    'near a point, each time another': toLine(searched),
  });
  for (const after of [0, 50_000, 95_000]) {
    const page = await api.loadEach((at) => `${all}?Page[Size]=20&Page[After]=${after + (at % 4500)}`, 2);
    console.log(`a page of 20 after some ${after}: ${page.requests.average} a second, failed ${page.non2xx}`);
  }
}

/**
 * In a fresh process that has answered a few requests: the peak memory for a reader of 1 MB a second above that level.
 * Garbage is collected before, but not while it reads.
 */
async function measureMemory(): Promise<string> {
  const fresh = await ApiProcess.start(...stored);
  await fresh.load(named(1), { seconds: 1 });
  const idle = await fresh.memory('idle');
  const slow = await fresh.open(all);
  slow.pause();
  const highest = { rss: 0, held: 0 };
  for (let step = 0; step < 40; step += 1) {
    for (let taken = 0; taken < 250_000;) {
      const chunk = slow.read() as Buffer | null;
      if (chunk === null) break;
      taken += chunk.length;
    }
    await pause(250);
    const now = await fresh.memory('memory');
    highest.rss = Math.max(highest.rss, now.rss);
    highest.held = Math.max(highest.held, now.heapUsed + now.external);
  }
  slow.destroy();
  await fresh.stop();
  const above = (high: number, low: number) => `${((high - low) / 1e6).toFixed(0)} MB`;
  return `a reader of 1 MB/s of the full list, at its highest: resident ${above(highest.rss, idle.rss)} above ${above(idle.rss, 0)}, heap and buffers ${above(highest.held, idle.heapUsed + idle.external)} above`;
}
