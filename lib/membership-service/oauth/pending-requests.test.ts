import { expect, test } from 'vitest';
import { describeEachEngine } from '@/lib/membership-store/test-stores';
import { dropOldestRequests, findRequest, startRequest } from './pending-requests';
import { authorizePath, seedCast, startService } from './test-service';

describeEachEngine('sign-ins in progress', (store) => {
  seedCast(store);
  const time = Date.parse('2026-03-01T10:00:00Z');
  const begin = (second: number) =>
    startRequest(
      store(),
      { organisationId: 100, visit: 'v', purpose: { clientId: null, path: '/' } },
      new Date(time + second * 1000),
    );
  const count = async () =>
    (await store().auth.selectFrom('authorize_request').select('client_id').execute()).length;

  test('the oldest are deleted to make room for the newest, which continue', async () => {
    const handles: string[] = [];
    for (let second = 0; second < 12; second += 1) handles.push(await begin(second));
    await dropOldestRequests(store(), 5);
    const found = await Promise.all(
      handles.map((handle) =>
        findRequest(store(), { organisationId: 100, handle, visit: 'v' }, new Date(time + 12_000)),
      ),
    );
    expect(found.map((request) => request !== null)).toEqual([
      ...Array(7).fill(false),
      ...Array(5).fill(true),
    ]);
    await dropOldestRequests(store(), 5);
    expect(await count()).toBe(5);
  });

  test('a flood of anonymous starts is limited to 20,000, and a member can still sign in', async () => {
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
      }));
      await store().auth.insertInto('authorize_request').values(rows).execute();
    }
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    const browser = await service.browser().open(authorizePath(client));
    for (let others = 0; others < 100; others += 1) await begin(0);
    expect(await count()).toBeLessThanOrEqual(20_000);
    expect((await browser.signIn()).answer().get('code')).toMatch(/^\w{36}$/);
  });
});
