import { expect, test } from 'vitest';
import { readAccountJournal } from '@/lib/store/account-journal';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { revokeClient } from './clients';
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
  tokenOf,
  withToken,
} from '@/lib/service/sign-in-service.fixture';
import { updateClient } from './update-client';

describeEachEngine('client update', (store) => {
  seedCast(store);
  const grant = { grant_type: 'client_credentials' };

  test('the client keeps its ID, secret and tokens, and the journal has only what changed', async () => {
    const service = startService(store());
    const client = await service.register({ scopes: ['basic', 'members'] });
    const token = await tokenOf(await requestToken(service, client, grant));
    const change = { name: 'Renamed', redirectUris: [callback, 'https://site.example/second'] };
    await updateClient(store(), { id: client.id, change });
    expect((await requestToken(service, client, grant)).status).toBe(200);
    expect((await service.request(`${api}/members`, withToken(token))).status).toBe(200);
    await updateClient(store(), { id: client.id, change });
    const rows = (await readAccountJournal(store().auth, 100, { limit: 1000 })).filter(
      ({ clientId }) => clientId === client.id,
    );
    expect(rows.map(({ operation, changes }) => [operation, Object.keys(changes ?? {}).sort()])).toEqual([
      ['created', []],
      ['updated', ['name', 'redirect_uris']],
    ]);
  });

  test('tokens and codes with a scope that the client loses end; others stay', async () => {
    const service = startService(store());
    const client = await service.register({ scopes: ['basic', 'members', 'user'], isFirstParty: true });
    const request = async (scope: string) =>
      tokenOf(await requestToken(service, client, { ...grant, scope }));
    const [list, both, basic] = [
      await request('members'),
      await request('basic members'),
      await request('basic'),
    ];
    const code = await getCode(service, client, { scope: 'user members' });
    await updateClient(store(), { id: client.id, change: { scopes: ['basic', 'user'] } });
    const status = async (path: string, token: string) =>
      (await service.request(`${api}/${path}`, withToken(token))).status;
    expect([await status('members', list), await status('members', both)]).toEqual([401, 401]);
    expect(await status('categories', both)).toBe(401);
    expect(await status('categories', basic)).toBe(200);
    expect(await errorOf(await exchange(service, client, code))).toBe('400 invalid_grant');
    expect(await errorOf(await requestToken(service, client, { ...grant, scope: 'members' }))).toBe(
      '400 invalid_scope',
    );
  });

  test('a sign-in in progress does not give a scope or use an address that the client has lost', async () => {
    const service = startService(store());
    const client = await service.register({ scopes: ['basic', 'user'], isFirstParty: true });
    const lostScope = await service.browser().open(authorizePath(client, { scope: 'basic' }));
    const inTime = await service.browser().open(authorizePath(client, { scope: 'user' }));
    await updateClient(store(), { id: client.id, change: { scopes: ['user'] } });
    expect((await lostScope.signIn()).response.status).toBe(400);
    expect((await inTime.signIn()).callback().has('code')).toBe(true);
    const code = inTime.callback().get('code') ?? '';
    const lostAddress = await service.browser().open(authorizePath(client));
    await updateClient(store(), { id: client.id, change: { redirectUris: ['https://new.example/'] } });
    expect((await lostAddress.signIn()).response.status).toBe(400);
    expect(await errorOf(await exchange(service, client, code))).toBe('400 invalid_grant');
  });

  test('a used code that is sent again ends its token, even if the client has lost the address', async () => {
    const service = startService(store());
    const client = await service.register({ scopes: ['user'], isFirstParty: true });
    const code = await getCode(service, client, { scope: 'user' });
    const token = await tokenOf(await exchange(service, client, code));
    const status = async () => (await service.request(`${api}/user`, withToken(token))).status;
    await updateClient(store(), { id: client.id, change: { redirectUris: ['https://new.example/'] } });
    expect(await status()).toBe(200);
    expect(await errorOf(await exchange(service, client, code))).toBe('400 invalid_grant');
    expect(await status()).toBe(401);
  });

  test('a change with an invalid setting changes nothing, and a revoked client stays revoked', async () => {
    const service = startService(store());
    const client = await service.register();
    const update = (change: object) => updateClient(store(), { id: client.id, change });
    await expect(update({ redirectUris: ['javascript:alert(1)'] })).rejects.toThrow('cannot be used');
    await expect(update({ scopes: [] })).rejects.toThrow('at least one scope');
    await expect(update({ scopes: ['members:write'] })).rejects.toThrow('needs the scope members too');
    expect((await service.browser().open(authorizePath(client))).page).toContain('Conference site');
    await revokeClient(store(), client.id);
    await expect(update({ name: 'Back' })).rejects.toThrow('There is no client');
    expect((await service.browser().open(authorizePath(client))).page).toContain('not registered');
  });
});
