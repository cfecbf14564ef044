import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { FrontOptions } from './front';
import { currentRequestId } from './current-request';
import { startTestFront, type TestFront, type TestFrontOptions } from './test-front';

const fronts: TestFront[] = [];
afterEach(async () => {
  for (const front of fronts.splice(0)) await front.close();
});

async function start(options: TestFrontOptions = {}): Promise<TestFront> {
  const front = await startTestFront(options);
  fronts.push(front);
  return front;
}

const everyPart = (answer: FrontOptions['answers']['pages']) => ({
  answers: { service: answer, data: answer, pages: answer },
});
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('the log', () => {
  test('has one line for each request, and nothing that the visitor wrote', async () => {
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

  test('says when a visitor left before the answer was whole', async () => {
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
  // Pages bring it themselves: a test of every route in a browser's eyes looks at them.
  const path = '/directory/search.json';

  test.each<[string, FrontOptions['answers']['pages']]>([
    ['an object of headers', async (_, response) => void response.writeHead(200, { 'X-A': '1' }).end()],
    ['a list of headers', async (_, response) => void response.writeHead(304, ['X-A', '1']).end()],
    [
      'a reason and headers',
      async (_, response) => void response.writeHead(200, 'Fine', { 'X-A': '1' }).end(),
    ],
    ['headers set before', async (_, response) => void response.setHeader('X-A', '1').writeHead(200).end()],
    ['no head of its own', async (_, response) => void response.setHeader('X-A', '1').end('a')],
  ])('is in an answer written with %s, and in its line of the log', async (_, answer) => {
    const front = await start(everyPart(answer));
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

  test('is known to all that answers, and to each request its own', async () => {
    const front = await start(
      everyPart(async (_, response) => {
        await new Promise(setImmediate);
        response.end(currentRequestId());
      }),
    );
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(front.url + path)));
    for (const answer of answers) expect(await answer.text()).toBe(answer.headers.get('x-request-id'));
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(20);
    expect(currentRequestId()).toBe('');
  });
});

test('a failure of an answer is 500 with its ID, for people and for programs; its cause is in the log alone', async () => {
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

test('an address with a host in it is read as its path: the host is not ours to go to', async () => {
  const asked: (string | undefined)[] = [];
  const front = await start(
    everyPart(async (request, response) => {
      asked.push(request.url);
      response.end();
    }),
  );
  for (const path of ['http://evil.example/map?q=a', 'https://evil.example']) {
    const asking = request({ port: front.port, path }).end();
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
  }
  expect(asked).toEqual(['/map?q=a', '/']);
});

test('a body larger than any form is refused before it is read', async () => {
  const front = await start();
  const answer = await fetch(front.url, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) });
  expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close']);
  expect((await fetch(front.url, { method: 'POST', body: 'x'.repeat(1024 * 1024) })).status).toBe(200);
});
