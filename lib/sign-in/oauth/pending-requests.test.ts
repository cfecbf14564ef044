import { expect, test } from 'vitest';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { dropSurplusRequests, findRequest, startRequest } from './pending-requests';
import { authorizePath, seedCast, startService } from '@/lib/service/sign-in-service.fixture';

describeEachEngine('sign-ins in progress', (store) => {
  seedCast(store);
  const time = Date.parse('2026-03-01T10:00:00Z');
  const begin = (second: number, source = 'network:192.0.2.1') =>
    startRequest(
      store(),
      { organisationId: 100, interaction: 'v', purpose: { clientId: null, path: '/' }, source },
      new Date(time + second * 1000),
    );
  const count = async () =>
    (await store().auth.selectFrom('authorize_request').select('client_id').execute()).length;

  test('the oldest sign-ins are deleted to make room for the newest, which can be continued', async () => {
    const handles: string[] = [];
    for (let second = 0; second < 12; second += 1) handles.push(await begin(second));
    await dropSurplusRequests(store(), 5);
    const found = await Promise.all(
      handles.map((handle) =>
        findRequest(store(), { organisationId: 100, handle, interaction: 'v' }, new Date(time + 12_000)),
      ),
    );
    expect(found.map((request) => request !== null)).toEqual([
      ...Array(7).fill(false),
      ...Array(5).fill(true),
    ]);
    await dropSurplusRequests(store(), 5);
    expect(await count()).toBe(5);
  });

  test('a flood from many networks pushes out only its own sign-ins', async () => {
    await store().auth.deleteFrom('authorize_request').execute();
    // The members' sign-ins are the oldest ones. One network has more sign-ins than all others together.
    const members = [await begin(0, 'network:198.51.100.1'), await begin(1, 'network:198.51.100.1')];
    members.push(await begin(2, 'device:1'));
    const flood: string[] = [];
    for (let second = 3; second < 43; second += 1)
      flood.push(
        await begin(second, second % 2 === 0 ? 'network:big' : `network:2001:db8:${second % 5}::/48`),
      );
    const found = async (handles: readonly string[]) =>
      (
        await Promise.all(
          handles.map((handle) =>
            findRequest(store(), { organisationId: 100, handle, interaction: 'v' }, new Date(time + 43_000)),
          ),
        )
      ).map((request) => request !== null);
    await dropSurplusRequests(store(), 28);
    expect(await found(members)).toEqual([true, true, true]);
    // The largest network lost its oldest sign-ins until it had about as many as the next largest networks. The newest
    // sign-ins of these networks all work.
    expect(await count()).toBe(28);
    const bySource = await store()
      .auth.selectFrom('authorize_request')
      .select((select) => ['source', select.fn.countAll().as('count')])
      .groupBy('source')
      .orderBy('source')
      .execute();
    expect(bySource.map((row) => [row.source, Number(row.count)])).toEqual([
      ['device:1', 1],
      ['network:198.51.100.1', 2],
      ...[0, 1, 2, 3, 4].map((site) => [`network:2001:db8:${site}::/48`, 4]),
      ['network:big', 5],
    ]);
    expect((await found(flood)).slice(-10)).toEqual(Array(10).fill(true));
    await dropSurplusRequests(store(), 15);
    expect(await found(members)).toEqual([true, true, true]);
  });

  test('a flood of anonymous starts is limited to 20,000, and a member can still sign in', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    service.now = new Date(time - 60_000);
    service.address = '198.51.100.7';
    const earlier = await service.browser().open(authorizePath(client));
    const row = {
      organisation_id: 100,
      visit_hash: 'flood',
      client_id: null,
      parameters: '"/"',
      candidates: null,
      created_at: time - 1000,
      expires_at: time + 1_800_000,
    };
    for (let start = 0; start < 21_000; start += 1000) {
      const rows = Array.from({ length: 1000 }, (_none, at) => ({
        ...row,
        request_hash: `flood-${start + at}`,
        source: `network:2001:db8:${(start + at) % 5_000}::/48`,
      }));
      await store().auth.insertInto('authorize_request').values(rows).execute();
    }
    service.now = new Date(time);
    const browser = await service.browser().open(authorizePath(client));
    for (let others = 0; others < 100; others += 1) await begin(0);
    expect(await count()).toBeLessThanOrEqual(20_000);
    expect((await earlier.signIn()).callback().get('code'), 'begun before the flood').toMatch(/^\w{36}$/);
    expect((await browser.signIn()).callback().get('code')).toMatch(/^\w{36}$/);
  });
});
