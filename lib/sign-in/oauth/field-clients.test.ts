/** Third-party clients, and requests like those of published clients, against the server over HTTP. */
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import OAuth2Strategy from 'passport-oauth2';
import { AuthorizationCode, ClientCredentials } from 'simple-oauth2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMembershipService } from '@/lib/service/app';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { createClient, type NewClient } from './clients';
import { Browser } from './browser.fixture';
import { api, basic, password, seedCast, type RegisteredClient } from '@/lib/service/sign-in-service.fixture';

describeUsualEngines('third-party clients', (store) => {
  seedCast(store);
  let server: Server;
  let origin = '';
  const callback = 'http://localhost:4999/callback';

  beforeAll(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A TCP server's address is an AddressInfo.
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    const app = createMembershipService({
      store: store(),
      clock: () => new Date(),
      baseUrl: origin,
      mailer: async () => 'sent' as const,
      trustProxy: 0,
    });
    const listener = getRequestListener(app.fetch);
    server.on('request', (incoming, outgoing) => void listener(incoming, outgoing));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function register(client: Partial<NewClient> = {}): Promise<RegisteredClient> {
    const made = await createClient(store(), {
      organisationId: 100,
      name: 'Field client',
      scopes: ['user'],
      redirectUris: [callback],
      isFirstParty: true,
      allowsHttp: true,
      ...client,
    });
    return { id: made.id, secret: made.secret ?? '' };
  }

  async function signIn(address: string): Promise<URL> {
    const request = (path: string, init?: RequestInit) =>
      fetch(origin + path, { ...init, redirect: 'manual' });
    const browser = await new Browser(request, { origin, password }).open(address.slice(origin.length));
    await browser.signIn();
    return new URL(browser.response.headers.get('Location') ?? '');
  }

  test('openid-client 6 discovers the server, signs in with PKCE and state, and gets its own token', async () => {
    const client = await register({ scopes: ['user', 'basic'] });
    const options = { algorithm: 'oauth2' as const, execute: [openid.allowInsecureRequests] };
    const config = await openid.discovery(
      new URL(`${origin}${api}`),
      client.id,
      client.secret,
      undefined,
      options,
    );
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: 'user',
      state: 'st',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const back = await signIn(address.href);
    const tokens = await openid.authorizationCodeGrant(config, back, {
      pkceCodeVerifier,
      expectedState: 'st',
    });
    expect([tokens.token_type, tokens.expires_in, tokens.scope]).toEqual(['bearer', 3600, 'user']);
    const user = await openid.fetchProtectedResource(
      config,
      tokens.access_token,
      new URL(`${origin}${api}/user`),
      'GET',
    );
    expect(await user.json()).toMatchObject({ FirstName: 'Ada', ID: '1' });
    expect((await openid.clientCredentialsGrant(config, { scope: 'basic' })).scope).toBe('basic');
    await openid.tokenRevocation(config, tokens.access_token);
    const gone = openid.fetchProtectedResource(
      config,
      tokens.access_token,
      new URL(`${origin}${api}/user`),
      'GET',
    );
    await expect(gone).rejects.toThrow();
  });

  test('oauth4webapi accepts every response, as a public client and with a promised issuer', async () => {
    const app = await register({ isPublic: true, sendsIss: true, redirectUris: ['http://127.0.0.1/done'] });
    const insecure = { [oauth.allowInsecureRequests]: true };
    const issuer = new URL(`${origin}${api}`);
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    const server = {
      ...(await oauth.processDiscoveryResponse(issuer, found)),
      authorization_response_iss_parameter_supported: true,
    };
    const client: oauth.Client = { client_id: app.id };
    const verifier = oauth.generateRandomCodeVerifier();
    const address = new URL(server.authorization_endpoint ?? '');
    address.search = new URLSearchParams({
      client_id: app.id,
      response_type: 'code',
      redirect_uri: 'http://127.0.0.1:4321/done',
      state: 's',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();
    const answer = oauth.validateAuthResponse(server, client, await signIn(address.href), 's');
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      answer,
      'http://127.0.0.1:4321/done',
      verifier,
      insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
    expect(tokens.scope).toBe('user');
  });

  test('passport-oauth2 signs in and reads /user with the token in the query', async () => {
    const client = await register();
    const profiles: unknown[] = [];
    class Strategy extends OAuth2Strategy {
      override userProfile(accessToken: string, done: (error?: unknown, profile?: unknown) => void): void {
        this._oauth2.get(`${origin}${api}/user`, accessToken, (error, body) =>
          done(error, error ? undefined : JSON.parse(String(body))),
        );
      }
    }
    const options = {
      authorizationURL: `${origin}${api}/authorize`,
      tokenURL: `${origin}${api}/token`,
      clientID: client.id,
      clientSecret: client.secret,
      callbackURL: callback,
      state: true,
    };
    const strategy = new Strategy(
      options,
      (_access: string, _refresh: string, profile: unknown, done: (error: null, user: object) => void) => {
        profiles.push(profile);
        done(null, {});
      },
    );
    const session = {};
    const run = (query: object) =>
      new Promise<string>((resolve, reject) => {
        const request = { query, session, url: '/', headers: {}, connection: {} };
        // passport itself adds these to the strategy that it runs.
        const acted = Object.assign(Object.create(strategy), {
          redirect: resolve,
          success: () => resolve('signed in'),
          fail: (info: unknown) => reject(new Error(JSON.stringify(info))),
          error: reject,
        });
        acted.authenticate(request, {});
      });
    const back = await signIn(await run({}));
    expect(await run(Object.fromEntries(back.searchParams))).toBe('signed in');
    expect(profiles).toMatchObject([{ LastName: 'Byron' }]);
  });

  test('simple-oauth2 gets tokens by both grants and revokes one', async () => {
    const client = await register({ scopes: ['user', 'members'] });
    const auth = {
      tokenHost: origin,
      tokenPath: `${api}/token`,
      revokePath: `${api}/revoke`,
    };
    const settings = { client, auth: { ...auth, authorizePath: `${api}/authorize` } };
    const flow = new AuthorizationCode(settings);
    const back = await signIn(flow.authorizeURL({ redirect_uri: callback, scope: 'user', state: 'x' }));
    const tokens = await flow.getToken({ code: back.searchParams.get('code') ?? '', redirect_uri: callback });
    expect(tokens.token.scope).toBe('user');
    await tokens.revoke('access_token');
    const own = await new ClientCredentials({ client, auth }).getToken({ scope: 'members' });
    const call = () =>
      fetch(`${origin}${api}/members`, {
        headers: { Authorization: `Bearer ${String(own.token.access_token)}` },
      });
    expect((await call()).status).toBe(200);
  });

  test('the published PHP clients sign in: body credentials with state, approval_prompt, an address with a query and no path, doubled slashes', async () => {
    const redirectUri = 'http://site.example?option=login';
    const client = await register({ redirectUris: [redirectUri] });
    const parameters = new URLSearchParams({
      state: 'abc',
      response_type: 'code',
      approval_prompt: 'auto',
      redirect_uri: redirectUri,
      client_id: client.id,
    });
    const back = await signIn(`${origin}/${api}/authorize?${parameters}`);
    expect(back.href).toMatch(/^http:\/\/site\.example\/\?option=login&code=\w+&state=abc$/);
    const token = await fetch(`${origin}/${api}/token`, {
      method: 'POST',
      redirect: 'error',
      body: new URLSearchParams({
        client_id: client.id,
        client_secret: client.secret,
        redirect_uri: redirectUri,
        state: 'abc',
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
      }),
    });
    const { access_token } = (await token.json()) as { access_token: string };
    const user = await fetch(`${origin}/${api}/user?access_token=${access_token}`);
    expect(await user.json()).toMatchObject({ ID: '1', Email: 'Ada@Example.org' });
  });

  test('T2 the documented token call works: GET with Basic credentials and a form in the body', async () => {
    const client = await register({ scopes: ['basic', 'members'] });
    const call = (body: string, headers: Record<string, string>) =>
      new Promise<{ status: number; text: string }>((resolve, reject) => {
        const request = httpRequest(`${origin}${api}/token`, {
          method: 'GET',
          headers: { Authorization: basic(client), ...headers },
        });
        request.on('error', reject);
        request.on('response', (response) => {
          let text = '';
          response.on('data', (chunk) => (text += chunk));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        });
        request.end(body);
      });
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = 'grant_type=client_credentials&scope=members';
    const lengths = { ...form, 'Content-Length': String(body.length) };
    for (const headers of [lengths, { ...form, 'Transfer-Encoding': 'chunked' }]) {
      const { status, text } = await call(body, headers);
      expect(status).toBe(200);
      expect(JSON.parse(text)).toMatchObject({ scope: 'members' });
    }
    expect((await call('{}', { 'Content-Type': 'application/json', 'Content-Length': '2' })).status).toBe(
      400,
    );
    const huge = 'x'.repeat(70_000);
    expect((await call(huge, { ...form, 'Content-Length': String(huge.length) })).status).toBe(413);
  });
});
