import { expect, test } from 'vitest';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import type { Browser } from '@/lib/sign-in/oauth/browser.fixture';
import {
  api,
  authorizePath,
  errorOf,
  exchange,
  requestToken,
  seedCast,
  startService,
  tokenOf,
  withToken,
  type RegisteredClient,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';

describeEachEngine('signing out', (store) => {
  seedCast(store);

  const signOut = (browser: Browser) =>
    browser.open('/auth/sign-out', { headers: { 'Sec-Fetch-Site': 'same-origin' } });
  const statusOf = async (service: TestService, token: string) =>
    (await service.request(`${api}/user`, withToken(token))).status;

  async function codeFor(browser: Browser, client: RegisteredClient, email = 'ada@example.org') {
    await browser.open(authorizePath(client));
    if (browser.page.includes('<h1>Sign in</h1>')) await browser.signIn(email);
    return browser.callback().get('code') ?? '';
  }

  test('ends the tokens and codes that sites got in this browser, and no others', async () => {
    const service = startService(store());
    const [first, second] = [
      await service.register({ isFirstParty: true }),
      await service.register({ isFirstParty: true, scopes: ['user', 'basic'] }),
    ];
    const [here, elsewhere] = [service.browser(), service.browser()];
    const tokens = [];
    for (const [browser, client] of [
      [here, first],
      [here, second],
      [elsewhere, first],
    ] as const)
      tokens.push(await tokenOf(await exchange(service, client, await codeFor(browser, client))));
    const [one = '', two = '', other = ''] = tokens;
    const ownToken = await tokenOf(
      await requestToken(service, second, { grant_type: 'client_credentials', scope: 'basic' }),
    );
    const unused = await codeFor(here, first);
    await signOut(here);
    expect([await statusOf(service, one), await statusOf(service, two)]).toEqual([401, 401]);
    expect(await errorOf(await exchange(service, first, unused))).toBe('400 invalid_grant');
    expect(await statusOf(service, other)).toBe(200);
    expect((await service.request(`${api}/categories`, withToken(ownToken))).status).toBe(200);
    const journal = await store()
      .auth.selectFrom('account_journal')
      .select('changes')
      .where('kind', '=', 'session')
      .where('operation', '=', 'ended')
      .execute();
    expect(journal.map(({ changes }) => JSON.parse(changes ?? '{}'))).toContainEqual({
      Sessions: 1,
      Tokens: 2,
    });
  });

  test('a person who signs in again in the same browser keeps their tokens until they sign out', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    const browser = await service.browser().open(authorizePath(client));
    const otherTab = browser.path;
    await browser.open(authorizePath(client));
    const token = await tokenOf(await exchange(service, client, await codeFor(browser, client)));
    await browser.open(otherTab);
    await browser.signIn();
    expect(await statusOf(service, token)).toBe(200);
    await signOut(browser);
    expect(await statusOf(service, token)).toBe(401);
  });

  test('another person who signs in with the same browser ends the tokens of the first', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    const browser = await service.browser().open(authorizePath(client));
    const otherTab = browser.path;
    const token = await tokenOf(await exchange(service, client, await codeFor(browser, client)));
    await browser.open(otherTab);
    await browser.signIn('dan@example.org');
    expect(await statusOf(service, token)).toBe(401);
  });
});
