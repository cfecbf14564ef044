import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { FrontServices } from './front';
import { currentRequestId } from './current-request';
import { startTestFront, type TestFront, type TestFrontOptions } from './front.fixture';

const fronts: TestFront[] = [];
afterEach(async () => {
  for (const front of fronts.splice(0)) await front.close();
});

async function start(options: TestFrontOptions = {}): Promise<TestFront> {
  const front = await startTestFront(options);
  fronts.push(front);
  return front;
}

const everyPart = (handler: FrontServices['handlers']['pages']) => ({
  handlers: { service: handler, data: handler, pages: handler },
});
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('the log', () => {
  test('names the API client, and omits the directory’s own requests unless they fail', async () => {
    const front = await start({
      ownClientId: 'ours',
      ...everyPart(async (request, response, current) => {
        const [clientId = '', status] = request.headers.authorization?.split(' ') ?? [];
        current.caller = { clientId, personId: null };
        response.writeHead(Number(status)).end();
      }),
    });
    for (const authorization of ['theirs 200', 'ours 200', 'ours 304', 'ours 503', 'theirs 401'])
      await fetch(`${front.url}/api/v2/organisation/100/members`, { headers: { authorization } });
    expect((await front.log()).map(({ clientId, status }) => [clientId, status])).toEqual([
      ['theirs', 200],
      ['ours', 503],
      ['theirs', 401],
    ]);
  });

  test('has one line for each request, and nothing that the visitor sent', async () => {
    const front = await start();
    const token = 'Zt0kenZt0kenZt0kenZt0kenZt0ken';
    const paths = [
      `/api/v2/organisation/100/user?access_token=${token}`,
      `/members/17-zoe-lovelace?q=${token}`,
      `/verify/${token}`,
      `/auth/organisation/100/set-password?link=${token}`,
      `/${token}/${token}`,
      `/api/auth/callback/membership?code=${token}`,
      `/directory/search.json?q=zoe@example.org`,
    ];
    for (const path of paths)
      await fetch(front.url + path, { headers: { authorization: `Bearer ${token}`, cookie: `a=${token}` } });
    const log = await front.log();
    expect(log.map(({ route }) => route)).toEqual([
      '/api/v2/organisation/:organisation/user',
      '/members/:slug',
      '/verify/:code',
      '/auth/organisation/:organisation/:page',
      'other',
      '/api/auth/:action/:name',
      '/directory/search.json',
    ]);
    for (const secret of [token, 'zoe', '127.0.0.1', 'q=']) expect(JSON.stringify(log)).not.toContain(secret);
    expect(log[0]).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      requestId: expect.stringMatching(uuid),
      method: 'GET',
      route: '/api/v2/organisation/:organisation/user',
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
    });
  });

  test('has no error when a client disconnects before its request is complete', async () => {
    let onFailed = () => {};
    const failed = new Promise<void>((resolve) => (onFailed = resolve));
    const front = await start(
      everyPart(async (request) => {
        request.once('close', () => setImmediate(onFailed));
        for await (const chunk of request) expect(String(chunk)).toBe('half');
      }),
    );
    const head = 'POST /auth/sign-out HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n';
    const socket = connect(front.port, '127.0.0.1', () =>
      socket.write(`${head}half`, () => socket.destroy()),
    );
    await failed;
    const log = await front.log();
    expect(log).toContainEqual(expect.objectContaining({ level: 'info', msg: 'a request failed' }));
    expect(log.filter(({ level }) => level !== 'info')).toEqual([]);
  });

  test('reports when a visitor disconnected before the response was complete', async () => {
    const leave = new AbortController();
    let onClosed = () => {};
    const closed = new Promise<void>((resolve) => (onClosed = resolve));
    const front = await start(
      everyPart(async (_request, response) => {
        response.once('close', onClosed).write('half');
      }),
    );
    await fetch(front.url, { signal: leave.signal });
    leave.abort();
    await closed;
    expect(await front.log()).toMatchObject([{ route: '/', cutOff: true }]);
  });
});

