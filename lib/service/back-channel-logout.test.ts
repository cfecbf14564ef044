/** @see OpenID Connect Back-Channel Logout */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setPassword } from '@/lib/sign-in/accounts/passwords';
import { endAllOwnSessions } from '@/lib/sign-in/accounts/own-sessions';
import { withdrawConsent } from '@/lib/sign-in/oauth/connected-sites';
import { ClientSettingsError, type NewClient } from '@/lib/sign-in/oauth/clients';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { createLog } from '@/lib/server/log';
import type { PosterServices } from '@/lib/notify/webhooks/poster';
import { removeAccounts } from '@/lib/sign-in/accounts/remove-accounts';
import { noRules } from '@/lib/sign-in/oauth/client-rules';
import { EndedSiteSessions } from '@/lib/sign-in/oauth/ended-site-sessions';
import { purgeExpired } from '@/lib/store/auth-purge';
import { sampleMember, testCause } from '@/lib/store/sample-members.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { LogoutDeliverer } from './logout-deliverer';
import { exchangeOpenid, issuer, openidPath, readIdToken } from './openid-client.fixture';
import {
  authorizePath,
  baseUrl,
  password,
  seedCast,
  startService,
  writerContext,
  type RegisteredClient,
  type TestService,
} from './sign-in-service.fixture';

