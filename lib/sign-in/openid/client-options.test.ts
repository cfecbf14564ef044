/** Options of a client for software that reads OpenID Connect in its own way. */
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { revokeClient } from '@/lib/sign-in/oauth/clients';
import { noRules } from '@/lib/sign-in/oauth/client-rules';
import { exchangeOpenid, issuer, openidPath, signInWithOpenid } from '@/lib/service/openid-client.fixture';
import {
  api,
  authorizePath,
  callback,
  errorOf,
  getCode,
  requestToken,
  seedCast,
  startService,
} from '@/lib/service/sign-in-service.fixture';
import { purgeExpired } from '@/lib/store/auth-purge';
import { describeEachEngine } from '@/lib/store/stores.fixture';

describeEachEngine('options of a client for its software', (store) => {
  seedCast(store);
  const scopes = ['openid', 'profile', 'email', 'phone', 'membership', 'offline_access'] as const;
  const firstParty = { isFirstParty: true, scopes: [...scopes] };
  const home = { name: 'The wiki', homeUrl: 'https://site.example/home' };
  const back = '<a href="https://site.example/home">Back to The wiki</a>';

  test('the ID token has name and email only with the option and the scope, and never the membership', async () => {
    const service = startService(store());
    const claims = { name: 'Ada Byron', given_name: 'Ada', email: 'Ada@Example.org', email_verified: false };
    const plain = await service.register(firstParty);
    expect(decodeJwt((await signInWithOpenid(service, plain, { scope: scopes.join(' ') })).id_token)).toEqual(
      expect.not.objectContaining({ name: expect.anything() }),
    );
    const client = await service.register({ ...firstParty, hasIdTokenClaims: true });
    const tokens = await signInWithOpenid(service, client, { scope: scopes.join(' ') });
    expect(decodeJwt(tokens.id_token)).toMatchObject({ ...claims, sub: '1', iss: issuer, aud: client.id });
    expect(Object.keys(decodeJwt(tokens.id_token)).join()).not.toMatch(/membership|chapters|phone/);
    const refreshed = await requestToken(service, client, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token ?? '',
    });
    expect(decodeJwt(((await refreshed.json()) as { id_token: string }).id_token)).toMatchObject(claims);
    const email = await signInWithOpenid(service, client, { scope: 'openid email' });
    expect(decodeJwt(email.id_token)).toMatchObject({ email: claims.email });
    expect(decodeJwt(email.id_token)).not.toHaveProperty('name');
    expect(decodeJwt((await signInWithOpenid(service, client)).id_token)).not.toHaveProperty('email');
  });

  test('a client that omits iss gets none, neither with a code nor with an error', async () => {
    const service = startService(store());
    for (const omitsIss of [true, false]) {
      const client = await service.register({ isFirstParty: true, omitsIss });
      for (const path of [openidPath(client), openidPath(client, { response_type: 'token' })]) {
        const browser = await service.browser().open(path);
        if (browser.page !== '') await browser.signIn();
        expect(browser.callback().has('iss')).toBe(!omitsIss);
      }
    }
  });

  test('with openid unknown scopes are ignored, also with the code, and known ones are not', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true, scopes: ['openid', 'email'] });
    const scope = 'openid groups email roles offline_access';
    const code = await getCode(service, client, { scope });
    const token = await requestToken(service, client, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
      scope,
    });
    expect(await token.json()).toMatchObject({ scope: 'openid email' });
    for (const refused of ['openid profile', 'groups', 'user groups']) {
      const browser = await service.browser().open(authorizePath(client, { scope: refused }));
      expect([refused, browser.callback().get('error')]).toEqual([refused, 'invalid_scope']);
    }
  });

  test('with openid a request without redirect_uri is refused, and without openid it is not', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    const refused = await service.browser().open(openidPath(client, { redirect_uri: null }));
    expect(refused.callback().get('error_description')).toContain('redirect_uri is missing');
    const plain = await service.browser().open(authorizePath(client, { redirect_uri: null }));
    expect(plain.page).toContain('<h1>Sign in</h1>');
    const code = await getCode(service, client, { scope: 'openid' });
    const fields = { grant_type: 'authorization_code', code };
    expect(await errorOf(await requestToken(service, client, fields))).toBe('400 invalid_grant');
  });

  test('the RSA key comes first, and the EdDSA key only while a client uses it', async () => {
    await store().auth.deleteFrom('signing_key').execute();
    const service = startService(store());
    const kinds = async () => {
      const { keys } = (await (await service.request(`${api}/jwks`)).json()) as { keys: { kty: string }[] };
      return keys.map(({ kty }) => kty);
    };
    expect(await kinds()).toEqual(['RSA']);
    // The newest key would otherwise come first.
    service.now = new Date(service.now.getTime() + 1000);
    const client = await service.register({ idTokenAlgorithm: 'EdDSA' });
    expect(await kinds()).toEqual(['RSA', 'OKP']);
    await revokeClient(store(), client.id);
    expect(await kinds()).toEqual(['RSA']);
  });

  test('after a sign-out the browser may go below a registered start of addresses, and nowhere else', async () => {
    const service = startService(store());
    const client = await service.register({
      isFirstParty: true,
      postLogoutPrefixes: ['https://wiki.example/w'],
      ...home,
    });
    const browser = service.browser();
    const end = async (uri: string) => {
      await browser.open(openidPath(client));
      if (browser.page.includes('<h1>Sign in</h1>')) await browser.signIn();
      const { id_token } = await exchangeOpenid(service, client, browser.callback().get('code') ?? '');
      const query = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: uri });
      await browser.open(`${api}/end-session?${query}`);
      return browser.response.headers.get('Location');
    };
    const below = 'https://wiki.example/w/index.php?title=Special:UserLogout';
    expect(await end(below)).toBe(below);
    expect(await end('https://wiki.example/other')).toBeNull();
    expect(browser.page).toContain('<h1>You are signed out</h1>');
    expect(browser.page).toContain(back);
    await browser.open(openidPath(client)).then((at) => at.signIn());
    await browser.open(openidPath(client, { redirect_uri: below }));
    expect(browser.page, 'only for sign-out').toContain('We cannot send you back');
    expect(browser.page).toContain(back);
    const asked = new URLSearchParams({ client_id: client.id, post_logout_redirect_uri: below });
    await browser.open(`${api}/end-session?${asked}`);
    await browser.submit({}, { action: 'sign-out' });
    expect(browser.response.headers.get('Location')).toBe(below);
    await browser.open(openidPath(client)).then((at) => at.signIn());
    await browser.open(`${api}/end-session?client_id=${client.id}`);
    await browser.submit({}, { action: 'sign-out' });
    expect(browser.page).toContain(back);
  });

  test('pages of a refused and of an ended sign-in lead back to the home address', async () => {
    const service = startService(store());
    const client = await service.register({
      isFirstParty: true,
      ...home,
      rules: { ...noRules, chapters: ['2'] },
    });
    const browser = await service.browser().open(openidPath(client));
    const address = browser.path;
    await browser.signIn();
    expect(browser.page).toContain('You cannot sign in to The wiki');
    expect(browser.page).toContain(back.replace('<a ', '<a class="button second" '));
    const other = await service.browser().open(address);
    expect(other.page, 'another browser, or one that blocks cookies').toContain(back);
    service.now = new Date(service.now.getTime() + 40 * 60_000);
    await purgeExpired(store(), service.now);
    await browser.open(address);
    expect(browser.page).toContain('Sign-in has ended');
    expect(browser.page).toContain(back);
    const rows = await store().auth.selectFrom('authorize_request').select('parameters').execute();
    expect(rows.map(({ parameters }) => parameters).join(), 'nothing about the person is kept').not.toContain(
      'scopes',
    );
    service.now = new Date(service.now.getTime() + 24 * 3600_000);
    await purgeExpired(store(), service.now);
    await browser.open(address);
    expect(browser.page).not.toContain(back);
  });
});
