import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { setPassword } from '@/lib/sign-in/accounts/passwords';
import { findPeopleByEmail } from '@/lib/sign-in/accounts/people';
import { settleChangedEmails } from '@/lib/sign-in/accounts/proven-email';
import { putSampleStructure, sampleMember } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import {
  api,
  authorizePath,
  errorOf,
  exchange,
  getCode,
  password,
  requestToken,
  seedCast,
  startService,
  tokenOf,
  withToken,
  writerContext,
} from '@/lib/service/sign-in-service.fixture';
import {
  exchangeOpenid,
  issuer,
  openidPath,
  readIdToken,
  readUserinfo,
  signInWithOpenid,
} from '@/lib/service/openid-client.fixture';
import { waitFor } from '@/lib/base/wait-for.fixture';

describeEachEngine('OpenID Connect', (store) => {
  seedCast(store);
  const start = () => startService(store());
  const firstParty = { isFirstParty: true };

  test('discovery names every endpoint, and each address works', async () => {
    const service = start();
    const found = await service.request(`${api}/.well-known/openid-configuration`);
    const metadata: Record<string, unknown> = await found.json();
    expect(metadata).toMatchObject({
      issuer,
      userinfo_endpoint: `${issuer}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'EdDSA'],
      authorization_response_iss_parameter_supported: true,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
    });
    expect(metadata.scopes_supported).toEqual(
      expect.arrayContaining(['openid', 'profile', 'email', 'address', 'phone', 'user']),
    );
    for (const [name, address] of Object.entries(metadata)) {
      if (!name.endsWith('_endpoint') && name !== 'jwks_uri') continue;
      const { status } = await service.app.request(String(address));
      expect([name, status]).not.toEqual([name, 404]);
    }
  });

  test('a HEAD request for discovery or keys gets the headers of the response to GET', async () => {
    const service = start();
    for (const path of [
      `${api}/.well-known/openid-configuration`,
      `${api}/jwks`,
      `/.well-known/oauth-authorization-server${api}`,
    ]) {
      const get = await service.request(path);
      const head = await service.request(path, { method: 'HEAD' });
      expect([path, head.status]).toEqual([path, 200]);
      expect([...head.headers]).toEqual([...get.headers]);
      expect(await head.text()).toBe('');
      const post = await service.request(path, { method: 'POST' });
      expect([path, post.status]).toEqual([path, path.startsWith('/api') ? 405 : 404]);
    }
  });

  test.each(['RS256', 'EdDSA'] as const)(
    'an ID token signed with %s says who signed in, when and how',
    async (alg) => {
      const service = start();
      const client = await service.register({ ...firstParty, idTokenAlgorithm: alg });
      const signedInAt = service.now.getTime() / 1000;
      const tokens = await signInWithOpenid(service, client, { nonce: 'the nonce' });
      const read = await readIdToken(service, tokens.id_token, client);
      expect(read.alg).toBe(alg);
      const hash = createHash(alg === 'RS256' ? 'sha256' : 'sha512')
        .update(tokens.access_token)
        .digest();
      expect(read.payload).toEqual({
        iss: issuer,
        sub: '1',
        aud: client.id,
        iat: signedInAt,
        exp: signedInAt + 3600,
        auth_time: signedInAt,
        nonce: 'the nonce',
        amr: ['pwd'],
        acr: '1',
        at_hash: hash.subarray(0, hash.length / 2).toString('base64url'),
      });
      expect(tokens.scope).toBe('openid');
      expect(await errorOf(await service.request(`${api}/user`, withToken(tokens.access_token)))).toBe(
        '403 insufficient_scope',
      );
    },
  );

  test('auth_time is the time of the sign-in, even if the code is issued later', async () => {
    const service = start();
    const client = await service.register(firstParty);
    const signedInAt = service.now.getTime() / 1000;
    const browser = await service.browser().open(openidPath(client));
    await browser.signIn();
    service.now = new Date((signedInAt + 3000) * 1000);
    await browser.open(openidPath(client, { nonce: null }));
    const tokens = await exchangeOpenid(service, client, browser.callback().get('code') ?? '');
    const { payload } = await readIdToken(service, tokens.id_token, client);
    expect(payload).toMatchObject({ auth_time: signedInAt, iat: signedInAt + 3000 });
    expect(payload).not.toHaveProperty('nonce');
  });

  test('after a sign-in by emailed code the ID token says so, even after a choice between people, and the address is verified while nobody else has it', async () => {
    const service = start();
    const client = await service.register(firstParty);
    const browser = await service.browser().open(openidPath(client, { scope: 'openid email' }));
    await browser.open(browser.path.replace('/sign-in?', '/code?'));
    await browser.submit({ email: 'family@example.org' }, { action: 'code' });
    await waitFor(() => expect(service.mails).toHaveLength(1));
    const code = /\b\d{6}\b/.exec(service.mails.at(-1)?.text ?? '')?.[0] ?? '';
    await browser.submit({ code }, { action: 'enter-code' });
    await browser.submit({ person: '3' }, { action: 'choose' });
    const tokens = await exchangeOpenid(service, client, browser.callback().get('code') ?? '');
    const { payload } = await readIdToken(service, tokens.id_token, client);
    expect(payload).toMatchObject({ sub: '3', amr: ['otp'] });
    const claims = async (token: string): Promise<unknown> => (await readUserinfo(service, token)).json();
    const setEmail = (id: number, email: string) => {
      service.now = new Date(service.now.getTime() + 1000);
      return withMembersWriter(
        store(),
        { ...writerContext(100), clock: () => service.now },
        async (writer) => {
          const person = await writer.persons.find(id);
          if (person !== null) await writer.persons.put({ ...person, email });
        },
      );
    };
    const claim = (email: string, email_verified: boolean) => ({ sub: '3', email, email_verified });
    const family = 'family@example.org';
    const others = (await findPeopleByEmail(store(), { organisationId: 100, email: family })).filter(
      ({ id }) => id !== 3,
    );
    expect(await claims(tokens.access_token)).toEqual(claim(family, false));
    for (const { id } of others) await setEmail(id, `other-${id}@example.org`);
    expect(await claims(tokens.access_token), 'nobody else has it now').toEqual(claim(family, true));
    await setPassword(store(), { organisationId: 100, personId: 3, password: 'another long password' });
    const again = await service.browser().open(openidPath(client, { scope: 'openid email' }));
    await again.signIn(family, 'another long password');
    const byPassword = await exchangeOpenid(service, client, again.callback().get('code') ?? '');
    expect(await claims(byPassword.access_token), 'however the person signs in').toEqual(claim(family, true));
    await setEmail(3, 'victim@example.org');
    const changed = await claims(byPassword.access_token);
    expect(changed, 'the code was sent to another address').toEqual(claim('victim@example.org', false));
    await setEmail(3, family);
    const unproven = claim(family, false);
    expect(await claims(byPassword.access_token), 'a change ends the proof').toEqual(unproven);
    await settleChangedEmails(store());
    expect(await claims(byPassword.access_token)).toEqual(unproven);
    for (const { id } of others) await setEmail(id, family);
  });

  test('without the scope openid the responses are unchanged, and the token cannot read userinfo', async () => {
    const service = start();
    const client = await service.register(firstParty);
    const browser = await service.browser().open(authorizePath(client, { nonce: 'n', scope: 'user' }));
    await browser.signIn();
    expect([...browser.callback().keys()]).toEqual(['code', 'state']);
    const response = await exchange(service, client, browser.callback().get('code') ?? '');
    expect(Object.keys(await response.clone().json())).toEqual([
      'access_token',
      'expires_in',
      'token_type',
      'scope',
    ]);
    expect(await errorOf(await readUserinfo(service, await tokenOf(response)))).toBe(
      '403 insufficient_scope',
    );
    const metadata = `/.well-known/oauth-authorization-server${api}`;
    const body = await (await service.request(metadata)).text();
    expect(body).not.toMatch(/openid|userinfo|jwks|iss_parameter/);
  });

  test('every response to a request with openid has iss, and no other response does', async () => {
    const service = start();
    const client = await service.register();
    const issOf = async (change: Record<string, string>) => {
      const browser = await service.browser().open(openidPath(client, change));
      return [browser.callback().get('error'), browser.callback().get('iss')];
    };
    expect(await issOf({ response_type: 'token' })).toEqual(['unsupported_response_type', issuer]);
    expect(await issOf({ scope: 'openid members' })).toEqual(['invalid_scope', issuer]);
    expect(await issOf({ scope: 'members' })).toEqual(['invalid_scope', null]);
    const browser = await service.browser().open(openidPath(client));
    await browser.signIn();
    await browser.submit({ answer: 'deny' }, { action: 'consent' });
    expect(Object.fromEntries(browser.callback())).toMatchObject({ error: 'access_denied', iss: issuer });
    const allowed = await service.browser().open(openidPath(client));
    await allowed.signIn();
    await allowed.submit({ answer: 'allow' }, { action: 'consent' });
    expect(allowed.callback().get('iss')).toBe(issuer);
  });

  test('userinfo has the claims of the requested scopes, and no more', async () => {
    const service = start();
    const client = await service.register(firstParty);
    await withMembersWriter(store(), writerContext(100), async (writer) => {
      await putSampleStructure(writer, { id: 100, name: 'Guild of Bakers', colour: '#7a1f5c' });
      const address = {
        address: '5 Ryrie St',
        suburb: 'Geelong',
        state: 'VIC',
        postcode: '3220',
        country: 'Australia',
      };
      const zoe = {
        firstName: 'Zoë',
        lastName: 'Łukasz',
        email: 'zoe@example.org',
        phone: '03 5550',
        address,
      };
      await writer.memberships.put(sampleMember(5, {}, { ...zoe, mobile: '0400 111 222' }));
    });
    await setPassword(store(), { organisationId: 100, personId: 5, password });
    const infoFor = async (scope: string) => {
      const browser = await service.browser().open(openidPath(client, { scope }));
      await browser.signIn('zoe@example.org');
      const tokens = await exchangeOpenid(service, client, browser.callback().get('code') ?? '');
      return (await readUserinfo(service, tokens.access_token)).json();
    };
    const profile = {
      name: 'Zoë Łukasz',
      given_name: 'Zoë',
      family_name: 'Łukasz',
      preferred_username: 'zoe-ukasz-5',
    };
    const email = { email: 'zoe@example.org', email_verified: false };
    const address = {
      formatted: '5 Ryrie St\nGeelong VIC 3220\nAustralia',
      street_address: '5 Ryrie St',
      locality: 'Geelong',
      region: 'VIC',
      postal_code: '3220',
      country: 'Australia',
    };
    const phone = { phone_number: '0400 111 222', phone_number_verified: false };
    expect(await infoFor('openid')).toEqual({ sub: '5' });
    expect(await infoFor('openid profile')).toEqual({ sub: '5', ...profile });
    expect(await infoFor('openid email')).toEqual({ sub: '5', ...email });
    expect(await infoFor('openid address')).toEqual({ sub: '5', address });
    expect(await infoFor('phone openid')).toEqual({ sub: '5', ...phone });
    const all = await infoFor('profile email address phone openid');
    expect(all).toEqual({ sub: '5', ...profile, ...email, address, ...phone });
  });

  test('userinfo takes the token in the header or in a form, once, and not in the query', async () => {
    const service = start();
    const client = await service.register(firstParty);
    const { access_token: token } = await signInWithOpenid(service, client);
    const form = (body: string, headers: Record<string, string> = {}) =>
      service.request(`${api}/userinfo`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body,
      });
    const header = { Authorization: `Bearer ${token}` };
    expect((await readUserinfo(service, token, { method: 'POST' })).status).toBe(200);
    expect(await (await form(`access_token=${token}`)).json()).toEqual({ sub: '1' });
    expect((await form('', header)).status).toBe(200);
    const refused = [
      form(`access_token=${token}`, header),
      form(`access_token=${token}&access_token=${token}`),
      service.request(`${api}/userinfo?access_token=${token}`),
    ];
    for (const response of refused) expect(await errorOf(await response)).toBe('400 invalid_request');
    expect(await errorOf(await form('access_token=unknown'))).toBe('401 invalid_token');
    const none = await service.request(`${api}/userinfo`);
    expect([none.status, none.headers.get('WWW-Authenticate')]).toEqual([
      401,
      'Bearer realm="membership-api"',
    ]);
    const other = await service.request(`${api.replace('100', '200')}/userinfo`, { headers: header });
    expect(await errorOf(other)).toBe('401 invalid_token');
    expect((await readUserinfo(service, token, { method: 'PUT' })).status).toBe(405);
    const own = await requestToken(service, await service.register({ scopes: ['user'] }), {
      grant_type: 'client_credentials',
      scope: 'openid',
    });
    expect(await errorOf(own)).toBe('400 invalid_scope');
  });

  test('a client gets the scopes of OpenID Connect that it is registered for; user includes them', async () => {
    const service = start();
    const narrow = await service.register({ ...firstParty, scopes: ['openid', 'email'] });
    const errorFor = async (scope: string | null) => {
      const browser = await service.browser().open(openidPath(narrow, { scope }));
      return browser.path.includes('/sign-in?') ? null : browser.callback().get('error');
    };
    expect(await errorFor('openid email')).toBeNull();
    for (const scope of ['openid profile', 'openid user', 'email', 'user', null])
      expect([scope, await errorFor(scope)]).toEqual([scope, 'invalid_scope']);
    const wide = await service.register(firstParty);
    expect((await signInWithOpenid(service, wide, { scope: 'openid profile offline_access' })).scope).toBe(
      'openid profile',
    );
  });

  test('requests that we do not support are refused, and the error names the parameter', async () => {
    const service = start();
    const client = await service.register(firstParty);
    const errorFor = async (change: Record<string, string>) =>
      (await service.browser().open(openidPath(client, change))).callback().get('error');
    expect(await errorFor({ request: 'e30.e30.' })).toBe('request_not_supported');
    expect(await errorFor({ request_uri: 'https://site.example/request' })).toBe('request_uri_not_supported');
    expect(await errorFor({ registration: '{}' })).toBe('registration_not_supported');
    expect(await errorFor({ response_mode: 'fragment' })).toBe('invalid_request');
    expect(await errorFor({ nonce: 'n'.repeat(501) })).toBe('invalid_request');
    expect(await errorFor({ nonce: 'a\0b' })).toBe('invalid_request');
    const longest = await service.browser().open(openidPath(client, { nonce: 'n'.repeat(500) }));
    expect(longest.path).toContain('/sign-in?');
    const empty = openidPath(client, { request: '', request_uri: '', registration: '' });
    expect((await service.browser().open(empty)).path).toContain('/sign-in?');
  });

  test('a code that is used twice ends its access token, and gives no second ID token', async () => {
    const service = start();
    const client = await service.register(firstParty);
    const code = await getCode(service, client, { scope: 'openid', nonce: 'n-1' });
    const { access_token: token } = await exchangeOpenid(service, client, code);
    expect((await readUserinfo(service, token)).status).toBe(200);
    expect(await errorOf(await exchange(service, client, code))).toBe('400 invalid_grant');
    expect(await errorOf(await readUserinfo(service, token))).toBe('401 invalid_token');
  });

  test('the consent page names what each scope shows', async () => {
    const service = start();
    const client = await service.register();
    const browser = await service.browser().open(openidPath(client, { scope: 'openid email phone' }));
    await browser.signIn();
    expect(browser.page).toContain('your email address');
    expect(browser.page).toContain('your phone number');
    expect(browser.page).not.toContain('your postal address');
  });
});
