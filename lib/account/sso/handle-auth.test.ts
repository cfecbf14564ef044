import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { sampleCorporateMembership, sampleUser } from '@/lib/contract/sample-user.fixture';
import { createLog } from '@/lib/server/log';
import { handleAuth } from './handle-auth';
import { findSession } from './session';
import { signInPath, wayPastSignInPage } from './start-path';
import { TestBrowser, locationOf } from './browser.fixture';
import { startTestSite, testApp } from './api-and-app.fixture';
import type { TestSite } from './api-and-app.fixture';

const baseUrl = 'https://members.example';
const now = { value: new Date('2026-03-15T10:00:00Z') };
const logged: string[] = [];
let site: TestSite;
let app: Chapterhouse;
let browser: TestBrowser;

beforeEach(async () => {
  vi.stubEnv('NEXTAUTH_URL', baseUrl);
  logged.length = 0;
  now.value = new Date('2026-03-15T10:00:00Z');
  site = await startTestSite(sampleUser());
  app = {
    ...testApp(site, { baseUrl, now }),
    log: createLog('info', { write: (line) => logged.push(line) }),
  };
  browser = new TestBrowser(app);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await site.close();
});

async function start(callbackUrl = '/account'): Promise<URL> {
  return locationOf(await browser.post('/api/auth/signin/membership', { callbackUrl }));
}

async function comeBack(authorize: URL): Promise<Response> {
  const query = new URLSearchParams({
    code: site.agree(authorize),
    state: authorize.searchParams.get('state') ?? '',
  });
  return await browser.get(`/api/auth/callback/membership?${query}`);
}

/** The problem that our sign-in page reports. */
function problemOf(response: Response): string | null {
  const location = locationOf(response);
  return location.origin + location.pathname === `${baseUrl}/sign-in`
    ? location.searchParams.get('problem')
    : null;
}

function flowCookie(): string {
  const [name = '', ...others] = [...browser.cookies.keys()].filter((one) => one.includes('.flow.'));
  expect(others).toEqual([]);
  return name;
}

const session = async () => await findSession(app, Object.fromEntries(browser.cookies));

