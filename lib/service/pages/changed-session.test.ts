/** Two tabs of one browser: somebody else signs in while a form that names the first person is open. */
import { beforeAll, expect, test } from 'vitest';
import { setPassword } from '@/lib/sign-in/accounts/passwords';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import type { Browser } from '@/lib/sign-in/oauth/browser.fixture';
import {
  api,
  authorizePath,
  callback,
  exchange,
  password,
  seedCast,
  startService,
  tokenOf,
  withToken,
  type RegisteredClient,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';
import { waitFor } from '@/lib/base/wait-for.fixture';

describeUsualEngines('a form that names a person', (store) => {
  seedCast(store);
  beforeAll(async () => setPassword(store(), { organisationId: 100, personId: 3, password }));

  /** From now on, the two tabs share their cookies. */
  function otherTab(service: TestService, tab: Browser): Browser {
    const other = service.browser();
    Object.defineProperty(other, 'cookies', { value: tab.cookies });
    return other;
  }

  /** In another tab, Ada signs out and Dan signs in. */
  async function danTakesOver(service: TestService, tab: Browser): Promise<Browser> {
    const other = otherTab(service, tab);
    await other.open('/auth/sign-out', { headers: { 'Sec-Fetch-Site': 'same-origin' } });
    await other.open(authorizePath(await service.register({ isFirstParty: true })));
    await other.signIn('dan@example.org');
    return other;
  }

  async function adaAtConsent(service: TestService): Promise<{ tab: Browser; client: RegisteredClient }> {
    const client = await service.register();
    const tab = await service.browser().open(authorizePath(client));
    await tab.signIn();
    expect(tab.page).toContain('You are signed in as Ada Byron');
    return { tab, client };
  }

  const consents = (client: RegisteredClient) =>
    store().auth.selectFrom('consent').select('person_id').where('client_id', '=', client.id).execute();

  test('a consent that names Ada gives no site Dan’s data; the page says what happened and asks Dan', async () => {
    const service = startService(store());
    const { tab, client } = await adaAtConsent(service);
    await danTakesOver(service, tab);
    await tab.submit({ answer: 'allow' }, { action: 'consent' });
    expect(tab.response.status).toBe(409);
    expect(tab.page).toContain('Your sign-in has changed');
    expect(tab.page).toContain('You are now signed in as <strong>Dan &lt;b&gt;Bold');
    expect(tab.page).not.toContain('Ada');
    expect(await consents(client)).toEqual([]);
    await tab.open(linkOf(tab, 'Continue'));
    expect(tab.page).toContain('You are signed in as Dan');
    await tab.submit({ answer: 'allow' }, { action: 'consent' });
    const code = tab.callback().get('code') ?? '';
    const token = await tokenOf(await exchange(service, client, code, { redirect_uri: callback }));
    expect(await (await service.request(`${api}/user`, withToken(token))).json()).toMatchObject({ ID: '4' });
    expect(await consents(client)).toEqual([{ person_id: 4 }]);
  });

  test('a consent form leads to sign-in after a sign-out, and asks again after the same person has signed in again', async () => {
    const service = startService(store());
    const { tab, client } = await adaAtConsent(service);
    const other = otherTab(service, tab);
    await other.open('/auth/sign-out', { headers: { 'Sec-Fetch-Site': 'same-origin' } });
    const form = tab.page;
    await tab.submit({ answer: 'allow' }, { action: 'consent' });
    expect(tab.response.status).toBe(409);
    expect(tab.page).toContain('Nobody is signed in');
    await tab.open(linkOf(tab, 'Sign in'));
    await tab.signIn();
    tab.page = form;
    await tab.submit({ answer: 'allow' }, { action: 'consent' });
    expect(tab.response.status).toBe(409);
    expect(await consents(client)).toEqual([]);
  });

  test('"Do not allow" needs no check, because it shares nothing', async () => {
    const service = startService(store());
    const { tab } = await adaAtConsent(service);
    await danTakesOver(service, tab);
    await tab.submit({ answer: 'deny' }, { action: 'consent' });
    expect(tab.callback().get('error')).toBe('access_denied');
  });

  test('a chooser that was left open signs nobody in after somebody signed out, or signed in, elsewhere', async () => {
    const service = startService(store());
    const atChooser = async () => {
      const tab = await service.browser().open(authorizePath(await service.register()));
      await tab.signIn('family@example.org');
      expect(tab.page).toContain('Cleo Okri');
      return tab;
    };
    const replaced = await atChooser();
    const dan = await danTakesOver(service, replaced);
    await replaced.submit({ person: '3' }, { action: 'choose' });
    expect(replaced.response.status).toBe(409);
    expect(replaced.page).toContain('You are now signed in as');
    expect((await dan.open(authorizePath(await service.register()))).page).toContain('signed in as Dan');

    const leftOpen = await atChooser();
    await otherTab(service, leftOpen).open('/auth/sign-out', {
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    });
    await leftOpen.submit({ person: '3' }, { action: 'choose' });
    expect(leftOpen.page).toContain('<h1>Sign in</h1>');
    expect(leftOpen.cookies.has('__Host-chapterhouse-session')).toBe(false);
  });

  test('a form for a password or an emailed code names nobody, so it signs in its own person in any tab', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    const tab = await service.browser().open(authorizePath(client));
    await tab.open(tab.path.replace(/[^/?]+\?/, 'code?'));
    await tab.submit({ email: 'ada@example.org' }, { action: 'code' });
    await waitFor(() => expect(service.mails).toHaveLength(1));
    await danTakesOver(service, tab);
    const code = /\b\d{6}\b/.exec(service.mails[0]?.text ?? '')?.[0] ?? '';
    await tab.submit({ code }, { action: 'enter-code' });
    const token = await tokenOf(await exchange(service, client, tab.callback().get('code') ?? ''));
    expect(await (await service.request(`${api}/user`, withToken(token))).json()).toMatchObject({ ID: '1' });
  });

  test('a sign-out page names the person, and does not sign out somebody else', async () => {
    const service = startService(store());
    const { tab } = await adaAtConsent(service);
    await tab.open('/auth/sign-out');
    expect(tab.page).toContain('You are signed in as <strong>Ada Byron</strong>');
    const dan = await danTakesOver(service, tab);
    await tab.submit({}, { action: 'sign-out' });
    expect(tab.response.status).toBe(409);
    expect(tab.page).toContain('You are signed in as <strong>Dan &lt;b&gt;Bold&lt;/b&gt;</strong>');
    expect((await dan.open(authorizePath(await service.register()))).page).toContain('signed in as Dan');
    await tab.submit({}, { action: 'sign-out' });
    expect(tab.page).toContain('You are signed out');
    expect((await dan.open(authorizePath(await service.register()))).page).toContain('<h1>Sign in</h1>');
  });

  test('an address that Ada typed is not sent a link for Dan', async () => {
    const service = startService(store());
    const tab = await (await service.browser().open('/auth/organisation/100/email')).signIn();
    expect(tab.page).toContain('Ada@Example.org');
    const form = tab.page;
    await danTakesOver(service, tab);
    await tab.submit({ do: 'send', email: 'new@example.org' }, { action: 'email' });
    expect(tab.response.status).toBe(409);
    expect(tab.page).toContain('Your sign-in has changed');
    await tab.open(linkOf(tab, 'Continue'));
    expect(tab.page).toContain('dan@example.org');
    expect(tab.page).not.toContain('new@example.org');
    await otherTab(service, tab).open('/auth/sign-out', { headers: { 'Sec-Fetch-Site': 'same-origin' } });
    tab.page = form;
    await tab.submit({ do: 'send', email: 'new@example.org' }, { action: 'email' });
    expect(tab.response.status).toBe(409);
    expect(tab.page).toContain('Nobody is signed in');
    expect((await tab.open(linkOf(tab, 'Sign in'))).page).toContain('<h1>Sign in</h1>');
  });
});

function linkOf(browser: Browser, words: string): string {
  const found = [...browser.page.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)/g)].find(([, , text]) =>
    text?.startsWith(words),
  );
  if (found?.[1] === undefined) throw new Error(`no link ${words}: ${browser.page}`);
  return found[1].replaceAll('&amp;', '&');
}
