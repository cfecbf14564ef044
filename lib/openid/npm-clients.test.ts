/** Clients from npm by their documented settings, over HTTP. Each signs a member in, and none lets in a person whom the client's rules refuse. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { auth } from 'express-openid-connect';
import * as openid from 'openid-client';
import OpenIDConnectStrategy from 'passport-openidconnect';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMembershipService } from '@/lib/membership-service/app';
import { createClient } from '@/lib/membership-oauth/clients';
import { noRules } from '@/lib/membership-oauth/client-rules';
import { Browser } from '@/lib/membership-oauth/browser.fixture';
import { api, password, seedCast } from '@/lib/membership-service/sign-in-service.fixture';
import { openFreshStore, type FreshStore } from '@/lib/membership-store/stores.fixture';

const ada = 'ada@example.org';

describe('clients from npm', () => {
  let fresh: FreshStore;
  const store = () => fresh.store;
  const servers: Server[] = [];
  let issuer = '';

  beforeAll(async () => {
    fresh = await openFreshStore('sqlite');
    const server = createServer();
    const origin = await listen(server);
    issuer = origin + api;
    const app = createMembershipService({
      store: fresh.store,
      clock: () => new Date(),
      baseUrl: origin,
      mailer: async () => undefined,
      trustProxy: 0,
    });
    const listener = getRequestListener(app.fetch);
    server.on('request', (incoming, outgoing) => void listener(incoming, outgoing));
  });
  afterAll(async () => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    await fresh.remove();
  });
  seedCast(store);

  async function listen(server: Server): Promise<string> {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A TCP server's address is an AddressInfo.
    return `http://localhost:${(server.address() as AddressInfo).port}`;
  }

  /** @param isForAll false: nobody of the cast is in the client's chapter */
  async function register(callback: string, { isForAll = true, isOffline = false } = {}) {
    const { id, secret } = await createClient(store(), {
      organisationId: 100,
      name: 'Site',
      scopes: ['openid', 'profile', 'email', 'membership', ...(isOffline ? ['offline_access' as const] : [])],
      redirectUris: [callback],
      isFirstParty: true,
      allowsHttp: true,
      rules: isForAll ? null : { ...noRules, chapters: ['2'] },
    });
    return { id, secret: secret ?? '' };
  }

  /** What a member does at an authorize address. @returns where the browser is redirected */
  async function signIn(address: string): Promise<URL> {
    const { origin } = new URL(issuer);
    const request = (path: string, init?: RequestInit) =>
      fetch(origin + path, { ...init, redirect: 'manual' });
    const browser = await new Browser(request, { origin, password }).open(address.slice(origin.length));
    await browser.signIn(ada);
    if (browser.path.includes('/members-only?')) await browser.submit({}, { action: 'members-only' });
    return new URL(browser.response.headers.get('Location') ?? '');
  }

  test('openid-client: discovery, sign-in, userinfo, refresh; and a refused member', async () => {
    const callback = 'http://localhost:4390/callback';
    const begin = async (isForAll: boolean) => {
      const { id, secret } = await register(callback, { isForAll, isOffline: true });
      const insecure = { execute: [openid.allowInsecureRequests] };
      const config = await openid.discovery(new URL(issuer), id, secret, undefined, insecure);
      const verifier = openid.randomPKCECodeVerifier();
      const checks = { pkceCodeVerifier: verifier, expectedNonce: openid.randomNonce(), expectedState: 'st' };
      const address = openid.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: 'openid profile email membership offline_access',
        state: 'st',
        nonce: checks.expectedNonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { config, checks, back: await signIn(address.href) };
    };
    const { config, checks, back } = await begin(true);
    const tokens = await openid.authorizationCodeGrant(config, back, checks);
    expect(tokens.claims()).toMatchObject({ sub: '1', iss: issuer, amr: ['pwd'] });
    expect(await openid.fetchUserInfo(config, tokens.access_token, '1')).toMatchObject({
      name: 'Ada Byron',
      email: 'Ada@Example.org',
      membership_status: 'valid',
      chapters: ['Victoria'],
    });
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(refreshed.claims()?.sub).toBe('1');
    expect(await openid.tokenIntrospection(config, refreshed.access_token)).toMatchObject({ active: true });
    const refused = await begin(false);
    await expect(
      openid.authorizationCodeGrant(refused.config, refused.back, refused.checks),
    ).rejects.toMatchObject({ error: 'access_denied' });
  });

  test('passport-openidconnect: sign-in, and a refused member', async () => {
    const callback = 'http://localhost:4390/passport';
    const outcomeOf = async (isForAll: boolean): Promise<unknown> => {
      const { id, secret } = await register(callback, { isForAll });
      const strategy = new OpenIDConnectStrategy(
        {
          issuer,
          authorizationURL: `${issuer}/authorize`,
          tokenURL: `${issuer}/token`,
          userInfoURL: `${issuer}/userinfo`,
          clientID: id,
          clientSecret: secret,
          callbackURL: callback,
          scope: ['profile', 'email'],
          skipUserProfile: false,
        },
        (_issuer: string, profile: object, done: (error: null, user: object) => void) => done(null, profile),
      );
      const session = {};
      /** One request of the browser, as Passport passes it to the strategy. */
      const visit = (query: Record<string, string>) =>
        new Promise((resolve, reject) => {
          const actions = {
            redirect: resolve,
            success: resolve,
            error: reject,
            fail: (info: unknown) => resolve({ failed: info }),
          };
          Object.assign(Object.create(strategy), actions).authenticate(
            { query, session, headers: {}, connection: {} },
            {},
          );
        });
      const back = await signIn(String(await visit({})));
      return visit(Object.fromEntries(back.searchParams));
    };
    expect(await outcomeOf(true)).toMatchObject({ id: '1', displayName: 'Ada Byron' });
    expect(await outcomeOf(false)).toHaveProperty('failed');
  });

  test('express-openid-connect: a protected page, and a refused member', async () => {
    const visit = async (isForAll: boolean) => {
      const server = createServer();
      const baseURL = await listen(server);
      const { id, secret } = await register(`${baseURL}/callback`, { isForAll });
      const app = express();
      app.use(
        auth({
          issuerBaseURL: issuer,
          baseURL,
          clientID: id,
          clientSecret: secret,
          secret: 'a long text that signs the cookies of this site',
          authorizationParams: { response_type: 'code', scope: 'openid profile' },
        }),
      );
      app.get('/', (request, response) => void response.json(request.oidc.user));
      app.use(
        ((error: { status?: number }, _request, response, _next) =>
          void response.status(error.status ?? 500).send('refused')) satisfies express.ErrorRequestHandler,
      );
      server.on('request', app);
      const first = await fetch(baseURL, { redirect: 'manual' });
      const cookies = (response: Response) =>
        response.headers
          .getSetCookie()
          .map((cookie) => cookie.split(';')[0] ?? '')
          .join('; ');
      const back = await signIn(first.headers.get('Location') ?? '');
      const second = await fetch(back, { redirect: 'manual', headers: { Cookie: cookies(first) } });
      const page = await fetch(baseURL, { redirect: 'manual', headers: { Cookie: cookies(second) } });
      return { callback: second.status, page };
    };
    const allowed = await visit(true);
    expect(await allowed.page.json()).toMatchObject({ sub: '1' });
    const refused = await visit(false);
    expect([refused.callback, refused.page.status]).toEqual([400, 302]);
  });
});
