/**
 * Clients from npm with their documented settings (those of docs/connect.md, where it has some), over HTTP. Each signs a member in, and lets in nobody whom its rules
 * refuse.
 */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { Auth, type AuthConfig } from '@auth/core';
import express from 'express';
import { auth } from 'express-openid-connect';
import type { NextApiResponse } from 'next';
import NextAuth, { type AuthOptions } from 'next-auth';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import OpenIDConnectStrategy from 'passport-openidconnect';
import { describe, expect, test, vi } from 'vitest';
import { noRules, type ClientRules } from '@/lib/sign-in/oauth/client-rules';
import { EndedSiteSessions } from '@/lib/sign-in/oauth/ended-site-sessions';
import { runIssuer, SiteVisitor } from '@/lib/service/issuer-over-http.fixture';
import { writerContext } from '@/lib/service/sign-in-service.fixture';
import { sampleMember } from '@/lib/store/sample-members.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { evaluateSettings } from './connect-page.fixture';
import { issueLogoutToken } from './logout-token';
import { signToken } from './sign-token';

describe('clients from npm', () => {
  const site = runIssuer();

  test('openid-client: discovery, sign-in, userinfo, refresh; and a refused member', async () => {
    const callback = 'http://localhost:4390/callback';
    const begin = async (isForAll: boolean) => {
      const { id, secret } = await site.register(callback, {
        isForAll,
        scopes: ['openid', 'profile', 'email', 'membership', 'offline_access'],
      });
      const insecure = { execute: [openid.allowInsecureRequests] };
      const config = await openid.discovery(new URL(site.issuer()), id, secret, undefined, insecure);
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
      return { config, checks, back: await site.signIn(address.href) };
    };
    const { config, checks, back } = await begin(true);
    const tokens = await openid.authorizationCodeGrant(config, back, checks);
    expect(tokens.claims()).toMatchObject({ sub: '1', iss: site.issuer(), amr: ['pwd'] });
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
    const callback = 'http://localhost:4390/callback';
    const outcomeOf = async (isForAll: boolean): Promise<unknown> => {
      const client = await site.register(callback, { isForAll, hasIdTokenClaims: true });
      const place = { issuer: site.issuer(), site: 'http://localhost:4390', client };
      const strategy = evaluateSettings<object>('passport-openidconnect', place, { OpenIDConnectStrategy });
      const session = {};
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
      const back = await site.signIn(String(await visit({})));
      return visit(Object.fromEntries(back.searchParams));
    };
    expect(await outcomeOf(true)).toMatchObject({
      id: '1',
      displayName: 'Ada Byron',
      emails: [{ value: 'Ada@Example.org' }],
    });
    expect(await outcomeOf(false)).toHaveProperty('failed');
  });

  describe('express-openid-connect', () => {
    async function start(change: { isForAll?: boolean; rules?: ClientRules } = {}) {
      const server = createServer();
      const baseURL = await site.listen(server);
      const backchannelLogoutUri = `${baseURL}/backchannel-logout`;
      const client = await site.register(`${baseURL}/callback`, {
        ...change,
        hasIdTokenClaims: true,
        backchannelLogoutUri,
        allowsPrivateLogout: true,
      });
      const stored = new Map<string, object>();
      const store = {
        get: async (id: string) => stored.get(id),
        set: async (id: string, entry: object) => void stored.set(id, entry),
        destroy: async (id: string) => void stored.delete(id),
      };
      const place = { issuer: site.issuer(), site: baseURL, client };
      const protect = evaluateSettings<express.RequestHandler>('express-openid-connect', place, {
        auth,
        store,
      });
      const app = express();
      app.use(protect);
      app.get('/', (request, response) => void response.json(request.oidc.user));
      app.use(
        ((error: { status?: number }, _request, response, _next) =>
          void response.status(error.status ?? 500).send('refused')) satisfies express.ErrorRequestHandler,
      );
      server.on('request', app);
      return { baseURL, client, backchannelLogoutUri };
    }
    async function signIn(baseURL: string, visitor = new SiteVisitor(), browser = site.browser()) {
      const first = await visitor.visit(baseURL);
      const callback = await visitor.visit(await site.signIn(first.headers.get('Location') ?? '', browser));
      return { callback: callback.status, page: await visitor.visit(baseURL), visitor, browser };
    }

    test('a protected page, and a refused member', async () => {
      const { page } = await signIn((await start()).baseURL);
      expect(await page.json()).toMatchObject({ sub: '1', name: 'Ada Byron', email: 'Ada@Example.org' });
      const refused = await signIn((await start({ isForAll: false })).baseURL);
      expect([refused.callback, refused.page.status]).toEqual([400, 302]);
    });

    test('a sign-out and a lapse end the session there within a minute', async () => {
      const { baseURL } = await start({ rules: { ...noRules, validOnly: true } });
      const { visitor, browser, page } = await signIn(baseURL);
      expect(page.status).toBe(200);
      await site.signOut(browser);
      expect(await site.deliverLogouts()).toBe(1);
      expect((await visitor.visit(baseURL)).status).toBe(302);

      const ended = new EndedSiteSessions(site.store());
      const setExpiry = (change: { expiryDate?: string }) =>
        withMembersWriter(site.store(), writerContext(100), async (writer) => {
          const ada = { firstName: 'Ada', lastName: 'Byron', email: 'Ada@Example.org' };
          await writer.memberships.put(sampleMember(1, change, ada));
        });
      expect((await signIn(baseURL, visitor)).page.status).toBe(200);
      await ended.queue(new Date());
      expect(await site.deliverLogouts()).toBe(0);
      try {
        await setExpiry({ expiryDate: '2020-02-28' });
        await ended.queue(new Date());
        expect(await site.deliverLogouts()).toBe(1);
        expect((await visitor.visit(baseURL)).status).toBe(302);
      } finally {
        await setExpiry({});
      }
    });

    test('a forged logout token, one for another client, an ID token and an old token end nothing', async () => {
      const { baseURL, client, backchannelLogoutUri } = await start();
      const { visitor, page } = await signIn(baseURL);
      expect(page.status).toBe(200);
      const services = {
        store: site.store(),
        clock: () => new Date(),
        authSecret: 'a secret of the tests',
        baseUrl: new URL(site.issuer()).origin,
      };
      const session = { organisationId: 100, personId: 1, sid: 'any' };
      const real = await issueLogoutToken(services, { ...session, clientId: client.id }, 'RS256');
      const [head = '', payload = ''] = real.split('.');
      const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string };
      const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
      const signedWith = (alg: string, secret: string) => {
        const text = `${encode({ alg, kid, typ: 'logout+jwt' })}.${payload}`;
        return `${text}.${alg === 'none' ? '' : createHmac('sha256', secret).update(text).digest('base64url')}`;
      };
      const idToken = { iss: site.issuer(), aud: client.id, sub: '1', nonce: 'n' };
      const now = new Date();
      const attempts = {
        unsigned: signedWith('none', ''),
        'signed with the secret': signedWith('HS256', client.secret),
        'for another client': await issueLogoutToken(services, { ...session, clientId: 'other' }, 'RS256'),
        'an ID token': await signToken(services, idToken, { algorithm: 'RS256' }),
        old: await issueLogoutToken(
          { ...services, clock: () => new Date(now.getTime() - 121_000) },
          { ...session, clientId: client.id },
          'RS256',
        ),
      };
      const send = (token: string) =>
        fetch(backchannelLogoutUri, { method: 'POST', body: new URLSearchParams({ logout_token: token }) });
      for (const [name, token] of Object.entries(attempts)) {
        expect([name, (await send(token)).status]).toEqual([name, 400]);
        expect([name, (await visitor.visit(baseURL)).status]).toEqual([name, 200]);
      }
      expect((await send(real)).status).toBe(204);
      expect((await visitor.visit(baseURL)).status).toBe(302);
    });
  });

  test('oauth4webapi: discovery, sign-in with every check of the library, userinfo; and a refused member', async () => {
    const callback = 'http://localhost:4390/oauth4webapi';
    const insecure = { [oauth.allowInsecureRequests]: true };
    const visit = async (isForAll: boolean) => {
      const { id, secret } = await site.register(callback, { isForAll });
      const client: oauth.Client = { client_id: id };
      const issuer = new URL(site.issuer());
      const found = await oauth.discoveryRequest(issuer, { algorithm: 'oidc', ...insecure });
      const server = await oauth.processDiscoveryResponse(issuer, found);
      const [verifier, state, nonce] = [
        oauth.generateRandomCodeVerifier(),
        oauth.generateRandomState(),
        oauth.generateRandomNonce(),
      ];
      const address = new URL(server.authorization_endpoint ?? '');
      address.search = new URLSearchParams({
        client_id: id,
        response_type: 'code',
        redirect_uri: callback,
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).toString();
      const parameters = oauth.validateAuthResponse(server, client, await site.signIn(address.href), state);
      const authentication = oauth.ClientSecretBasic(secret);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        parameters,
        callback,
        verifier,
        insecure,
      );
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
        expectedNonce: nonce,
        requireIdToken: true,
      });
      await oauth.validateApplicationLevelSignature(server, response, insecure);
      const info = await oauth.userInfoRequest(server, client, tokens.access_token, insecure);
      return oauth.processUserInfoResponse(server, client, '1', info);
    };
    expect(await visit(true)).toMatchObject({ sub: '1', name: 'Ada Byron', email: 'Ada@Example.org' });
    await expect(visit(false)).rejects.toMatchObject({ error: 'access_denied' });
  });

  test('next-auth on another site by wellKnown: sign-in, and a refused member', async () => {
    const visit = async (isForAll: boolean) => {
      const server = createServer();
      const address = await site.listen(server);
      const client = await site.register(`${address}/api/auth/callback/members`, {
        isForAll,
        hasIdTokenClaims: true,
      });
      const place = { issuer: site.issuer(), site: address, client };
      const options: AuthOptions = {
        secret: 'a long text that signs the cookies of this site',
        providers: [evaluateSettings<AuthOptions['providers'][number]>('next-auth, version 4', place)],
        callbacks: { session: ({ session, token }) => ({ ...session, sub: token.sub }) },
        logger: { error: () => undefined },
      };
      // This route does what a Next.js site does in pages/api/auth/[...nextauth].ts.
      const app = express();
      app.use(express.urlencoded());
      app.all('/api/auth/*path', async (request, response) => {
        const { path } = request.params;
        const cookies = Object.fromEntries(
          (request.headers.cookie ?? '')
            .split('; ')
            .map((pair) => pair.split(/=(.*)/).map(decodeURIComponent)),
        );
        const passed = Object.create(request, {
          query: { value: { ...request.query, nextauth: path } },
          cookies: { value: cookies },
        });
        await NextAuth(passed, response as unknown as NextApiResponse, options);
      });
      server.on('request', app);
      vi.stubEnv('NEXTAUTH_URL', address);
      try {
        const visitor = new SiteVisitor();
        const { csrfToken } = (await (await visitor.visit(`${address}/api/auth/csrf`)).json()) as {
          csrfToken: string;
        };
        const started = await visitor.visit(`${address}/api/auth/signin/members`, {
          method: 'POST',
          body: new URLSearchParams({ csrfToken, callbackUrl: address }),
        });
        const back = await site.signIn(started.headers.get('Location') ?? '');
        const ended = await visitor.visit(back);
        const session: unknown = await (await visitor.visit(`${address}/api/auth/session`)).json();
        return { to: ended.headers.get('Location'), address, session };
      } finally {
        vi.unstubAllEnvs();
      }
    };
    const allowed = await visit(true);
    expect([allowed.to, allowed.session]).toEqual([
      allowed.address,
      expect.objectContaining({
        sub: '1',
        user: { name: 'Ada Byron', email: 'ada@example.org' },
      }),
    ]);
    const refused = await visit(false);
    expect(refused.to).toContain('error=');
    expect(refused.session).toEqual({});
  });

  test('Auth.js with its smallest provider: sign-in with name and email, and a refused member', async () => {
    const site5 = 'http://localhost:4390';
    const visit = async (isForAll: boolean) => {
      const client = await site.register(`${site5}/auth/callback/members`, {
        isForAll,
        hasIdTokenClaims: true,
      });
      const place = { issuer: site.issuer(), site: site5, client };
      const config: AuthConfig = {
        secret: 'a long text that signs the cookies of this site',
        trustHost: true,
        basePath: '/auth',
        providers: [evaluateSettings<AuthConfig['providers'][number]>('Auth.js, version 5', place)],
        callbacks: {
          jwt: ({ token, account }) => (account ? { ...token, id: account.providerAccountId } : token),
          session: ({ session, token }) => ({ ...session, id: token.id }),
        },
        logger: { error: () => undefined },
      };
      const cookies = new Map<string, string>();
      const open = async (address: string, init: RequestInit = {}) => {
        const headers = { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };
        const response = await Auth(new Request(new URL(address, site5), { ...init, headers }), config);
        for (const cookie of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          cookies.set(name, value);
        }
        return response;
      };
      const { csrfToken } = (await (await open('/auth/csrf')).json()) as { csrfToken: string };
      const body = new URLSearchParams({ csrfToken, callbackUrl: site5 });
      const started = await open('/auth/signin/members', { method: 'POST', body });
      const ended = await open((await site.signIn(started.headers.get('Location') ?? '')).href);
      const session: unknown = await (await open('/auth/session')).json();
      return { to: ended.headers.get('Location'), session };
    };
    expect(await visit(true)).toEqual({
      to: site5,
      session: expect.objectContaining({ id: '1', user: { name: 'Ada Byron', email: 'ada@example.org' } }),
    });
    const refused = await visit(false);
    expect([refused.to, refused.session]).toEqual([expect.stringContaining('error='), null]);
  });
});
