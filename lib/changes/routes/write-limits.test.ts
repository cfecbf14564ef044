import { DefaultQueryExecutor } from 'kysely';
import { expect, it, vi } from 'vitest';
import { startTestService } from '@/lib/service/service.fixture';
import type { MembersWriter } from '@/lib/store/members-writer';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';

const start = Date.parse('2026-06-15T02:00:00Z');

describeUsualEngines('a write', (store) => {
  const time = { now: new Date(start) };
  const write = async (work: (writer: MembersWriter) => Promise<unknown>) =>
    withMembersWriter(
      store(),
      { organisationId: 1, clock: () => time.now, areaCentre: noAreaCentre, cause: testCause },
      work,
    );

  it('reads only the rows it needs, even with many members (J9)', async () => {
    await write(async (writer) => {
      await putSampleStructure(writer);
      for (let id = 1; id <= 1200; id += 1) await writer.memberships.put(sampleMember(id));
    });
    const service = startTestService(store());
    const rows: number[] = [];
    const execute = DefaultQueryExecutor.prototype.executeQuery;
    const spy = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery').mockImplementation(async function (
      this: DefaultQueryExecutor,
      query,
    ) {
      const result = await execute.call(this, query);
      rows.push(result.rows.length);
      return result;
    });
    const body = Array.from({ length: 100 }, (_, index) => [
      {
        Operation: 'change',
        MembershipID: String(index + 1),
        IfMatch: '*',
        Member: { User: { Phone: '1' } },
      },
      {
        Operation: 'create',
        Member: {
          Kind: 'corporate',
          MembershipType: { ID: '2' },
          ExpiryDate: null,
          User: { ID: String(index + 200), Organisation: 'Firm Ltd' },
        },
      },
    ]).flat();
    const response = await service.send('POST', 'members/batch', { body });
    spy.mockRestore();
    expect([response.status, Math.max(...rows) <= 400]).toEqual([200, true]);
    expect(rows.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(200);
  });

  it('has the time of the end of its transaction, so that no client that polls misses it (J15)', async () => {
    const service = startTestService(store());
    const at = (seconds: number) => (time.now = new Date(start + 3_600_000 + seconds * 1000));
    const put = (writer: MembersWriter, id: number) =>
      writer.memberships.put(sampleMember(id, { membershipNumber: `Later ${id}` }));
    at(0);
    const second: Promise<unknown>[] = [];
    await write(async (writer) => {
      await put(writer, 1101);
      at(10);
      second.push(write((later) => put(later, 1102)));
      at(60);
    });
    await Promise.all(second);
    // A client that polled at second 30 saw neither change, so it must get both when it asks for changes since then.
    const poll = async (seconds: number) => {
      const after = new Date(start + 3_600_000 + seconds * 1000).toISOString();
      const response = await service.get(`members?DateModified[After]=${after}`);
      return ((await response.json()) as { ID: string }[]).map(({ ID }) => ID);
    };
    expect(await poll(30)).toEqual(['1101', '1102']);
    expect(await poll(60)).toEqual([]);
  });
});
