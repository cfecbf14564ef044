import { expect, test } from 'vitest';
import { startTestFront } from './test-front';

test('/healthz and /readyz answer before all else: never limited, never in the log', async () => {
  const front = await startTestFront({ rates: { pages: { burst: 1, perSecond: 0.001 } } });
  const headers = { 'x-forwarded-for': '198.51.100.1' };
  expect((await fetch(front.url, { headers })).status).toBe(200);
  expect((await fetch(front.url, { headers })).status).toBe(429);
  for (const [path, status] of [
    ['/healthz', 'alive'],
    ['/readyz', 'ready'],
  ]) {
    const answer = await fetch(front.url + path, { headers });
    expect([answer.status, await answer.json()]).toEqual([200, { status }]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toBe('application/json');
  }
  expect(await front.log()).toHaveLength(2);
});

test.each([
  ['database', { databaseAnswers: async () => false }],
  ['database', { databaseAnswers: () => Promise.reject(new Error('ECONNREFUSED 10.0.0.5 secret')) }],
  ['directory', { hasDirectory: () => false }],
  ['draining', { isDraining: () => true }],
])('without the %s it is alive and not ready, and says no more than that', async (name, health) => {
  const front = await startTestFront({ health });
  expect((await fetch(`${front.url}/healthz`)).status).toBe(200);
  const answer = await fetch(`${front.url}/readyz`);
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'not ready', notReady: [name] }]);
  await front.close();
});

test('the database is asked once a second, however often readiness is', async () => {
  let asked = 0;
  const databaseAnswers = async () => (asked += 1) > 1;
  const front = await startTestFront({ health: { databaseAnswers } });
  const ask = async () => (await fetch(`${front.url}/readyz`)).status;
  expect([await ask(), await ask(), await ask(), asked]).toEqual([503, 503, 503, 1]);
  front.time.ms = 1_000;
  expect([await ask(), await ask(), asked]).toEqual([200, 200, 2]);
  await front.close();
});
