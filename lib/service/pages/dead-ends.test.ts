/** Pages that people see only after an error or by accident, and the links on them. */
import { expect, test } from 'vitest';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import type { Browser } from '@/lib/sign-in/oauth/browser.fixture';
import {
  authorizePath,
  callback,
  password,
  seedCast,
  startService,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';

describeUsualEngines('no dead ends', (store) => {
  seedCast(store);

  const links = (page: string) =>
    [...page.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

  /** Signs Ada in at a site, and goes back to this page of the sign-in. */
  async function backAt(service: TestService, page: string, client: { id: string; secret: string }) {
    const browser = await service.browser().open(authorizePath(client));
    const address = browser.path.replace('/sign-in?', `/${page}?`);
    await browser.signIn();
    if (browser.page.includes('Allow and continue'))
      await browser.submit({ answer: 'allow' }, { action: 'consent' });
    expect(browser.callback().get('code')).toBeTruthy();
    return browser.open(address);
  }

  test('every problem page has a link to a page that exists, on our own host', async () => {
    const service = startService(store());
    const client = await service.register();
    const open = async (path: string) => service.browser().open(path);
    const forged: Browser = await open(authorizePath(client));
    await forged.submit({ email: 'ada@example.org', password, csrf: 'x' }, { action: 'sign-in' });
    const limited = startService(store(), { authorizePerAddress: { burst: 1, perSeconds: 300 } });
    limited.address = '192.0.2.50';
    await limited.browser().open(authorizePath(client));
    const pages: [Browser, string][] = [
      [await open(authorizePath(client, { client_id: 'x' })), '/'],
      [await open(authorizePath(client, { redirect_uri: 'https://x.example' })), '/'],
      [await open('/auth/organisation/100/sign-in?request=none'), '/account'],
      [await open('/auth/organisation/100/set-password?token=none'), '/account'],
      [await open('/auth/nothing'), '/'],
      [await open('//auth//nothing'), '/'],
      [await limited.browser().open(authorizePath(client)), authorizePath(client)],
      [forged, forged.path],
    ];
    for (const [browser, expected] of pages) {
      expect(browser.response.status).toBeGreaterThanOrEqual(400);
      expect(links(browser.page), browser.path).toEqual([expected]);
    }
    expect((await forged.open(links(forged.page)[0] ?? '')).page).toContain('<h1>Sign in</h1>');
  });

  test('a failed page can be tried again; an address with doubled slashes leads to no other host', async () => {
    const broken = new Proxy(store().auth, {
      get: () => () => {
        throw new Error('broken');
      },
    });
    const service = startService({ ...store(), auth: broken });
    const path = authorizePath({ id: 'x', secret: '' });
    expect(links((await service.browser().open(path)).page)).toEqual([path]);
    expect(links((await service.browser().open(`/${path}`)).page)).toEqual([path]);
    const posted = await service.browser().open('/auth/organisation/100/deny?request=x', { method: 'POST' });
    expect(links(posted.page)).toEqual(['/account']);
  });

  test('back at a page of a finished sign-in at our own site, the browser is sent to that site, which knows the page', async () => {
    const service = startService(store());
    const client = await service.registerOwn();
    const browser = await service.browser().open(authorizePath(client));
    const address = browser.path;
    const form = browser.page;
    await browser.signIn();
    for (const page of ['sign-in', 'choose', 'code', 'enter-code', 'consent', 'forgotten']) {
      await browser.open(address.replace('/sign-in?', `/${page}?`));
      expect(browser.response.status).toBe(303);
      expect(Object.fromEntries(browser.callback())).toEqual({
        error: 'interaction_required',
        error_description: 'This sign-in is already finished',
        state: 'xyz',
      });
    }
    browser.page = form;
    expect((await browser.signIn()).callback().get('error')).toBe('interaction_required');
  });

  test('back at a page of a finished sign-in at another site, the page says so and leads to that site', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    const browser = await backAt(service, 'sign-in', client);
    expect(browser.response.status).toBe(400);
    expect(browser.page).toContain('This sign-in is finished');
    expect(links(browser.page)).toEqual([`${new URL(callback).origin}/`, '/account']);
    expect(browser.page).not.toContain('/callback');
  });

  test('an app has no address for a link, so the page links to the account', async () => {
    const service = startService(store());
    const client = await service.register({ isPublic: true, redirectUris: ['org.example.app:/done'] });
    const browser = await service.browser().open(
      authorizePath(client, {
        redirect_uri: 'org.example.app:/done',
        code_challenge: 'c'.repeat(43),
        code_challenge_method: 'S256',
      }),
    );
    const address = browser.path;
    await browser.submit({}, { action: 'deny' });
    expect(links((await browser.open(address)).page)).toEqual(['/account']);
  });

  test('back at the sign-in of a page of the service, a member sees that page', async () => {
    const service = startService(store());
    const browser = await service.browser().open('/auth/organisation/100/email');
    const address = browser.path;
    await browser.signIn();
    expect((await browser.open(address)).page).toContain('Change your email address');
  });

  test('a finished sign-in is finished in its own browser only', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    const browser = await backAt(service, 'sign-in', client);
    const stranger = await service.browser().open(authorizePath(client));
    await stranger.open(browser.path);
    expect(stranger.page).toContain('Sign-in has ended');
    expect(stranger.page).not.toContain('site.example');
  });
});
