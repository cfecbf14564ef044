import { expect, test } from 'vitest';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { createClient, findClient, listClients, revokeClient, rotateSecret, type NewClient } from './clients';
import { ensureFirstPartyClient, hasRival } from './first-party-client';
import {
  api,
  requestToken,
  authorizePath,
  errorOf,
  exchange,
  getCode,
  seedCast,
  startService,
  tokenOf,
  withToken,
} from '@/lib/service/sign-in-service.fixture';
import { findToken, issueToken } from './tokens';

describeUsualEngines('clients', (store) => {
  seedCast(store);
  const create = (change: Partial<NewClient> = {}) =>
    createClient(store(), {
      organisationId: 100,
      name: 'Site',
      scopes: ['user'],
      redirectUris: ['https://site.example/cb'],
      ...change,
    });

  test('an invalid client is refused with an explanation', async () => {
    await expect(create({ organisationId: 7 })).rejects.toThrow('no organisation 7');
    await expect(create({ name: ' ' })).rejects.toThrow('needs a name');
    await expect(create({ scopes: [] })).rejects.toThrow('at least one scope');
    await expect(create({ isPublic: true, scopes: ['members'] })).rejects.toThrow(
      'cannot have the scope members',
    );
    await expect(create({ isPublic: true, redirectUris: [] })).rejects.toThrow('needs a redirect address');
  });

  test('a client is stored as requested, and a public client has no secret and must use PKCE', async () => {
    const { id, secret } = await create({ isPublic: true, sendsIss: true, seesAdminExtras: true });
    expect(secret).toBeNull();
    expect(await findClient(store(), 100, id)).toMatchObject({
      isPublic: true,
      requiresPkce: true,
      sendsIss: true,
      seesAdminExtras: true,
      isFirstParty: false,
      allowsHttp: false,
      scopes: ['user'],
      redirectUris: ['https://site.example/cb'],
    });
    expect(await findClient(store(), 200, id)).toBeNull();
    await expect(rotateSecret(store(), { id })).rejects.toThrow('no client');
  });

  test('a revoked client stays in the list, and cannot be revoked or rotated again', async () => {
    const { id } = await create();
    await revokeClient(store(), id, new Date('2026-01-02T03:04:05Z'));
    const listed = (await listClients(store(), 100)).find((client) => client.id === id);
    expect(listed?.revokedAt?.toISOString()).toBe('2026-01-02T03:04:05.000Z');
    await expect(revokeClient(store(), id)).rejects.toThrow('no client');
    await expect(rotateSecret(store(), { id })).rejects.toThrow('no client');
    expect(await listClients(store(), 200)).toEqual([]);
  });

  test('a new secret ends tokens and codes at once if requested, otherwise they continue to work', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true, scopes: ['basic', 'user'] });
    const begin = async () => {
      const { secret } = client;
      const token = await tokenOf(
        await requestToken(service, client, { grant_type: 'client_credentials', scope: 'basic' }),
      );
      return { secret, token, code: await getCode(service, client) };
    };
    const read = async (token: string) =>
      (await service.request(`${api}/categories`, withToken(token))).status;
    const first = await begin();
    client.secret = await rotateSecret(store(), { id: client.id }, service.now);
    expect(await read(first.token)).toBe(200);
    expect((await exchange(service, { id: client.id, secret: first.secret }, first.code)).status).toBe(200);
    const second = await begin();
    client.secret = await rotateSecret(store(), { id: client.id, isImmediate: true }, service.now);
    expect(await read(second.token)).toBe(401);
    expect(await errorOf(await exchange(service, client, second.code))).toBe('400 invalid_grant');
    const { token } = await begin();
    expect(await read(token)).toBe(200);
  });

  test('a code of a client that has since been revoked does not work', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    const browser = await (await service.browser().open(authorizePath(client))).signIn();
    await revokeClient(store(), client.id);
    const fields = { grant_type: 'authorization_code', code: browser.callback().get('code') ?? '' };
    expect(await errorOf(await requestToken(service, client, fields))).toBe('401 invalid_client');
    expect((await browser.open(authorizePath(client))).response.status).toBe(400);
  });

  test('the web app’s own client follows the public address, and its processes share one client', async () => {
    const credentials = { id: 'owndirectory', secret: 'derived' };
    const request = {
      organisationId: 100,
      name: 'Directory',
      redirectUri: 'http://members.lan/cb',
      credentials,
    };
    await Promise.all([ensureFirstPartyClient(store(), request), ensureFirstPartyClient(store(), request)]);
    await ensureFirstPartyClient(store(), { ...request, redirectUri: 'https://members.example/cb' });
    expect((await listClients(store(), 100)).filter(({ id }) => id === credentials.id)).toMatchObject([
      {
        isFirstParty: true,
        requiresPkce: true,
        sendsIss: true,
        redirectUris: ['https://members.example/cb'],
      },
    ]);
    const service = startService(store());
    expect((await requestToken(service, credentials, { grant_type: 'client_credentials' })).status).toBe(200);
  });

  test('another web app at the same address that called within the hour is a rival', async () => {
    const redirectUri = 'https://two.example/cb';
    const [one, two] = ['one', 'two'].map((id) => {
      return { organisationId: 100, redirectUri, credentials: { id: `web${id}`, secret: `secret${id}` } };
    });
    if (one === undefined || two === undefined) throw new Error('there are two');
    for (const web of [one, two]) await ensureFirstPartyClient(store(), { ...web, name: 'Directory' });
    const service = startService(store());
    expect(await hasRival(store(), two, service.now)).toBe(false);
    const site = await create({ scopes: ['members'], redirectUris: [redirectUri] });
    const holder = { organisationId: 100, scopes: ['members' as const], codeHash: null };
    await issueToken(store().auth, { ...holder, clientId: site.id, personId: null }, service.now);
    expect(await hasRival(store(), two, service.now), 'a site that is not our own').toBe(false);
    await issueToken(store().auth, { ...holder, clientId: one.credentials.id, personId: 1 }, service.now);
    expect(await hasRival(store(), two, service.now), 'a member’s token, which may be old').toBe(false);
    await requestToken(service, one.credentials, { grant_type: 'client_credentials' });
    expect(await hasRival(store(), two, service.now)).toBe(true);
    expect(await hasRival(store(), one, service.now)).toBe(false);
    const elsewhere = { ...two, organisationId: 101 };
    expect(await hasRival(store(), elsewhere, service.now), 'of another organisation').toBe(false);
    expect(await hasRival(store(), two, new Date(service.now.getTime() + 3_600_000))).toBe(false);
  });

  test('a token that is stored just after its client was revoked opens nothing', async () => {
    const { id: clientId } = await create({ scopes: ['members'] });
    const holder = {
      clientId,
      organisationId: 100,
      personId: null,
      scopes: ['members' as const],
      codeHash: null,
    };
    const { now } = startService(store());
    const before = await issueToken(store().auth, holder, now);
    expect(await findToken(store(), before, now)).toMatchObject({ clientId });
    await revokeClient(store(), clientId, now);
    // A request may check its client before the client is revoked, and get its token after that.
    const after = await issueToken(store().auth, holder, now);
    expect(await findToken(store(), after, now)).toBeNull();
  });

  test('the web app’s own client is not restored after it was revoked or rotated', async () => {
    const requested = { organisationId: 100, name: 'Directory', redirectUri: 'https://members.example/cb' };
    const ends = {
      revoked: (id: string) => revokeClient(store(), id),
      rotated: (id: string) => rotateSecret(store(), { id }),
    };
    for (const [id, end] of Object.entries(ends)) {
      const credentials = { id, secret: 'derived' };
      await ensureFirstPartyClient(store(), { ...requested, credentials });
      await end(id);
      await expect(ensureFirstPartyClient(store(), { ...requested, credentials })).rejects.toThrow(
        'AUTH_SECRET',
      );
    }
  });
});
