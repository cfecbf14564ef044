import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { capture, type CapturedAnswer } from './capture';
import { PageCache } from './page-cache';
import { createPageHandler, type PagesOptions } from './pages';
import { publicPageKey } from './public-pages';

const answer = (text: string, headers = {}, status = 200): CapturedAnswer => ({
  status,
  headers: { 'content-type': 'text/html', ...headers },
  body: Buffer.from(text),
});
const newCache = (options = {}) => new PageCache({ maxBytes: 1e6, maxAgeMs: 1000, now: () => 1, ...options });
const ask = (url: string, headers: Record<string, string> = {}) =>
  // Only these three are read.
  publicPageKey({ method: 'GET', url, headers } as unknown as IncomingMessage);

test('simultaneous misses of one page render it once', async () => {
  const cache = newCache();
  let renders = 0;
  const render = async () => answer(`page ${++renders}`);
  const pages = await Promise.all(Array.from({ length: 20 }, () => cache.get('/', render)));
  expect(renders).toBe(1);
  expect(new Set(pages.map((page) => page?.forms.br.etag)).size).toBe(1);
});

test('a page is found once it is there, and not when it is too old', async () => {
  let now = 1;
  const cache = newCache({ now: () => now });
  const asked = cache.get('/', async () => answer('page'));
  expect(cache.find('/')).toBeNull();
  const page = await asked;
  expect(page).not.toBeNull();
  now = 1000;
  expect(cache.find('/')).toBe(page);
  expect(cache.find('/map')).toBeNull();
  now = 1002;
  expect(cache.find('/')).toBeNull();
});

test('a page that sets a cookie is neither shared nor kept', async () => {
  const cache = newCache();
  let renders = 0;
  const render = async () => answer(`page ${++renders}`, { 'set-cookie': 'a=b' });
  expect(await cache.get('/', render)).toBeNull();
  expect(await cache.get('/', render)).toBeNull();
  expect(renders).toBe(2);
});

test.each([
  [200, {}, 'public, max-age=0, must-revalidate'],
  [301, { location: '/members/12-ada-byron' }, 'public, max-age=0, must-revalidate'],
  [410, {}, 'public, max-age=0, must-revalidate'],
  [404, { 'cache-control': 'private, no-store' }, 'private, no-store'],
])(
  'no cache in front keeps an answer of status %i longer than it holds',
  async (status, headers, expected) => {
    const page = await newCache().get('/', async () => answer('a page', headers, status));
    const sent = page?.forms.identity.headers ?? [];
    const names = sent.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
    expect(names.filter((name) => name === 'cache-control')).toHaveLength(1);
    expect(sent[names.indexOf('cache-control') * 2 + 1]).toBe(expected);
  },
);

