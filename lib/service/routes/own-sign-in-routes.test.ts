import { expect, test } from 'vitest';
import { z } from 'zod';
import { endOwnSession } from '@/lib/sign-in/accounts/own-sessions';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import type { Browser } from '@/lib/sign-in/oauth/browser.fixture';
import {
  api,
  authorizePath,
  basic,
  callback,
  exchange,
  requestToken,
  seedCast,
  startService,
  tokenOf,
  withToken,
  type RegisteredClient,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';

describeEachEngine('own sessions and connected sites', (store) => {
  seedCast(store);

  const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

  async function signIn(
    service: TestService,
    client: RegisteredClient,
    { browser = service.browser(), email = 'ada@example.org' }: { browser?: Browser; email?: string } = {},
  ): Promise<{ browser: Browser; token: string }> {
    await browser.open(authorizePath(client));
    if (browser.page.includes('name="password"')) await browser.signIn(email);
    if (browser.page.includes('Allow and continue'))
      await browser.submit({ answer: 'allow' }, { action: 'consent' });
    const code = browser.callback().get('code') ?? '';
    return { browser, token: await tokenOf(await exchange(service, client, code)) };
  }

  const start = async () => {
    await store().auth.deleteFrom('session').execute();
    await store().auth.deleteFrom('consent').execute();
    const service = startService(store());
    return { service, own: await service.registerOwn() };
  };
  const get = async (service: TestService, token: string, path: string): Promise<unknown> => {
    const response = await service.request(`${api}/user/${path}`, withToken(token));
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    return response.json();
  };
  const remove = async (service: TestService, token: string, path: string) =>
    (await service.request(`${api}/user/${path}`, { ...withToken(token), method: 'DELETE' })).status;
  const works = async (service: TestService, token: string) =>
    (await service.request(`${api}/user`, withToken(token))).status === 200;
  const idsOf = (sessions: unknown) =>
    z.array(z.object({ ID: z.string(), IsCurrent: z.boolean() })).parse(sessions);

  test('lists the browsers, newest first, in plain words, and marks the one that asks', async () => {
    const { service, own } = await start();
    const first = await signIn(service, own);
    service.now = new Date('2026-03-01T10:30:00Z');
    const other = service.browser();
    await other.open(authorizePath(own));
    await other.submit(
      { email: 'ada@example.org', password: 'correct horse battery' },
      { action: 'sign-in', headers: { 'User-Agent': firefox } },
    );
    await signIn(service, own, { email: 'dan@example.org' });
    const sessions = [
      {
        ID: expect.stringMatching(/^\w{32}$/),
        SignedInAt: '2026-03-01T10:30:00.000Z',
        Browser: 'Firefox on Windows',
        IsCurrent: false,
      },
      {
        ID: expect.stringMatching(/^\w{32}$/),
        SignedInAt: '2026-03-01T10:00:00.000Z',
        Browser: '',
        IsCurrent: true,
      },
    ];
    expect(await get(service, first.token, 'sessions')).toEqual(sessions);
    service.now = new Date('2026-03-01T22:00:00Z');
    const { token } = await signIn(service, own);
    expect(idsOf(await get(service, token, 'sessions')), 'a session that has expired').toHaveLength(2);
  });

  test('ending one ends its tokens at every site, and no other session', async () => {
    const { service, own } = await start();
    const site = await service.register();
    const here = await signIn(service, own);
    const there = await signIn(service, own);
    const siteThere = await signIn(service, site, { browser: there.browser });
    const [ended] = idsOf(await get(service, here.token, 'sessions')).filter(({ IsCurrent }) => !IsCurrent);
    expect(await remove(service, here.token, `sessions/${ended?.ID}`)).toBe(204);
    expect(await works(service, here.token)).toBe(true);
    expect(await works(service, there.token)).toBe(false);
    expect(await works(service, siteThere.token)).toBe(false);
    expect((await there.browser.open(authorizePath(own))).page).toContain('<h1>Sign in</h1>');
    expect(await remove(service, here.token, `sessions/${ended?.ID}`), 'again').toBe(404);
  });

  test('ending all ends every session, code and token of the person, and of nobody else', async () => {
    const { service, own } = await start();
    const [here, there] = [await signIn(service, own), await signIn(service, own)];
    const dan = await signIn(service, own, { email: 'dan@example.org' });
    const waiting = (await there.browser.open(authorizePath(own))).callback().get('code') ?? '';
    expect(await remove(service, here.token, 'sessions')).toBe(204);
    expect(await works(service, here.token)).toBe(false);
    expect(await works(service, there.token)).toBe(false);
    expect((await exchange(service, own, waiting)).status).toBe(400);
    expect(await works(service, dan.token)).toBe(true);
    expect((await there.browser.open(authorizePath(own))).page).toContain('<h1>Sign in</h1>');
  });

  test('nobody ends the session of somebody else', async () => {
    const { service, own } = await start();
    const ada = await signIn(service, own);
    const dan = await signIn(service, own, { email: 'dan@example.org' });
    const [session] = idsOf(await get(service, ada.token, 'sessions'));
    expect(await remove(service, dan.token, `sessions/${session?.ID}`)).toBe(404);
    expect(await works(service, ada.token)).toBe(true);
    const owner = { organisationId: 200, personId: 1 };
    expect(await endOwnSession(store(), owner, session?.ID ?? '', service.now)).toBe(false);
  });

  test('lists what each site sees, since when, and when it was last used', async () => {
    const { service, own } = await start();
    const site = await service.register({ name: 'Zeitung <b>', scopes: ['user', 'basic'] });
    const other = await service.register({ name: 'Archive' });
    const { browser, token } = await signIn(service, own);
    await signIn(service, site, { browser });
    const { browser: atOther } = await signIn(service, own);
    await atOther.open(authorizePath(other));
    await atOther.submit({ answer: 'allow' }, { action: 'consent' });
    service.now = new Date('2026-03-01T10:30:00Z');
    await browser.open(authorizePath(site, { scope: 'user' }));
    await exchange(service, site, browser.callback().get('code') ?? '');
    expect(await get(service, token, 'sites')).toEqual([
      {
        ID: other.id,
        Name: 'Archive',
        IsOwn: false,
        Scopes: ['user'],
        Since: '2026-03-01T10:00:00.000Z',
        LastUsedAt: null,
      },
      {
        ID: site.id,
        Name: 'Zeitung <b>',
        IsOwn: false,
        Scopes: ['basic', 'user'],
        Since: '2026-03-01T10:00:00.000Z',
        LastUsedAt: '2026-03-01T10:30:00.000Z',
      },
    ]);
    const dan = await signIn(service, own, { email: 'dan@example.org' });
    expect(await get(service, dan.token, 'sites')).toEqual([]);
  });

  test('lists the association’s own sites, whose use cannot be withdrawn, and not this directory', async () => {
    const { service, own } = await start();
    const site = await service.register({ name: 'Journal', scopes: ['user', 'basic'], isFirstParty: true });
    const { browser, token } = await signIn(service, own);
    await signIn(service, site, { browser });
    expect(await get(service, token, 'sites')).toEqual([
      {
        ID: site.id,
        Name: 'Journal',
        IsOwn: true,
        Scopes: ['basic', 'user'],
        Since: '2026-03-01T10:00:00.000Z',
        LastUsedAt: '2026-03-01T10:00:00.000Z',
      },
    ]);
    expect(await remove(service, token, `sites/${site.id}`)).toBe(404);
    expect(await get(service, token, 'sites')).toHaveLength(1);
  });

  test('withdrawing ends consent, codes and tokens of that site only', async () => {
    const { service, own } = await start();
    const [site, other] = [await service.register(), await service.register({ name: 'Other' })];
    const { browser, token } = await signIn(service, own);
    const [atSite, atOther] = [
      await signIn(service, site, { browser }),
      await signIn(service, other, { browser }),
    ];
    const dan = await signIn(service, site, { email: 'dan@example.org' });
    await browser.open(authorizePath(site));
    const waiting = browser.callback().get('code') ?? '';
    expect(await remove(service, token, `sites/${site.id}`)).toBe(204);
    expect(await works(service, atSite.token)).toBe(false);
    expect((await exchange(service, site, waiting, { redirect_uri: callback })).status).toBe(400);
    expect(await works(service, atOther.token)).toBe(true);
    expect(await works(service, dan.token)).toBe(true);
    expect((await browser.open(authorizePath(site))).page).toContain('Allow and continue');
    expect(await remove(service, token, `sites/${site.id}`), 'again').toBe(404);
    expect(await remove(service, token, 'sites/%00')).toBe(404);
    const journal = await store()
      .auth.selectFrom('account_journal')
      .select(['operation', 'person_id'])
      .where('client_id', '=', site.id)
      .where('kind', '=', 'consent')
      .orderBy('at')
      .execute();
    expect(journal).toContainEqual({ operation: 'withdrawn', person_id: 1 });
  });

  test('another client, even a first-party one, gets 403, and a request without a valid token is refused', async () => {
    const { service } = await start();
    const site = await signIn(service, await service.register());
    const firstParty = await signIn(service, await service.register({ isFirstParty: true }));
    const paths = [
      ['GET', 'sessions'],
      ['DELETE', 'sessions'],
      ['DELETE', 'sessions/x'],
      ['GET', 'sites'],
      ['DELETE', 'sites/x'],
    ] as const;
    for (const [method, path] of paths) {
      for (const { token } of [site, firstParty]) {
        const response = await service.request(`${api}/user/${path}`, { ...withToken(token), method });
        expect([response.status, path]).toEqual([403, path]);
      }
      expect((await service.request(`${api}/user/${path}`, { method })).status).toBe(401);
      const elsewhere = `/api/v2/organisation/200/user/${path}`;
      const token = firstParty.token;
      expect((await service.request(elsewhere, { ...withToken(token), method })).status).toBe(401);
      const put = await service.request(`${api}/user/${path}`, { ...withToken(token), method: 'PUT' });
      expect(put.status).toBe(405);
    }
    expect(await works(service, site.token)).toBe(true);
  });

  test('the directory’s own client-credentials token belongs to no person', async () => {
    const { service } = await start();
    await store().auth.deleteFrom('client').where('id', '=', 'the-directory').execute();
    const own = await service.registerOwn(['basic', 'members', 'user']);
    expect(basic(own)).toContain('Basic ');
    const token = await tokenOf(
      await requestToken(service, own, { grant_type: 'client_credentials', scope: 'user' }),
    );
    expect((await service.request(`${api}/user/sessions`, withToken(token))).status).toBe(403);
  });
});
