import { expect, test } from 'vitest';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withRequest, type Caller } from '@/lib/server/current-request';
import {
  api,
  requestToken,
  basic,
  exchange,
  getCode,
  seedCast,
  startService,
  tokenOf,
} from '@/lib/service/sign-in-service.fixture';

/** The caller that the service reports after its response. */
async function callerOf(send: () => Promise<Response>): Promise<Caller | null> {
  const current = {
    id: 'request-1',
    isRendered: false,
    caller: null,
    isStrangersForm: false,
    isAborted: () => false,
  };
  await withRequest(current, send);
  return current.caller;
}
const grant = { grant_type: 'client_credentials' };

describeUsualEngines('the caller of a request', (store) => {
  seedCast(store);

  test('is a client after its secret or its token has been verified', async () => {
    const service = startService(store());
    const client = await service.register({ scopes: ['members'], redirectUris: [] });
    const asClient = { clientId: client.id, personId: null };
    expect(await callerOf(() => requestToken(service, client, grant))).toEqual(asClient);
    const token = await tokenOf(await requestToken(service, client, grant));
    const headers = { Authorization: `Bearer ${token}` };
    expect(await callerOf(() => service.request(`${api}/members`, { headers }))).toEqual(asClient);
    expect(
      await callerOf(() => service.request(`${api}/user`, { headers })),
      'its scope is too small, its token is right',
    ).toEqual(asClient);
  });

  test('is the client and the member if it acts for a member', async () => {
    const service = startService(store());
    const client = await service.register();
    const token = await tokenOf(await exchange(service, client, await getCode(service, client)));
    const headers = { Authorization: `Bearer ${token}` };
    const caller = await callerOf(() => service.request(`${api}/user`, { headers }));
    expect(caller).toEqual({ clientId: client.id, personId: 1 });
  });

  test('is nobody without a verified secret', async () => {
    const service = startService(store());
    const client = await service.register();
    const wrong = { ...client, secret: 'wrong' };
    const open = await service.register({ isPublic: true });
    const headers = { Authorization: basic(client) };
    expect(await callerOf(() => requestToken(service, wrong, grant))).toBeNull();
    expect(await callerOf(() => requestToken(service, { ...open, secret: '' }, grant))).toBeNull();
    expect(await callerOf(() => service.request(`${api}/members`, { headers }))).toBeNull();
    for (const path of ['/api/openapi.json', '/docs/api', `/.well-known/oauth-authorization-server${api}`])
      expect(await callerOf(() => service.request(path, { headers }))).toBeNull();
  });
});
