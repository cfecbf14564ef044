/** Clients from npm by their documented settings, over HTTP. Each signs a member in, and none lets in a person whom the client's rules refuse. */
import { createServer } from 'node:http';
import express from 'express';
import { auth } from 'express-openid-connect';
import type { NextApiResponse } from 'next';
import NextAuth, { type AuthOptions } from 'next-auth';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import OpenIDConnectStrategy from 'passport-openidconnect';
import { describe, expect, test, vi } from 'vitest';
import { runIssuer, SiteVisitor } from '@/lib/membership-service/issuer-over-http.fixture';

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
    const callback = 'http://localhost:4390/passport';
    const issuer = site.issuer();
    const outcomeOf = async (isForAll: boolean): Promise<unknown> => {
      const { id, secret } = await site.register(callback, { isForAll });
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
      const back = await site.signIn(String(await visit({})));
      return visit(Object.fromEntries(back.searchParams));
    };
    expect(await outcomeOf(true)).toMatchObject({ id: '1', displayName: 'Ada Byron' });
    expect(await outcomeOf(false)).toHaveProperty('failed');
  });

  test('express-openid-connect: a protected page, and a refused member', async () => {
    const visit = async (isForAll: boolean) => {
      const server = createServer();
      const baseURL = await site.listen(server);
      const { id, secret } = await site.register(`${baseURL}/callback`, { isForAll });
      const app = express();
      app.use(
        auth({
          issuerBaseURL: site.issuer(),
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
      const visitor = new SiteVisitor();
      const first = await visitor.visit(baseURL);
      const back = await site.signIn(first.headers.get('Location') ?? '');
      const second = await visitor.visit(back);
      const page = await visitor.visit(baseURL);
      return { callback: second.status, page };
    };
    const allowed = await visit(true);
    expect(await allowed.page.json()).toMatchObject({ sub: '1' });
    const refused = await visit(false);
    expect([refused.callback, refused.page.status]).toEqual([400, 302]);
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
        scope: 'openid profile',
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
    expect(await visit(true)).toMatchObject({ sub: '1', name: 'Ada Byron' });
    await expect(visit(false)).rejects.toMatchObject({ error: 'access_denied' });
  });

  test('next-auth on another site by wellKnown: sign-in, and a refused member', async () => {
    const visit = async (isForAll: boolean) => {
      const server = createServer();
      const address = await site.listen(server);
      const { id, secret } = await site.register(`${address}/api/auth/callback/members`, { isForAll });
      const options: AuthOptions = {
        secret: 'a long text that signs the cookies of this site',
        providers: [
          {
            id: 'members',
            name: 'Members',
            type: 'oauth',
            wellKnown: `${site.issuer()}/.well-known/openid-configuration`,
            clientId: id,
            clientSecret: secret,
            authorization: { params: { scope: 'openid profile email' } },
            idToken: true,
            checks: ['pkce', 'state', 'nonce'],
            profile: ({ sub }: { sub: string }) => ({ id: sub }),
          },
        ],
        callbacks: { session: ({ session, token }) => ({ ...session, sub: token.sub }) },
        logger: { error: () => undefined },
      };
      // What a Next site does with pages/api/auth/[...nextauth].ts.
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
    expect([allowed.to, allowed.session]).toEqual([allowed.address, expect.objectContaining({ sub: '1' })]);
    const refused = await visit(false);
    expect(refused.to).toContain('error=');
    expect(refused.session).toEqual({});
  });
});
