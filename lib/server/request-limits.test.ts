import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { FrontServices } from './front';
import { startTestFront, type TestFront, type TestFrontOptions } from './front.fixture';

type Handler = FrontServices['handlers']['data'];

const fronts: TestFront[] = [];
afterEach(async () => {
  for (const front of fronts.splice(0)) await front.close();
});

async function start(options: TestFrontOptions) {
  const front = await startTestFront(options);
  fronts.push(front);
  // The server ignores addresses in this header beyond the number in TRUST_PROXY.
  const send = (path: string, headers: Record<string, string> = {}) =>
    fetch(front.url + path, { headers: { 'x-forwarded-for': '198.51.100.1', ...headers } });
  const statuses = async (
    count: number,
    path: string,
    headers?: (index: number) => Record<string, string>,
  ) => {
    const responses: number[] = [];
    for (let index = 0; index < count; index += 1)
      responses.push((await send(path, headers?.(index))).status);
    return responses;
  };
  return { front, ask: send, statuses };
}
const few = { burst: 2, perSeconds: 20 };

test('a page beyond the limit is refused with a plain page and the time to wait, then allowed', async () => {
  const { front, ask: send, statuses } = await start({ rateLimits: { pages: few } });
  expect(await statuses(2, '/members/1-a')).toEqual([200, 200]);
  const refused = await send('/?q=a');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect(await refused.text()).toContain('Try again in 10 seconds');
  expect(await statuses(1, '/tiles/light/0/0/0.svg'), 'tiles are counted apart').toEqual([200]);
  front.time.ms = 9_500;
  expect(await (await send('/')).text()).toContain('Try again in 1 second.');
  front.time.ms = 10_000;
  expect(await statuses(2, '/')).toEqual([200, 429]);
});

test('checks of membership cards have a limit of their own', async () => {
  const { statuses } = await start({ rateLimits: { cards: few } });
  expect(await statuses(3, '/verify/0123456789ABC')).toEqual([200, 200, 429]);
  expect(await statuses(3, '/verify?code=0123456789ABC'), 'the form checks nothing').toEqual([200, 200, 200]);
  expect(await statuses(3, '/account/card')).toEqual([200, 200, 200]);
});

test('requests for JSON and for the API are refused with JSON', async () => {
  const { statuses, ask } = await start({ rateLimits: { json: few, 'api-unproven': few } });
  for (const path of ['/directory/search.json?q=a', '/api/v2/organisation/1/members']) {
    expect(await statuses(2, path)).toEqual([200, 200]);
    const refused = await ask(path);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await refused.json()).toEqual({
      error: 'too_many_requests',
      error_description: expect.stringContaining('Try again in 10 seconds'),
    });
  }
});

describe('who is counted', () => {
  test('without a known proxy, a client cannot pretend to be another by sending headers', async () => {
    const { statuses } = await start({ rateLimits: { pages: few } });
    const pretend = (index: number) => ({
      'x-forwarded-for': `203.0.113.${index}`,
      'x-real-ip': `203.0.113.${index}`,
      forwarded: `for=203.0.113.${index}`,
      'cf-connecting-ip': `203.0.113.${index}`,
    });
    expect(await statuses(4, '/', pretend)).toEqual([200, 200, 429, 429]);
  });

  test('behind one proxy only what that proxy adds counts', async () => {
    const { statuses } = await start({ rateLimits: { pages: few }, trustProxy: 1 });
    const pretend = (index: number) => ({ 'x-forwarded-for': `203.0.113.${index}, 192.0.2.7` });
    expect(await statuses(3, '/', pretend)).toEqual([200, 200, 429]);
    expect(await statuses(1, '/', () => ({ 'x-forwarded-for': '192.0.2.8' }))).toEqual([200]);
    const neighbours = (index: number) => ({ 'x-forwarded-for': `2001:db8:1:2::${index}` });
    expect(await statuses(3, '/', neighbours), 'a customer’s whole IPv6 network').toEqual([200, 200, 429]);
  });

  test('what the process sends to itself is not limited, and scripts and styles never are', async () => {
    const isOwn: TestFrontOptions['isOwn'] = ({ headers }) => headers['x-own'] === 'yes';
    const { ask, statuses } = await start({ rateLimits: { pages: few, 'api-unproven': few }, isOwn });
    for (const path of ['/', '/', '/', '/api/v2/organisation/1/token'])
      expect((await ask(path, { 'x-own': 'yes' })).status).toBe(200);
    expect(await statuses(5, '/_next/static/chunks/a.js')).toEqual([200, 200, 200, 200, 200]);
    expect(await statuses(3, '/')).toEqual([200, 200, 429]);
  });
});

