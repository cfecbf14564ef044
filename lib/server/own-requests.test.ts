import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createLog } from './log';
import { startTestFront } from './front.fixture';
import { createOwnRequests } from './own-requests';
import { createProxyWatch, unknownProxyWarning } from './proxy-watch';

type OwnRequests = ReturnType<typeof createOwnRequests>;

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

/** Redirects `/away` to another origin. */
async function startProcess() {
  const seen: { isOwn: boolean; sent: string; request: IncomingMessage }[] = [];
  let own: OwnRequests | null = null;
  let away = '';
  const server = createServer((request, response) => {
    const sent = everything(request);
    seen.push({ isOwn: own?.recognise(request) ?? false, sent, request });
    if (request.url === '/away') response.writeHead(307, { location: away });
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closings.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  own = createOwnRequests(url);
  const { headers } = own;
  const secret = Object.values(headers)[0] ?? '';
  return { url, port, seen, headers, secret, leadTo: (address: string) => void (away = address) };
}

const everything = ({ headers, rawHeaders }: IncomingMessage) => JSON.stringify([headers, rawHeaders]);

test('what a process sends to itself is recognised, and its secret is removed from the request', async () => {
  const { url, seen, headers, secret } = await startProcess();
  await fetch(`${url}/a?b`, { method: 'POST', body: 'c' });
  await fetch(url, { headers: { 'X-Chapterhouse-Own': 'invented' } }).catch(() => null);
  const sent = seen.map(({ isOwn, request }) => [isOwn, everything(request).includes('chapterhouse-own')]);
  expect(sent[0]).toEqual([true, false]);
  expect(seen.some(({ request }) => everything(request).includes(secret))).toBe(false);
  expect(Object.keys(headers)).toEqual(['x-chapterhouse-own']);
  expect(secret.length).toBeGreaterThan(40);
});

test('no other origin gets the secret, also if a page of ours leads there', async () => {
  const [one, two] = [await startProcess(), await startProcess()];
  one.leadTo(`${two.url.replace('127.0.0.1', 'localhost')}/b`);
  await fetch(`${one.url}/away`);
  expect(one.seen.map(({ isOwn, sent }) => [isOwn, sent.includes(one.secret)])).toEqual([[true, true]]);
  expect(two.seen.map(({ isOwn, sent }) => [isOwn, sent.includes(one.secret)])).toEqual([[false, false]]);
});

test('a guessed secret, another process’s and two secrets are refused and removed', async () => {
  const [one, two] = [await startProcess(), await startProcess()];
  const { recognise, headers } = createOwnRequests('http://127.0.0.1:1');
  const own = Object.values(headers)[0] ?? '';
  for (const given of ['', 'a', one.secret, two.secret, `${own}, ${own}`, `${own} `]) {
    const request = {
      headers: { host: 'a', 'x-chapterhouse-own': given },
      rawHeaders: ['Host', 'a', 'X-Chapterhouse-Own', given],
    };
    expect(recognise(request), given).toBe(false);
    expect(request).toEqual({ headers: { host: 'a' }, rawHeaders: ['Host', 'a'] });
  }
});

test('what Next sends to this process for a visitor is not taken for a proxy’s', async () => {
  let own: OwnRequests | null = null;
  const proxies = createProxyWatch({ trustProxy: 0, log: createLog('silent') });
  const front = await startTestFront({ proxies, isOwn: (request) => own?.recognise(request) ?? false });
  closings.push(() => front.close());
  // Next copies this header from the visitor’s form.
  const headers = { 'x-forwarded-for': '127.0.0.1' };
  own = createOwnRequests(front.url);
  await fetch(`${front.url}/office/import/1`, { headers });
  expect(proxies.warnings()).toEqual([]);
  own = null;
  await fetch(`${front.url}/office/import/1`, { headers });
  expect(proxies.warnings()).toEqual([unknownProxyWarning]);
});
