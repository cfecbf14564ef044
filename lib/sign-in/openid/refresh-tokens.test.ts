import { expect, test } from 'vitest';
import { setPassword } from '@/lib/sign-in/accounts/passwords';
import { revokeClient } from '@/lib/sign-in/oauth/clients';
import { withdrawConsent } from '@/lib/sign-in/oauth/connected-sites';
import { updateClient } from '@/lib/sign-in/oauth/update-client';
import {
  api,
  errorOf,
  exchange,
  getCode,
  password,
  requestToken,
  seedCast,
  startService,
  type RegisteredClient,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';
import {
  exchangeOpenid,
  openidPath,
  readIdToken,
  readUserinfo,
  signInWithOpenid,
  type OpenIdTokens,
} from '@/lib/service/openid-client.fixture';
import { purgeExpired } from '@/lib/store/auth-purge';
import { describeEachEngine } from '@/lib/store/stores.fixture';

const day = 24 * 3600_000;
const scope = 'openid email offline_access';

describeEachEngine('refresh tokens', (store) => {
  seedCast(store);

  async function connect() {
    const service = startService(store());
    const client = await service.register({
      isFirstParty: true,
      scopes: ['openid', 'email', 'offline_access'],
    });
    return { service, client, tokens: await signInWithOpenid(service, client, { scope }) };
  }
  const refresh = (
    service: TestService,
    client: RegisteredClient,
    token: string | undefined,
    change: Record<string, string> = {},
  ) => requestToken(service, client, { grant_type: 'refresh_token', refresh_token: token ?? '', ...change });
  const refreshed = async (...request: Parameters<typeof refresh>): Promise<OpenIdTokens> =>
    (await (await refresh(...request)).json()) as OpenIdTokens;
  const works = async (service: TestService, { access_token }: OpenIdTokens) =>
    (await readUserinfo(service, access_token)).status === 200;

  test('each use gives the next token, an access token and an ID token of the same sign-in', async () => {
    const { service, client, tokens } = await connect();
    expect(tokens.scope).toBe(scope);
    const signedInAt = service.now.getTime() / 1000;
    service.now = new Date(service.now.getTime() + 2 * day);
    const second = await refreshed(service, client, tokens.refresh_token);
    expect(Object.keys(second)).toEqual([
      'access_token',
      'expires_in',
      'token_type',
      'scope',
      'id_token',
      'refresh_token',
    ]);
    expect(second.refresh_token).toMatch(/^[A-Za-z0-9]{72}$/);
    expect(second.refresh_token).not.toBe(tokens.refresh_token);
    const { payload } = await readIdToken(service, second.id_token, client);
    expect(payload).toMatchObject({
      sub: '1',
      aud: client.id,
      auth_time: signedInAt,
      iat: signedInAt + 172_800,
    });
    expect(payload).not.toHaveProperty('nonce');
    expect(await works(service, second)).toBe(true);
    const third = await refreshed(service, client, second.refresh_token);
    expect(await works(service, third)).toBe(true);
  });

  test('the second use of a stolen token ends the connection and its access tokens', async () => {
    const { service, client, tokens } = await connect();
    const second = await refreshed(service, client, tokens.refresh_token);
    const third = await refreshed(service, client, second.refresh_token);
    expect(await errorOf(await refresh(service, client, tokens.refresh_token))).toBe('400 invalid_grant');
    expect(await errorOf(await refresh(service, client, third.refresh_token))).toBe('400 invalid_grant');
    expect(await works(service, third)).toBe(false);
    const other = await signInWithOpenid(service, client, { scope });
    expect((await refresh(service, client, other.refresh_token)).status).toBe(200);
  });

  test('if one token is used twice at the same time, one use succeeds, and the connection ends', async () => {
    const { service, client, tokens } = await connect();
    const both = await Promise.all([1, 2].map(() => refresh(service, client, tokens.refresh_token)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const winner = (await both.find(({ status }) => status === 200)?.json()) as OpenIdTokens;
    expect(await errorOf(await refresh(service, client, winner.refresh_token))).toBe('400 invalid_grant');
  });

  test('another client can neither use a token nor end its connection', async () => {
    const { service, client, tokens } = await connect();
    const mallory = await service.register({ name: 'Mallory', scopes: ['openid', 'offline_access'] });
    expect(await errorOf(await refresh(service, mallory, tokens.refresh_token))).toBe('400 invalid_grant');
    await requestToken(service, mallory, { token: tokens.refresh_token ?? '' }, `${api}/revoke`);
    const path = '/api/v2/organisation/200/token';
    const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
    expect(await errorOf(await requestToken(service, client, fields, path))).toBe('401 invalid_client');
    expect((await refresh(service, client, tokens.refresh_token)).status).toBe(200);
  });

  test('a refresh token in the address, which logs may store, is refused but stays valid', async () => {
    const { service, client, tokens } = await connect();
    const query = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token ?? '',
    });
    const headers = {
      Authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`,
    };
    const response = await service.request(`${api}/token?${query}`, { headers });
    expect(await errorOf(response)).toBe('400 invalid_request');
    expect((await refresh(service, client, tokens.refresh_token)).status).toBe(200);
  });

  test('an access token, a code and a made-up token are not refresh tokens', async () => {
    const { service, client, tokens } = await connect();
    const code = await getCode(service, client, { scope });
    const parts = [tokens.access_token, code, 'x', (tokens.refresh_token ?? '').slice(0, 36)];
    for (const token of [...parts, 'A'.repeat(72)])
      expect(await errorOf(await refresh(service, client, token))).toBe('400 invalid_grant');
    expect(await errorOf(await refresh(service, client, ''))).toBe('400 invalid_request');
  });

  test('fewer scopes can be requested, more cannot, and a refused request does not use up the token', async () => {
    const { service, client, tokens } = await connect();
    for (const wide of ['openid profile', 'user', 'nonsense'])
      expect(await errorOf(await refresh(service, client, tokens.refresh_token, { scope: wide }))).toBe(
        '400 invalid_scope',
      );
    const narrow = await refreshed(service, client, tokens.refresh_token, { scope: 'openid' });
    expect(narrow.scope).toBe('openid');
    expect((await refreshed(service, client, narrow.refresh_token)).scope).toBe(scope);
  });

  test('only clients that are registered for offline_access get and use refresh tokens', async () => {
    const { service, client, tokens } = await connect();
    const plain = await service.register({ isFirstParty: true });
    expect(await signInWithOpenid(service, plain, { scope })).not.toHaveProperty('refresh_token');
    expect(await errorOf(await refresh(service, plain, tokens.refresh_token))).toBe(
      '400 unsupported_grant_type',
    );
    const path = '/api/v1/organisation/100/token';
    const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
    expect(await errorOf(await requestToken(service, client, fields, path))).toBe(
      '400 unsupported_grant_type',
    );
    await updateClient(store(), { id: client.id, change: { scopes: ['openid', 'email'] } }, service.now);
    await updateClient(
      store(),
      { id: client.id, change: { scopes: ['openid', 'offline_access'] } },
      service.now,
    );
    expect(await errorOf(await refresh(service, client, tokens.refresh_token))).toBe('400 invalid_grant');
  });

  test('a token lasts 30 days after its last use, and a connection a year', async () => {
    const { service, client, tokens } = await connect();
    const start = service.now.getTime();
    const at = (days: number) => void (service.now = new Date(start + days * day));
    at(29.9);
    let current = await refreshed(service, client, tokens.refresh_token);
    for (let days = 59; days < 365; days += 29) {
      at(days);
      current = await refreshed(service, client, current.refresh_token);
    }
    at(364.9);
    expect(await purgeExpired(store(), service.now)).toBeGreaterThanOrEqual(0);
    current = await refreshed(service, client, current.refresh_token);
    expect(await works(service, current)).toBe(true);
    at(365);
    expect(await errorOf(await refresh(service, client, current.refresh_token))).toBe('400 invalid_grant');
    await purgeExpired(store(), service.now);
    const left = await store().auth.selectFrom('refresh_grant').select('grant_hash').execute();
    expect(left).toEqual([]);
    const idle = await connect();
    idle.service.now = new Date(idle.service.now.getTime() + 30 * day);
    expect(await errorOf(await refresh(idle.service, idle.client, idle.tokens.refresh_token))).toBe(
      '400 invalid_grant',
    );
  });

  test('a sign-out ends the access token and leaves the connection; a new password ends both', async () => {
    const { service, client } = await connect();
    const browser = await service.browser().open(openidPath(client, { scope }));
    await browser.signIn();
    const tokens = await exchangeOpenid(service, client, browser.callback().get('code') ?? '');
    await browser.open('/auth/sign-out');
    await browser.submit({}, { action: 'sign-out' });
    expect(await works(service, tokens)).toBe(false);
    const second = await refreshed(service, client, tokens.refresh_token);
    expect(await works(service, second)).toBe(true);
    await setPassword(store(), { organisationId: 100, personId: 1, password });
    expect(await works(service, second)).toBe(false);
    expect(await errorOf(await refresh(service, client, second.refresh_token))).toBe('400 invalid_grant');
  });

  test('the connection ends when the client revokes its token, is revoked, or its code is used again', async () => {
    const { service, client, tokens } = await connect();
    await requestToken(service, client, { token: tokens.refresh_token ?? '' }, `${api}/revoke`);
    expect(await works(service, tokens)).toBe(false);
    expect(await errorOf(await refresh(service, client, tokens.refresh_token))).toBe('400 invalid_grant');
    const code = await getCode(service, client, { scope });
    const first = (await (await exchange(service, client, code)).json()) as OpenIdTokens;
    expect(await errorOf(await exchange(service, client, code))).toBe('400 invalid_grant');
    expect(await errorOf(await refresh(service, client, first.refresh_token))).toBe('400 invalid_grant');
    const last = await signInWithOpenid(service, client, { scope });
    await revokeClient(store(), client.id, service.now);
    expect(await errorOf(await refresh(service, client, last.refresh_token))).toBe('401 invalid_client');
  });

  test('the connection ends when the person withdraws what they allowed', async () => {
    const service = startService(store());
    const client = await service.register({ scopes: ['openid', 'offline_access'] });
    const tokens = await signInWithOpenid(service, client, { scope: 'openid offline_access' });
    const owner = { organisationId: 100, personId: 1, clientId: client.id };
    expect(await withdrawConsent(store(), owner, service.now)).toBe(true);
    expect(await errorOf(await refresh(service, client, tokens.refresh_token))).toBe('400 invalid_grant');
  });

  test('a person who is no longer a member gets no new tokens', async () => {
    const { service, client, tokens } = await connect();
    await store().members.updateTable('membership').set({ person_id: 2 }).where('id', '=', 1).execute();
    const error = await errorOf(await refresh(service, client, tokens.refresh_token));
    await store().members.updateTable('membership').set({ person_id: 1 }).where('id', '=', 1).execute();
    expect(error).toBe('400 invalid_grant');
    expect(await works(service, tokens)).toBe(false);
  });

  test('the database has no part of a refresh token in plain text', async () => {
    const { tokens } = await connect();
    const rows = JSON.stringify(await store().auth.selectFrom('refresh_grant').selectAll().execute());
    const token = tokens.refresh_token ?? '';
    expect(rows).not.toContain(token.slice(0, 36));
    expect(rows).not.toContain(token.slice(36));
  });
});