describe('signing in at a site without our extensions', () => {
  it('asks authorize for a code with state and PKCE, for the scope user, at our callback', async () => {
    const authorize = await start();
    expect(authorize.origin + authorize.pathname).toBe(`${site.url}/api/v2/organisation/100/authorize`);
    expect(Object.fromEntries(authorize.searchParams)).toEqual({
      client_id: 'testclient',
      scope: 'user',
      response_type: 'code',
      redirect_uri: 'https://members.example/api/auth/callback/membership',
      state: expect.stringMatching(/^.{20,}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  it('creates a session for the person and returns them to the page they wanted', async () => {
    const response = await comeBack(await start('/members-only?page=2'));
    expect(locationOf(response).href).toBe('https://members.example/members-only?page=2');
    expect(await session()).toMatchObject({ name: 'Ada Brandt', isTokenExpired: false });
  });

  it('is identified by issuer, organisation and person, or by the membership if the person has no ID', async () => {
    await comeBack(await start());
    const key = JSON.stringify([`${site.url}/api/v2/organisation/100`, 100, 'membership-41']);
    expect((await session())?.identity).toBe(key);
  });

  it('two people who share an email have two identities', async () => {
    await comeBack(await start());
    const first = await session();
    site.user = sampleUser({ ID: '12' });
    await comeBack(await start());
    const second = await session();
    site.user = sampleUser({ ID: '13' });
    await comeBack(await start());
    expect(new Set([first?.identity, second?.identity, (await session())?.identity]).size).toBe(3);
  });

  it('a contact without an individual membership is identified by the first corporate one', async () => {
    site.user = sampleUser({ Membership: null, CorporateMemberships: [sampleCorporateMembership()] });
    await comeBack(await start());
    expect((await session())?.identity).toContain('membership-77');
  });

  it('a person without any membership gets an explanation and no session', async () => {
    site.user = sampleUser({ Membership: null });
    const response = await comeBack(await start());
    expect(problemOf(response)).toBe('no-membership');
    expect(await session()).toBeNull();
  });

  it('C4 the access token is in no response except in the encrypted cookie', async () => {
    const response = await comeBack(await start());
    const [token = ''] = site.tokens;
    expect(token).not.toBe('');
    const body = await (await browser.get('/api/auth/session')).text();
    expect(JSON.parse(body)).toEqual({ user: { name: 'Ada Brandt' }, expires: expect.any(String) });
    const all = body + (await response.text()) + JSON.stringify([...response.headers]) + browser.lines.join();
    expect(all).not.toContain(token);
    expect((await session())?.accessToken).toBe(token);
  });

  it('C5 every cookie is HttpOnly, SameSite=Lax, Secure and prefixed under https', async () => {
    await comeBack(await start());
    expect(browser.lines.length).toBeGreaterThan(3);
    for (const line of browser.lines) {
      expect(line).toMatch(/^__Host-/);
      expect(line).toMatch(/; Path=\/;/i);
      expect(line).not.toMatch(/; Domain/i);
      expect(line).toMatch(/; HttpOnly/i);
      expect(line).toMatch(/; Secure/i);
      expect(line).toMatch(/; SameSite=Lax/i);
    }
  });

  it('is no longer valid after the site has moved to another API, and its token is not sent there', async () => {
    await comeBack(await start());
    app.publicApiUrl = 'https://other.example';
    expect(await session()).toBeNull();
  });

  it('a session created before the clock was set back by more than a minute is not accepted', async () => {
    await comeBack(await start());
    now.value = new Date('2026-03-15T09:59:00Z');
    expect(await session()).not.toBeNull();
    now.value = new Date('2026-03-15T09:58:59Z');
    expect(await session()).toBeNull();
  });

  it('leaves out the name when the API refuses the token, and reports no error while the API cannot be reached', async () => {
    const described = async () => (await (await browser.get('/api/auth/session')).json()) as unknown;
    await comeBack(await start());
    expect(await described()).toMatchObject({ user: { name: 'Ada Brandt' } });
    site.isDown = true;
    expect(await described()).toEqual({ expires: expect.any(String) });
    site.isDown = false;
    site.tokens.clear();
    expect(await described()).toEqual({});
    now.value = new Date('2026-03-15T11:30:00Z');
    expect(await described(), 'renewed with the next page').toEqual({ expires: expect.any(String) });
  });

  describe('two session cookies in one request', () => {
    const name = '__Host-next-auth.session-token';
    const describedWith = async (cookie: string) =>
      (await (
        await handleAuth(app, new Request(`${baseUrl}/api/auth/session`, { headers: { cookie } }), [
          'session',
        ])
      ).json()) as unknown;

    async function twoSessions(): Promise<{ ada: string; stranger: string }> {
      await comeBack(await start());
      const ada = browser.cookies.get(name) ?? '';
      site.user = sampleUser({ ID: '66', FirstName: 'Mallory' });
      browser = new TestBrowser(app);
      await comeBack(await start());
      return { ada, stranger: browser.cookies.get(name) ?? '' };
    }

    it('neither is accepted, whichever comes first', async () => {
      const { ada, stranger } = await twoSessions();
      expect(await describedWith(`${name}=${ada}`)).toMatchObject({ user: {} });
      expect(await describedWith(`${name}=${ada}; ${name}=${stranger}`)).toEqual({});
      expect(await describedWith(`${name}=${stranger}; ${name}=${ada}`)).toEqual({});
      expect(await describedWith(`${name}=${ada}; ${name}=${ada}`)).toMatchObject({ user: {} });
    });

    it('chunks beside a whole cookie change nothing, and no chunk is accepted without the prefix', async () => {
      const { ada, stranger } = await twoSessions();
      const { user } = z
        .object({ user: z.object({ name: z.string() }) })
        .parse(await describedWith(`${name}=${ada}`));
      expect(await describedWith(`${name}.0=${stranger}; ${name}=${ada}`)).toMatchObject({ user });
      expect(await describedWith(`${name}.7=x; ${name}=${ada}`)).toMatchObject({ user });
      expect(await describedWith(`${name}.1=${stranger}`)).toEqual({});
      const [first, second] = [ada.slice(0, 50), ada.slice(50)];
      expect(await describedWith(`${name}.1=${second}; ${name}.0=${first}; ${name}.5=x`)).toMatchObject({
        user,
      });
      for (const prefix of ['', '__Secure-'])
        expect(await describedWith(`${prefix}next-auth.session-token=${stranger}`)).toEqual({});
    });

    it('signing out ends the session and removes the stray chunks', async () => {
      await comeBack(await start());
      browser.cookies.set(`${name}.0`, 'stray');
      browser.cookies.set('theme', 'dark');
      await browser.post('/api/auth/signout', {});
      expect(browser.cookies.get('theme')).toBe('dark');
      expect([...browser.cookies.keys()].filter((one) => one.startsWith(name))).toEqual([]);
      expect(site.tokens.size).toBe(0);
    });
  });

  it('lasts a working day', async () => {
    await comeBack(await start());
    const before = Date.now();
    const described = (await (await browser.get('/api/auth/session')).json()) as { expires: string };
    const after = Date.now();
    const startedAt = Date.parse(described.expires) - 8 * 3600 * 1000;
    expect([before <= startedAt, startedAt <= after]).toEqual([true, true]);
  });

  it('the token counts as expired from the second that the site gave', async () => {
    await comeBack(await start());
    now.value = new Date('2026-03-15T10:59:50Z');
    expect((await session())?.isTokenExpired).toBe(false);
    now.value = new Date('2026-03-15T11:00:01Z');
    expect((await session())?.isTokenExpired).toBe(true);
  });
});

describe('C1 sign-ins that were tampered with', () => {
  it('a response with another state creates no session', async () => {
    const authorize = await start();
    authorize.searchParams.set('state', 'x'.repeat(43));
    expect(problemOf(await comeBack(authorize))).toBe('interrupted');
    expect(await session()).toBeNull();
  });

  it('without the cookie of its flow there is no session', async () => {
    const authorize = await start();
    browser.cookies.delete(flowCookie());
    expect(problemOf(await comeBack(authorize))).toBe('interrupted');
    expect(await session()).toBeNull();
  });

  it.each([1, 2])(
    'an altered state (1) or PKCE verifier (2) in that cookie makes no session',
    async (part) => {
      const authorize = await start();
      const parts = browser.cookies.get(flowCookie())?.split('~') ?? [];
      parts[part] = 'altered';
      browser.cookies.set(flowCookie(), parts.join('~'));
      expect(locationOf(await comeBack(authorize)).searchParams.get('problem')).toBe('interrupted');
      expect(await session()).toBeNull();
    },
  );

  it('a response that names another issuer is refused', async () => {
    const authorize = await start();
    const query = new URLSearchParams({
      code: site.agree(authorize),
      state: authorize.searchParams.get('state') ?? '',
      iss: 'https://evil.example',
    });
    await browser.get(`/api/auth/callback/membership?${query}`);
    expect(await session()).toBeNull();
  });

  it('a response that names our issuer is accepted', async () => {
    const authorize = await start();
    const query = new URLSearchParams({
      code: site.agree(authorize),
      state: authorize.searchParams.get('state') ?? '',
      iss: `${site.url}/api/v2/organisation/100`,
    });
    await browser.get(`/api/auth/callback/membership?${query}`);
    expect(await session()).not.toBeNull();
  });

  it('an altered session cookie is not a session', async () => {
    await comeBack(await start());
    const name = '__Host-next-auth.session-token';
    const sealed = browser.cookies.get(name) ?? '';
    // Not the last character, because its last bits mean nothing.
    const at = sealed.length - 10;
    browser.cookies.set(name, sealed.slice(0, at) + (sealed[at] === 'x' ? 'y' : 'x') + sealed.slice(at + 1));
    expect(await session()).toBeNull();
    expect(await (await browser.get('/api/auth/session')).json()).toEqual({});
  });
});

describe('pitfalls of next-auth', () => {
  it('a denied consent is reported', async () => {
    const state = (await start()).searchParams.get('state');
    const response = await browser.get(`/api/auth/callback/membership?error=access_denied&state=${state}`);
    expect(problemOf(response)).toBe('denied');
  });

  it('if a person cancels the sign-in, the next try leads to the same page', async () => {
    const state = (await start('/members-only?page=2')).searchParams.get('state');
    const response = await browser.get(`/api/auth/callback/membership?error=access_denied&state=${state}`);
    expect(locationOf(response).searchParams.get('callbackUrl')).toBe(`${baseUrl}/members-only?page=2`);
  });

  it('C9 an unknown error code becomes the general one', async () => {
    const response = await browser.get('/api/auth/callback/membership?error=%3Cscript%3E');
    expect(problemOf(response)).toBe('failed');
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    'http://[',
    '%',
    '',
  ])('C3 a callbackUrl of %j leads to the account', async (callbackUrl) => {
    const authorize = await start(callbackUrl);
    expect(authorize.pathname).toContain('/authorize');
    expect(locationOf(await comeBack(authorize)).href).toBe(`${baseUrl}/account`);
  });

  it('C3 a callbackUrl too long for a cookie leads to the account', async () => {
    const response = await comeBack(await start(`/${'x'.repeat(3000)}`));
    expect(locationOf(response).href).toBe(`${baseUrl}/account`);
  });

  it.each(['https://evil.example/', 'javascript:alert(1)', 'http://['])(
    'C3 a flow that was altered to lead to %j leads to no such page',
    async (target) => {
      const authorize = await start();
      const [startedAt, state, verifier] = browser.cookies.get(flowCookie())?.split('~') ?? [];
      const altered = [startedAt, state, verifier, Buffer.from(target).toString('base64url')].join('~');
      browser.cookies.set(flowCookie(), altered);
      const response = await comeBack(authorize);
      expect(problemOf(response)).toBe('interrupted');
      expect(locationOf(response).searchParams.has('callbackUrl')).toBe(false);
    },
  );

  it.each(['http://[', 'https://evil.example/', '%E0%A4%A'])(
    'C3 a callback-url cookie of %j does not cause a 500',
    async (value) => {
      const authorize = await start();
      browser.cookies.set('__Host-next-auth.callback-url', value);
      expect(locationOf(await comeBack(authorize)).origin).toBe(baseUrl);
      expect((await browser.get('/api/auth/session')).status).toBe(200);
    },
  );

  it('C7 query parameters of the sign-in address do not reach authorize', async () => {
    const query =
      'scope=members&client_id=other&redirect_uri=https%3A%2F%2Fevil.example&prompt=x&callbackUrl=http%3A%2F%2F%5B';
    const authorize = locationOf(
      await browser.post(`/api/auth/signin/membership?${query}`, { callbackUrl: '/account' }),
    );
    expect(authorize.searchParams.get('scope')).toBe('user');
    expect(authorize.searchParams.get('client_id')).toBe('testclient');
    expect(authorize.searchParams.get('redirect_uri')).toBe(`${baseUrl}/api/auth/callback/membership`);
    expect(authorize.searchParams.has('prompt')).toBe(false);
  });

  it('asks the service for a sign-in within the last minute before a sensitive action', async () => {
    const again = await browser.post('/api/auth/signin/membership', {
      callbackUrl: '/office/roles',
      again: 'yes',
    });
    expect(locationOf(again).searchParams.get('max_age')).toBe('60');
    expect((await start()).searchParams.has('max_age')).toBe(false);
  });

  it('the base address is the configured one, whatever host the request gives', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', host: 'evil.example' };
    const response = await browser.post('/api/auth/signin/membership', { callbackUrl: '/account' }, headers);
    expect(locationOf(response).searchParams.get('redirect_uri')).toBe(
      `${baseUrl}/api/auth/callback/membership`,
    );
  });

  it('a form from another site starts nothing', async () => {
    for (const path of ['/api/auth/signin/membership', '/api/auth/signout']) {
      const response = await browser.post(path, {}, { Origin: 'https://evil.example' });
      expect(problemOf(response)).toBe('other-address');
    }
  });

  it('a form larger than any of ours is refused without being read to its end', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        if (sent > 1000) controller.close();
        else controller.enqueue(new Uint8Array(1000));
      },
    });
    const init = { method: 'POST', body: endless, duplex: 'half' } as RequestInit;
    const request = new Request(`${baseUrl}/api/auth/signin/membership`, init);
    expect((await handleAuth(app, request, ['signin', 'membership'])).status).toBe(413);
    expect(sent).toBeLessThan(20);
  });

  it('our own form is accepted if its browser hides the origin; a sandboxed one from another site is not', async () => {
    const post = async (site: string) =>
      locationOf(
        await browser.post('/api/auth/signin/membership', {}, { Origin: 'null', 'Sec-Fetch-Site': site }),
      ).pathname;
    expect(await post('same-origin')).toContain('/authorize');
    expect(await post('cross-site')).toBe('/sign-in');
  });

  it('a body that is not a form does not cause a 500', async () => {
    const response = await browser.post(
      '/api/auth/signin/membership',
      {},
      { 'content-type': 'application/json' },
    );
    expect(locationOf(response).pathname).toContain('/authorize');
  });

  it.each(['providers', 'csrf', '_log', 'error', 'verify-request', 'callback/other', 'signin/other/more'])(
    'next-auth has no address %s here',
    async (path) => expect((await browser.get(`/api/auth/${path}`)).status).toBe(404),
  );

  it('a POST cannot write to our log or change a session', async () => {
    expect((await browser.post('/api/auth/_log', { level: 'error', code: 'x' })).status).toBe(404);
    expect((await browser.post('/api/auth/session', {})).status).toBe(404);
  });

  it('C8 a response is not cached and lets no code into a Referer', async () => {
    const response = await comeBack(await start());
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('location')).not.toMatch(/code=|state=/);
  });

  it('a code that the site refuses, and a site that is down, lead to our page without a session', async () => {
    const refused = await start();
    site.agree(refused);
    const state = refused.searchParams.get('state') ?? '';
    const response = await browser.get(`/api/auth/callback/membership?code=wrong&state=${state}`);
    expect(locationOf(response).pathname).toBe('/sign-in');
    const down = await start();
    site.isDown = true;
    expect(locationOf(await comeBack(down)).pathname).toBe('/sign-in');
    expect(await session()).toBeNull();
  });

  it('a wrong secret of our own site is reported as such, and logged', async () => {
    const authorize = await start();
    app.client = { id: 'testclient', secret: 'another' };
    expect(problemOf(await comeBack(authorize))).toBe('not-accepted');
    expect(logged.join()).toContain('invalid_client');
  });

  it('an API that fails while the browser is at the service is reported as unavailable, and leads to the same page', async () => {
    const authorize = await start('/members-only');
    site.isDown = true;
    const location = locationOf(await comeBack(authorize));
    expect(Object.fromEntries(location.searchParams)).toEqual({
      problem: 'unavailable',
      callbackUrl: `${baseUrl}/members-only`,
    });
    const other = await (async () => {
      site.isDown = false;
      return start('/members-only');
    })();
    await site.close();
    expect(problemOf(await comeBack(other))).toBe('unavailable');
  });

  it('the browser is not sent to an API that does not respond, by the button or to renew a token', async () => {
    await comeBack(await start());
    now.value = new Date('2026-03-15T12:00:00Z');
    site.isDown = true;
    const signIn = () => browser.post('/api/auth/signin/membership', { callbackUrl: '/members-only' });
    for (const response of [
      await signIn(),
      await browser.get('/api/auth/renew?callbackUrl=%2Fmembers-only'),
    ]) {
      expect(problemOf(response)).toBe('unavailable');
      expect(locationOf(response).searchParams.get('callbackUrl')).toBe(`${baseUrl}/members-only`);
    }
    await site.close();
    expect(problemOf(await signIn())).toBe('unavailable');
    app.config.remoteApiUrl = null;
    expect(locationOf(await signIn()).pathname).toContain('/authorize');
  });

  it('the log of a failed sign-in contains no code, token or person', async () => {
    const authorize = await start();
    const code = site.agree(authorize);
    authorize.searchParams.set('code_challenge', 'x');
    await browser.get(
      `/api/auth/callback/membership?code=${code}&state=${authorize.searchParams.get('state')}`,
    );
    expect(logged.join()).toContain('OAUTH_CALLBACK_ERROR');
    for (const secret of [code, 'testsecret', 'ada@example.com', ...site.tokens])
      expect(logged.join()).not.toContain(secret);
  });
});

