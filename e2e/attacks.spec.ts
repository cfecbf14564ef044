import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { sampleSize } from '../lib/base/test-strength';
import { expect, test } from './fixtures';
import { sendRaw } from './raw-request';

/** The usual run tries small seeded samples of attacks. `npm run test:long` tries larger samples. */
const seed = 20261125;
test.describe.configure({ timeout: sampleSize({ usual: 120_000, long: 3_600_000 }) });

const some = <T>(...values: T[]) => fc.constantFrom(...values);
const api = '/api/v2/organisation/100';
const texts = some(
  "' or 1=1 --",
  '%00',
  '%C0%AF',
  '%FF',
  '%ED%A0%80',
  '%',
  '..%2f..%2fetc%2fpasswd',
  '__proto__',
  'constructor',
  '${7*7}',
  '%0d%0aX-Evil:%20y',
  'NaN',
  '-1',
  '1e309',
  '9'.repeat(400),
  'a'.repeat(5_000),
  '%F0%9F%92%A5',
  '%e2%80%ae',
  '[]',
  '{}',
  '/',
  '//',
  '.',
  '..',
  ';a=b',
  '\\',
);

test('hostile requests get no 500, no internal details, and JSON from the API', async ({ baseURL }) => {
  const base = baseURL ?? '';
  const method = some(...'GET GET GET HEAD POST OPTIONS PUT DELETE TRACE PROPFIND BREW get'.split(' '));
  const root = some(
    '/',
    '/map',
    '/members/',
    '/states/',
    '/types/',
    '/account',
    '/verify/',
    '/sign-in',
    '/sitemaps/',
    '/directory/search.json',
    '/directory/clusters.json',
    '/directory/places.json',
    '/directory/resolve.json',
    '/directory/report',
    '/tiles/light/',
    '/_next/static/',
    '/_next/image',
    '/_next/data/',
    '/api/auth/',
    '/auth/',
    '/docs/api',
    `${api}/members`,
    `${api}/token`,
    `${api}/user`,
    `${api}/authorize`,
    '/api/v1/organisation/',
    '/api/v9/',
  );
  const query = fc
    .array(
      fc.tuple(some('q', 'type', 'page', 'near', 'lat', 'box', 'callbackUrl', 'a[]', 'Page[Size]'), texts),
      {
        maxLength: 4,
      },
    )
    .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));
  const header = some(
    'Accept-Encoding: xbrx',
    'Content-Encoding: gzip',
    'Expect: tea',
    'Upgrade: h2c',
    'Range: bytes=0-0',
    'Content-Length: -1',
    'Content-Length: 5',
    'Transfer-Encoding: chunked',
    'Cookie: a=%00; __proto__=1',
    'Authorization: Bearer',
    'Authorization: Basic ====',
    `Authorization: Bearer ${'x'.repeat(9_000)}`,
    'Host: evil.example',
    'Host: a/b',
    'X-Forwarded-For: ,,',
    'Origin: null',
    'RSC: 1',
    'Next-Action: x',
    'If-None-Match: *',
    'If-None-Match: "',
    'Content-Type: multipart/form-data',
    'no header at all',
  );
  const request = fc.tuple(method, root, fc.option(texts), query, fc.array(header, { maxLength: 4 }));
  const statuses = new Map<number, number>();
  const property = fc.asyncProperty(request, async ([verb, path, more, asked, headers]) => {
    const url = `${path}${more ?? ''}${asked === '' ? '' : `?${asked}`}`.replaceAll(' ', '%20');
    const head = [`${verb} ${url} HTTP/1.1`, 'Host: localhost', ...headers, 'Connection: close'].join('\r\n');
    // The body has five bytes, which are also the end of a chunked body.
    const response = await sendRaw(base, `${head}\r\n\r\n0\r\n\r\n`);
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    expect(response.status, head).toBeGreaterThanOrEqual(200);
    expect(response.status, head).toBeLessThan(500);
    expect(response.head, head).not.toMatch(/^X-Evil/im);
    expect(response.body, head).not.toMatch(/node_modules|\.tsx?:\d|at async|SQLITE|syntax error/i);
    const isError = response.status >= 400 && response.body !== '' && verb !== 'HEAD';
    if (isError && /^\/api\/v\d/.test(path) && !path.endsWith('/authorize'))
      expect(() => JSON.parse(response.body), `${head}\n${response.head}\n${response.body}`).not.toThrow();
  });
  await fc.assert(property, { seed, numRuns: sampleSize({ usual: 250, long: 6_000 }) });
  for (const status of [200, 400, 404, 405]) expect(statuses.get(status), String(status)).toBeGreaterThan(0);
  expect((await fetch(base)).status).toBe(200);
});

