import { CompactSign, importJWK, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import type { Browser } from '@/lib/sign-in/oauth/browser.fixture';
import { signToken } from '@/lib/sign-in/openid/sign-token';
import { listSigningKeys } from '@/lib/sign-in/openid/signing-keys';
import { exchangeOpenid, issuer, openidPath, type OpenIdTokens } from '@/lib/service/openid-client.fixture';
import {
  api,
  authorizePath,
  seedCast,
  startService,
  withToken,
  type RegisteredClient,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';

const after = 'https://site.example/?option=signed-out';

describeUsualEngines('sign-out that a site starts', (store) => {
  seedCast(store);

  async function signedIn(email = 'ada@example.org'): Promise<{
    service: TestService;
    client: RegisteredClient;
    browser: Browser;
    tokens: OpenIdTokens;
  }> {
    const service = startService(store());
    const client = await service.register({
      isFirstParty: true,
      postLogoutUris: [after, 'https://x.example'],
    });
    const browser = await (await service.browser().open(openidPath(client))).signIn(email);
    const tokens = await exchangeOpenid(service, client, browser.callback().get('code') ?? '');
    return { service, client, browser, tokens };
  }

  const path = (query: Record<string, string>) => `${api}/end-session?${new URLSearchParams(query)}`;
  const returned = (browser: Browser) => browser.response.headers.get('Location');
  const asks = (browser: Browser) => browser.page.includes('<h1>Sign out?</h1>');
  const isSignedIn = async (service: TestService, browser: Browser) => {
    const site = await service.register({ isFirstParty: true });
    await browser.open(authorizePath(site, { prompt: 'none' }));
    return browser.callback().has('code');
  };

  test('with an ID token the person is signed out at once, and returns with the state', async () => {
    const { service, client, browser, tokens } = await signedIn();
    service.now = new Date('2026-03-01T12:00:00Z');
    const query = { id_token_hint: tokens.id_token, post_logout_redirect_uri: after, state: 'a b&ä=1' };
    await browser.open(path(query));
    expect(returned(browser)).toBe(`${after}&state=a%20b%26%C3%A4%3D1`);
    expect(await isSignedIn(service, browser)).toBe(false);
    const user = await service.request(`${api}/user`, withToken(tokens.access_token));
    expect(user.status).toBe(401);
    await browser.open(path({ client_id: client.id, post_logout_redirect_uri: after }));
    expect(returned(browser), 'nobody is signed in any more').toBe(after);
  });

  test('without an ID token the person is asked, and then returns', async () => {
    const { service, client, browser } = await signedIn();
    const query = { client_id: client.id, post_logout_redirect_uri: after, state: 's' };
    await browser.open(path(query));
    expect(asks(browser)).toBe(true);
    expect(browser.page).toContain('Ada Byron');
    expect(browser.response.headers.get('Content-Security-Policy')).toContain("'self' https://site.example;");
    await browser.submit({}, { action: 'sign-out' });
    expect(returned(browser)).toBe(`${after}&state=s`);
    expect(await isSignedIn(service, browser)).toBe(false);
  });

  test('nobody is sent to an address that is not registered for the client', async () => {
    const { service, browser, tokens } = await signedIn();
    const other = await service.register({ postLogoutUris: ['https://other.example/'] });
    for (const [client_id, uri] of [
      [tokens, 'https://evil.example/'],
      [tokens, `${after}x`],
      [tokens, `${after}&state=https://evil.example`],
      [tokens, 'https://site.example/callback'],
      [tokens, 'https://other.example/'],
      [null, after],
      ['unknown', after],
      ['\0', after],
      [other.id, after],
    ] as const) {
      await browser.open(authorizePath(await service.register({ isFirstParty: true })));
      if (returned(browser) === null) await browser.signIn();
      const query: Record<string, string> = { post_logout_redirect_uri: uri };
      if (client_id === tokens) query['id_token_hint'] = tokens.id_token;
      else if (typeof client_id === 'string') query['client_id'] = client_id;
      await browser.open(path(query));
      expect(returned(browser), uri).toBeNull();
      if (asks(browser)) await browser.submit({}, { action: 'sign-out' });
      expect(browser.page, uri).toContain('You are signed out');
    }
  });

  test('a form that was changed does not lead to another address', async () => {
    const { client, browser } = await signedIn();
    await browser.open(path({ client_id: client.id, post_logout_redirect_uri: after }));
    await browser.submit({ return_to: 'https://evil.example/' }, { action: 'sign-out' });
    expect(returned(browser)).toBeNull();
  });

  test('a line break in the state is left out of the address', async () => {
    const { client, browser } = await signedIn();
    const return_to = `${after}&state=\r\nSet-Cookie: a=b`;
    await browser.open(`/auth/sign-out?${new URLSearchParams({ client_id: client.id, return_to })}`);
    await browser.submit({}, { action: 'sign-out' });
    expect(returned(browser)).toBe(`${after}&state=Set-Cookie:%20a=b`);
  });

  test('an ID token of somebody else, or of another client, does not sign out without a question', async () => {
    const dan = await signedIn('dan@example.org');
    const { client, browser, tokens, service } = await signedIn();
    await browser.open(path({ id_token_hint: dan.tokens.id_token }));
    expect(asks(browser)).toBe(true);
    await browser.open(path({ id_token_hint: tokens.id_token, client_id: dan.client.id }));
    expect(asks(browser)).toBe(true);
    expect(await isSignedIn(service, browser)).toBe(true);
    await browser.open(path({ id_token_hint: tokens.id_token, client_id: client.id }));
    expect(browser.page).toContain('You are signed out');
  });

  test('a client of one organisation signs nobody out at another, even with the same ID', async () => {
    const { browser, client, service } = await signedIn();
    const query = { client_id: client.id, prompt: 'none' };
    const signer = { store: store(), clock: () => service.now, authSecret: 'a secret of the tests' };
    const claims = { iss: issuer.replace('/100', '/200'), aud: 'a client there', sub: '1' };
    const id_token_hint = await signToken(signer, claims, { algorithm: 'RS256' });
    const elsewhere = `${api.replace('/100', '/200')}/end-session`;
    await browser.open(`${elsewhere}?${new URLSearchParams({ id_token_hint })}`);
    expect(asks(browser)).toBe(true);
    await browser.open(authorizePath(client, query));
    expect(browser.callback().has('code')).toBe(true);
  });

  test('an ID token that we did not sign for this purpose is no proof', async () => {
    const { client, browser, service } = await signedIn();
    const claims = { iss: issuer, aud: client.id, sub: '1' };
    const [key] = await listSigningKeys(store(), service.now);
    if (key === undefined) throw new Error('there is a key');
    const bytes = new TextEncoder().encode(JSON.stringify(key.publicJwk));
    const own = (await importJWK({ kty: 'oct', k: Buffer.from(bytes).toString('base64url') })) as Uint8Array;
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const confused = new CompactSign(new TextEncoder().encode(JSON.stringify(claims)));
    const { id_token: real } = (await signedIn()).tokens;
    const [head = '', , signature = ''] = real.split('.');
    const forged = [
      `${encode({ alg: 'none', typ: 'JWT', kid: key.id })}.${encode(claims)}.`,
      await confused.setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: key.id }).sign(own),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(own),
      `${head}.${encode({ ...claims, sub: '1 ' })}.${signature}`,
      'x',
      '..',
    ];
    for (const id_token_hint of forged) {
      await browser.open(path({ id_token_hint }));
      expect(asks(browser), id_token_hint).toBe(true);
    }
  });

  test('a token of another organisation, and a logout token, are no proof', async () => {
    const { client, browser, service } = await signedIn();
    const signer = { store: store(), clock: () => service.now, authSecret: 'a secret of the tests' };
    const claims = { iss: issuer, aud: client.id, sub: '1' };
    const algorithm = 'RS256' as const;
    const elsewhere = { ...claims, iss: issuer.replace('100', '200') };
    for (const id_token_hint of [
      await signToken(signer, elsewhere, { algorithm }),
      await signToken(signer, claims, { algorithm, type: 'logout+jwt' }),
    ]) {
      await browser.open(path({ id_token_hint }));
      expect(asks(browser)).toBe(true);
    }
    await browser.open(path({ id_token_hint: await signToken(signer, claims, { algorithm }) }));
    expect(browser.page, 'the same with the right issuer and type').toContain('You are signed out');
  });

  test('a form of another site is repeated by GET, because it is sent without the session; a repeated parameter is refused', async () => {
    const { client, browser } = await signedIn();
    const body = new URLSearchParams({ client_id: client.id, post_logout_redirect_uri: after }).toString();
    await browser.open(`${api}/end-session`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://site.example' },
    });
    expect(asks(browser)).toBe(true);
    await browser.open(`${path({ client_id: client.id })}&client_id=x`);
    expect(browser.response.status).toBe(400);
  });
});
