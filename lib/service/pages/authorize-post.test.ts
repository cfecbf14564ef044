import { expect, test } from 'vitest';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import {
  api,
  authorizePath,
  exchange,
  getCode,
  seedCast,
  startService,
  tokenOf,
  withToken,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';

describeUsualEngines('POST on authorize and user', (store) => {
  seedCast(store);

  /** Sends the request as another site does, without cookies. */
  const post = (service: TestService, path: string, body = '') =>
    service.request(path, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://site.example' },
    });

  test('a request by POST is repeated by GET, and does not change the cookies of the browser', async () => {
    const service = startService(store());
    const client = await service.register();
    const [path = '', query = ''] = authorizePath(client, { state: 'a b+&=%ä' }).split('?');
    const response = await post(service, path, query);
    expect(response.status).toBe(303);
    expect(response.headers.getSetCookie()).toEqual([]);
    const address = response.headers.get('Location') ?? '';
    const browser = await service.browser().open(address);
    await browser.signIn();
    await browser.submit({ answer: 'allow' }, { action: 'consent' });
    expect(browser.callback().get('state')).toBe('a b+&=%ä');
  });

  test('parameters in both address and form count as repeated; an invalid form gets a page and no redirect', async () => {
    const service = startService(store());
    const client = await service.register();
    const [path = '', query = ''] = authorizePath(client).split('?');
    const twice = await post(service, `${path}?client_id=${client.id}`, query);
    const page = await service.request(twice.headers.get('Location') ?? '');
    expect([page.status, page.headers.has('Location')]).toEqual([400, false]);
    const slashes = await post(service, `/${path}`, query);
    expect(slashes.headers.get('Location')).toMatch(/^\/api\/v2\//);
    const long = await post(service, path, `${query}&x=${'x'.repeat(9000)}`);
    expect([long.status, long.headers.has('Location')]).toEqual([400, false]);
    expect(await long.text()).toContain('This request is too long');
    const json = await service.request(path, {
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': 'application/json' },
    });
    expect([json.status, json.headers.has('Location')]).toEqual([400, false]);
    expect((await service.request(path, { method: 'PUT' })).status).toBe(405);
  });

  test('/user answers POST like GET, with the token in the header only', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    const token = await tokenOf(await exchange(service, client, await getCode(service, client)));
    const get = await service.request(`${api}/user`, withToken(token));
    const posted = await service.request(`${api}/user`, { ...withToken(token), method: 'POST' });
    expect(posted.status).toBe(200);
    expect(await posted.text()).toBe(await get.text());
    expect([...posted.headers]).toEqual([...get.headers]);
    const inQuery = await service.request(`${api}/user?access_token=${token}`, { method: 'POST' });
    expect(inQuery.status).toBe(400);
    expect((await post(service, `${api}/user`, `access_token=${token}`)).status).toBe(401);
    const put = await service.request(`${api}/user`, { ...withToken(token), method: 'PUT' });
    expect([put.status, put.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  });
});
