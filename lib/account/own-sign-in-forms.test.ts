import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { startTestSite, testApp, type TestSite } from '@/lib/account/sso/api-and-app.fixture';
import { TestBrowser, locationOf } from '@/lib/account/sso/browser.fixture';
import { endOwnSession, withdrawFromSite } from './own-sign-in-forms';
import { sampleUser } from '@/lib/contract/sample-user.fixture';

const baseUrl = 'https://members.example';
const now = { value: new Date('2026-03-15T10:00:00Z') };
let site: TestSite;
let app: Chapterhouse;
let browser: TestBrowser;
let done: string[];

beforeEach(async () => {
  vi.stubEnv('NEXTAUTH_URL', baseUrl);
  done = [];
  site = await startTestSite(sampleUser());
  const require = (token: string) => {
    if (!site.tokens.has(token)) throw new Error('not the token of the person');
  };
  app = {
    ...testApp(site, { baseUrl, now }),
    ownSignIns: {
      countReading: async () => 0,
      membersAnswers: async () => [],
      sessions: async () => [
        { ID: 'here', SignedInAt: '2026-03-15T10:00:00Z', Browser: '', IsCurrent: true },
        { ID: 'there', SignedInAt: '2026-03-14T10:00:00Z', Browser: '', IsCurrent: false },
      ],
      endSession: async (token, id) => {
        require(token);
        done.push(`end ${id}`);
      },
      passkeys: async () => [],
      sites: async () => [],
      withdraw: async (token, id) => {
        require(token);
        done.push(`withdraw ${id}`);
      },
    },
  };
  browser = new TestBrowser(app);
  const authorize = locationOf(
    await browser.post('/api/auth/signin/membership', { callbackUrl: '/account' }),
  );
  const query = { code: site.agree(authorize), state: authorize.searchParams.get('state') ?? '' };
  await browser.get(`/api/auth/callback/membership?${new URLSearchParams(query)}`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await site.close();
});

function form(fields: Record<string, string>, origin = baseUrl): Request {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return new Request(`${baseUrl}/account/form`, {
    method: 'POST',
    headers: { origin, cookie: cookie.join('; ') },
    body: new URLSearchParams(fields),
  });
}
const removesSession = (response: Response) =>
  response.headers.getSetCookie().some((line) => /session-token=; .*Max-Age=0.*Secure/.test(line));

it('ends another session and stays on the page', async () => {
  const response = await endOwnSession(app, form({ session: 'there' }));
  expect(done).toEqual(['end there']);
  expect(locationOf(response).href).toBe(`${baseUrl}/account/devices?ended=1`);
  expect(removesSession(response)).toBe(false);
});

it.each([
  ['the session of this browser', 'here', 'end here'],
  ['all sessions', 'all', 'end null'],
])('a person who ends %s is signed out here too', async (_name, session, expected) => {
  const response = await endOwnSession(app, form({ session }));
  expect(done).toEqual([expected]);
  expect(locationOf(response).pathname).toBe('/sign-in');
  expect(removesSession(response)).toBe(true);
});

it('withdraws from a site and says so', async () => {
  const response = await withdrawFromSite(app, form({ site: 'a' }));
  expect(done).toEqual(['withdraw a']);
  expect(locationOf(response).href).toBe(`${baseUrl}/account/sites?withdrawn=1`);
});

it('a form from another site, one without its field, and one without a session do nothing', async () => {
  for (const origin of ['https://evil.example', 'null']) {
    await endOwnSession(app, form({ session: 'all' }, origin));
    await withdrawFromSite(app, form({ site: 'a' }, origin));
  }
  await endOwnSession(app, form({}));
  await withdrawFromSite(app, form({ site: 'x'.repeat(2000) }));
  browser.cookies.clear();
  const responses = [
    await endOwnSession(app, form({ session: 'all' })),
    await withdrawFromSite(app, form({ site: 'a' })),
  ];
  expect(done).toEqual([]);
  expect(responses.map((response) => locationOf(response).href)).toEqual([
    `${baseUrl}/account/devices`,
    `${baseUrl}/account/sites`,
  ]);
});
