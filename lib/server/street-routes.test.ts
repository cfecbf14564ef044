import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStreets, type Streets } from '@/lib/map/streets/open-streets';
import { fromThisMachine, archiveServer, subiaco } from '@/lib/map/streets/streets.fixture';
import { streetRoutes } from './street-routes';

const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-street-routes-'));
const file = join(folder, 'streets.pmtiles');
copyFileSync(join(import.meta.dirname, '../../e2e/streets/subiaco.pmtiles'), file);
const server = archiveServer(subiaco);
let streets: Streets;
const warnings: string[] = [];
const get = (headers: Record<string, string> = {}, method = 'GET', of = streets) =>
  streetRoutes({ streets: of, warn: (text) => warnings.push(text) }).request(
    `/streets/${of.version}.pmtiles`,
    {
      method,
      headers,
    },
  );

beforeAll(async () => {
  streets = await openStreets(file, fromThisMachine);
});
afterAll(async () => {
  await streets.source.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ['bytes=0-126', 0, 126],
  ['bytes=1000-1000', 1_000, 1_000],
  ['bytes=444000-', 444_000, 444_281],
  ['bytes=-282', 444_000, 444_281],
  ['bytes=-9999999', 0, 444_281],
  ['bytes=444281-900000', 444_281, 444_281],
])('%s is sent, and may be cached for a year', async (range, first, last) => {
  const response = await get({ range });
  expect(response.status).toBe(206);
  expect(response.headers.get('content-range')).toBe(`bytes ${first}-${last}/444282`);
  expect(response.headers.get('content-length')).toBe(String(last - first + 1));
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('etag')).toBe(`"${streets.version}"`);
  expect(Buffer.from(await response.arrayBuffer()).equals(subiaco.subarray(first, last + 1))).toBe(true);
});

test.each(['bytes=444282-', 'bytes=9999999-', 'bytes=444282-444290', 'bytes=-0'])(
  '%s is beyond the end: 416 with the size',
  async (range) => {
    const response = await get({ range });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */444282');
    expect(response.headers.get('cache-control')).toBeNull();
  },
);

test.each<Record<string, string>>([
  {},
  { range: 'bytes=0-1,5-6' },
  { range: 'bytes=9-2' },
  { range: 'tiles=1-2' },
  { range: 'bytes=0-126', 'if-range': '"another"' },
  { range: 'bytes=0-126', 'if-range': 'Wed, 25 Nov 2026 00:00:00 GMT' },
])('the whole archive is sent to %o', async (headers) => {
  const response = await get(headers);
  expect(response.status).toBe(200);
  expect(response.headers.get('accept-ranges')).toBe('bytes');
  expect(Buffer.from(await response.arrayBuffer()).equals(subiaco)).toBe(true);
});

test('If-Range with the current tag gets the range, If-None-Match gets 304, and HEAD no body', async () => {
  const etag = `"${streets.version}"`;
  expect((await get({ range: 'bytes=0-126', 'if-range': etag })).status).toBe(206);
  const unchanged = await get({ 'if-none-match': etag, range: 'bytes=0-126' });
  expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
  const head = await get({ range: 'bytes=0-126' }, 'HEAD');
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '444282', '']);
});

test('another version, another file and a server without streets get 404', async () => {
  const app = streetRoutes({ streets, warn: () => undefined });
  for (const path of [
    '/streets/0000000000000000.pmtiles',
    '/streets/secrets.json',
    '/streets/..%2fsecrets.json',
  ])
    expect((await app.request(path)).status).toBe(404);
  const none = streetRoutes({ streets: null, warn: () => undefined });
  expect((await none.request(`/streets/${streets.version}.pmtiles`)).status).toBe(404);
});

test('a long range is read as the client receives it, so slow clients use little memory', async () => {
  const size = 6_000_000;
  let taken = 0;
  const read = async (offset: number, length: number) => {
    taken += length;
    return Uint8Array.from({ length }, (_, at) => (offset + at) % 251);
  };
  const source = { ...streets.source, size, read };
  const response = await get({ range: 'bytes=1000000-3999999' }, 'GET', { ...streets, source });
  expect(response.headers.get('content-length')).toBe('3000000');
  const received: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    // This source responds without the event loop, so after one turn everything has been read that will be read.
    await setImmediate();
    received.push(part);
    bytes += part.length;
    expect(taken - bytes).toBeLessThan(300_000);
  }
  const body = Buffer.concat(received);
  expect([body.length, body[0], body[2_999_999]]).toEqual([3_000_000, 1_000_000 % 251, 3_999_999 % 251]);
  expect(taken).toBe(3_000_000);
});

test('each part of a remote archive is read once, and the visitor does not learn its address', async () => {
  const remote = await openStreets(server.address, fromThisMachine);
  const app = streetRoutes({ streets: remote, warn: () => undefined });
  const before = server.ranges.length;
  for (let visitor = 0; visitor < 3; visitor += 1) {
    const response = await app.request(`/streets/${remote.version}.pmtiles`, {
      headers: { range: 'bytes=500-900' },
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(subiaco.subarray(500, 901))).toBe(true);
    expect(JSON.stringify([...response.headers])).not.toContain('127.0.0.1');
  }
  expect(server.ranges.slice(before)).toEqual([[500, 900]]);
});

test('a file that is overwritten in use is not sent with the old directory: 503, and one line in the log', async () => {
  const copy = join(folder, 'overwritten.pmtiles');
  copyFileSync(file, copy);
  const opened = await openStreets(copy, fromThisMachine);
  const app = streetRoutes({ streets: opened, warn: (text) => warnings.push(text) });
  writeFileSync(copy, Buffer.concat([subiaco, Buffer.from('more')]));
  for (let tile = 0; tile < 3; tile += 1) {
    const response = await app.request(`/streets/${opened.version}.pmtiles`, {
      headers: { range: 'bytes=0-9' },
    });
    expect([response.status, response.headers.get('cache-control')]).toEqual([503, 'no-store']);
  }
  expect(warnings).toEqual([
    'the streets cannot be read: the file was changed while it was in use: restart the server',
  ]);
  await opened.source.close();
});
