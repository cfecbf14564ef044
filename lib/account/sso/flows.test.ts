import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleUser } from '@/lib/contract/sample-user.fixture';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { startTestSite, testApp, type TestSite } from './api-and-app.fixture';
import { TestBrowser, locationOf } from './browser.fixture';
import { findSession } from './session';

const baseUrl = 'https://members.example';
const now = { value: new Date('2026-03-15T10:00:00Z') };
let site: TestSite;
let app: Chapterhouse;
let browser: TestBrowser;

beforeEach(async () => {
  vi.stubEnv('NEXTAUTH_URL', baseUrl);
  now.value = new Date('2026-03-15T10:00:00Z');
  site = await startTestSite(sampleUser());
  app = testApp(site, { baseUrl, now });
  browser = new TestBrowser(app);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await site.close();
});

const start = async (callbackUrl: string) =>
  locationOf(await browser.post('/api/auth/signin/membership', { callbackUrl }));

function callbackOf(
  authorize: URL,
  response: Record<string, string> = { code: site.agree(authorize) },
): string {
  const query = new URLSearchParams({ ...response, state: authorize.searchParams.get('state') ?? '' });
  return `/api/auth/callback/membership?${query}`;
}

const comeBack = async (authorize: URL) => locationOf(await browser.get(callbackOf(authorize)));
const session = async () => await findSession(app, Object.fromEntries(browser.cookies));
const flows = () => [...browser.cookies].filter(([name]) => name.includes('.flow.'));

it('four tabs with an expired token end at the page where each was going, in any order', async () => {
  await comeBack(await start('/account'));
  now.value = new Date('2026-03-15T12:00:00Z');
  const pages = ['/account', '/account/card', '/members-only', '/account/public-entry'];
  const started = [];
  for (const page of pages)
    started.push(locationOf(await browser.get(`/api/auth/renew?callbackUrl=${encodeURIComponent(page)}`)));
  for (const tab of [2, 0, 3, 1]) {
    const authorize = started[tab];
    if (authorize === undefined) throw new Error('no tab');
    expect((await comeBack(authorize)).href).toBe(`${baseUrl}${pages[tab]}`);
  }
  expect((await session())?.isTokenExpired).toBe(false);
});

it('a callback that is loaded again leads to the page, and issues no second session', async () => {
  const authorize = await start('/members-only');
  const callback = callbackOf(authorize);
  expect(locationOf(await browser.get(callback)).pathname).toBe('/members-only');
  const issued = site.tokens.size;
  expect(locationOf(await browser.get(callback)).pathname).toBe('/members-only');
  expect(locationOf(await browser.get(callbackOf(authorize))).pathname).toBe('/members-only');
  expect(site.tokens.size).toBe(issued);
});

it('a callback that is loaded again after signing out signs nobody in, and leads to sign-in for that page', async () => {
  const callback = callbackOf(await start('/members-only'));
  await browser.get(callback);
  await browser.post('/api/auth/signout', {});
  const location = locationOf(await browser.get(callback));
  expect(location.pathname).toBe('/sign-in');
  expect(Object.fromEntries(location.searchParams)).toEqual({
    problem: 'interrupted',
    callbackUrl: `${baseUrl}/members-only`,
  });
  expect(await session()).toBeNull();
});

it.each<[string, Record<string, string>]>([
  ['an error', { error: 'server_error' }],
  ['a refusal by the member', { error: 'access_denied' }],
  ['a code that the site refuses', { code: 'wrong' }],
])('a callback with %s continues while a session exists', async (_, response) => {
  await comeBack(await start('/account'));
  const authorize = await start('/members-only');
  expect(locationOf(await browser.get(callbackOf(authorize, response))).href).toBe(`${baseUrl}/members-only`);
  expect(await session()).not.toBeNull();
});

it('a callback of an unknown flow continues to the account while a session exists', async () => {
  await comeBack(await start('/members-only'));
  const unknown = '/api/auth/callback/membership?code=a&state=b';
  expect(locationOf(await browser.get(unknown)).href).toBe(`${baseUrl}/account`);
});

it('a failed callback does not continue with a session whose token the API would refuse, because the page would start again', async () => {
  await comeBack(await start('/account'));
  now.value = new Date('2026-03-15T12:00:00Z');
  const renewal = locationOf(await browser.get('/api/auth/renew?callbackUrl=%2Faccount'));
  const failed = await browser.get(callbackOf(renewal, { error: 'temporarily_unavailable' }));
  expect(locationOf(failed).searchParams.get('problem')).toBe('unavailable');
});

it('a flow does not finish with the response of another one', async () => {
  const [first, second] = [await start('/account'), await start('/members-only')];
  const mixed = new URL(first);
  mixed.searchParams.set('state', second.searchParams.get('state') ?? '');
  expect((await comeBack(mixed)).searchParams.get('problem')).toBe('interrupted');
  expect(await session()).toBeNull();
});

it('a flow ends after 15 minutes', async () => {
  const [late, inTime] = [await start('/account'), await start('/members-only')];
  now.value = new Date('2026-03-15T10:14:59Z');
  expect((await comeBack(inTime)).pathname).toBe('/members-only');
  await browser.post('/api/auth/signout', {});
  now.value = new Date('2026-03-15T10:15:00Z');
  expect((await comeBack(late)).searchParams.get('problem')).toBe('interrupted');
});

it('at most 8 flows are stored: the oldest is removed', async () => {
  const started = [];
  for (let tab = 0; tab < 12; tab += 1) {
    now.value = new Date(now.value.getTime() + 1000);
    started.push(await start(`/account?tab=${tab}`));
    expect(flows().length).toBeLessThanOrEqual(8);
  }
  const [oldest, newest] = [started[3], started[4]];
  if (oldest === undefined || newest === undefined) throw new Error('too few');
  expect((await comeBack(oldest)).searchParams.get('problem')).toBe('interrupted');
  expect((await comeBack(newest)).search).toBe('?tab=4');
});

it('at most 8 finished flows are stored, although they are short', async () => {
  for (let tab = 0; tab < 12; tab += 1) {
    now.value = new Date(now.value.getTime() + 1000);
    await comeBack(await start('/account'));
    expect(flows().length).toBe(Math.min(tab + 1, 8));
  }
});

it('all flows together stay below 6000 bytes, and the newest always fits into a cookie', async () => {
  for (let tab = 0; tab < 6; tab += 1) {
    now.value = new Date(now.value.getTime() + 1000);
    const page = `/account?${'x'.repeat(1900)}${tab}`;
    const authorize = await start(page);
    const sizes = flows().map(([name, value]) => name.length + value.length);
    expect(Math.max(...sizes)).toBeLessThan(4096);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(6000);
    if (tab === 5) expect((await comeBack(authorize)).href).toBe(`${baseUrl}${page}`);
  }
});

it('a sign-in leaves no other cookies of its own: its flow contains state, verifier and address', async () => {
  await start('/account');
  const names = [...browser.cookies.keys()].filter((name) => !name.endsWith('.csrf-token'));
  expect(names).toEqual([expect.stringMatching(/^__Host-next-auth\.flow\.[\w-]{22}$/)]);
});