test('forged forms of strangers are refused or change nothing, and write no stack trace', async ({
  baseURL,
}) => {
  const base = baseURL ?? '';
  const manifest = readFileSync(
    `${process.env.NEXT_DIST_DIR || '.next'}/server/server-reference-manifest.json`,
    'utf8',
  );
  const actions = Object.keys((JSON.parse(manifest) as { node: object }).node).sort();
  expect(actions.length).toBeGreaterThan(40);
  const id = fc.oneof(some(...actions), some('x', '0'.repeat(42), '__proto__', '', 'toString'));
  const path = some(
    ...'import appearance members roles journal/undo settings members/bulk health webhooks'
      .split(' ')
      .map((name) => `/office/${name}`),
    '/account/devices/end',
    '/api/auth/callback/membership',
    '/__nextjs_x',
  );
  const name = fc.oneof(
    id.map((one) => `$ACTION_ID_${one}`),
    some('0', '1_file', '$ACTION_REF_1', '$ACTION_1:0', '$ACTION_KEY', 'file', 'constructor'),
  );
  const value = some(
    '',
    '[]',
    '["$K1"]',
    '["$F1","$@2"]',
    '{"id":"x","bound":"$@1"}',
    '[{"turn":0},"$K1"]',
    '$'.repeat(70_000),
  );
  const parts = fc.array(fc.tuple(name, value), { maxLength: 4 });
  const form = fc.record({ path, id: fc.option(id), parts, isBroken: fc.boolean(), isJson: fc.boolean() });
  const requestIds: string[] = [];
  const statuses = new Set<number>();
  const property = fc.asyncProperty(
    form,
    async ({ path: to, id: action, parts: pairs, isBroken, isJson }) => {
      const multipart = pairs.map(
        ([field, text]) => `--b\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${text}\r\n`,
      );
      const body = isJson ? (pairs[0]?.[1] ?? '') : `${multipart.join('')}${isBroken ? '--' : '--b--\r\n'}`;
      const type = isJson ? 'text/plain;charset=UTF-8' : 'multipart/form-data; boundary=b';
      const response = await fetch(base + to, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: { 'Content-Type': type, ...(action === null ? {} : { 'Next-Action': action }) },
      });
      statuses.add(response.status);
      requestIds.push(response.headers.get('x-request-id') ?? 'none');
      const text = await response.text();
      expect(text).not.toMatch(/node_modules|\.tsx?:\d|at async|SQLITE|syntax error/i);
      if (body.length > 64 * 1024) expect(response.status).toBe(401);
    },
  );
  await fc.assert(property, { seed, numRuns: sampleSize({ usual: 120, long: 3_000 }) });
  expect([...statuses]).toEqual(expect.arrayContaining([200, 401, 404]));
  const lines = readFileSync(`${process.env.E2E_DATA_DIR}.log`, 'utf8').split('\n');
  const theirs = lines.filter((line) => requestIds.some((one) => line.includes(one)));
  expect(theirs.length).toBeGreaterThan(0);
  expect(theirs.filter((line) => line.includes('"stack"') || line.includes('"level":"error"'))).toEqual([]);
});

