import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PageCache, type RenderedPage } from './page-cache';

const rendered = (text: string, headers = {}, status = 200): RenderedPage => ({
  result: { status, headers: { 'content-type': 'text/html', ...headers }, body: Buffer.from(text) },
  isCurrent: () => true,
});
const newCache = (options = {}) => new PageCache({ maxBytes: 1e6, maxAgeMs: 1000, now: () => 1, ...options });

test('simultaneous misses of one page render it once', async () => {
  const cache = newCache();
  let renders = 0;
  const render = async () => rendered(`page ${++renders}`);
  const pages = await Promise.all(Array.from({ length: 20 }, () => cache.get('/', '1', render, 'br')));
  expect(renders).toBe(1);
  expect(new Set(pages).size).toBe(1);
  expect(pages[0]?.compressed.br).toBeDefined();
});

test('a page is found once it is cached, and not when it is too old', async () => {
  let now = 1;
  const cache = newCache({ now: () => now });
  const request = cache.get('/', '1', async () => rendered('page'));
  expect(cache.find('/')).toBeNull();
  const page = await request;
  expect(page).not.toBeNull();
  now = 1000;
  expect(cache.find('/')).toBe(page);
  expect(cache.find('/map')).toBeNull();
  now = 1002;
  expect(cache.find('/')).toBeNull();
});

test('a page that sets a cookie is neither shared nor cached', async () => {
  const cache = newCache();
  let renders = 0;
  const render = async () => rendered(`page ${++renders}`, { 'set-cookie': 'a=b' });
  expect(await cache.get('/', '1', render)).toBeNull();
  expect(await cache.get('/', '1', render)).toBeNull();
  expect(renders).toBe(2);
});

test.each([
  [200, {}, 'public, max-age=0, must-revalidate'],
  [200, { 'cache-control': 's-maxage=31536000' }, 'public, max-age=0, must-revalidate'],
  [301, { location: '/members/12-ada-byron' }, 'public, max-age=0, must-revalidate'],
  [410, {}, 'public, max-age=0, must-revalidate'],
  [404, { 'cache-control': 'private, no-store' }, 'private, no-store'],
])(
  'no cache in front stores a response of status %i longer than it is valid',
  async (status, headers, expected) => {
    const page = await newCache().get('/', '1', async () => rendered('a page', headers, status));
    const sent = page?.identity.headers ?? [];
    const names = sent.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
    expect(names.filter((name) => name === 'cache-control')).toHaveLength(1);
    expect(sent[names.indexOf('cache-control') * 2 + 1]).toBe(expected);
  },
);

test('headers that belong to one response are not shared with the page', async () => {
  const own = {
    etag: '"next"',
    vary: 'rsc',
    date: 'now',
    connection: 'close',
    'content-length': '3',
    'x-none': undefined,
  };
  const page = await newCache().get('/', '1', async () => rendered('a page', { ...own, 'x-page': 'a' }));
  const sent = page?.identity.headers ?? [];
  const headers = sent.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), sent[at + 1]]] : []));
  expect(headers.filter(([name]) => name === 'x-page')).toEqual([['x-page', 'a']]);
  expect(headers.filter(([name]) => name === 'vary')).toHaveLength(1);
  expect(headers.filter(([name]) => name === 'x-none' || name === 'date' || name === 'connection')).toEqual(
    [],
  );
  expect(headers.filter(([, value]) => value === '"next"' || value === 'rsc' || value === '3')).toEqual([]);
});

