/**
 * What the membership API answers a second over 100,000 members, beside bare node:http sending the same bytes from the
 * same process. `npm run bench:api`; with `-- postgres://…` (an empty database) on PostgreSQL.
 * Targets (SQLite): small answers ≥ 0.25 × node:http, the full list ≥ 0.25 × a file, first byte < 100 ms, a 304 in
 * < 1 ms, near searches p99 < 25 ms at 16 connections, memory for a slow reader ≤ 64 MB.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import autocannon from 'autocannon';

const child = fork(join(import.meta.dirname, 'api-server.ts'), process.argv.slice(2), {
  execArgv: ['--expose-gc', '--import', 'tsx'],
});
const [{ port, token }] = (await once(child, 'message')) as [{ port: number; token: string }];
const root = '/api/v2/organisation/1/';
const headers = { authorization: `Bearer ${token}` };

const measure = async (path: string, seconds = 5) =>
  autocannon({ url: `http://127.0.0.1:${port}${path}`, connections: 16, duration: seconds, headers });
const open = async (path: string, more: Record<string, string> = {}): Promise<IncomingMessage> => {
  const asked = request({ host: '127.0.0.1', port, path, headers: { ...headers, ...more }, agent: false });
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response;
};
const read = async (path: string) => {
  const start = performance.now();
  const response = await open(path);
  const firstMs = performance.now() - start;
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return { firstMs, totalMs: performance.now() - start, body, etag: response.headers.etag ?? '' };
};
const keep = async (baseline: string, kept: Buffer) => {
  child.send({ baseline, body: kept.toString() });
  await once(child, 'message');
};
const memory = async (): Promise<number> => {
  child.send('memory');
  const [{ rss }] = (await once(child, 'message')) as [{ rss: number }];
  return rss;
};

const small: Record<string, unknown>[] = [];
for (const path of ['categories', 'membershiptypes', 'members?User[LastName]=Name 77'.replace(' ', '%20')]) {
  const { body } = await read(root + path);
  const baseline = `/baseline/${path.split('?')[0]}`;
  await keep(baseline, body);
  await measure(root + path, 1);
  const [bare, ours] = [await measure(baseline), await measure(root + path)];
  small.push({
    ...{
      answer: path,
      bytes: body.length,
      'node:http/s': bare.requests.average,
      'ours/s': ours.requests.average,
    },
    ratio: (ours.requests.average / bare.requests.average).toFixed(2),
  });
}
console.table(small);

const all = `${root}members`;
const { body, etag } = await read(all);
await keep('/baseline/file', body);
const rounds = async (path: string) => {
  const times = [];
  for (let round = 0; round < 5; round += 1) times.push(await read(path));
  return times.sort((a, b) => a.totalMs - b.totalMs)[2];
};
const [file, ours] = [await rounds('/baseline/file'), await rounds(all)];
const perSecond = (ms = Infinity) => Math.round(body.length / 1000 / ms);
console.table({
  'a file through node:http': {
    'MB/s': perSecond(file?.totalMs),
    'first byte, ms': file?.firstMs.toFixed(1),
  },
  'the full list': { 'MB/s': perSecond(ours?.totalMs), 'first byte, ms': ours?.firstMs.toFixed(1) },
});

const notModified = async () => {
  const start = performance.now();
  (await open(all, { 'If-None-Match': etag })).resume();
  return performance.now() - start;
};
const times: number[] = [];
for (let round = 0; round < 200; round += 1) times.push(await notModified());
console.log(`304 in ${times.sort((a, b) => a - b)[100]?.toFixed(2)} ms (median of 200, a connection each)`);

const near = await autocannon({
  ...{ url: `http://127.0.0.1:${port}`, connections: 16, duration: 5, headers },
  requests: Array.from({ length: 200 }, (_, at) => ({
    path: `${root}locations?Geolocation[Lat]=${-38 + ((at * 37) % 260) / 10}&Geolocation[Lng]=${114 + ((at * 53) % 380) / 10}`,
  })),
});
console.log(
  `near a random point: ${near.requests.average} a second, p99 ${near.latency.p99} ms at 16 connections`,
);
for (const after of [1, 50_000, 99_000]) {
  const page = await measure(`${all}?Page[Size]=20&Page[After]=${after}`, 2);
  console.log(`a page of 20 after ${after}: ${page.requests.average} a second`);
}

const idle = await memory();
const slow = await open(all);
let highest = 0;
for (let second = 0; second < 5; second += 1) {
  slow.read(64 * 1024);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  highest = Math.max(highest, await memory());
}
slow.destroy();
console.log(
  `a slow reader of the full list: ${((highest - idle) / 1e6).toFixed(0)} MB above ${(idle / 1e6).toFixed(0)} MB`,
);
child.send('stop');
