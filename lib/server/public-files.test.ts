import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPublicFiles } from './public-files';

const send = createPublicFiles('public');
const server = createServer((request, response) => {
  void send(request, response).then((isSent) => isSent || response.writeHead(404).end());
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

test.each([
  ['/favicon.ico', 'image/vnd.microsoft.icon'],
  ['/icon.svg', 'image/svg+xml'],
  ['/icon-192.png', 'image/png'],
  ['/icon-512.png', 'image/png'],
  ['/apple-touch-icon.png', 'image/png'],
  ['/actions.js', 'text/javascript; charset=utf-8'],
  ['/shortlist.js', 'text/javascript; charset=utf-8'],
  ['/kept-search.js', 'text/javascript; charset=utf-8'],
  ['/fonts/source-sans-3-latin.woff2', 'font/woff2'],
  ['/fonts/source-sans-3-LICENSE.txt', 'text/plain; charset=utf-8'],
])(
  '%s is sent with its type, may be cached, and is not sent again to a browser that has it',
  async (path, type) => {
    const first = await fetch(base + path);
    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toBe(type);
    // Most files are cached for a day, and fonts for a year. Scripts are cached for ten minutes, so that they match the
    // pages soon after an upgrade.
    const long = path.endsWith('.woff2') ? '31536000, immutable' : '86400';
    expect(first.headers.get('cache-control')).toBe(`public, max-age=${path.endsWith('.js') ? '600' : long}`);
    expect(Buffer.from(await first.arrayBuffer())).toEqual(readFileSync(`public${path}`));
    const etag = first.headers.get('etag') ?? '';
    const again = await fetch(`${base}${path}?a=b`, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await fetch(base + path, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([
      200,
      first.headers.get('content-length'),
    ]);
  },
);

test('scripts are sent compressed to a browser that accepts it', async () => {
  const plain = await fetch(`${base}/shortlist.js`, { headers: { 'accept-encoding': 'identity' } });
  const packed = await fetch(`${base}/shortlist.js`, { headers: { 'accept-encoding': 'br' } });
  expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([
    null,
    'br',
  ]);
  expect(Number(packed.headers.get('content-length'))).toBeLessThan(
    Number(plain.headers.get('content-length')) / 2,
  );
  expect(await packed.text()).toBe(await plain.text());
});

test.each(['/', '/none.png', '/../package.json', '/%2e%2e/package.json', '//icon.svg', '/icon.svg/'])(
  '%s is not a file',
  async (path) => expect((await fetch(base + path)).status).toBe(404),
);

test('only GET and HEAD get a file', async () => {
  expect((await fetch(`${base}/icon.svg`, { method: 'POST' })).status).toBe(404);
});

test('a file of another type is reported by name at the start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-public-'));
  writeFileSync(join(folder, 'notes.xyz'), 'a');
  expect(() => createPublicFiles(folder)).toThrow(/notes\.xyz/);
  rmSync(folder, { recursive: true });
});
