/**
 * The checks of the OpenID Foundation's basic and configuration profiles, under the names of its conformance suite.
 * This is not a run of the suite, and not a certification.
 */
import { expect, test } from 'vitest';
import {
  api,
  basic,
  callback,
  challenge,
  errorOf,
  exchange,
  getCode,
  seedCast,
  startService,
  verifier,
  type RegisteredClient,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';
import {
  exchangeOpenid,
  issuer,
  openidPath,
  readIdToken,
  readUserinfo,
  signInWithOpenid,
} from '@/lib/service/openid-client.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';

interface Setting {
  service: TestService;
  client: RegisteredClient;
}
type Check = (setting: Setting) => Promise<unknown>;
type Change = Record<string, string | null>;

const claimsOf = {
  profile: ['name', 'given_name', 'family_name', 'preferred_username'],
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number', 'phone_number_verified'],
};

const checks: Record<string, Check> = {
  'oidcc-discovery-endpoint-verification': async ({ service }) => {
    const response = await service.request(`${api}/.well-known/openid-configuration`);
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
    const metadata: unknown = await response.json();
    expect(metadata).toMatchObject({ issuer, subject_types_supported: ['public'] });
    for (const name of ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'])
      expect(metadata).toHaveProperty(name, expect.stringMatching(/^https:/));
    expect(metadata).toHaveProperty(
      'id_token_signing_alg_values_supported',
      expect.arrayContaining(['RS256']),
    );
  },
  'oidcc-server': (setting) => signsIn(setting),
  'oidcc-response-type-missing': async (setting) =>
    expect(await refusal(setting, { response_type: null })).toBe('invalid_request'),
  'oidcc-idtoken-signature': async ({ service, client }) => {
    const { id_token } = await signInWithOpenid(service, client);
    const head: unknown = JSON.parse(Buffer.from(id_token.split('.')[0] ?? '', 'base64url').toString());
    const { keys } = (await (await service.request(`${api}/jwks`)).json()) as { keys: { kid: string }[] };
    expect(keys.map(({ kid }) => ({ alg: 'RS256', kid }))).toContainEqual(
      expect.objectContaining({ kid: (head as { kid: string }).kid }),
    );
    expect((await readIdToken(service, id_token, client)).alg).toBe('RS256');
  },
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': async (setting) =>
    expect(await refusal(setting, { request_uri: 'https://site.example/request' })).toBe(
      'request_uri_not_supported',
    ),
  'oidcc-userinfo-get': async (setting) => {
    const { access_token } = await signInWithOpenid(setting.service, setting.client);
    expect(await (await readUserinfo(setting.service, access_token)).json()).toEqual({ sub: '1' });
  },
  'oidcc-userinfo-post-header': async (setting) => {
    const { access_token } = await signInWithOpenid(setting.service, setting.client);
    const response = await readUserinfo(setting.service, access_token, { method: 'POST' });
    expect(await response.json()).toEqual({ sub: '1' });
  },
  'oidcc-userinfo-post-body': async ({ service, client }) => {
    const { access_token } = await signInWithOpenid(service, client);
    const response = await postForm(service, `${api}/userinfo`, { access_token });
    expect(await response.json()).toEqual({ sub: '1' });
  },
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': async (setting) =>
    expect(await signsIn(setting, { nonce: null })).not.toHaveProperty('nonce'),
  'oidcc-scope-profile': (setting) => returnsClaims(setting, ['profile']),
  'oidcc-scope-email': (setting) => returnsClaims(setting, ['email']),
  'oidcc-scope-address': (setting) => returnsClaims(setting, ['address']),
  'oidcc-scope-phone': (setting) => returnsClaims(setting, ['phone']),
  'oidcc-scope-all': (setting) => returnsClaims(setting, ['profile', 'email', 'address', 'phone']),
  'oidcc-ensure-other-scope-order-succeeds': (setting) => signsIn(setting, { scope: 'email openid' }),
  'oidcc-display-page': (setting) => signsIn(setting, { display: 'page' }),
  'oidcc-display-popup': (setting) => signsIn(setting, { display: 'popup' }),
  'oidcc-prompt-login': async ({ service, client }) => {
    const browser = await service.browser().open(openidPath(client));
    await browser.signIn();
    const first = await signedInAt({ service, client }, browser.callback());
    service.now = new Date(service.now.getTime() + 2000);
    await browser.open(openidPath(client, { prompt: 'login' }));
    expect(browser.path).toContain('/sign-in?');
    await browser.signIn();
    expect(await signedInAt({ service, client }, browser.callback())).toBe(first + 2);
  },
  'oidcc-prompt-none-not-logged-in': async (setting) =>
    expect(await refusal(setting, { prompt: 'none' })).toBe('login_required'),
  'oidcc-prompt-none-logged-in': async ({ service, client }) => {
    const browser = await service.browser().open(openidPath(client));
    await browser.signIn();
    const first = await signedInAt({ service, client }, browser.callback());
    await browser.open(openidPath(client, { prompt: 'none' }));
    expect(await signedInAt({ service, client }, browser.callback())).toBe(first);
  },
  'oidcc-max-age-1': async ({ service, client }) => {
    const browser = await service.browser().open(openidPath(client));
    await browser.signIn();
    const first = await signedInAt({ service, client }, browser.callback());
    service.now = new Date(service.now.getTime() + 2000);
    await browser.open(openidPath(client, { max_age: '1' }));
    await browser.signIn();
    expect(await signedInAt({ service, client }, browser.callback())).toBe(first + 2);
  },
  'oidcc-max-age-10000': async ({ service, client }) => {
    const browser = await service.browser().open(openidPath(client));
    await browser.signIn();
    const first = await signedInAt({ service, client }, browser.callback());
    await browser.open(openidPath(client, { max_age: '10000' }));
    expect(await signedInAt({ service, client }, browser.callback())).toBe(first);
  },
  'oidcc-ensure-request-with-unknown-parameter-succeeds': (setting) => signsIn(setting, { extra: 'foobar' }),
  'oidcc-id-token-hint': async ({ service, client }) => {
    const browser = await service.browser().open(openidPath(client));
    await browser.signIn();
    const tokens = await exchangeOpenid(service, client, browser.callback().get('code') ?? '');
    await browser.open(openidPath(client, { prompt: 'none', id_token_hint: tokens.id_token }));
    expect(browser.callback().get('code')).not.toBeNull();
    const other = await (await service.browser().open(openidPath(client))).signIn('dan@example.org');
    await other.open(openidPath(client, { prompt: 'none', id_token_hint: tokens.id_token }));
    expect(other.callback().get('error')).toBe('login_required');
  },
  'oidcc-login-hint': (setting) => signsIn(setting, { login_hint: 'ada@example.org' }),
  'oidcc-ui-locales': (setting) => signsIn(setting, { ui_locales: 'se fr de' }),
  'oidcc-claims-locales': (setting) => signsIn(setting, { claims_locales: 'se fr de' }),
  'oidcc-ensure-request-with-acr-values-succeeds': async (setting) =>
    expect(await signsIn(setting, { acr_values: '1 2' })).toHaveProperty('acr', '1'),
  'oidcc-codereuse': async ({ service, client }) => {
    const code = await getCode(service, client, { scope: 'openid' });
    await exchangeOpenid(service, client, code);
    expect(await errorOf(await exchange(service, client, code))).toBe('400 invalid_grant');
  },
  'oidcc-codereuse-30seconds': async ({ service, client }) => {
    const code = await getCode(service, client, { scope: 'openid' });
    const { access_token } = await exchangeOpenid(service, client, code);
    service.now = new Date(service.now.getTime() + 30_000);
    expect(await errorOf(await exchange(service, client, code))).toBe('400 invalid_grant');
    expect((await readUserinfo(service, access_token)).status).toBe(401);
  },
  'oidcc-ensure-registered-redirect-uri': async ({ service, client }) => {
    const redirect_uri = `${callback}/other`;
    const { response } = await service.browser().open(openidPath(client, { redirect_uri }));
    expect([response.status, response.headers.get('Location')]).toEqual([400, null]);
  },
  'oidcc-server-client-secret-post': async ({ service, client }) => {
    const code = await getCode(service, client, { scope: 'openid' });
    const fields = { grant_type: 'authorization_code', code, redirect_uri: callback };
    const credentials = { client_id: client.id, client_secret: client.secret };
    const response = await postForm(service, `${api}/token`, { ...fields, ...credentials });
    expect(await response.json()).toHaveProperty('id_token');
  },
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': async (setting) =>
    expect(await refusal(setting, { request: 'eyJhbGciOiJub25lIn0.e30.' })).toBe('request_not_supported'),
  'oidcc-claims-essential': (setting) =>
    signsIn(setting, { claims: '{"userinfo":{"name":{"essential":true}}}' }),
  'oidcc-ensure-request-object-with-redirect-uri': async (setting) =>
    expect(await refusal(setting, { request: 'eyJhbGciOiJub25lIn0.e30.' })).toBe('request_not_supported'),
  'oidcc-refresh-token': async ({ service, client }) => {
    const tokens = await signInWithOpenid(service, client, { scope: 'openid offline_access' });
    const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
    const response = await postForm(service, `${api}/token`, fields, { Authorization: basic(client) });
    const { id_token }: { id_token: string } = await response.json();
    const [first, second] = await Promise.all(
      [tokens.id_token, id_token].map((token) => readIdToken(service, token, client)),
    );
    for (const claim of ['iss', 'sub', 'aud', 'auth_time'])
      expect(second?.payload[claim]).toEqual(first?.payload[claim]);
  },
  'oidcc-ensure-request-with-valid-pkce-succeeds': async ({ service, client }) => {
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    const code = await getCode(service, client, { scope: 'openid', ...pkce });
    expect((await exchange(service, client, code, { code_verifier: verifier })).status).toBe(200);
  },
  'oidcc-ensure-post-request-succeeds': async ({ service, client }) => {
    const [path = '', body = ''] = openidPath(client).split('?');
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const browser = await service.browser().open(path, { method: 'POST', body, headers });
    await browser.signIn();
    expect(browser.callback().get('code')).not.toBeNull();
  },
};

async function signsIn({ service, client }: Setting, change: Change = {}) {
  const code = await getCode(service, client, { scope: 'openid', nonce: 'n-1', ...change });
  const { id_token } = await exchangeOpenid(service, client, code);
  const { payload } = await readIdToken(service, id_token, client);
  expect(payload).toMatchObject({ sub: '1', ...(change.nonce === null ? {} : { nonce: 'n-1' }) });
  return payload;
}

async function signedInAt({ service, client }: Setting, response: URLSearchParams): Promise<number> {
  const { id_token } = await exchangeOpenid(service, client, response.get('code') ?? '');
  return Number((await readIdToken(service, id_token, client)).payload.auth_time);
}

async function refusal({ service, client }: Setting, change: Change): Promise<string | null> {
  const browser = await service.browser().open(openidPath(client, change));
  expect(browser.callback().get('state')).toBe('xyz');
  return browser.callback().get('error');
}

async function returnsClaims({ service, client }: Setting, scopes: (keyof typeof claimsOf)[]) {
  const scope = ['openid', ...scopes].join(' ');
  const { access_token, id_token } = await signInWithOpenid(service, client, { scope });
  const claims: object = await (await readUserinfo(service, access_token)).json();
  expect(Object.keys(claims).sort()).toEqual(['sub', ...scopes.flatMap((one) => claimsOf[one])].sort());
  const inToken = Object.keys((await readIdToken(service, id_token, client)).payload);
  for (const claim of scopes.flatMap((one) => claimsOf[one])) expect(inToken).not.toContain(claim);
}

function postForm(
  service: TestService,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return service.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

describeUsualEngines('the checks of the basic profile', (store) => {
  seedCast(store);

  test.each(Object.entries(checks))('%s', async (_, check) => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true, scopes: ['user', 'offline_access'] });
    await check({ service, client });
  });
});
