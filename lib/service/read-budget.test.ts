import { beforeAll, expect, it } from 'vitest';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { withReadBudget, type StartBudget } from './read-budget';
import { listLimits } from './routes/list-slots';
import { startTestService, testBaseUrl, type TestService } from './service.fixture';

const usedUp: StartBudget = (onOver) => {
  onOver();
  return () => undefined;
};
const endless: StartBudget = () => () => undefined;
const root = `${testBaseUrl}/api/v2/organisation/1`;

describeUsualEngines('a read that takes too long', (store) => {
  let service: TestService;
  let token: string;
  beforeAll(async () => {
    // One long list at a time: the next one is read only after the last one was closed.
    service = startTestService(store(), { listLimits: { ...listLimits(1), waitMs: 60_000 } });
    const context = {
      organisationId: 1,
      clock: () => service.time.now,
      areaCentre: noAreaCentre,
      cause: testCause,
    };
    await withMembersWriter(store(), context, async (writer) => {
      await putSampleStructure(writer);
      for (let id = 1; id <= 400; id += 1) await writer.memberships.put(sampleMember(id));
    });
    token = await service.token();
  });
  const send = (path: string, budget: StartBudget, method = 'GET') => {
    const limited = withReadBudget((request) => service.app.fetch(request), budget);
    const headers = { Authorization: `Bearer ${token}` };
    return limited(new Request(`${root}/${path}`, { method, headers }));
  };

  it.each(['members', 'members/7', 'locations', 'categories', 'office/members?Search=a'])(
    'is refused with 503 and Retry-After: %s',
    async (path) => {
      const response = await send(path, usedUp);
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5']);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(await response.json()).toEqual({
        error: 'temporarily_unavailable',
        error_description: 'The server is busy. Try again later',
      });
    },
  );

  it('keeps no list open', async () => {
    for (let time = 0; time < 3; time += 1) expect((await send('members', usedUp)).status).toBe(503);
    const response = await send('members', endless);
    expect(((await response.json()) as unknown[]).length).toBe(400);
  });

  it('is refused only if it reads and does not ask to wait', async () => {
    expect((await send('changes?After=0', usedUp)).status).toBe(200);
    expect((await send('members', usedUp, 'POST')).status).not.toBe(503);
  });
});