describe('a session with an expired token', () => {
  it('is renewed by a link, without pressing the button', async () => {
    await comeBack(await start());
    now.value = new Date('2026-03-15T12:00:00Z');
    const authorize = locationOf(await browser.get('/api/auth/renew?callbackUrl=%2Faccount%2Fcard'));
    expect(authorize.pathname).toContain('/authorize');
    expect(locationOf(await comeBack(authorize)).href).toBe(`${baseUrl}/account/card`);
    expect((await session())?.isTokenExpired).toBe(false);
  });

  it('is renewed without a page, or with one if the service needs it, and is not requested a third time', async () => {
    await comeBack(await start());
    now.value = new Date('2026-03-15T12:00:00Z');
    const errorOf = async (authorize: URL, error: string) =>
      await browser.get(
        `/api/auth/callback/membership?${new URLSearchParams({ error, state: authorize.searchParams.get('state') ?? '' })}`,
      );
    const silent = locationOf(await browser.get('/api/auth/renew?callbackUrl=%2Faccount%2Fcard'));
    expect(silent.searchParams.get('prompt')).toBe('none');
    const shown = locationOf(await errorOf(silent, 'login_required'));
    expect(shown.pathname).toContain('/authorize');
    expect(shown.searchParams.has('prompt')).toBe(false);
    expect(problemOf(await errorOf(silent, 'login_required')), 'the first is finished').toBe('failed');
    expect(problemOf(await errorOf(shown, 'login_required'))).toBe('failed');
    const again = locationOf(await browser.get('/api/auth/renew?callbackUrl=%2Faccount%2Fcard'));
    const asked = locationOf(await errorOf(again, 'consent_required'));
    expect(locationOf(await comeBack(asked)).href).toBe(`${baseUrl}/account/card`);
  });

  it('a person without a session is not sent to authorize by a link', async () => {
    expect(problemOf(await browser.get('/api/auth/renew'))).toBe('ended');
  });
});

