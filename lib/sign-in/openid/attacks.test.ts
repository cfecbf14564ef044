/** Attacks of RFC 9700 on what OpenID Connect adds. The client is a library that checks what it gets. */
import { createHmac } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import { expect, test } from 'vitest';
import {
  api,
  authorizePath,
  callback,
  errorOf,
  exchange,
  getCode,
  requestToken,
  seedCast,
  startService,
  type RegisteredClient,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';
import {
  issuer,
  openidPath,
  readIdToken,
  readUserinfo,
  signInWithOpenid,
} from '@/lib/service/openid-client.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';

describeUsualEngines('attacks on OpenID Connect', (store) => {
  seedCast(store);

  async function start() {
    const service = startService(store());
    // The library compares times with the real clock.
    service.now = new Date();
    const client = await service.register({ isFirstParty: true });
    const mallory = await service.register({ name: 'Mallory', isFirstParty: true });
    return { service, client, mallory };
  }

  /** Passes the response of the authorize endpoint to the library, as a client's site would. */
  async function finish(
    service: TestService,
    client: RegisteredClient,
    { response, nonce, state = 'xyz' }: { response: URLSearchParams; nonce: string; state?: string },
  ) {
    const server = await discover(service);
    const self = { client_id: client.id };
    const parameters = oauth.validateAuthResponse(server, self, response, state);
    const authentication = oauth.ClientSecretBasic(client.secret);
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      self,
      authentication,
      parameters,
      callback,
      oauth.nopkce,
      { [oauth.customFetch]: (url, init) => Promise.resolve(service.app.request(url, init as RequestInit)) },
    );
    return oauth.processAuthorizationCodeResponse(server, self, answer, { expectedNonce: nonce });
  }
  async function discover(service: TestService) {
    const response = await service.app.request(`${issuer}/.well-known/openid-configuration`);
    return oauth.processDiscoveryResponse(new URL(issuer), response);
  }

  test('a code of one client does not work for another client, and revokes nothing', async () => {
    const { service, client, mallory } = await start();
    const code = await getCode(service, client, { scope: 'openid' });
    expect(await errorOf(await exchange(service, mallory, code))).toBe('400 invalid_grant');
    expect((await exchange(service, client, code)).status).toBe(200);
  });

  test('an ID token of one client is refused by another, and an access token is not active for another', async () => {
    const { service, client, mallory } = await start();
    const tokens = await signInWithOpenid(service, mallory);
    await expect(readIdToken(service, tokens.id_token, client)).rejects.toThrow('unexpected "aud"');
    const answer = await requestToken(service, client, { token: tokens.access_token }, `${api}/introspect`);
    expect(await answer.json()).toEqual({ active: false });
  });

  test('an ID token is not an access token, and an access token is no JWT', async () => {
    const { service, client } = await start();
    const tokens = await signInWithOpenid(service, client);
    expect((await readUserinfo(service, tokens.id_token)).status).toBe(401);
    expect(tokens.access_token).not.toContain('.');
  });

  test.each(['none', 'HS256'])('an ID token that was changed and signed with %s is refused', async (alg) => {
    const { service, client } = await start();
    const { id_token } = await signInWithOpenid(service, client);
    const [header = '', payload = ''] = id_token.split('.');
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const forged = `${encode({ alg, kid, typ: 'JWT' })}.${encode({ ...claims, sub: '2' })}`;
    // Key confusion: the public key is the secret of an HMAC.
    const { keys }: { keys: { kid: string }[] } = await (await service.app.request(`${issuer}/jwks`)).json();
    const secret = JSON.stringify(keys.find((key) => key.kid === kid));
    const signature = alg === 'none' ? '' : createHmac('sha256', secret).update(forged).digest('base64url');
    await expect(readIdToken(service, `${forged}.${signature}`, client)).rejects.toThrow();
    expect(await discover(service)).toMatchObject({
      id_token_signing_alg_values_supported: ['RS256', 'EdDSA'],
    });
    expect(keys).toEqual(
      keys.map(() => expect.objectContaining({ alg: expect.stringMatching(/^(RS256|EdDSA)$/), use: 'sig' })),
    );
  });

  test('a code that is injected into another browser’s sign-in has the wrong nonce', async () => {
    const { service, client } = await start();
    const attacker = await service.browser().open(openidPath(client, { nonce: 'of the attacker' }));
    await attacker.signIn('dan@example.org');
    const stolen = attacker.callback();
    await expect(finish(service, client, { response: stolen, nonce: 'of the victim' })).rejects.toThrow(
      /nonce/,
    );
    const again = await service.browser().open(openidPath(client, { nonce: 'mine' }));
    await again.signIn();
    const signedIn = await finish(service, client, { response: again.callback(), nonce: 'mine' });
    expect(oauth.getValidatedIdTokenClaims(signedIn)).toMatchObject({ sub: '1', nonce: 'mine' });
  });

  test('mix-up: a response with another issuer, or without one, is refused by the client', async () => {
    const { service, client } = await start();
    const browser = await service.browser().open(openidPath(client));
    await browser.signIn();
    for (const iss of [issuer.replace('100', '200'), null]) {
      const response = new URLSearchParams(browser.callback());
      response.delete('iss');
      if (iss !== null) response.set('iss', iss);
      await expect(finish(service, client, { response, nonce: 'n-1' })).rejects.toThrow(/iss/);
    }
    const other = await service.browser().open(authorizePath(client, { scope: 'user' }));
    await other.signIn();
    expect(other.callback().get('iss')).toBeNull();
  });

  test('a token for a few claims gives access to nothing else', async () => {
    const { service, client } = await start();
    const { access_token } = await signInWithOpenid(service, client);
    const headers = { Authorization: `Bearer ${access_token}` };
    for (const path of ['user', 'members', 'categories', 'office/me', 'changes'])
      expect([path, (await service.app.request(`${api}/${path}`, { headers })).status]).toEqual([path, 403]);
  });
});
