/**
 * The checks of the OpenID Foundation's RP-initiated-logout and back-channel profiles, under the names of its
 * conformance suite. This is neither a run of the suite nor a certification.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '@/lib/server/log';
import type { Browser } from '@/lib/sign-in/oauth/browser.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { LogoutDeliverer } from '@/lib/service/logout-deliverer';
import {
  exchangeOpenid,
  openidPath,
  readIdToken,
  type OpenIdTokens,
} from '@/lib/service/openid-client.fixture';
import {
  api,
  authorizePath,
  baseUrl,
  seedCast,
  startService,
  type RegisteredClient,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';

const after = 'https://site.example/signed-out';
const authSecret = 'a secret of the tests';

interface Setting {
  service: TestService;
  client: RegisteredClient;
  browser: Browser;
  tokens: OpenIdTokens;
}

describeUsualEngines('the checks of the logout profiles', (store) => {
  seedCast(store);
  let server: Server;
  let uri = '';
  let received: URLSearchParams[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        received.push(new URLSearchParams(body));
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A server that listens on TCP has an address with a port.
    uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/logout`;
  });
  afterAll(() => void server.close());
  beforeEach(async () => {
    received = [];
    await store().auth.deleteFrom('logout_notice').execute();
  });

  async function signedIn(): Promise<Setting> {
    const service = startService(store());
    const client = await service.register({
      isFirstParty: true,
      postLogoutUris: [after],
      backchannelLogoutUri: uri,
      allowsPrivateLogout: true,
    });
    const browser = await (await service.browser().open(openidPath(client))).signIn();
    const tokens = await exchangeOpenid(service, client, browser.callback().get('code') ?? '');
    return { service, client, browser, tokens };
  }
  const leave = ({ browser }: Setting, query: Record<string, string>) =>
    browser.open(`${api}/end-session?${new URLSearchParams(query)}`);
  const returned = ({ browser }: Setting) => browser.response.headers.get('Location');
  async function isSignedIn({ client, browser }: Setting): Promise<boolean> {
    await browser.open(authorizePath(client, { prompt: 'none' }));
    return browser.callback().has('code');
  }
  async function expectQuestion(setting: Setting): Promise<void> {
    expect(returned(setting)).toBeNull();
    expect(setting.browser.page).toContain('<h1>Sign out?</h1>');
    expect(await isSignedIn(setting)).toBe(true);
  }
  /** The service signs the person out, or asks whether to sign out. It does not send the browser to the site. */
  function expectOwnPage(setting: Setting): void {
    expect(returned(setting)).toBeNull();
    expect(setting.browser.page).toMatch(/<h1>Sign out\?<\/h1>|You are signed out/);
  }
  const discover = async () => {
    const service = startService(store());
    return (await service.request(`${api}/.well-known/openid-configuration`)).json();
  };
  /** Changes claims of the token and keeps its signature. */
  const withClaims = (token: string, claims: object) => {
    const [head = '', body = '', signature = ''] = token.split('.');
    const read: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
    const changed = Buffer.from(JSON.stringify(Object.assign({}, read, claims))).toString('base64url');
    return [head, changed, signature].join('.');
  };

  const checks: Record<string, () => Promise<unknown>> = {
    'oidcc-rp-initiated-logout-discovery-endpoint-verification': async () =>
      expect(await discover()).toMatchObject({ end_session_endpoint: `${baseUrl}${api}/end-session` }),
    'oidcc-rp-initiated-logout': async () => {
      const setting = await signedIn();
      const query = { id_token_hint: setting.tokens.id_token, post_logout_redirect_uri: after, state: 's1' };
      await leave(setting, query);
      expect(returned(setting)).toBe(`${after}?state=s1`);
      expect(await isSignedIn(setting)).toBe(false);
    },
    'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri': async () => {
      const setting = await signedIn();
      const query = { id_token_hint: setting.tokens.id_token, post_logout_redirect_uri: `${after}/x` };
      await leave(setting, { ...query, state: 's1' });
      expectOwnPage(setting);
    },
    'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri': async () => {
      const setting = await signedIn();
      const query = { id_token_hint: setting.tokens.id_token, post_logout_redirect_uri: `${after}?foo=bar` };
      await leave(setting, { ...query, state: 's1' });
      expectOwnPage(setting);
    },
    'oidcc-rp-initiated-logout-modified-id-token-hint': async () => {
      const setting = await signedIn();
      const id_token_hint = withClaims(setting.tokens.id_token, { sub: '2' });
      await leave(setting, { id_token_hint, post_logout_redirect_uri: after, state: 's1' });
      await expectQuestion(setting);
    },
    'oidcc-rp-initiated-logout-bad-id-token-hint': async () => {
      const setting = await signedIn();
      await leave(setting, { id_token_hint: 'not-a-token', post_logout_redirect_uri: after, state: 's1' });
      await expectQuestion(setting);
    },
    'oidcc-rp-initiated-logout-no-id-token-hint': async () => {
      const setting = await signedIn();
      await leave(setting, { post_logout_redirect_uri: after, state: 's1' });
      await expectQuestion(setting);
    },
    'oidcc-rp-initiated-logout-no-params': async () => {
      const setting = await signedIn();
      await leave(setting, {});
      await expectQuestion(setting);
    },
    'oidcc-rp-initiated-logout-no-post-logout-redirect-uri': async () => {
      const setting = await signedIn();
      await leave(setting, { id_token_hint: setting.tokens.id_token, state: 's1' });
      expectOwnPage(setting);
      expect(await isSignedIn(setting)).toBe(false);
    },
    'oidcc-rp-initiated-logout-no-state': async () => {
      const setting = await signedIn();
      await leave(setting, { id_token_hint: setting.tokens.id_token, post_logout_redirect_uri: after });
      expect(returned(setting)).toBe(after);
      expect(await isSignedIn(setting)).toBe(false);
    },
    'oidcc-rp-initiated-logout-only-state': async () => {
      const setting = await signedIn();
      await leave(setting, { state: 's1' });
      await expectQuestion(setting);
    },
    'oidcc-backchannel-logout-discovery-endpoint-verification': async () =>
      expect(await discover()).toMatchObject({
        backchannel_logout_supported: true,
        backchannel_logout_session_supported: true,
      }),
    'oidcc-backchannel-rp-initiated-logout': async () => {
      const setting = await signedIn();
      const { service, client, tokens } = setting;
      const before = (await readIdToken(service, tokens.id_token, client)).payload;
      await leave(setting, { id_token_hint: tokens.id_token, post_logout_redirect_uri: after, state: 's1' });
      const services = { store: store(), clock: () => service.now, baseUrl, authSecret };
      await new LogoutDeliverer({ ...services, log: createLog('silent') }).deliverDue();
      expect(received).toHaveLength(1);
      const token = received[0]?.get('logout_token') ?? '';
      const { payload, alg } = await readIdToken(service, token, client);
      expect(alg).toBe('RS256');
      expect(payload).toMatchObject({ iss: before.iss, aud: client.id, sub: '1', sid: before['sid'] });
      expect(payload['events']).toEqual({ 'http://schemas.openid.net/event/backchannel-logout': {} });
      expect(payload).toHaveProperty('jti', expect.any(String));
      expect(payload).not.toHaveProperty('nonce');
      expect(returned(setting)).toBe(`${after}?state=s1`);
    },
  };

  test.each(Object.entries(checks))('%s', async (_, check) => void (await check()));
});