test('a failure is not cached, whether it is an exception or a response', async () => {
  const cache = newCache();
  await expect(cache.get('/', '1', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect((await cache.get('/', '1', async () => rendered('oops', {}, 500)))?.identity.status).toBe(500);
  expect((await cache.get('/', '1', async () => rendered('well')))?.identity.status).toBe(200);
});

test('memory stays within its limit, and the most recently requested pages stay cached', async () => {
  const cache = newCache({ maxBytes: 30_000 });
  let renders = 0;
  const render = async () => rendered(`${++renders}`.padEnd(4000, 'x'));
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await cache.get(key, '1', render);
  expect(renders).toBe(8);
  expect(cache.cachedBytes).toBeGreaterThan(4096);
  expect(cache.cachedBytes).toBeLessThanOrEqual(30_000);
  await cache.get('h', '1', render);
  expect(renders).toBe(8);
  await cache.get('a', '1', render);
  expect(renders).toBe(9);
});

test('a page is rendered again after its maximum age', async () => {
  let now = 1;
  const cache = newCache({ now: () => now });
  let renders = 0;
  const render = async () => rendered(`${++renders}`);
  await cache.get('/', '1', render);
  now = 1000;
  await cache.get('/', '1', render);
  expect(renders).toBe(1);
  now = 1002;
  await cache.get('/', '1', render);
  expect(renders).toBe(2);
});

test('a page that is no longer current is rendered again', async () => {
  const cache = newCache();
  let isCurrent = true;
  await cache.get('/', '1', async () => ({ ...rendered('before'), isCurrent: () => isCurrent }));
  expect(cache.find('/')).not.toBeNull();
  isCurrent = false;
  expect(cache.find('/')).toBeNull();
  const page = await cache.get('/', '2', async () => rendered('after'));
  expect(Buffer.from(page?.identity.body ?? []).toString()).toBe('after');
});

test('a request after a change does not get a page whose rendering began before it', async () => {
  const cache = newCache();
  let finish: (page: RenderedPage) => void = () => undefined;
  const slow = cache.get('/', '1', () => new Promise((resolve) => (finish = resolve)));
  const after = await cache.get('/', '2', async () => rendered('after'));
  expect(Buffer.from(after?.identity.body ?? []).toString()).toBe('after');
  finish({ ...rendered('before'), isCurrent: () => false });
  await slow;
  const later = await cache.get('/', '2', async () => rendered('after'));
  expect(Buffer.from(later?.identity.body ?? []).toString()).toBe('after');
});

test('a page is rendered once, and compressed in an encoding when somebody first accepts it', async () => {
  const text = 'x'.repeat(5000);
  const cache = newCache();
  let renders = 0;
  const render = async () => rendered(text, { 'x-render': String(++renders) });
  const first = await cache.get('/', '1', render, 'gzip');
  expect(gunzipSync(first?.compressed.gzip?.body ?? '').toString()).toBe(text);
  expect(first?.compressed.br).toBeUndefined();
  expect(cache.find('/', 'gzip')).toBe(first);
  expect(cache.find('/', 'br')).toBeNull();
  const second = await cache.get('/', '1', render, 'br');
  expect(brotliDecompressSync(second?.compressed.br?.body ?? '').toString()).toBe(text);
  for (const encoding of ['identity', 'gzip', 'br'] as const) expect(cache.find('/', encoding)).toBe(second);
  expect(renders).toBe(1);
  const tags = [second?.identity, second?.compressed.gzip, second?.compressed.br].map((one) => one?.etag);
  expect(new Set(tags).size).toBe(3);
});

test('compressing a page later neither makes it younger nor hides its bytes from the limit', async () => {
  let now = 1;
  const cache = newCache({ now: () => now });
  const render = async () => rendered(randomBytes(5000).toString('base64'));
  await cache.get('/', '1', render);
  const before = cache.cachedBytes;
  now = 900;
  const page = await cache.get('/', '1', render, 'br');
  expect(cache.cachedBytes).toBe(before + (page?.compressed.br?.body.length ?? NaN));
  now = 1002;
  expect(cache.find('/', 'br')).toBeNull();
});

test('a page that has changed while it was compressed is not cached again', async () => {
  const cache = newCache();
  let isCurrent = true;
  await cache.get('/', '1', async () => ({ ...rendered('before'), isCurrent: () => isCurrent }));
  const packing = cache.get('/', '1', async () => rendered('never'), 'br');
  isCurrent = false;
  await cache.get('/', '2', async () => rendered('after'));
  await packing;
  const page = cache.find('/');
  expect(Buffer.from(page?.identity.body ?? []).toString()).toBe('after');
  expect(page?.compressed.br).toBeUndefined();
});