describe('a session whose token the API refuses', () => {
  const account = '/api/auth/renew?callbackUrl=%2Faccount';

  it('ends with the sign-in page soon after the sign-in, and asks the site for no new token', async () => {
    await comeBack(await start());
    site.tokens.clear();
    now.value = new Date('2026-03-15T10:00:59Z');
    const response = await browser.get(account);
    expect(problemOf(response)).toBe('ended');
    expect(locationOf(response).searchParams.get('callbackUrl')).toBe(`${baseUrl}/account`);
    expect(await session()).toBeNull();
    expect([...browser.cookies.keys()].filter((name) => name.includes('session-token'))).toEqual([]);
  });

  it('is renewed later', async () => {
    await comeBack(await start());
    site.tokens.clear();
    now.value = new Date('2026-03-15T10:01:00Z');
    expect(locationOf(await browser.get(account)).pathname).toContain('/authorize');
  });

  it('does not end when the person who is signed in follows a link', async () => {
    await comeBack(await start());
    expect(locationOf(await browser.get(account)).pathname).toContain('/authorize');
    expect(await session()).not.toBeNull();
  });
});

describe('C6 signing out', () => {
  it('ends the session and revokes the token', async () => {
    await comeBack(await start());
    expect(site.tokens.size).toBe(1);
    const response = await browser.post('/api/auth/signout', {});
    expect(locationOf(response).href).toBe(`${baseUrl}/sign-in?signed-out=1`);
    expect(site.tokens.size).toBe(0);
    expect(await session()).toBeNull();
  });

  it('continues to the service, when it is our own, to end its session too', async () => {
    await comeBack(await start());
    app.config.remoteApiUrl = null;
    const response = await browser.post('/api/auth/signout', {});
    expect(locationOf(response).href).toBe(`${baseUrl}/auth/sign-out?return_to=%2Fsign-in%3Fsigned-out%3D1`);
  });

  it('continues to the service of another site that offers a sign-out, and to no other address', async () => {
    const signOut = async () => {
      await comeBack(await start());
      return locationOf(await browser.post('/api/auth/signout', {}));
    };
    site.endSession = `${site.url}/end?x=1`;
    const address = await signOut();
    expect(`${address.origin}${address.pathname}`).toBe(`${site.url}/end`);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      x: '1',
      client_id: 'testclient',
      post_logout_redirect_uri: `${baseUrl}/sign-in?signed-out=everywhere`,
    });
    expect(await session()).toBeNull();
    for (const other of ['https://evil.example/end', 'nothing', '']) {
      site.endSession = other;
      expect((await signOut()).href).toBe(`${baseUrl}/sign-in?signed-out=1`);
    }
  });

  it('a request for the session in another tab does not restore the session', async () => {
    await comeBack(await start());
    const response = await browser.get('/api/auth/session');
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('works while the site is down', async () => {
    await comeBack(await start());
    site.isDown = true;
    await browser.post('/api/auth/signout', {});
    expect(await session()).toBeNull();
  });

  it('is not an error for a person who is not signed in', async () => {
    expect(locationOf(await browser.post('/api/auth/signout', {})).pathname).toBe('/sign-in');
  });
});

