import { expect, test } from 'vitest';
import { startTestFront } from './front.fixture';

test('/healthz and /readyz come before everything else: they are never limited and never logged', async () => {
  const front = await startTestFront({ rateLimits: { pages: { burst: 1, perSeconds: 1_000 } } });
  const headers = { 'x-forwarded-for': '198.51.100.1' };
  expect((await fetch(front.url, { headers })).status).toBe(200);
  expect((await fetch(front.url, { headers })).status).toBe(429);
  for (const [path, status] of [
    ['/healthz', 'alive'],
    ['/readyz', 'ready'],
  ]) {
    const response = await fetch(front.url + path, { headers });
    expect([response.status, await response.json()]).toEqual([200, { status }]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-type')).toBe('application/json');
  }
  expect(await front.log()).toHaveLength(2);
});

test.each([
  ['database', { databaseState: async () => ({ isAvailable: false, warnings: [] }) }],
  ['database', { databaseState: () => Promise.reject(new Error('ECONNREFUSED 10.0.0.5 secret')) }],
  ['directory', { hasDirectory: () => false }],
  ['draining', { isDraining: () => true }],
])('the server is alive but not ready because of its %s, and gives no more detail', async (name, health) => {
  const front = await startTestFront({ health });
  expect((await fetch(`${front.url}/healthz`)).status).toBe(200);
  const response = await fetch(`${front.url}/readyz`);
  expect([response.status, await response.json()]).toEqual([503, { status: 'not ready', notReady: [name] }]);
  await front.close();
});

test('with warnings it is ready, so that cached data is still shown, and it lists them', async () => {
  const warnings = ['The API’s latest response would remove 334 of 334 members.'];
  const front = await startTestFront({ health: { warnings: () => warnings } });
  const response = await fetch(`${front.url}/readyz`);
  expect([response.status, await response.json()]).toEqual([200, { status: 'ready', warnings }]);
  await front.close();
});

test('warnings about the database are listed, also while the server is not ready', async () => {
  const warnings = ['The database is damaged.'];
  const ready = async (isAvailable: boolean) => {
    const front = await startTestFront({
      health: { databaseState: async () => ({ isAvailable, warnings }) },
    });
    const response = await fetch(`${front.url}/readyz`);
    await front.close();
    return [response.status, await response.json()];
  };
  expect(await ready(true)).toEqual([200, { status: 'ready', warnings }]);
  expect(await ready(false)).toEqual([503, { status: 'not ready', notReady: ['database'], warnings }]);
});

test('the database is queried at most once a second, however often readiness is requested', async () => {
  let requests = 0;
  const databaseState = async () => ({ isAvailable: (requests += 1) > 1, warnings: [] });
  const front = await startTestFront({ health: { databaseState } });
  const send = async () => (await fetch(`${front.url}/readyz`)).status;
  expect([await send(), await send(), await send(), requests]).toEqual([503, 503, 503, 1]);
  front.time.ms = 1_000;
  expect([await send(), await send(), requests]).toEqual([200, 200, 2]);
  await front.close();
});

test('lists what several servers on one database do not share, and nothing for one server', async () => {
  const ready = async (count: number) => {
    const front = await startTestFront({ health: { serverCount: () => count } });
    const response = await (await fetch(`${front.url}/readyz`)).json();
    await front.close();
    return response;
  };
  expect(await ready(1)).toEqual({ status: 'ready' });
  expect(await ready(3)).toMatchObject({
    status: 'ready',
    servers: 3,
    notShared: expect.arrayContaining(['cached pages']),
  });
});
