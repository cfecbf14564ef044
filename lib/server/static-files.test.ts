import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { capture } from './capture';
import { createStaticFiles } from './static-files';

const script = 'let a = 1;\n'.repeat(500);
const immutable = 'public, max-age=31536000, immutable';

/** `failures`: how often Next fails before it responds. `built`: the files of the build. */
function serve({
  failures = 0,
  built = { '/_next/static/chunks/a-1.js': Buffer.from(script) } as Record<string, Buffer>,
} = {}) {
  const requests: string[] = [];
  const next = async (request: IncomingMessage, response: ServerResponse) => {
    requests.push(request.url ?? '');
    if (requests.length <= failures) throw new Error('Next failed');
    const file = built[request.url ?? ''];
    const isThere = file !== undefined;
    response.writeHead(isThere ? 200 : 404, {
      'content-type': 'text/javascript',
      'cache-control': isThere ? immutable : 'no-store',
    });
    response.end(file ?? 'none');
  };
  const files = createStaticFiles(next);
  const get = (url: string, encodings = '', method = 'GET') =>
    capture(
      async (request, response) => {
        request.method = method;
        const isSent = await files(request, response);
        expect(response.writableEnded).toBe(isSent);
        if (!isSent) response.writeHead(204).end();
      },
      { url, headers: { 'accept-encoding': encodings } },
    );
  return { get, requests };
}

test('a build script is sent in the smallest encoding that the browser accepts, and read from Next once', async () => {
  const { get, requests } = serve();
  const path = '/_next/static/chunks/a-1.js';
  const [br, zipped, plain] = [await get(path, 'gzip, br'), await get(path, 'gzip'), await get(path)];
  expect(brotliDecompressSync(br.body).toString()).toBe(script);
  expect(gunzipSync(zipped.body).toString()).toBe(script);
  expect(plain.body.toString()).toBe(script);
  expect(br.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': immutable,
    vary: 'Accept-Encoding',
  });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(requests).toEqual([path, `${path}.br`]);
});

test('what the build has compressed is not compressed again', async () => {
  const path = '/_next/static/chunks/a-1.js';
  const packed = brotliCompressSync(script);
  const { get } = serve({ built: { [path]: Buffer.from(script), [`${path}.br`]: packed } });
  expect((await get(path, 'br')).body).toEqual(packed);
  expect(gunzipSync((await get(path, 'gzip')).body).toString()).toBe(script);
});

test('a file that the build does not have is left to Next and not cached', async () => {
  const { get, requests } = serve();
  expect((await get('/_next/static/chunks/b.js')).status).toBe(204);
  expect((await get('/_next/static/chunks/b.js')).status).toBe(204);
  expect(requests).toHaveLength(2);
});

test('a file that could not be read is read again at the next request', async () => {
  const { get, requests } = serve({ failures: 1 });
  const path = '/_next/static/chunks/a-1.js';
  await expect(get(path)).rejects.toThrow('Next failed');
  expect((await get(path)).status).toBe(200);
  expect(requests).toEqual([path, path, `${path}.br`]);
});

test('only GET gets a response from memory', async () => {
  const { get, requests } = serve();
  expect((await get('/_next/static/chunks/a-1.js', '', 'POST')).status).toBe(204);
  expect(requests).toEqual([]);
});

test.each([
  '/',
  '/_next/image.js',
  '/_next/static/../a.js',
  '/_next/static//a.js',
  '/_next/static/%61.js',
  '/_next/static/a.png',
])('%s is not one of its files', async (url) => {
  const { get, requests } = serve();
  expect((await get(url)).status).toBe(204);
  expect(requests).toEqual([]);
});
