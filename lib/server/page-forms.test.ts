import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestFront, type TestFront } from './front.fixture';
import { createFormGate, type FormServices } from './page-forms';
import { refuse } from './refuse';
import { findRoute } from './route-table';

const baseUrl = 'https://members.example';
const large = 64 * 1024;

/** Sessions by cookie: `officer` may use the office, `member` may not. The API of `lost` does not respond. */
const people: Omit<FormServices, 'baseUrl'> = {
  isSignedIn: async (cookies = '') => ['officer', 'member', 'lost'].includes(cookies),
  findOffice: async (cookies) => {
    if (cookies === 'lost') return 'unavailable';
    return cookies === 'officer' ? 'open' : 'closed';
  },
};

let front: TestFront;
/** The forms that Next got. */
let passed: { request: IncomingMessage; isStrangersForm: boolean; finish: () => void }[] = [];
beforeEach(async () => {
  passed = [];
  const admit = createFormGate({ baseUrl, ...people });
  const unused = async () => undefined;
  const pages: Parameters<typeof startTestFront>[0] = {
    handlers: {
      service: unused,
      data: unused,
      pages: async (request, response, current) => {
        const refusal = await admit(request, response, current);
        const label = findRoute(request.url ?? '/');
        if (refusal !== null) return refuse(response, refusal, { current, label, isHttps: false });
        const { isStrangersForm } = current;
        request.resume();
        passed.push({ request, isStrangersForm, finish: () => void response.end('received') });
      },
    },
  };
  front = await startTestFront(pages);
});
afterEach(() => front.close());

const untilPassed = async (count: number) => {
  while (passed.length < count) await new Promise(setImmediate);
};
const post = (cookie: string, body: string | ReadableStream, path = '/office/import') => {
  const init = { method: 'POST', body, duplex: 'half', headers: { cookie, origin: baseUrl } };
  return fetch(front.url + path, init);
};
/** Sends only the head of a form, so that a response comes before the body. */
async function postHead(headers: string[]): Promise<string> {
  const socket = connect(front.port, '127.0.0.1').setEncoding('utf8');
  socket.write(['POST /office/import HTTP/1.1', 'Host: a', ...headers, '', ''].join('\r\n'));
  const [head] = (await once(socket, 'data')) as [string];
  socket.destroy();
  return head;
}

describe('the sender', () => {
  const send = async (headers: Record<string, string>) => {
    const response = fetch(`${front.url}/office/members`, { method: 'POST', headers });
    const status = response.then((one) => one.status);
    const first = await Promise.race([status, untilPassed(1)]);
    passed[0]?.finish();
    return { status: first ?? (await status), headers: passed[0]?.request.headers };
  };

  test.each([
    ['our own page', { origin: baseUrl, 'sec-fetch-site': 'same-origin' }],
    ['our own page without a referrer', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['our own page, with a forwarded host', { origin: baseUrl, 'x-forwarded-host': 'evil.example' }],
    ['a program', {}],
  ])('a form from %s is passed on with the public address', async (_, headers) => {
    const sent = await send(headers);
    expect(sent).toMatchObject({ status: 200, headers: { host: 'members.example', origin: baseUrl } });
    expect(sent.headers).not.toHaveProperty('x-forwarded-host');
  });

  test.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another site that hides its origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['another site without an origin', { 'sec-fetch-site': 'cross-site' }],
    ['another port of our host', { origin: 'https://members.example:8443', 'sec-fetch-site': 'same-site' }],
  ])('a form from %s is refused', async (_, headers) => {
    expect(await send(headers)).toEqual({ status: 403, headers: undefined });
  });
});

describe('a large form', () => {
  test.each(['', 'invented', 'member'])(
    'with the cookie "%s" is refused before its body arrives, with a way to sign in and send it again',
    async (cookie) => {
      const stated = [`Content-Length: ${large + 1}`, `Cookie: ${cookie}`];
      for (const head of [await postHead(stated), await postHead(['Transfer-Encoding: chunked'])]) {
        expect(head).toMatch(/^HTTP\/1.1 401 /);
        expect(head).toContain('href="/sign-in?problem=unsent&amp;callbackUrl=%2Foffice%2Fimport"');
        expect(head).toContain('x-action-redirect: /sign-in?problem=unsent&callbackUrl=%2Foffice%2Fimport;');
      }
      expect(passed).toEqual([]);
    },
  );

  test('is refused also where no office form is', async () => {
    for (const path of ['/account/devices/end', '/api/auth/callback/membership', '/__nextjs_x'])
      expect((await post('', 'x'.repeat(large + 1), path)).status, path).toBe(401);
    expect(passed).toEqual([]);
  });

  test('is refused with the whole body sent, so that a browser shows the page', async () => {
    const response = await post('', 'x'.repeat(5_000_000));
    expect([response.status, await response.text()]).toEqual([401, expect.stringContaining('Sign in')]);
  });

  test('of up to 64 kB is passed on for everybody: the page keeps what was typed', async () => {
    for (const cookie of ['', 'officer']) {
      const response = post(cookie, 'x'.repeat(large));
      await untilPassed(1);
      const [one] = passed.splice(0);
      one?.finish();
      expect([(await response).status, one?.isStrangersForm]).toEqual([200, cookie === '']);
    }
  });

  test('of somebody with access to the office is passed on, also without a stated length', async () => {
    const chunked = new Blob(['x'.repeat(large + 1)]).stream();
    const responses = [post('officer', 'x'.repeat(large + 1)), post('officer', chunked)];
    await untilPassed(2);
    passed.forEach(({ finish }) => finish());
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200]);
  });

  test('gets 503 while the API cannot say who sent it', async () => {
    const response = await post('lost', 'x'.repeat(large + 1));
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  });

  test('is refused while four others are being received, whether they end or break off', async () => {
    const body = 'x'.repeat(large + 1);
    const broken = new AbortController();
    const init = { method: 'POST', body, headers: { cookie: 'officer' }, signal: broken.signal };
    const left = fetch(`${front.url}/office/import`, init).catch(() => 'left');
    const others = [1, 2, 3].map(() => post('officer', body));
    await untilPassed(4);
    const refused = await post('officer', body);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect((await postHead([`Content-Length: ${large + 1}`])).slice(9, 12), 'a stranger').toBe('401');
    broken.abort();
    expect(await left).toBe('left');
    passed.forEach(({ finish }) => finish());
    await Promise.all(others);
    passed = [];
    const later = [1, 2, 3, 4].map(() => post('officer', body));
    await untilPassed(4);
    passed.forEach(({ finish }) => finish());
    expect((await Promise.all(later)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('that arrives too slowly is cut off', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const socket = connect(front.port, '127.0.0.1');
      socket.write(
        `POST /office/import HTTP/1.1\r\nHost: a\r\nCookie: officer\r\nContent-Length: ${large * 8}\r\n\r\n`,
      );
      socket.write('x'.repeat(large * 4));
      await untilPassed(1);
      const { request } = passed[0] ?? {};
      while ((request?.socket.bytesRead ?? 0) < large * 4) await new Promise(setImmediate);
      vi.advanceTimersByTime(10_000);
      expect(request?.destroyed, 'while it arrives').toBe(false);
      vi.advanceTimersByTime(10_000);
      expect(request?.destroyed, 'when nothing more has arrived').toBe(true);
      socket.destroy();
    } finally {
      vi.useRealTimers();
    }
  });
});