test('a failure is not kept, whether thrown or answered', async () => {
  const cache = newCache();
  await expect(cache.get('/', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect((await cache.get('/', async () => answer('oops', {}, 500)))?.status).toBe(500);
  expect((await cache.get('/', async () => answer('well')))?.status).toBe(200);
});

test('memory stays within its bound, and the pages asked for last remain', async () => {
  const cache = newCache({ maxBytes: 30_000 });
  let renders = 0;
  const render = async () => answer(`${++renders}`.padEnd(4000, 'x'));
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await cache.get(key, render);
  expect(renders).toBe(8);
  await cache.get('h', render);
  expect(renders).toBe(8);
  await cache.get('a', render);
  expect(renders).toBe(9);
});

test('a page is rendered anew after its age', async () => {
  let now = 1;
  const cache = newCache({ now: () => now });
  let renders = 0;
  const render = async () => answer(`${++renders}`);
  await cache.get('/', render);
  now = 1000;
  await cache.get('/', render);
  expect(renders).toBe(1);
  now = 1002;
  await cache.get('/', render);
  expect(renders).toBe(2);
});

test('the order of parameters, and parameters that mean nothing, do not make another page', () => {
  expect(ask('/?type=2&q=a&utm_source=x&state=VIC&state=NSW')?.cacheKey).toBe(
    ask('/?state=VIC&state=NSW&q=a&type=2&page=')?.cacheKey,
  );
  expect(ask('/?state=NSW&state=VIC')?.cacheKey).not.toBe(ask('/?state=VIC&state=NSW')?.cacheKey);
});

test('navigation payloads are kept apart from pages', () => {
  expect(ask('/', { rsc: '1' })?.cacheKey).not.toBe(ask('/')?.cacheKey);
});

test.each(['/states/victoria', '/types/1-full-member', '/categories/7-law'])('%s is shared', (path) => {
  expect(ask(path)?.url).toBe(path);
});

test.each([
  '/account',
  '/sign-in',
  '/api/auth/session',
  '/verify/abc',
  '/members-only',
  '/members/1-a/private',
])('%s is never shared', (path) => {
  expect(ask(path)).toBeNull();
});

const servers: { close: () => void }[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function serve(next: PagesOptions['next']): Promise<string> {
  const handler = createPageHandler({
    next,
    cache: newCache(),
    dataVersion: () => '1',
    isHttps: false,
    isDevelopment: false,
    imageOrigins: () => [],
    formOrigins: [],
  });
  const current = { id: 'request-1', isRendered: false };
  const server = createServer((request, response) => void handler(request, response, current));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  // A server that listens on TCP has an AddressInfo.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('Next is handed no cookie, host or language of the visitor for a public page', async () => {
  const seen: Record<string, unknown>[] = [];
  const base = await serve(async (request, response) => {
    seen.push(request.headers);
    response.setHeader('content-type', 'text/html');
    response.end('<p>public</p>');
  });
  await fetch(`${base}/?q=a`, {
    headers: { cookie: 'session=secret', 'accept-language': 'de', 'x-forwarded-host': 'evil.example' },
  });
  expect(Object.keys(seen[0] ?? {}).sort()).toEqual(['content-security-policy', 'host']);
  expect(seen[0]?.host).toBe('localhost');
});

test('a kept page comes compressed, with hashes in its policy, and is not sent twice to who has it', async () => {
  const base = await serve(async (request, response) => {
    const nonce = /'nonce-([^']+)'/.exec(String(request.headers['content-security-policy']))?.[1];
    response.setHeader('content-type', 'text/html');
    response.end(`<script nonce="${nonce}">hello()</script>`);
  });
  const first = await fetch(`${base}/`, { headers: { 'accept-encoding': 'identity' } });
  expect(await first.text()).toBe('<script>hello()</script>');
  expect(first.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^']+';/);
  const again = await fetch(`${base}/`, {
    headers: { 'accept-encoding': 'identity', 'if-none-match': first.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  const kept = await newCache().get('/', async () => answer('x'.repeat(5000)));
  expect(brotliDecompressSync(kept?.forms.br.body ?? Buffer.alloc(0)).toString()).toBe('x'.repeat(5000));
});

test.each(['/', '/account'])('a page of %s that failed can be read without JavaScript', async (path) => {
  const base = await serve(async (_request, response) => {
    response.statusCode = 500;
    response.setHeader('content-type', 'text/html');
    response.end('<html id="__next_error__"><body></body></html>');
  });
  const failed = await fetch(base + path, { headers: { 'accept-encoding': 'identity' } });
  expect([failed.status, await failed.text()]).toEqual([
    500,
    expect.stringMatching(/^<html lang="en" .*<noscript>.*request-1/),
  ]);
});

test('a page that is missing comes whole, whatever its address', async () => {
  const seen: (string | undefined)[] = [];
  const base = await serve(async (request, response) => {
    seen.push(request.url);
    response.statusCode = 404;
    response.setHeader('content-type', 'text/html');
    response.end(
      request.url === '/-' ? '<html lang="en"><h1>None</h1>' : '<html id="__next_error__"><body></body>',
    );
  });
  const missing = await fetch(`${base}/states/nowhere`, { headers: { 'accept-encoding': 'identity' } });
  expect([missing.status, await missing.text()]).toEqual([404, '<html lang="en"><h1>None</h1>']);
  await fetch(`${base}/states/nowhere`);
  expect(seen).toEqual(['/states/nowhere', '/-']);
});

test('a captured answer has the status, headers and whole body that the handler gave', async () => {
  const captured = await capture(
    async (_request, response) => {
      response.writeHead(404, { 'X-A': '1' });
      response.write('one ');
      response.end('two');
    },
    { url: '/', headers: {} },
  );
  expect(captured.status).toBe(404);
  expect(captured.headers['x-a']).toBe('1');
  expect(captured.body.toString()).toBe('one two');
});
