import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chooseVariant,
  createVariants,
  respondWith,
  sendRepresentation,
  toRepresentation,
  type Variants,
} from './representation';

const text = 'a list of members '.repeat(100);
const headers = { 'Content-Type': 'text/plain', Vary: 'Accept-Encoding' };
const levels = [
  ['br', 5],
  ['gzip', 6],
] as const;
let found: Variants;
let failed: Variants;
beforeAll(async () => {
  found = await createVariants({ headers, body: Buffer.from(text), levels });
  failed = await createVariants({ status: 404, headers, body: Buffer.from(text), levels: [] });
});

const routes = new Hono();
const choose = (path: string, encodings: string | undefined) =>
  path === '/untagged'
    ? toRepresentation({ headers, etag: null, body: new Uint8Array(3) })
    : chooseVariant(path === '/found' ? found : failed, encodings);
routes.get('*', (context) =>
  respondWith(context, choose(context.req.path, context.req.header('accept-encoding'))),
);
const hono = createServer(getRequestListener(routes.fetch, { overrideGlobalObjects: false }));
const node = createServer((request, response) => {
  const chosen = choose(request.url ?? '', request.headers['accept-encoding']);
  sendRepresentation(request, response, chosen, ['X-Request-Id', '1']);
});
afterAll(() => [node, hono].forEach((server) => server.close()));

async function request(server: typeof node, path: string, options: RequestInit = {}) {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}${path}`, options);
}

describe.each([
  ['Node', (path: string, options?: RequestInit) => request(node, path, options)],
  ['Hono on Node', (path: string, options?: RequestInit) => request(hono, path, options)],
  ['Hono alone', async (path: string, options?: RequestInit) => routes.request(path, options)],
])('through %s', (_name, get) => {
  const accepting = (encoding: string, more: Record<string, string> = {}) => ({
    headers: { 'accept-encoding': encoding, ...more },
  });

  it('each encoding has its own tag and length, and the response has Vary', async () => {
    const tags = new Set();
    for (const encoding of ['identity', 'gzip', 'br']) {
      const response = await get('/found', accepting(encoding));
      const sent = encoding === 'identity' ? null : encoding;
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, sent]);
      expect([response.headers.get('vary'), response.headers.get('content-type')]).toEqual([
        'Accept-Encoding',
        'text/plain',
      ]);
      const { identity, compressed } = found;
      const { body } =
        encoding === 'gzip'
          ? (compressed.gzip ?? identity)
          : encoding === 'br'
            ? (compressed.br ?? identity)
            : identity;
      expect(response.headers.get('content-length')).toBe(String(body.length));
      tags.add(response.headers.get('etag'));
    }
    expect(tags.size).toBe(3);
  });

  it('a client that has the response gets 304 without a body, and a client with another encoding’s tag gets 200', async () => {
    const tag = (await get('/found', accepting('gzip'))).headers.get('etag') ?? '';
    const again = await get('/found', accepting('gzip', { 'if-none-match': `"other", W/${tag}` }));
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    expect([again.headers.get('content-length'), again.headers.get('vary')]).toEqual([
      null,
      'Accept-Encoding',
    ]);
    expect((await get('/found', accepting('br', { 'if-none-match': tag }))).status).toBe(200);
  });

  it('HEAD gets the headers of GET without the body', async () => {
    const [whole, head] = [await get('/found'), await get('/found', { method: 'HEAD' })];
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('etag')).toBe(whole.headers.get('etag'));
    expect(await whole.text()).toBe(text);
  });

  it('an error, or a response without a tag, is sent whole even to a client that has everything', async () => {
    const any = { headers: { 'if-none-match': '*' } };
    expect((await get('/failed', any)).status).toBe(404);
    expect((await get('/untagged', any)).status).toBe(200);
    expect((await get('/untagged')).headers.get('etag')).toBeNull();
  });
});

it('the encodings have the same content, and an encoding that is not offered is not sent', () => {
  const { gzip, br } = found.compressed;
  expect(gunzipSync(gzip?.body ?? '').toString()).toBe(text);
  expect(brotliDecompressSync(br?.body ?? '').toString()).toBe(text);
  expect(chooseVariant(failed, 'br, gzip')).toBe(failed.identity);
});

it('a compressed body holds no more memory than its bytes', () => {
  const { gzip, br } = found.compressed;
  expect([gzip?.body.buffer.byteLength, br?.body.buffer.byteLength]).toEqual([
    gzip?.body.length,
    br?.body.length,
  ]);
});

it('headers that are added to one response are in its 200 and its 304', async () => {
  const first = await request(node, '/found');
  const again = await request(node, '/found', {
    headers: {
      'if-none-match': chooseVariant(found, 'gzip, deflate, br').etag ?? '',
      'accept-encoding': 'br',
    },
  });
  expect([again.status, first.headers.get('x-request-id'), again.headers.get('x-request-id')]).toEqual([
    304,
    '1',
    '1',
  ]);
});