describeEachEngine('back-channel logout', (store) => {
  seedCast(store);
  let server: Server;
  let uri = '';
  let received: { body: string; type: string | undefined }[] = [];
  let status = 200;
  let connections = 0;

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        received.push({ body, type: request.headers['content-type'] });
        response.writeHead(status, { Location: 'http://127.0.0.1:1/' }).end();
      });
    });
    server.on('connection', () => (connections += 1));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A server that listens on TCP has an address with a port.
    uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/logout`;
  });
  afterAll(() => void server.close());
  beforeEach(async () => {
    [received, status, connections] = [[], 200, 0];
    await store().auth.deleteFrom('logout_notice').execute();
    await store().auth.deleteFrom('session_site').execute();
  });

  const start = () => {
    const service = startService(store());
    const deliver = (sending: Pick<PosterServices, 'isAllowed' | 'resolve'> = {}) =>
      new LogoutDeliverer({
        store: store(),
        clock: () => service.now,
        baseUrl,
        authSecret: 'a secret of the tests',
        log: createLog('silent'),
        sending,
      }).deliverDue();
    return { service, deliver };
  };
  const site = (service: TestService, change: Partial<NewClient> = {}) =>
    service.register({
      isFirstParty: true,
      backchannelLogoutUri: uri,
      allowsPrivateLogout: true,
      ...change,
    });
  const signIn = async (service: TestService, client: RegisteredClient, browser = service.browser()) => {
    await browser.open(openidPath(client));
    if (browser.page.includes('name="password"')) await browser.signIn();
    const tokens = await exchangeOpenid(service, client, browser.callback().get('code') ?? '');
    const { payload } = await readIdToken(service, tokens.id_token, client);
    return { browser, tokens, sid: payload['sid'] };
  };
  const signOut = (browser: Awaited<ReturnType<typeof signIn>>['browser']) =>
    browser.open('/auth/sign-out', { headers: { 'Sec-Fetch-Site': 'same-origin' } });
  /** Checks a logout request as the specification requires. */
  const verified = async (service: TestService, client: RegisteredClient, index = 0) => {
    const token = new URLSearchParams(received[index]?.body).get('logout_token') ?? '';
    const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`), {
      [customFetch]: async (url) => service.app.request(url),
    });
    const options = { issuer, audience: client.id, typ: 'logout+jwt', currentDate: service.now };
    return (await jwtVerify(token, keys, options)).payload;
  };
  const waiting = () => store().auth.selectFrom('logout_notice').select(['client_id', 'attempts']).execute();

  test('a sign-out sends a signed token that names the session and the person, once', async () => {
    const { service, deliver } = start();
    const client = await site(service);
    const { browser, sid } = await signIn(service, client);
    expect(sid).toMatch(/^\w{32}$/);
    expect(await deliver()).toBe(0);
    await signOut(browser);
    expect(await deliver()).toBe(1);
    expect(received[0]?.type).toBe('application/x-www-form-urlencoded');
    const claims = await verified(service, client);
    const at = service.now.getTime() / 1000;
    expect(claims).toEqual({
      iss: issuer,
      aud: client.id,
      sub: '1',
      sid,
      iat: at,
      exp: at + 120,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    expect(await deliver()).toBe(0);
    expect(await waiting()).toEqual([]);
  });

  test('a logout token is not an ID token: it has its own type, no nonce, and ends after two minutes', async () => {
    const { service, deliver } = start();
    const client = await site(service);
    await signOut((await signIn(service, client)).browser);
    await deliver();
    expect(await verified(service, client)).not.toHaveProperty('nonce');
    const token = new URLSearchParams(received[0]?.body).get('logout_token') ?? '';
    const head: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
    expect(head).toMatchObject({ typ: 'logout+jwt', alg: 'RS256' });
    service.now = new Date(service.now.getTime() + 121_000);
    await expect(verified(service, client)).rejects.toThrow('exp');
  });

  test('only the sites of that session learn of it, and each gets its own token', async () => {
    const { service, deliver } = start();
    const [one, two, other] = [await site(service), await site(service), await site(service)];
    const { browser } = await signIn(service, one);
    await signIn(service, two, browser);
    await signIn(service, other);
    await signOut(browser);
    expect(await deliver()).toBe(2);
    const clients = await Promise.all(
      [0, 1].map(async (index) =>
        Promise.any([one, two].map(async (client) => (await verified(service, client, index)).aud)),
      ),
    );
    expect(clients.sort()).toEqual([one.id, two.id].sort());
  });

  test('a site without an address gets nothing, and no sid in its ID token', async () => {
    const { service, deliver } = start();
    const { browser, sid } = await signIn(service, await site(service, { backchannelLogoutUri: null }));
    expect(sid).toBeUndefined();
    await signOut(browser);
    expect(await deliver()).toBe(0);
  });

  test('a new password, the end of all sessions, and a withdrawal are sent too', async () => {
    const { service, deliver } = start();
    const client = await site(service, { isFirstParty: false, name: 'Third' });
    const owner = { organisationId: 100, personId: 1 };
    const again = async () => {
      const browser = await service.browser().open(openidPath(client));
      await browser.signIn();
      if (browser.page.includes('Allow and continue'))
        await browser.submit({ answer: 'allow' }, { action: 'consent' });
      await exchangeOpenid(service, client, browser.callback().get('code') ?? '');
    };
    await again();
    await setPassword(store(), { ...owner, password }, service.now);
    expect(await deliver()).toBe(1);
    await again();
    await endAllOwnSessions(store(), owner, service.now);
    expect(await deliver()).toBe(1);
    await again();
    await withdrawConsent(store(), { ...owner, clientId: client.id }, service.now);
    expect(await deliver()).toBe(1);
  });

  test('a session that continues after a new sign-in keeps its ID, and ends once', async () => {
    const { service, deliver } = start();
    const client = await site(service);
    const { browser, sid } = await signIn(service, client);
    service.now = new Date(service.now.getTime() + 1000);
    await (await browser.open(authorizePath(client, { prompt: 'login' }))).signIn();
    expect(await deliver()).toBe(0);
    await signOut(browser);
    expect(await deliver()).toBe(1);
    expect((await verified(service, client)).sid).toBe(sid);
  });

  test('a failed attempt is repeated for at most an hour, and a redirect is not followed', async () => {
    const { service, deliver } = start();
    const client = await site(service);
    await signOut((await signIn(service, client)).browser);
    status = 302;
    expect(await deliver()).toBe(1);
    expect(await deliver(), 'not at once').toBe(0);
    expect(await waiting()).toEqual([{ client_id: client.id, attempts: 1 }]);
    service.now = new Date(service.now.getTime() + 10_000);
    status = 500;
    expect(await deliver()).toBe(1);
    service.now = new Date(service.now.getTime() + 3600_000);
    expect(await deliver()).toBe(1);
    expect(await waiting()).toEqual([]);
    expect(received).toHaveLength(3);
  });

  test('the end of a session after twelve hours is sent once, and nothing is sent for a session that continues', async () => {
    const { service, deliver } = start();
    const client = await site(service);
    const { sid } = await signIn(service, client);
    service.now = new Date(service.now.getTime() + 3600_000);
    await signIn(service, client);
    const ended = new EndedSiteSessions(store());
    service.now = new Date(service.now.getTime() + 11 * 3600_000 - 1);
    await ended.queue(service.now);
    expect(await deliver()).toBe(0);
    service.now = new Date(service.now.getTime() + 1);
    await purgeExpired(store(), service.now);
    await ended.queue(service.now);
    await ended.queue(service.now);
    expect(await deliver()).toBe(1);
    expect((await verified(service, client)).sid).toBe(sid);
  });

  test('a lapse is sent only to the sites whose rules then refuse the member', async () => {
    const { service, deliver } = start();
    const strict = await site(service, { rules: { ...noRules, validOnly: true } });
    const open = await site(service);
    const { browser } = await signIn(service, strict);
    await signIn(service, open, browser);
    const ended = new EndedSiteSessions(store());
    await ended.queue(service.now);
    expect(await deliver()).toBe(0);
    const setExpiry = (expiryDate: string) =>
      withMembersWriter(store(), writerContext(100), async (writer) => {
        await writer.memberships.put(
          sampleMember(1, { expiryDate }, { firstName: 'Ada', lastName: 'Byron', email: 'Ada@Example.org' }),
        );
      });
    await setExpiry('2026-02-28');
    await ended.queue(service.now);
    expect(await deliver()).toBe(1);
    expect((await verified(service, strict)).sub).toBe('1');
    await setExpiry('2026-03-01');
    service.now = new Date(service.now.getTime() + 1000);
    await signIn(service, strict);
    await ended.queue(service.now);
    expect(await deliver(), 'valid again').toBe(0);
    service.now = new Date('2026-03-01T13:00:01Z');
    await ended.queue(service.now);
    expect(await deliver(), 'the day after, in Melbourne').toBe(1);
    await setExpiry('2027-01-01');
  });

  test('a removal is sent without the person, even if a notice was waiting', async () => {
    const { service, deliver } = start();
    const client = await site(service);
    const first = await signIn(service, client);
    await signOut(first.browser);
    const { sid } = await signIn(service, client);
    const by = { cause: testCause, now: service.now };
    await removeAccounts(store(), { organisationId: 100, personIds: [1] }, by);
    await setPassword(store(), { organisationId: 100, personId: 1, password });
    expect(await deliver()).toBe(2);
    const both = [await verified(service, client, 0), await verified(service, client, 1)];
    expect(both.map((claims) => claims['sid']).sort()).toEqual([first.sid, sid].sort());
    for (const claims of both) expect(claims).not.toHaveProperty('sub');
  });

  test('a site that does not respond delays no other site', async () => {
    const { service } = start();
    const [slow, quick] = [await site(service), await site(service)];
    for (let index = 0; index < 7; index += 1) await signOut((await signIn(service, slow)).browser);
    let respond = () => {};
    const waits = new Promise<void>((resolve) => (respond = resolve));
    let tries = 0;
    const allow = { isAllowed: () => true };
    const deliverer = new LogoutDeliverer({
      store: store(),
      clock: () => service.now,
      baseUrl,
      authSecret: 'a secret of the tests',
      log: createLog('silent'),
      sending: {
        ...allow,
        resolve: async () => {
          tries += 1;
          await waits;
          return [{ address: '127.0.0.1', family: 4 }];
        },
      },
    });
    await store()
      .auth.updateTable('client')
      .set({ backchannel_logout_uri: uri.replace('127.0.0.1', 'slow.example') })
      .where('id', '=', slow.id)
      .execute();
    const first = deliverer.deliverDue();
    await signOut((await signIn(service, quick)).browser);
    expect(await deliverer.deliverDue(), 'the quick site, and no more than five of the slow one').toBe(1);
    expect((await verified(service, quick)).aud).toBe(quick.id);
    respond();
    expect(await first).toBe(5);
    expect(tries).toBe(5);
    expect(await deliverer.deliverDue()).toBe(2);
  });

  test('two servers send it once', async () => {
    const { service, deliver } = start();
    await signOut((await signIn(service, await site(service))).browser);
    const attempts = await Promise.all([deliver(), deliver(), deliver()]);
    expect(attempts.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(received).toHaveLength(1);
  });

  test('no token is sent into a private network, by address or by name, unless the client allows it', async () => {
    const { service, deliver } = start();
    const port = new URL(uri).port;
    const addresses = [
      `https://127.0.0.1:${port}/`,
      `https://[::1]:${port}/`,
      `https://[::ffff:127.0.0.1]:${port}/`,
      // Other ways to write 127.0.0.1.
      `https://2130706433:${port}/`,
      `https://0x7f.1:${port}/`,
      `https://site.example:${port}/`,
    ];
    const open = { backchannelLogoutUri: 'https://site.example/', allowsPrivateLogout: false };
    // The command refuses most of these addresses. An archive or an earlier release may have stored them.
    const storeAddress = (address: string) =>
      store().auth.updateTable('client').set({ backchannel_logout_uri: address });
    for (const address of addresses) {
      const client = await site(service, open);
      await storeAddress(address).where('id', '=', client.id).execute();
      await signOut((await signIn(service, client)).browser);
      const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
      expect(await deliver({ resolve })).toBe(1);
    }
    expect(received).toEqual([]);
    expect(await waiting()).toHaveLength(addresses.length);
    await storeAddress(uri).execute();
    service.now = new Date(service.now.getTime() + 60_000);
    await deliver();
    expect([received, connections]).toEqual([[], 0]);
  });

  test('an address that cannot be used is refused', async () => {
    const { service } = start();
    for (const backchannelLogoutUri of [
      'x',
      'ftp://x.example/',
      'https://a:b@x.example/',
      'https://x.example/#a',
    ])
      await expect(site(service, { backchannelLogoutUri })).rejects.toThrow(ClientSettingsError);
    await expect(site(service, { allowsPrivateLogout: false })).rejects.toThrow('https://');
  });
});