test('nothing that a visitor sends changes what the next one gets from the cache', async ({ baseURL }) => {
  const base = baseURL ?? '';
  const poison = some(
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Proto: http',
    'X-Forwarded-Port: 1',
    'X-Host: evil.example',
    'Forwarded: host=evil.example',
    'X-Original-URL: /evil',
    'X-Rewrite-URL: /evil',
    'X-HTTP-Method-Override: POST',
    'Cookie: session=evil',
    'Authorization: Basic ZXZpbA==',
    'Accept-Language: evil',
    'User-Agent: evil',
    'Origin: https://evil.example',
    'Referer: https://evil.example/',
    'Accept: text/evil',
    'RSC: 1',
    'Next-Router-Prefetch: 1',
    'Next-Url: /evil',
    'X-Middleware-Rewrite: /evil',
    'X-Middleware-Subrequest: proxy',
    'X-Nextjs-Data: 1',
    'X-Matched-Path: /evil',
    'X-Invoke-Path: /evil',
    'X-Invoke-Status: 500',
    'Purpose: prefetch',
    'Accept-Encoding: gzip;q=0',
    'Range: bytes=0-9',
    'If-None-Match: *',
    'Content-Length: 0',
    'TE: trailers',
  );
  const query = some(
    '',
    '?utm=evil',
    '?_rsc=evil',
    '?q=&evil=1',
    '?page=1&__nextDataReq=1',
    '?nxtPslug=evil',
  );
  const read = async (path: string, headers: string[] = []) => {
    const host = headers.some((line) => line.startsWith('Host:')) ? [] : ['Host: localhost'];
    const lines = [`GET ${path} HTTP/1.1`, ...host, ...headers, 'Connection: close'];
    return sendRaw(base, `${lines.join('\r\n')}\r\n\r\n`);
  };
  const profile = /href="(\/members\/[^"?]+)"/.exec((await read('/')).body)?.[1] ?? '';
  const paths = [
    '/',
    '/map',
    profile,
    '/members/none',
    '/states/victoria',
    '/robots.txt',
    '/sitemap.xml',
    '/theme.css',
  ];
  const stable = ({ status, head, body }: Awaited<ReturnType<typeof read>>) => ({
    status,
    head: head.replace(/^(date|x-request-id): .*$/gim, ''),
    body,
  });
  const readTwice = async (path: string) => {
    const after = stable(await read(path));
    return [after, stable(await read(`${path}${path.includes('?') ? '&' : '?'}anything=1`))] as const;
  };
  const property = fc.asyncProperty(
    some(...paths),
    query,
    fc.uniqueArray(poison, { minLength: 1, maxLength: 3 }),
    fc.boolean(),
    async (path, more, headers, isForeignHost) => {
      // Each run requests a new address, so that the cache gets the poisoned request first.
      const fresh =
        path === '/' || path === '/map' ? `${path}?q=${Math.abs(hash([path, more, ...headers]))}` : path;
      const joined = fresh.includes('?') ? more.replace('?', '&') : more;
      await read(`${fresh}${joined}`, isForeignHost ? [...headers, 'Host: evil.example'] : headers);
      // Another test may change a member between the two requests, so they are repeated. If the attack had changed the
      // cached page, the responses would differ each time.
      let [after, usual] = await readTwice(fresh);
      for (let attempt = 1; attempt < 4 && !isDeepStrictEqual(after, usual); attempt++)
        [after, usual] = await readTwice(fresh);
      expect(after, JSON.stringify({ fresh, more, headers })).toEqual(usual);
      expect(after.body).not.toContain('evil');
      expect(after.head).not.toContain('evil');
    },
  );
  await fc.assert(property, { seed, numRuns: sampleSize({ usual: 60, long: 1_000 }) });
});

function hash(values: string[]): number {
  return [...values.join('\n')].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7);
}

const elsewhere = [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  '/%2f/evil.example',
  '/%5cevil.example',
  '/./\\evil.example',
  '/\t/evil.example',
  '/%09/evil.example',
  'javascript:alert(1)',
  'data:text/html,evil',
  'http://localhost@evil.example/',
  'http://localhost.evil.example/',
  '//evil.example%2f@localhost/',
  '///evil.example',
  '/..//evil.example',
  '%2f%2fevil.example',
  '?//evil.example',
  'http://evil.example:99999/',
  'http://[::1',
  'https://evil.example%00.localhost/',
];

test('no address leads to another site', async ({ baseURL }) => {
  const base = baseURL ?? '';
  const own = new URL(base);
  const send = async (path: string, method = 'GET', body = '') => {
    const type = `Content-Type: application/x-www-form-urlencoded\r\nOrigin: ${own.origin}\r\nSec-Fetch-Site: same-origin`;
    const lines = [`${method} ${path} HTTP/1.1`, `Host: ${own.host}`, type, `Content-Length: ${body.length}`];
    return sendRaw(base, `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`);
  };
  for (const target of elsewhere) {
    const value = encodeURIComponent(target);
    const requests = [
      await send(`/api/auth/renew?callbackUrl=${value}`),
      await send(`/api/auth/signin?callbackUrl=${value}`),
      await send('/api/auth/signin/membership', 'POST', `callbackUrl=${value}`),
      await send('/api/auth/signout', 'POST', `callbackUrl=${value}`),
      await send(`/auth/sign-out?post_logout_redirect_uri=${value}&return=${value}`),
      await send(`${api}/authorize?response_type=code&client_id=none&redirect_uri=${value}&state=a`),
      await send(`/sign-in?callbackUrl=${value}`),
      await send(target.startsWith('/') ? target.replaceAll('\t', '%09') : `/${value}`),
    ];
    for (const { head } of requests) {
      const location = /^location: (.*)$/im.exec(head)?.[1]?.trim();
      if (location === undefined) continue;
      expect([target, new URL(location, base).host]).toEqual([target, own.host]);
    }
  }
});
