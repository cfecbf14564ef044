/** How a client influences the sign-in (`prompt`, `max_age`, `login_hint`), and the question "Continue as …?". */
import { expect, test } from 'vitest';
import { eraseAccounts } from '@/lib/privacy/erasure/erase-accounts';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { testCause } from '@/lib/store/sample-members.fixture';
import type { Browser } from '@/lib/sign-in/oauth/browser.fixture';
import { giveConsent } from '@/lib/sign-in/oauth/consents';
import { findClient } from '@/lib/sign-in/oauth/clients';
import { hashSecret } from '@/lib/sign-in/accounts/secrets';
import { csrfToken } from './interaction';
import { exchangeOpenid, issuer, openidPath } from '@/lib/service/openid-client.fixture';
import { signToken } from '@/lib/sign-in/openid/sign-token';
import {
  api,
  authorizePath,
  baseUrl,
  exchange,
  seedCast,
  startService,
  tokenOf,
  withToken,
  type RegisteredClient,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';

describeEachEngine('prompt, max_age and login_hint', (store) => {
  seedCast(store);
  type Asked = Record<string, string>;

  async function adasBrowser(service: TestService): Promise<Browser> {
    const own = await service.register({ isFirstParty: true });
    return (await service.browser().open(authorizePath(own))).signIn();
  }

  /** Registers a client that Ada has allowed to see her data. */
  async function allowed(service: TestService): Promise<RegisteredClient> {
    const registered = await service.register();
    const client = await findClient(store(), 100, registered.id);
    if (client === null) throw new Error('the client is registered');
    await giveConsent(store(), { client, personId: 1, scopes: ['user'] }, service.now);
    return registered;
  }

  const later = (service: TestService, seconds: number) => {
    service.now = new Date(service.now.getTime() + seconds * 1000);
  };
  const answerOf = (browser: Browser) => {
    const answer = browser.callback();
    return answer.get('error') ?? (answer.has('code') ? 'code' : 'nothing');
  };
  const heading = (browser: Browser) => /<h1>(.*?)<\/h1>/.exec(browser.page)?.[1] ?? '';
  const personOf = async (service: TestService, client: RegisteredClient, browser: Browser) => {
    const token = await tokenOf(await exchange(service, client, browser.callback().get('code') ?? ''));
    const user: unknown = await (await service.request(`${api}/user`, withToken(token))).json();
    return user !== null && typeof user === 'object' && 'ID' in user ? user.ID : null;
  };

  test('an hour after the sign-in, a site that was allowed before gets no code until the person confirms the account', async () => {
    const service = startService(store());
    const client = await allowed(service);
    const browser = await adasBrowser(service);
    later(service, 3600);
    await browser.open(authorizePath(client));
    expect(heading(browser)).toBe('Continue as Ada Byron, or use another account?');
    expect(browser.page).toContain('Conference site');
    await browser.submit({}, { action: 'continue' });
    expect(await personOf(service, client, browser)).toBe('1');
  });

  test('if the person chooses another account, the site gets the other person', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    const browser = await adasBrowser(service);
    await browser.open(authorizePath(client, { prompt: 'select_account' }));
    const form = browser.forms().find(({ method }) => method === 'get');
    await browser.open(`${form?.action}?${new URLSearchParams(form?.hidden)}`);
    await browser.signIn('dan@example.org');
    expect(await personOf(service, client, browser)).toBe('4');
  });

  test('the association’s own site asks from an hour after the sign-in, and not before', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    const browser = await adasBrowser(service);
    later(service, 3599);
    expect(answerOf(await browser.open(authorizePath(client)))).toBe('code');
    later(service, 1);
    expect(heading(await browser.open(authorizePath(client)))).toMatch(/^Continue as/);
    await browser.submit({}, { action: 'deny' });
    expect(answerOf(browser)).toBe('access_denied');
  });

  test('no question follows a page on which the person signed in or gave consent', async () => {
    const service = startService(store());
    const client = await allowed(service);
    const browser = await (await service.browser().open(authorizePath(client))).signIn();
    expect(answerOf(browser)).toBe('code');
    const other = await service.register();
    await browser.open(authorizePath(other, { prompt: 'select_account' }));
    expect(browser.page).toContain('Allow and continue');
    await browser.submit({ answer: 'allow' }, { action: 'consent' });
    expect(answerOf(browser)).toBe('code');
  });

  test('a question that names Ada does nothing for Dan, who has signed in with another tab', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    const browser = await adasBrowser(service);
    await browser.open(authorizePath(client, { prompt: 'select_account' }));
    const tab = service.browser();
    Object.defineProperty(tab, 'cookies', { value: browser.cookies });
    await (await tab.open(authorizePath(client, { prompt: 'login' }))).signIn('dan@example.org');
    await browser.submit({}, { action: 'continue' });
    expect(browser.response.status).toBe(409);
    expect(browser.page).toContain('You are now signed in as <strong>Dan');
  });

  test('prompt=login asks for the password again, and no page of the sign-in skips that', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    const browser = await adasBrowser(service);
    await browser.open(authorizePath(client, { prompt: 'login' }));
    expect(heading(browser)).toBe('Sign in');
    const signInPage = browser.path;
    for (const page of ['continue', 'consent', 'members-only', 'choose']) {
      await browser.open(signInPage.replace('/sign-in', `/${page}`));
      expect(heading(browser), page).toBe('Sign in');
    }
    later(service, 60);
    expect(answerOf(await browser.signIn())).toBe('code');
  });

  test('a consent page that was open does not skip prompt=login', async () => {
    const service = startService(store());
    const client = await service.register();
    const browser = await adasBrowser(service);
    await browser.open(authorizePath(client));
    const [consent] = browser.forms();
    await browser.open(authorizePath(client, { prompt: 'login' }));
    const csrf = browser.forms()[0]?.hidden['csrf'] ?? '';
    const session = hashSecret(browser.cookies.get('__Host-chapterhouse-session') ?? '');
    const named = csrfToken(csrf, `${session} 1`);
    expect(csrfToken(consent?.hidden['csrf'] ?? '', `${session} 1`)).toBe(consent?.hidden['named']);
    const body = new URLSearchParams({ csrf, named, answer: 'allow' }).toString();
    await browser.open(browser.path.replace('/sign-in', '/consent'), {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: baseUrl },
    });
    expect(heading(browser)).toBe('Sign in');
    const given = store().auth.selectFrom('consent').select('scope').where('client_id', '=', client.id);
    expect(await given.execute()).toEqual([]);
  });

  test('max_age asks for the password once, when the sign-in has reached that age', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    const browser = await adasBrowser(service);
    later(service, 59);
    expect(answerOf(await browser.open(authorizePath(client, { max_age: '60' })))).toBe('code');
    later(service, 1);
    expect(heading(await browser.open(authorizePath(client, { max_age: '60' })))).toBe('Sign in');
    expect(heading(await browser.open(authorizePath(client, { max_age: '0' })))).toBe('Sign in');
    later(service, 200);
    expect(answerOf(await browser.signIn())).toBe('code');
  });

  test('prompt=none shows no page: it gives a code or says what is needed', async () => {
    const service = startService(store());
    const client = await allowed(service);
    const own = await service.register({ isFirstParty: true });
    const none = (asked: Asked = {}) => ({ prompt: 'none', ...asked });
    const stranger = await service.browser().open(authorizePath(own, none()));
    expect([answerOf(stranger), stranger.callback().get('state')]).toEqual(['login_required', 'xyz']);
    const browser = await adasBrowser(service);
    later(service, 7200);
    const answer = async (site: RegisteredClient, asked: Asked = {}) =>
      answerOf(await browser.open(authorizePath(site, none(asked))));
    expect(await answer(client)).toBe('code');
    expect(await answer(own)).toBe('code');
    expect(await answer(await service.register())).toBe('consent_required');
    expect(await answer(own, { max_age: '60' })).toBe('login_required');
    expect(await answer(own, { login_hint: 'dan@example.org' })).toBe('login_required');
    expect(await answer(own, { login_hint: ' ADA@example.org ' })).toBe('code');
    expect(await answer(own, { login_hint: '1' })).toBe('code');
    later(service, 11 * 3600);
    expect(await answer(own)).toBe('login_required');
  });

  test('prompt=consent asks for consent again', async () => {
    const service = startService(store());
    const browser = await adasBrowser(service);
    await browser.open(authorizePath(await allowed(service), { prompt: 'consent' }));
    expect(browser.page).toContain('Allow and continue');
    await browser.submit({ answer: 'allow' }, { action: 'consent' });
    expect(answerOf(browser)).toBe('code');
  });

  test('values that cannot be understood are refused, and unknown words are ignored', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    const browser = await adasBrowser(service);
    const answer = async (asked: Asked) => answerOf(await browser.open(authorizePath(client, asked)));
    expect(await answer({ prompt: 'none login' })).toBe('invalid_request');
    for (const max_age of ['-1', '1.5', 'x', '9999999999'])
      expect(await answer({ max_age }), max_age).toBe('invalid_request');
    expect(await answer({ prompt: 'create', max_age: '' })).toBe('code');
  });

  test('a login hint with an address is shown as text in the email field; an ID is not shown, because it would reveal whose it is', async () => {
    const service = startService(store());
    const client = await service.register();
    const shown = async (hint: string) => {
      const browser = await service.browser().open(authorizePath(client, { login_hint: hint }));
      return /<input id="email"[^>]* value="([^"]*)"/.exec(browser.page)?.[1];
    };
    expect(await shown('ada@example.org')).toBe('ada@example.org');
    expect(await shown('"><script>@x')).toBe('&quot;&gt;&lt;script&gt;@x');
    expect(await shown('1')).toBe('');
    expect(await shown(`${'x'.repeat(320)}@x`)).toBe('');
  });

  test('if a hint names somebody else, the association’s own site asks too', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    const browser = await adasBrowser(service);
    const asked = authorizePath(client, { login_hint: 'dan@example.org' });
    expect(heading(await browser.open(asked))).toMatch(/^Continue as Ada/);
  });

  async function knowsAda(service: TestService) {
    const client = await service.register({ isFirstParty: true });
    const browser = await (await service.browser().open(openidPath(client))).signIn();
    const { id_token } = await exchangeOpenid(service, client, browser.callback().get('code') ?? '');
    return { client, hint: { id_token_hint: id_token } };
  }

  test('only the person of an ID token hint gets a code', async () => {
    const service = startService(store());
    const { client, hint } = await knowsAda(service);
    const ada = await adasBrowser(service);
    for (const asked of [hint, { ...hint, prompt: 'none' }])
      expect(answerOf(await ada.open(openidPath(client, asked)))).toBe('code');
    const browser = await (await service.browser().open(openidPath(client))).signIn('dan@example.org');
    expect(answerOf(await browser.open(openidPath(client, { ...hint, prompt: 'none' })))).toBe(
      'login_required',
    );
    await browser.open(openidPath(client, hint));
    expect(heading(browser)).toBe('Sign in');
    const signInPage = browser.path;
    for (const page of ['continue', 'consent', 'members-only', 'choose']) {
      await browser.open(signInPage.replace('/sign-in', `/${page}`));
      expect(heading(browser), page).toBe('Sign in');
    }
    later(service, 1);
    await browser.signIn('dan@example.org');
    expect([answerOf(browser), browser.callback().get('state')]).toEqual(['login_required', 'xyz']);
    await browser.open(openidPath(client, hint));
    expect(answerOf(await browser.signIn())).toBe('code');
  });

  test('a hint that is not an ID token of this client gets no code without a page, and does not change a page', async () => {
    const service = startService(store());
    const { client, hint } = await knowsAda(service);
    const other = await service.register({ isFirstParty: true });
    const signer = { store: store(), clock: () => service.now, authSecret: 'a secret of the tests' };
    const claims = { iss: issuer, aud: client.id, sub: '1' };
    const [, payload = ''] = hint.id_token_hint.split('.');
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`;
    const logout = await signToken(signer, claims, { algorithm: 'RS256', type: 'logout+jwt' });
    const browser = await adasBrowser(service);
    for (const [site, id_token_hint] of [
      [other, hint.id_token_hint],
      [client, unsigned],
      [client, logout],
      [client, 'x'],
    ] as const) {
      const silent = openidPath(site, { id_token_hint, prompt: 'none' });
      expect(answerOf(await browser.open(silent)), id_token_hint).toBe('login_required');
      expect(answerOf(await browser.open(openidPath(site, { id_token_hint })))).toBe('code');
    }
    const plain = authorizePath(client, { id_token_hint: 'x', prompt: 'none' });
    expect(answerOf(await browser.open(plain)), 'without openid the parameter is unknown').toBe('code');
  });

  test('the hints of an erased person are deleted', async () => {
    const service = startService(store());
    const client = await service.register();
    await store().auth.deleteFrom('authorize_request').execute();
    for (const login_hint of ['Zoe@Example.org', 'other@example.org', '5'])
      await service.browser().open(authorizePath(client, { login_hint }));
    const erased = {
      organisationId: 100,
      personIds: [99],
      membershipIds: [],
      emailKeys: ['zoe@example.org'],
    };
    await store()
      .auth.transaction()
      .execute((transaction) => eraseAccounts(transaction, erased, { cause: testCause, now: service.now }));
    const left = await store().auth.selectFrom('authorize_request').select('parameters').execute();
    const hints = left.map(({ parameters }) => /"loginHint":"([^"]*)"/.exec(parameters)?.[1]);
    expect(hints.sort()).toEqual(['5', 'other@example.org']);
  });
});