describe('concurrent requests of a network', () => {
  const openResponses: ServerResponse[] = [];
  const holdOpen: Handler = async (request, response) => {
    if (request.url === '/slow') openResponses.push(response);
    else response.end('answer');
  };
  const handlers = { service: holdOpen, data: holdOpen, pages: holdOpen };
  const untilOpen = async (count: number) => {
    while (openResponses.length < count) await new Promise(setImmediate);
  };
  afterEach(() => void openResponses.splice(0));

  test('are limited; those of other networks are handled meanwhile', async () => {
    const { ask: send, statuses } = await start({ handlers, maxInProgress: 2, trustProxy: 1 });
    const slow = [send('/slow'), send('/slow')];
    await untilOpen(2);
    const refused = await send('/');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await statuses(1, '/_next/static/chunks/a.js'), 'of every kind').toEqual([429]);
    expect(await statuses(1, '/', () => ({ 'x-forwarded-for': '192.0.2.9' }))).toEqual([200]);
    for (const response of openResponses) response.end();
    await Promise.all(slow);
    expect(await statuses(3, '/')).toEqual([200, 200, 200]);
  });

  test('are counted one by one as they end', async () => {
    const { ask: send, statuses } = await start({ handlers, maxInProgress: 2 });
    const slow = [send('/slow'), send('/slow')];
    await untilOpen(2);
    openResponses[0]?.end();
    await Promise.race(slow);
    expect(await statuses(2, '/'), 'one is still open').toEqual([200, 200]);
    slow.push(send('/slow'));
    await untilOpen(3);
    expect(await statuses(1, '/')).toEqual([429]);
    for (const response of openResponses) response.end();
    await Promise.all(slow);
  });

  test('are over when a client disconnects', async () => {
    const { front, statuses } = await start({ handlers, maxInProgress: 1 });
    const leave = new AbortController();
    const headers = { 'x-forwarded-for': '198.51.100.1' };
    const left = fetch(`${front.url}/slow`, { headers, signal: leave.signal }).catch(() => 'left');
    await untilOpen(1);
    const closed = new Promise((resolve) => openResponses[0]?.once('close', resolve));
    leave.abort();
    expect(await left).toBe('left');
    await closed;
    expect(await statuses(1, '/')).toEqual([200]);
  });
});

