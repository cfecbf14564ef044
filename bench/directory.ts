/**
 * Measures the directory as visitors load it from a real server with 100,000 members: `npm run bench:directory [--
 * members]`. Compares cached pages, rendered pages and the JSON with a bare node:http server. The bare server sends the
 * same bytes as the cached page. Then measures first visits in a browser. The first targets are for requests a second.
 * A cached page must reach at least 10 times the rate of a rendered page. It must also reach at least 0.3 times the
 * rate of the bare server. A repeated query for JSON must reach at least 3,000 requests a second. The next targets are
 * for times. With 8 connections, the p95 of a rendered page must be less than 120 ms. With one connection, the p99 of a
 * new query for JSON must be less than 20 ms. While the server reads a change, every request must take less than 50 ms.
 * The last targets are for a first visit. LCP must be less than 1.5 s, TBT less than 100 ms and CLS less than 0.02. The
 * HTML must have at most 60 kB. The scripts must be at most 30 kB larger than those of an empty page.
 */
import { createWriteStream, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import autocannon, { type Result } from 'autocannon';
import { seededRandom } from '@/lib/base/seeded-random';
import { Installation } from '../e2e/installation';
import { printPageLoading } from './page-loading';

const memberCount = Number(process.argv[2] ?? 100_000);
const seconds = 6;
// The generator is seeded, so that every run sends the same requests.
const random = seededRandom(11);
const integer = (below: number) => Math.floor(random() * below);

const syllables = 'an ber cor da el fin gar hol is jo ka lin mor na or per qui ros sen tar ul vin wes'.split(
  ' ',
);
const word = () => Array.from({ length: 3 }, () => syllables[integer(syllables.length)]).join('');

const columns =
  'ChapterhouseID,First name,Last name,Email,Membership type,Category,Suburb,State,Country,Joined,Expires,Lat,Lng\n';

async function writeMembers(file: string): Promise<void> {
  const out = createWriteStream(file);
  out.write(columns);
  const states = ['VIC', 'NSW', 'QLD', 'SA', 'WA', 'TAS'];
  for (let id = 1; id <= memberCount; id += 1) {
    const place = `${word()},${states[integer(6)]},Australia`;
    const point = `${(-28 - integer(1_000_000) / 1e5).toFixed(5)},${(140 + integer(1_300_000) / 1e5).toFixed(5)}`;
    const row = `${id},${word()},${word()},m${id}@example.org,Type ${integer(6)},Field ${integer(12)},${place},2015-03-02,2099-12-31,${point}\n`;
    if (!out.write(row)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

/**
 * A response body as it is transmitted. fetch would decompress it, but the bare server must send exactly the same
 * bytes.
 */
async function bytesOf(url: string, encoding: string): Promise<Buffer> {
  const clientRequest = request(url, { headers: { 'accept-encoding': encoding } }).end();
  // The event 'response' passes an IncomingMessage.
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
  return Buffer.concat(await response.toArray());
}

async function startBaseline(body: Buffer, headers: Record<string, string>): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { ...headers, 'Content-Length': body.length });
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  // A server that listens on TCP has an AddressInfo.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const load = (url: string, options: Partial<autocannon.Options> = {}): Promise<Result> =>
  autocannon({
    url,
    connections: 16,
    duration: seconds,
    headers: { 'accept-encoding': 'gzip, br' },
    ...options,
  });
const fresh = (path: (text: string) => string, count: number) =>
  Array.from({ length: count }, () => ({
    path: path(`${word()} ${word().slice(0, 2)}`),
  }));

async function watchChange(base: string): Promise<{ longestWaitMs: number; seenAfterMs: number }> {
  const file = join(installation.dataDir, 'changed.csv');
  writeFileSync(
    file,
    `${columns}1,Zebedee,Zyzzyva,m1@example.org,Type 1,Field 1,Anber,VIC,Australia,2015-03-02,2099-12-31,-37,145\n`,
  );
  installation.chapterhouse(['import', file, '--organisation', '1']);
  const changedAt = performance.now();
  const send = async () => (await fetch(`${base}/directory/search.json?q=zyzzyva`)).text();
  // The import blocked this process, and meanwhile the connection to the server was closed. This request opens a new
  // connection, so that the time to connect is not measured.
  await send();
  let longestWaitMs = 0;
  for (let isSeen = false; !isSeen;) {
    const requests = performance.now();
    if (requests > changedAt + 120_000)
      throw new Error('the directory did not show a changed member within two minutes');
    const response = await send();
    longestWaitMs = Math.max(longestWaitMs, performance.now() - requests);
    isSeen = response.includes('Zebedee');
  }
  return { longestWaitMs, seenAfterMs: performance.now() - changedAt };
}

const installation = new Installation();
try {
  const file = join(installation.dataDir, 'members.csv');
  await writeMembers(file);
  const create = ['--create', 'Bench', '--open-directory', '--set', 'Country=Australia'];
  installation.chapterhouse(['import', file, '--organisation', '1', ...create]);
  const started = performance.now();
  const base = await installation.start({ LOG_LEVEL: 'warn', RATE_LIMITS: 'off' });
  console.log(`started and loaded in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  const page = await fetch(`${base}/`, { headers: { 'accept-encoding': 'identity' } });
  const sent = Buffer.from(await page.arrayBuffer());
  const compressed = await bytesOf(`${base}/`, 'br');
  const baseline = await load(
    await startBaseline(compressed, { 'Content-Type': 'text/html; charset=utf-8' }),
  );
  const cached = await load(`${base}/`);
  // A page whose cache key is longer than the limit is rendered for every request, as it would be without the cache.
  const uncached = { 'accept-encoding': 'br', 'next-url': 'x'.repeat(5000) };
  const rendered = await load(`${base}/`, { headers: uncached, connections: 8 });
  const searched = await load(base, {
    requests: fresh((q) => `/?q=${encodeURIComponent(q)}`, 3000),
    connections: 8,
  });
  const repeated = await load(`${base}/directory/search.json?state=VIC&q=mor`);
  const request = await load(base, {
    requests: fresh((q) => `/directory/search.json?q=${encodeURIComponent(q)}`, 20_000),
    connections: 1,
  });
  const line = (name: string, result: Result) => ({
    answer: name,
    'per second': Math.round(result.requests.average),
    'p50 ms': result.latency.p50,
    'p97.5 ms': result.latency.p97_5,
    'p99 ms': result.latency.p99,
    '× node:http': (result.requests.average / baseline.requests.average).toFixed(2),
    '× rendered': (result.requests.average / rendered.requests.average).toFixed(1),
    failed: result.non2xx + result.errors,
  });
  console.log(`${memberCount} members; the page has ${sent.length} bytes, ${compressed.length} with brotli`);
  console.table([
    line('bare node:http, the same bytes', baseline),
    line('page from the cache', cached),
    line('the same page rendered by Next, 8 connections', rendered),
    line('pages of searches never made before, 8 connections', searched),
    line('search.json, repeated', repeated),
    line('search.json, never asked before, 1 connection', request),
  ]);
  const { longestWaitMs, seenAfterMs } = await watchChange(base);
  console.log(
    `a change was seen ${(seenAfterMs / 1000).toFixed(0)} s after its import; the longest wait meanwhile was ${longestWaitMs.toFixed(0)} ms`,
  );
  const slug = /"slug":"([^"]+)"/.exec(await (await fetch(`${base}/directory/search.json`)).text())?.[1];
  await printPageLoading(base, ['/', '/?q=or', '/map', `/members/${slug}`, '/states/vic']);
} finally {
  await installation.stop();
}
