import { expect, test } from 'vitest';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { issuerOf } from './metadata';
import type { Browser } from './browser.fixture';
import {
  authorizePath,
  baseUrl,
  callback,
  challenge,
  password,
  seedCast,
  startService,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';
import { waitFor } from '@/lib/base/wait-for.fixture';

describeUsualEngines('authorize', (store) => {
  seedCast(store);
  const start = (): TestService => startService(store());
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };

  async function expectPage(service: TestService, path: string): Promise<string> {
    const response = await service.request(path);
    expect(response.status, path).toBe(400);
    expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
    expect(response.headers.has('Location')).toBe(false);
    return response.text();
  }

  async function refusalOf(service: TestService, path: string): Promise<URLSearchParams> {
    const response = await service.request(path);
    expect(response.status).toBe(303);
    const location = response.headers.get('Location') ?? '';
    expect(location).toMatch(/^https:\/\/site\.example\/callback\?error=/);
    return new URL(location).searchParams;
  }

  test('A1 a missing or unknown client gets an error page and no redirect', async () => {
    const service = start();
    const client = await service.register();
    await expectPage(service, authorizePath(client, { client_id: null }));
    await expectPage(service, authorizePath(client, { client_id: '' }));
    await expectPage(service, authorizePath(client, { client_id: 'nobody' }));
    await expectPage(service, authorizePath(client, { client_id: 'no\0body' }));
    expect(service.errors).toEqual([]);
  });

  test('A2 a client of another organisation, or of one that does not exist, is treated as unknown', async () => {
    const service = start();
    const client = await service.register({ organisationId: 200 });
    const pages = [];
    for (const organisation of ['100', '999', 'abc']) {
      pages.push(await expectPage(service, authorizePath(client).replace('/100/', `/${organisation}/`)));
    }
    expect(new Set(pages).size).toBe(1);
  });

  test('A3 redirects go only to the registered redirect address', async () => {
    const service = start();
    const client = await service.register();
    for (const uri of [
      'https://SITE.example/callback',
      'https://site.example/Callback',
      'https://site.example/callback/',
      'https://site.example:444/callback',
      'https://site.example:443/callback',
      'https://site.example/callback?a=b',
      'https://site.example/callback/more',
      'https://site.example/x/../callback',
      'https://u@site.example/callback',
      'https://site.example/%63allback',
      'https://site.example/callback%2e',
      'https://site.example/callback#f',
      'http://site.example/callback',
      'https://site.example.evil.example/callback',
      'https://evil.example/callback',
      '//site.example/callback',
      'javascript:alert(1)',
      ' https://site.example/callback',
    ]) {
      await expectPage(service, authorizePath(client, { redirect_uri: uri }));
    }
  });

  test('A3 a registered address with a query and an empty path must match exactly, and the response is appended with &', async () => {
    const service = start();
    const uri = 'https://wp.example?option=currinda_user_login';
    const client = await service.register({ redirectUris: [uri], isFirstParty: true });
    const browser = await service.browser().open(authorizePath(client, { redirect_uri: uri }));
    await browser.signIn();
    expect(browser.response.headers.get('Location')).toMatch(
      /^https:\/\/wp\.example\?option=currinda_user_login&code=\w+&state=xyz$/,
    );
    await expectPage(
      service,
      authorizePath(client, { redirect_uri: 'https://wp.example/?option=currinda_user_login' }),
    );
  });

  test('A3 on the loopback address any port is accepted, and nothing else may differ', async () => {
    const service = start();
    const client = await service.register({ redirectUris: ['http://127.0.0.1/done'], isPublic: true });
    const response = await service.request(
      authorizePath(client, { redirect_uri: 'http://127.0.0.1:50123/done', ...pkce }),
    );
    expect(response.status).toBe(303);
    for (const uri of [
      'http://127.0.0.1:50123/other',
      'http://localhost:50123/done',
      'http://127.0.0.1:1@evil.example/done',
      'http://127.0.0.1:99999/done',
      'http://127.0.0.1:65536/done',
      'https://127.0.0.1/done',
    ]) {
      await expectPage(service, authorizePath(client, { redirect_uri: uri, ...pkce }));
    }
  });

  test('A4 fragments, scripts and plain http cannot be registered', async () => {
    const service = start();
    for (const uri of [
      'https://a.example/#x',
      'javascript:alert(1)',
      'data:text/html,x',
      'http://a.example/',
      'https://u:p@a.example/',
      'a.example',
      'https://a.example/ b',
      'app:/x',
    ]) {
      await expect(service.register({ redirectUris: [uri] }), uri).rejects.toThrow('cannot be used');
    }
    await service.register({
      redirectUris: ['http://localhost:3000/x', 'http://127.0.0.1/x', 'http://[::1]/x'],
    });
    await service.register({ redirectUris: ['http://old.example?option=login'], allowsHttp: true });
    await service.register({ redirectUris: ['org.example.app:/done'], isPublic: true });
  });

  test('A5 an omitted redirect address means the only registered one; with several it is an error', async () => {
    const service = start();
    const one = await service.register();
    const several = await service.register({ redirectUris: [callback, `${callback}2`] });
    expect((await service.request(authorizePath(one, { redirect_uri: null }))).status).toBe(303);
    await expectPage(service, authorizePath(several, { redirect_uri: null }));
  });

  test('A6 a repeated parameter is refused', async () => {
    const service = start();
    const client = await service.register();
    const path = authorizePath(client, { scope: 'user' });
    await expectPage(service, `${path}&client_id=${client.id}`);
    await expectPage(service, `${path}&redirect_uri=${encodeURIComponent(callback)}`);
    for (const name of ['state', 'scope', 'response_type', 'whatever=1&whatever']) {
      expect((await refusalOf(service, `${path}&${name}=x`)).get('error'), name).toBe('invalid_request');
    }
  });

  test('A7 unknown parameters are ignored', async () => {
    const service = start();
    const client = await service.register();
    const browser = await service
      .browser()
      .open(authorizePath(client, { approval_prompt: 'auto', nonce: 'n' }));
    expect(browser.page).toContain('<h1>Sign in</h1>');
  });

  test('A8 the only response type is code', async () => {
    const service = start();
    const client = await service.register();
    expect((await refusalOf(service, authorizePath(client, { response_type: null }))).get('error')).toBe(
      'invalid_request',
    );
    for (const type of ['token', 'id_token', 'code token', 'Code']) {
      const refusal = await refusalOf(service, authorizePath(client, { response_type: type }));
      expect(refusal.get('error')).toBe('unsupported_response_type');
    }
  });

  test('A9 an unknown scope or one the client does not have is refused; commas separate scopes too', async () => {
    const service = start();
    const client = await service.register({ scopes: ['user', 'basic'] });
    for (const scope of ['admin', 'members', 'user members', 'User']) {
      expect((await refusalOf(service, authorizePath(client, { scope }))).get('error')).toBe('invalid_scope');
    }
    for (const scope of ['user', 'basic,user', 'basic user', '']) {
      expect((await service.browser().open(authorizePath(client, { scope }))).page).toContain(
        '<h1>Sign in</h1>',
      );
    }
  });

  test('A9 members:write is never granted for a member who signs in, even to a client that has it', async () => {
    const service = start();
    const client = await service.register({ scopes: ['user', 'members', 'members:write'] });
    for (const scope of ['members:write', 'user members:write']) {
      const refusal = await refusalOf(service, authorizePath(client, { scope }));
      expect([refusal.get('error'), refusal.get('error_description')]).toEqual([
        'invalid_scope',
        'scope must be a list of scopes that this client is registered for: members user',
      ]);
      expect(refusal.has('code')).toBe(false);
    }
  });

  test('A10 state is returned byte for byte, with success and with errors, whatever its characters', async () => {
    const service = start();
    const client = await service.register({ isFirstParty: true });
    for (const state of [
      'a+b%20c',
      '%FF%00',
      '~!*()%27.,',
      'x'.repeat(4000),
      '%7B%22a%22%3A1%7D',
      '%26code%3Dforged',
      '%E2%82%AC',
    ]) {
      const path = `${authorizePath(client, { state: null })}&state=${state}`;
      const browser = await service.browser().open(path);
      await browser.signIn();
      expect(browser.response.headers.get('Location')).toMatch(/\?code=\w+&state=/);
      expect(browser.response.headers.get('Location')?.split('&state=')[1]).toBe(state);
      const refused = await service.request(path.replace('response_type=code', 'response_type=token'));
      expect(refused.headers.get('Location')?.split('&state=')[1]).toBe(state);
    }
  });

  test('A10 a missing state is not invented, and without state and PKCE there is no redirect', async () => {
    const service = start();
    const client = await service.register();
    const refusal = await refusalOf(service, authorizePath(client, { state: null }));
    expect(refusal.get('error')).toBe('invalid_request');
    expect(refusal.has('state')).toBe(false);
    const browser = await service.browser().open(authorizePath(client, { state: null, ...pkce }));
    expect(browser.page).toContain('<h1>Sign in</h1>');
  });

  test('A11 a challenge must be S256 and 43 characters of base64url', async () => {
    const service = start();
    const client = await service.register();
    const changes: Record<string, string>[] = [
      { code_challenge: challenge, code_challenge_method: 'plain' },
      { code_challenge: challenge, code_challenge_method: 's256' },
      { code_challenge: challenge },
      { code_challenge_method: 'S256' },
      { ...pkce, code_challenge: challenge.slice(1) },
      { ...pkce, code_challenge: `${challenge}A` },
      { ...pkce, code_challenge: `${challenge.slice(1)}=` },
    ];
    for (const change of changes) {
      expect((await refusalOf(service, authorizePath(client, change))).get('error')).toBe('invalid_request');
    }
  });

  test('A12 PKCE is required of public clients and of clients registered to use it', async () => {
    const service = start();
    for (const client of [
      await service.register({ isPublic: true }),
      await service.register({ requiresPkce: true }),
    ]) {
      expect((await refusalOf(service, authorizePath(client))).get('error')).toBe('invalid_request');
      expect((await service.browser().open(authorizePath(client, pkce))).page).toContain('<h1>Sign in</h1>');
    }
  });

  test('A13 only clients registered for it get the issuer, with codes and errors', async () => {
    const service = start();
    const issuer = issuerOf(baseUrl, 100);
    for (const [sendsIss, expected] of [
      [true, issuer],
      [false, null],
    ] as const) {
      const client = await service.register({ isFirstParty: true, sendsIss });
      const browser = await service.browser().open(authorizePath(client));
      await browser.signIn();
      expect(browser.callback().get('iss')).toBe(expected);
      expect((await refusalOf(service, authorizePath(client, { response_type: 'token' }))).get('iss')).toBe(
        expected,
      );
    }
  });

  test('A14 after the password the browser is redirected with 303', async () => {
    const service = start();
    const client = await service.register({ isFirstParty: true });
    const browser = await (await service.browser().open(authorizePath(client))).signIn();
    expect(browser.response.status).toBe(303);
    expect(browser.callback().get('code')).toMatch(/^[A-Za-z0-9]{32,}$/);
  });

  test('A15 pages cannot be framed or cached, send no referrer, load only our own resources, and let forms lead to the client', async () => {
    const service = start();
    const client = await service.register();
    const browser = await service.browser().open(authorizePath(client));
    const pages = [browser.response];
    for (const name of ['code', 'enter-code', 'forgotten'])
      pages.push((await browser.open(browser.path.replace(/[^/?]+\?/, `${name}?`))).response);
    await browser.open(authorizePath(client));
    pages.push((await browser.signIn()).response);
    expect(browser.page).toContain('Allow and continue');
    for (const response of pages) {
      expect(response.headers.get('X-Frame-Options')).toBe('DENY');
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(response.headers.get('Referrer-Policy')).toBe('no-referrer');
      const policy = response.headers.get('Content-Security-Policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("form-action 'self'");
      const mayLeadToClient = policy.includes("form-action 'self' https://site.example;");
      expect(mayLeadToClient).toBe(!(await response.clone().text()).includes('Send the link'));
      const page = await response.clone().text();
      expect(page).not.toMatch(
        /<script(?! src="\/auth\/passkeys-\w+\.js" defer="">)|style=|(src|href)="(https?:)?\/\//,
      );
    }
  });

  test('A16 a form without the token of the browser’s own page, or from another origin, does nothing', async () => {
    const service = start();
    const client = await service.register({ isFirstParty: true });
    const attacks: [Record<string, string>, Record<string, string>][] = [
      [{ csrf: '' }, {}],
      [{ csrf: 'x'.repeat(43) }, {}],
      [{}, { Origin: 'https://evil.example' }],
      [{}, { Origin: 'null' }],
      [{}, { Origin: `${baseUrl}.evil.example` }],
    ];
    for (const [fields, headers] of attacks) {
      const browser = await service.browser().open(authorizePath(client));
      await browser.submit({ email: 'ada@example.org', password, ...fields }, { action: 'sign-in', headers });
      expect(browser.response.status, JSON.stringify([fields, headers])).toBe(403);
      expect(browser.setCookies.some((cookie) => cookie.includes('-session='))).toBe(false);
    }
  });

  test('A16 the pages of one browser do not work in another', async () => {
    const service = start();
    const client = await service.register({ isFirstParty: true });
    const [attacker, victim] = [service.browser(), service.browser()];
    await attacker.open(authorizePath(client));
    await victim.open(authorizePath(client));
    expect((await victim.open(attacker.path)).response.status).toBe(400);
  });

  test('A16 the server stores the request: nothing in a form or address changes it', async () => {
    const service = start();
    const client = await service.register({ isFirstParty: true, scopes: ['user', 'basic'] });
    const browser = await service.browser().open(authorizePath(client, { scope: 'basic' }));
    const evil = { redirect_uri: 'https://evil.example', scope: 'user', client_id: 'x', state: 'forged' };
    await browser.submit({ email: 'ada@example.org', password, ...evil }, { action: 'sign-in' });
    expect(browser.response.headers.get('Location')).toMatch(
      /^https:\/\/site\.example\/callback\?code=\w+&state=xyz$/,
    );
  });

  test('A16 a form without its token does not give consent', async () => {
    const service = start();
    const client = await service.register();
    const browser = await (await service.browser().open(authorizePath(client))).signIn();
    await browser.submit({ answer: 'allow', csrf: 'x' }, { action: 'consent' });
    expect(browser.response.status).toBe(403);
  });

  test('A17 each sign-in makes a new session secret and ends the old one; cookies are __Host-, HttpOnly, Secure, Lax', async () => {
    const service = start();
    const client = await service.register({ isFirstParty: true });
    const browser = service.browser();
    browser.cookies.set('__Host-chapterhouse-session', 'fixed-by-an-attacker');
    await (await browser.open(authorizePath(client))).signIn();
    const first = browser.cookies.get('__Host-chapterhouse-session') ?? '';
    expect(first).toMatch(/^[A-Za-z0-9]{36}$/);
    const again = await service.browser().open(authorizePath(client));
    again.cookies.set('__Host-chapterhouse-session', first);
    await again.signIn();
    expect(again.cookies.get('__Host-chapterhouse-session')).not.toBe(first);
    const old = service.browser();
    old.cookies.set('__Host-chapterhouse-session', first);
    expect((await old.open(authorizePath(client))).page).toContain('<h1>Sign in</h1>');
    for (const cookie of browser.setCookies) {
      expect(cookie).toMatch(/^__Host-/);
      for (const flag of ['; Path=/', '; HttpOnly', '; Secure', '; SameSite=Lax'])
        expect(cookie).toContain(flag);
      expect(cookie).not.toContain('Domain');
    }
  });

  test('A17 a live session signs in to other sites without asking, at its own organisation only', async () => {
    const service = start();
    const client = await service.register({ isFirstParty: true });
    const other = await service.register({ isFirstParty: true, organisationId: 200 });
    const browser = await (await service.browser().open(authorizePath(client))).signIn();
    await browser.open(authorizePath(client, { state: 'second' }));
    expect(browser.callback().get('state')).toBe('second');
    await browser.open(authorizePath(other).replace('/100/', '/200/'));
    expect(browser.page).toContain('<h1>Sign in</h1>');
    service.now = new Date(service.now.getTime() + 12 * 3600 * 1000);
    expect((await browser.open(authorizePath(client))).page).toContain('<h1>Sign in</h1>');
  });

  test('A18 a wrong password and an unknown email address get the same response', async () => {
    const service = start();
    const client = await service.register();
    const responses = [];
    for (const email of ['ada@example.org', 'aaa@example.org', 'ada@example.com', 'dan@example.org', '']) {
      if (email === '') continue;
      const browser = await (
        await service.browser().open(authorizePath(client))
      ).signIn(email, 'wrong password');
      responses.push(
        `${browser.response.status} ${browser.page.replaceAll(email, '').replace(/request=\w+|value="[^"]*"|challenge&quot;:&quot;[\w-]+/g, '')}`,
      );
    }
    expect(new Set(responses).size).toBe(1);
    expect(responses[0]).toMatch(/^422.*Email or password is incorrect/s);
  });

  test('A18 requests for a code or a link get the same response for known and unknown addresses', async () => {
    const service = start();
    const client = await service.register();
    for (const action of ['code', 'forgotten']) {
      const answers = [];
      for (const email of ['ada@example.org', 'nobody@example.org']) {
        const browser = await service.browser().open(authorizePath(client));
        await browser.open(browser.path.replace('/sign-in', `/${action}`));
        await browser.submit({ email }, { action });
        const page = browser.page.replaceAll(email, '');
        answers.push(page.replace(/request=\w+|value="[^"]*"|challenge&quot;:&quot;[\w-]+/g, ''));
      }
      expect(answers[0]).toBe(answers[1]);
    }
  });

  test('A19 password attempts for one person are limited, correct ones too, until time has passed', async () => {
    const service = startService(store(), { signInPerAccount: { burst: 3, perSeconds: 900 } });
    const client = await service.register({ isFirstParty: true });
    const attempt = async (typed: string) =>
      (await (await service.browser().open(authorizePath(client))).signIn('dan@example.org', typed)).response;
    for (let count = 0; count < 3; count += 1) expect((await attempt('wrong password')).status).toBe(422);
    service.address = '198.51.100.7';
    const limited = await attempt(password);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('Retry-After'))).toBe(300);
    const restarted = startService(store(), { signInPerAccount: { burst: 3, perSeconds: 900 } });
    expect(
      (await (await restarted.browser().open(authorizePath(client))).signIn('dan@example.org')).response
        .status,
    ).toBe(429);
    service.now = new Date(service.now.getTime() + 300_000);
    expect((await attempt(password)).status).toBe(303);
  });

  test('A19 guesses from one network do not lock the person out of another', async () => {
    const service = startService(store(), {
      signInPerAccountAndAddress: { burst: 3, perSeconds: 900 },
      signInPerAccount: { burst: 5, perSeconds: 900 },
    });
    const client = await service.register({ isFirstParty: true });
    const attempt = async (typed: string) =>
      (await (await service.browser().open(authorizePath(client))).signIn('locked@example.org', typed))
        .response.status;
    const guesses = async (count: number) => {
      const statuses: number[] = [];
      for (let guess = 0; guess < count; guess += 1) statuses.push(await attempt(`wrong password ${guess}`));
      return statuses;
    };
    service.address = '203.0.113.66';
    expect(await guesses(9)).toEqual([422, 422, 422, ...Array(6).fill(429)]);
    service.address = '198.51.100.8';
    expect(await guesses(3), 'two of the five are left to everybody else').toEqual([422, 422, 429]);
  });

  test('A19 parallel guesses count too', async () => {
    const service = startService(store(), { signInPerAccount: { burst: 3, perSeconds: 900 } });
    const client = await service.register();
    const browsers: Browser[] = [];
    for (let count = 0; count < 10; count += 1)
      browsers.push(await service.browser().open(authorizePath(client)));
    await Promise.all(browsers.map((browser) => browser.signIn('parallel@example.org', 'wrong password')));
    expect(browsers.filter((browser) => browser.response.status === 422)).toHaveLength(3);
    expect(browsers.filter((browser) => browser.response.status === 429)).toHaveLength(7);
  });

  test('A19 attempts from one address are limited across email addresses', async () => {
    const service = startService(store(), { signInPerAddress: { burst: 2, perSeconds: 900 } });
    service.address = '198.51.100.99';
    const client = await service.register();
    const statuses = [];
    for (const email of ['a@x.example', 'b@x.example', 'c@x.example']) {
      statuses.push(
        (await (await service.browser().open(authorizePath(client))).signIn(email, 'wrong password')).response
          .status,
      );
    }
    expect(statuses).toEqual([422, 422, 429]);
  });

  test('A20 a code is issued only after consent, which names the site and what it sees, and is requested once', async () => {
    const service = start();
    const client = await service.register({ name: 'Journal of Bread', scopes: ['user', 'basic'] });
    const browser = await (await service.browser().open(authorizePath(client, { scope: 'basic' }))).signIn();
    expect(browser.page).toContain('Journal of Bread');
    expect(browser.page).toContain('https://site.example');
    await browser.submit({ answer: 'allow' }, { action: 'consent' });
    expect(browser.callback().get('code')).not.toBeNull();
    await browser.open(authorizePath(client, { scope: 'basic' }));
    expect(browser.callback().get('code')).not.toBeNull();
    await browser.open(authorizePath(client, { scope: 'user' }));
    expect(browser.page).toContain('Allow and continue');
  });

  test('A20 a public client asks for consent every time, and a first-party client never does', async () => {
    const service = start();
    const app = await service.register({ isPublic: true });
    const browser = await (await service.browser().open(authorizePath(app, pkce))).signIn();
    await browser.submit({ answer: 'allow' }, { action: 'consent' });
    expect((await browser.open(authorizePath(app, pkce))).page).toContain('Allow and continue');
    const own = await service.register({ isFirstParty: true });
    expect((await browser.open(authorizePath(own))).callback().get('code')).not.toBeNull();
  });

  test('A20 a refusal, at consent or before sign-in, is reported to the client', async () => {
    const service = start();
    const client = await service.register();
    const browser = await (
      await service.browser().open(authorizePath(client))
    ).submit({}, { action: 'deny' });
    expect([browser.callback().get('error'), browser.callback().get('state')]).toEqual([
      'access_denied',
      'xyz',
    ]);
    await (await browser.open(authorizePath(client))).signIn();
    await browser.submit({ answer: 'deny' }, { action: 'consent' });
    expect([browser.callback().get('error'), browser.callback().get('code')]).toEqual([
      'access_denied',
      null,
    ]);
  });

  test('A21 there is no redirect to an address that is no longer registered, or to a revoked client', async () => {
    const service = start();
    const client = await service.register({ isFirstParty: true });
    const browser = await service.browser().open(authorizePath(client));
    await store()
      .auth.updateTable('client')
      .set({ redirect_uris: '["https://new.example/"]' })
      .where('id', '=', client.id)
      .execute();
    expect((await browser.signIn()).response.status).toBe(400);
  });

  test('A21 signing out leads only to our own site or a registered client’s', async () => {
    const service = start();
    const client = await service.register();
    const to = async (query: string) =>
      (await service.request(`/auth/sign-out?${query}`)).headers.get('Location');
    expect(await to('return_to=/account?x=1')).toBe('/account?x=1');
    expect(await to(`return_to=https://site.example/bye&client_id=${client.id}`)).toBe(
      'https://site.example/bye',
    );
    for (const address of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
      'https://site.example/bye',
    ]) {
      expect((await to(`return_to=${encodeURIComponent(address)}`)) ?? '', address).not.toMatch(
        /evil|javascript|site/,
      );
    }
    expect(await to('return_to=https:///evil.example')).toBeNull();
    expect(await to(`return_to=${baseUrl}//evil.example`)).toBe('/evil.example');
    expect(await to(`return_to=https://evil.example/&client_id=${client.id}`)).toBeNull();
  });

  test('A22 names of clients and people are shown as text', async () => {
    const service = start();
    const client = await service.register({ name: '<script>alert(1)</script>"' });
    const browser = await (await service.browser().open(authorizePath(client))).signIn('dan@example.org');
    expect(browser.page).toContain('&lt;script&gt;');
    expect(browser.page).toContain('&lt;b&gt;Bold');
    expect(browser.page).not.toMatch(/<script|<b>/);
  });

  test('A22 error descriptions use only the characters that RFC 6749 allows', async () => {
    const service = start();
    const client = await service.register();
    const bad: Record<string, string | null>[] = [
      { response_type: 'x"\\<é>' },
      { scope: '"<script>' },
      { code_challenge: 'é' },
      { state: null },
    ];
    for (const change of bad) {
      const refusal = await refusalOf(service, authorizePath(client, change));
      expect(refusal.get('error_description')).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
    }
  });

  test('people who share an email address are asked who they are, and nobody else can be chosen', async () => {
    const service = start();
    const client = await service.register({ isFirstParty: true });
    const browser = await service.browser().open(authorizePath(client));
    await browser.open(browser.path.replace('/sign-in', '/code'));
    await browser.submit({ email: ' FAMILY@example.org ' }, { action: 'code' });
    await waitFor(() => expect(service.mails).toHaveLength(1));
    const code = /\b(\d{6})\b/.exec(service.mails.at(-1)?.text ?? '')?.[1] ?? '';
    await browser.submit({ code }, { action: 'enter-code' });
    expect(browser.page).toMatch(/Ben Okri.*Cleo Okri/s);
    await browser.submit({ person: '1' }, { action: 'choose' });
    expect(browser.page).toMatch(/Ben Okri.*Cleo Okri/s);
    await browser.submit({ person: '3' }, { action: 'choose' });
    const row = await store()
      .auth.selectFrom('authorization_code')
      .select('person_id')
      .orderBy('issued_at', 'desc')
      .where('client_id', '=', client.id)
      .executeTakeFirst();
    expect(row?.person_id).toBe(3);
  });

  test('an internal error gets a page without details, and an unreachable database gets a page that says so', async () => {
    const failing = (error: Error) => {
      const broken = new Proxy(store().auth, {
        get: () => () => {
          throw error;
        },
      });
      return startService({ ...store(), auth: broken });
    };
    const path = authorizePath({ id: 'x', secret: '' });
    const service = failing(new Error('inside /path secret'));
    const response = await service.request(path);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      500,
      'text/html; charset=UTF-8',
    ]);
    expect(await response.text()).not.toContain('inside');
    expect(String(service.errors[0])).toContain('inside');
    const away = failing(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }));
    expect((await away.request(path)).status).toBe(503);
  });
});
