import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { sampleUser } from '@/lib/contract/sample-user.fixture';
import { startTestSite, testApp, type TestSite } from './sso/api-and-app.fixture';
import { locationOf, TestBrowser } from './sso/browser.fixture';
import { sendOwnData } from './send-own-data';

const baseUrl = 'https://members.example';
const page = `${baseUrl}/account/privacy/data`;
let site: TestSite;
let app: Chapterhouse;
let browser: TestBrowser;
let done: string[];
let mayDownload = true;

beforeEach(async () => {
  vi.stubEnv('NEXTAUTH_URL', baseUrl);
  done = [];
  mayDownload = true;
  site = await startTestSite(sampleUser());
  const note = async (token: string, what: string) => {
    if (!site.tokens.has(token)) throw new Error('not the token of the person');
    done.push(what);
  };
  app = {
    ...testApp(site, { baseUrl, now: { value: new Date('2026-03-15T10:00:00Z') } }),
    ownData: {
      read: async () => null,
      download: async (token, format) => {
        await note(token, format);
        return mayDownload ? { name: `person-1.${format}`, type: 'text/plain', text: 'everything' } : null;
      },
      requestErasure: (token, person) => note(token, `request ${person}`),
      withdrawErasure: (token, person) => note(token, `withdraw ${person}`),
    },
  };
  browser = new TestBrowser(app);
  const authorize = locationOf(await browser.post('/api/auth/signin/membership', { callbackUrl: page }));
  const query = { code: site.agree(authorize), state: authorize.searchParams.get('state') ?? '' };
  await browser.get(`/api/auth/callback/membership?${new URLSearchParams(query)}`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await site.close();
});

function send(fields: Record<string, string>, origin = baseUrl): Promise<Response> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const headers = { origin, cookie: cookie.join('; ') };
  return sendOwnData(app, new Request(page, { method: 'POST', headers, body: new URLSearchParams(fields) }));
}

it.each(['html', 'json'])('a download as %s is a file that no cache stores', async (format) => {
  const response = await send({ do: 'download', format });
  expect(await response.text()).toBe('everything');
  expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="person-1.${format}"`);
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(done).toEqual([format]);
});

it('leads back to the page, which says why, if there is no file', async () => {
  mayDownload = false;
  expect(locationOf(await send({ do: 'download', format: 'json' })).href).toBe(page);
});

it('asks for erasure if the box is ticked, and withdraws, for the person whom the page named', async () => {
  expect(locationOf(await send({ do: 'request', person: '7' })).href).toBe(`${page}?done=unticked#erasure`);
  expect(done).toEqual([]);
  await send({ do: 'request', person: '7', understood: 'on' });
  await send({ do: 'withdraw', person: '7' });
  expect(done).toEqual(['request 7', 'withdraw 7']);
});

it('a form from another site, an unknown or too long one, and one without a session do nothing', async () => {
  const request = { do: 'request', person: '7', understood: 'on' };
  for (const origin of ['https://evil.example', 'null']) await send(request, origin);
  await send({ do: 'constructor' });
  await send({ ...request, more: 'x'.repeat(2000) });
  browser.cookies.clear();
  expect(locationOf(await send(request)).href).toBe(page);
  expect(done).toEqual([]);
});