describe('the straight way to the form', () => {
  const visit = (headers: Record<string, string>) =>
    handleAuth(app, new Request(`${baseUrl}/api/auth/start?callbackUrl=%2Faccount%2Fcard`, { headers }), [
      'start',
    ]);
  const navigation = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };

  it.each([
    ['a press on our own page', { ...navigation, 'sec-fetch-site': 'same-origin' }, true],
    ['a typed address', { ...navigation, 'sec-fetch-site': 'none' }, true],
    ['a link on another site', { ...navigation, 'sec-fetch-site': 'cross-site' }, false],
    ['another host of the domain', { ...navigation, 'sec-fetch-site': 'same-site' }, false],
    [
      'a picture',
      { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'same-origin' },
      false,
    ],
    ['an old browser', {}, false],
  ])('%s', async (_, headers, startsAtOnce) => {
    app = { ...app, config: { ...app.config, remoteApiUrl: null } };
    const response = await visit(headers);
    const { pathname, searchParams } = locationOf(response);
    if (startsAtOnce) expect(pathname).toMatch(/\/authorize$/);
    else {
      expect([pathname, searchParams.get('callbackUrl')]).toEqual(['/sign-in', `${baseUrl}/account/card`]);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect(signInPath(app, new Headers(headers), '/account')).toBe(
      `${startsAtOnce ? '/api/auth/start' : '/sign-in'}?callbackUrl=%2Faccount`,
    );
    // The sign-in page itself is only a button, so it is shown only if the button must be pressed.
    expect(await wayPastSignInPage(app, new Headers(headers), '/account')).toBe(
      startsAtOnce ? '/api/auth/start?callbackUrl=%2Faccount' : null,
    );
  });

  it('a person who is signed in is not asked again, wherever the link is', async () => {
    await comeBack(await start());
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    expect(await wayPastSignInPage(app, new Headers({ cookie }), '/account/card')).toBe('/account/card');
  });

  it('is not taken if people sign in at another site, which our page names', async () => {
    app = { ...app, config: { ...app.config, remoteApiUrl: 'https://api.example' } };
    expect(locationOf(await visit({ ...navigation, 'sec-fetch-site': 'none' })).pathname).toBe('/sign-in');
  });
});

it('on a shared computer, the session ends with the browser', async () => {
  const lines = async () =>
    (await comeBack(await start())).headers.getSetCookie().filter((line) => /session-token=[^;]/.test(line));
  expect((await lines())[0]).toMatch(/expires|max-age/i);
  browser.cookies.set('__Host-chapterhouse-shared', 'yes');
  const [line = ''] = await lines();
  expect(line).toMatch(/session-token=[^;]/);
  expect(line).not.toMatch(/expires|max-age/i);
});