describe('the ID of a request', () => {
  // The handler of pages sends `X-Request-ID` itself. An end-to-end test of every route checks it.
  const path = '/directory/search.json';

  test.each<[string, FrontServices['handlers']['pages']]>([
    ['an object of headers', async (_, response) => void response.writeHead(200, { 'X-A': '1' }).end()],
    ['a list of headers', async (_, response) => void response.writeHead(304, ['X-A', '1']).end()],
    [
      'a reason and headers',
      async (_, response) => void response.writeHead(200, 'Fine', { 'X-A': '1' }).end(),
    ],
    ['headers set before', async (_, response) => void response.setHeader('X-A', '1').writeHead(200).end()],
    ['no head of its own', async (_, response) => void response.setHeader('X-A', '1').end('a')],
  ])('is in a response written with %s, and in its log line', async (_, handler) => {
    const front = await start(everyPart(handler));
    const { headers } = await fetch(front.url + path);
    expect(headers.get('x-a')).toBe('1');
    expect(headers.get('x-request-id')).toMatch(uuid);
    expect(await front.log()).toMatchObject([{ requestId: headers.get('x-request-id') }]);
  });

  test.each([
    [0, 'from-the-proxy-1', null],
    [1, 'from-the-proxy-1', 'from-the-proxy-1'],
    [1, 'short', null],
    [1, 'x'.repeat(65), null],
    [1, 'a"}{"level":"fatal', null],
    [1, '<script>alert(1)</script>', null],
  ])('behind %i proxies, given as %s, is %s (null: made here)', async (trustProxy, given, expected) => {
    const front = await start({ trustProxy });
    const { headers } = await fetch(front.url + path, { headers: { 'x-request-id': given } });
    if (expected === null) expect(headers.get('x-request-id')).toMatch(uuid);
    else expect(headers.get('x-request-id')).toBe(expected);
  });

  test('is available to every handler, and differs for each request', async () => {
    const front = await start(
      everyPart(async (_, response) => {
        await new Promise(setImmediate);
        response.end(currentRequestId());
      }),
    );
    const responses = await Promise.all(Array.from({ length: 20 }, () => fetch(front.url + path)));
    for (const response of responses)
      expect(await response.text()).toBe(response.headers.get('x-request-id'));
    expect(new Set(responses.map(({ headers }) => headers.get('x-request-id'))).size).toBe(20);
    expect(currentRequestId()).toBe('');
  });
});

test('a failed handler gives 500 with the request ID as page and JSON; its cause is only in the log', async () => {
  const front = await start(
    everyPart(async () => {
      throw new Error('at /srv/secret.ts', { cause: Object.assign(new Error('locked'), { code: 'X1' }) });
    }),
  );
  const page = await fetch(front.url);
  const id = page.headers.get('x-request-id') ?? '';
  const text = await page.text();
  expect([page.status, text.includes(id), text.includes('srv')]).toEqual([500, true, false]);
  const json = await fetch(`${front.url}/directory/search.json`);
  expect(await json.json()).toMatchObject({ error: 'server_error' });
  const log = await front.log();
  expect(log.find(({ level }) => level === 'error')).toMatchObject({
    requestId: id,
    err: { message: 'at /srv/secret.ts', cause: { message: 'locked', code: 'X1' } },
  });
});

test.each([
  ['/', 'POST', 'GET, HEAD'],
  ['/?q=a', 'OPTIONS', 'GET, HEAD'],
  ['/members/1-a', 'DELETE', 'GET, HEAD'],
  ['/nothing-here', 'POST', 'GET, HEAD'],
  ['/account/card', 'POST', 'GET, HEAD'],
  ['/account/card/revoke', 'GET', 'POST'],
  ['/directory/report', 'GET', 'POST'],
  ['/tiles/light/0/0/0.svg', 'PUT', 'GET, HEAD'],
  ['/_next/static/chunks/a.js', 'POST', 'GET, HEAD'],
  ['/api/auth/signout', 'PUT', 'GET, HEAD, POST'],
])('%s refuses %s: 405 with the methods it allows', async (path, method, allowed) => {
  const methods: string[] = [];
  const front = await start(
    everyPart(async (request, response) => {
      methods.push(String(request.method));
      response.end();
    }),
  );
  const response = await fetch(front.url + path, { method });
  expect([response.status, response.headers.get('allow')]).toEqual([405, allowed]);
  const right = await fetch(front.url + path, { method: allowed.split(', ').at(-1) ?? '' });
  expect([right.status, methods]).toEqual([200, [allowed.split(', ').at(-1)]]);
});

test('when another site has the API, API addresses are read-only pages', async () => {
  const handler: FrontServices['handlers']['pages'] = async (_request, response) => void response.end('page');
  const front = await start({ handlers: { service: null, data: handler, pages: handler } });
  const url = `${front.url}/api/v2/organisation/1/members`;
  expect((await fetch(url, { method: 'PUT' })).status).toBe(405);
  expect(await (await fetch(url)).text()).toBe('page');
});

test('an address with a host in it is read as its path: the host is not trusted', async () => {
  const requests: (string | undefined)[] = [];
  const front = await start(
    everyPart(async (request, response) => {
      requests.push(request.url);
      response.end();
    }),
  );
  for (const path of ['http://evil.example/map?q=a', 'https://evil.example']) {
    const requesting = request({ port: front.port, path }).end();
    const [response] = (await once(requesting, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
  }
  expect(requests).toEqual(['/map?q=a', '/']);
});

test('a body larger than any form is refused before it is read', async () => {
  const front = await start();
  const url = `${front.url}/auth/sign-out`;
  const response = await fetch(url, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) });
  expect([response.status, response.headers.get('connection')]).toEqual([413, 'close']);
  expect((await fetch(url, { method: 'POST', body: 'x'.repeat(1024 * 1024) })).status).toBe(200);
});
