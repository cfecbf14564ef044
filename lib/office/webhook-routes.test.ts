import { beforeEach, expect, it } from 'vitest';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { errorOf } from '@/lib/service/sign-in-service.fixture';
import { addWebhook, requireWebhook } from '@/lib/notify/webhooks/webhooks';
import { officePeople, startTestOffice, testAuthSecret, type TestOffice } from './office.fixture';

let organisationId = 9300;
const hook = {
  URL: 'https://news.example/hook?key=secret-in-the-address',
  Events: ['members'],
  Name: 'News',
};

describeUsualEngines('the webhooks in the office', (store) => {
  let office: TestOffice;
  let token = '';
  const send = (method: string, path: string, body?: unknown) =>
    office.office(method, path, { token, ...(body === undefined ? {} : { body }) });
  const list = async () => (await (await send('GET', 'webhooks')).json()).Webhooks;
  const add = async () => (await send('POST', 'webhooks', hook)).json();

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    token = await office.ownToken({ personId: officePeople.owner });
  });

  it('are added with a secret that only that response has, listed with only the host of their address, and removed', async () => {
    const { Webhook, Secret } = await add();
    expect(Webhook).toMatchObject({
      Name: 'News',
      Address: 'https://news.example/…',
      Events: ['members'],
      Disabled: null,
      Waiting: 0,
      Recent: [],
    });
    expect(Secret).toMatch(/^whsec_/);
    const listed = await list();
    expect(listed).toEqual([Webhook]);
    expect(JSON.stringify(listed)).not.toMatch(/whsec_|secret-in-the-address/);
    expect((await send('DELETE', `webhooks/${Webhook.ID}`)).status).toBe(204);
    expect(await list()).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['an address without TLS', { URL: 'http://news.example/' }, 'URL'],
    ['an address that is none', { URL: 'news' }, 'URL'],
    ['no events', { Events: [] }, 'Events'],
    ['events that do not exist', { Events: ['everything'] }, 'Events.0'],
    ['a private network', { AllowPrivate: true }, ''],
    ['admin-only answers', { AdminExtras: true }, ''],
  ])('%s is refused with the name of the field', async (_name, change, field) => {
    const refused = await send('POST', 'webhooks', { ...hook, ...change });
    expect(refused.status).toBe(422);
    expect((await refused.json()).fields[0].field).toBe(field);
    expect(await list()).toEqual([]);
  });

  it('a test says what happened, without a connection to a private network', async () => {
    const options = { authSecret: testAuthSecret, now: new Date() };
    const local = { organisationId, url: 'https://localhost/hook', groups: ['members'] as const };
    const { id } = await addWebhook(store(), { ...local, allowsPrivate: true }, options);
    // Earlier releases stored this address without the permission.
    await store().auth.updateTable('webhook').set({ allows_private: 0 }).where('id', '=', id).execute();
    const response = await send('POST', `webhooks/${id}/test`);
    expect(await response.json()).toEqual({ Delivered: false, Detail: expect.any(String) });
  });

  it('a disabled webhook is enabled, and a replay tells the receiver to load everything', async () => {
    const { Webhook } = await add();
    const disabled = { disabled_at: 1, disabled_reason: 'it failed for 3 days', failures: 9 };
    await store().auth.updateTable('webhook').set(disabled).where('id', '=', Webhook.ID).execute();
    expect((await list())[0]).toMatchObject({ Disabled: 'it failed for 3 days', Failures: 9 });
    expect((await send('POST', `webhooks/${Webhook.ID}/enable`)).status).toBe(204);
    expect((await list())[0]).toMatchObject({ Disabled: null, Failures: 0 });
    const before = await requireWebhook(store(), Webhook.ID);
    const replayed = await send('POST', `webhooks/${Webhook.ID}/replay`, { Reload: true });
    expect(await replayed.json()).toEqual({ Shortened: false });
    expect((await requireWebhook(store(), Webhook.ID)).replays).toBe(before.replays + 1);
  });

  it('a replay begins with a day as people type it', async () => {
    const { Webhook } = await add();
    const replay = (Since: string) => send('POST', `webhooks/${Webhook.ID}/replay`, { Since });
    for (const day of ['1.6.26', '0026-06-01', '2026-06-01'])
      expect((await replay(day)).status, day).toBe(200);
    for (const wrong of ['yesterday', '31.02.2026', '']) {
      const refused = await replay(wrong);
      expect(refused.status, wrong).toBe(422);
      expect((await refused.json()).fields).toEqual([{ field: 'Since', reason: 'must be a real date' }]);
    }
  });

  it('a new secret differs from the old one', async () => {
    const { Webhook, Secret } = await add();
    const rotated = await (await send('POST', `webhooks/${Webhook.ID}/secret`, {})).json();
    expect(rotated.Secret).toMatch(/^whsec_/);
    expect(rotated.Secret).not.toBe(Secret);
  });

  it('another organisation’s webhook does not exist here', async () => {
    const { Webhook } = await add();
    const first = token;
    organisationId += 1;
    const other = await startTestOffice(store(), organisationId);
    const theirs = await other.ownToken({ personId: officePeople.owner });
    for (const [method, path] of [
      ['POST', 'test'],
      ['POST', 'replay'],
      ['POST', 'enable'],
      ['POST', 'secret'],
      ['DELETE', ''],
    ] as const) {
      const address = `webhooks/${Webhook.ID}${path === '' ? '' : `/${path}`}`;
      const body = path === 'replay' ? { Reload: true } : {};
      expect(await errorOf(await other.office(method, address, { token: theirs, body }))).toBe(
        '404 not_found',
      );
    }
    expect(await errorOf(await other.office('GET', 'webhooks', { token: first }))).toBe('401 invalid_token');
  });
});