describe('the API', () => {
  const path = '/api/v2/organisation/1/members';
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  /** Accepts tokens such as `good-7`, of client 7. The API's description needs no token. */
  const service: Handler = async (request, response, current) => {
    const clientId = /^Bearer good-(\d+)/.exec(request.headers.authorization ?? '')?.[1];
    const isOpen = request.url === '/api/openapi.json';
    if (!isOpen && clientId !== undefined) current.caller = { clientId, personId: null };
    response.writeHead(isOpen || clientId !== undefined ? 200 : 401).end();
  };
  const handlers = { service, data: service, pages: service };

  test('a verified token has the limit of its client, from any address', async () => {
    const rateLimits = { api: { burst: 5, perSeconds: 50 }, 'api-unproven': few };
    const { statuses } = await start({ handlers, rateLimits, trustProxy: 1 });
    const roaming = (index: number) => ({ ...bearer('good-1'), 'x-forwarded-for': `192.0.2.${index}` });
    expect(await statuses(7, path, roaming)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(await statuses(1, path, () => bearer('good-2'))).toEqual([200]);
  });

  test('many tokens of one client share its limit', async () => {
    const rateLimits = { api: { burst: 5, perSeconds: 50 } };
    const { statuses } = await start({ handlers, rateLimits });
    const tokens = (index: number) => bearer(`good-1-${index % 3}`);
    expect(await statuses(9, path, tokens)).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429]);
  });

  test('each member for whom a client acts has their own limit', async () => {
    const acting: Handler = async (request, response, current) => {
      const personId = Number(/person-(\d+)/.exec(request.headers.authorization ?? '')?.[1] ?? NaN);
      current.caller = { clientId: '1', personId: Number.isNaN(personId) ? null : personId };
      response.writeHead(200).end();
    };
    const { statuses } = await start({
      handlers: { service: acting, data: acting, pages: acting },
      rateLimits: { api: few },
    });
    const all = ['person-7', 'person-7', 'person-8', 'client', 'person-7', 'person-8', 'client'];
    const expected = [200, 200, 200, 200, 429, 200, 200];
    expect(await statuses(all.length, path, (index) => bearer(all[index] ?? ''))).toEqual(expected);
  });

  test('invented tokens are counted for the network that tries them', async () => {
    const { statuses } = await start({ handlers, rateLimits: { 'api-unproven': few } });
    expect(await statuses(1, path, () => bearer('good-1')), 'verified before the flood').toEqual([200]);
    expect(await statuses(4, path, (index) => bearer(`invented${index}`))).toEqual([401, 401, 429, 429]);
    expect(await statuses(2, path, () => bearer('good-1')), 'a verified token goes on').toEqual([200, 200]);
  });

  test('a header that a public page ignores does not count as verified', async () => {
    const { statuses } = await start({ handlers, rateLimits: { 'api-unproven': few } });
    const invented = () => bearer('invented');
    expect(await statuses(4, '/api/openapi.json', invented)).toEqual([200, 200, 429, 429]);
    expect(await statuses(1, path, invented)).toEqual([429]);
  });

  test('a token that is refused later loses its client’s limit', async () => {
    let isRevoked = false;
    const revoking: Handler = (request, response, current) =>
      isRevoked ? Promise.resolve(void response.writeHead(401).end()) : service(request, response, current);
    const { statuses } = await start({
      handlers: { service: revoking, data: revoking, pages: revoking },
      rateLimits: { 'api-unproven': few },
    });
    expect(await statuses(3, path, () => bearer('good-1'))).toEqual([200, 200, 200]);
    isRevoked = true;
    expect(await statuses(4, path, () => bearer('good-1'))).toEqual([401, 401, 401, 429]);
  });
});

test('downloading the directory’s JSON stops when the day’s bytes are used up; the pages stay open', async () => {
  const respond: Handler = async (_request, response) => {
    response.end('x'.repeat(10_000));
  };
  const handlers = { service: null, data: respond, pages: respond };
  const rateLimits = { 'json-bytes': { burst: 100_000, perSeconds: 100_000 } };
  const { front, ask, statuses } = await start({ handlers, rateLimits });
  const harvest = await statuses(20, '/directory/search.json?page=');
  expect(harvest.filter((status) => status === 200)).toHaveLength(10);
  expect(harvest.slice(10)).toEqual(Array(10).fill(429));
  const wait = Number((await ask('/directory/clusters.json')).headers.get('retry-after'));
  expect(wait).toBeGreaterThan(500);
  expect(await statuses(1, '/')).toEqual([200]);
  front.time.ms = wait * 1000 + 1;
  expect(await statuses(2, '/directory/search.json')).toEqual([200, 429]);
});
