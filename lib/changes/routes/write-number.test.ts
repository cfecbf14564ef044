import { beforeEach, expect, it } from 'vitest';
import { startTestService, type TestService } from '@/lib/service/service.fixture';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';

const context = {
  organisationId: 1,
  clock: () => new Date('2026-06-15T02:00:00Z'),
  areaCentre: noAreaCentre,
  cause: testCause,
};
const newMember = (User: object, more: object = {}) => ({
  Kind: 'individual',
  MembershipType: { ID: '1' },
  ExpiryDate: null,
  User,
  ...more,
});

describeUsualEngines('a membership number that a client sends', (store) => {
  let service: TestService;
  const patch = (id: number, body: object) =>
    service.send('PATCH', `members/${id}`, { body, headers: { 'If-Match': '*' } });
  const numberOf = async (id: number) => {
    const response = await service.get(`members/${id}`);
    return ((await response.json()) as { MembershipNumber: string }).MembershipNumber;
  };
  const reasons = async (response: Response) => {
    const { fields } = (await response.json()) as { fields: { field: string; reason: string }[] };
    return [response.status, ...fields.map(({ field, reason }) => `${field} ${reason}`)];
  };
  const change = (id: number, Member: object) => ({
    Operation: 'change',
    MembershipID: String(id),
    IfMatch: '*',
    Member,
  });

  beforeEach(async () => {
    await withMembersWriter(store(), context, async (writer) => {
      if (writer.structure.current === null) await putSampleStructure(writer);
      await writer.memberships.remove(await writer.membershipIds());
      writer.memberships.allowSharedNumbers('all');
      for (const [id, membershipNumber] of [
        [1, '77'],
        [2, '77'],
        [3, '78'],
        [4, '79'],
      ] as const)
        await writer.memberships.put(sampleMember(id, { membershipNumber }));
    });
    service = startTestService(store());
  });

  it('is refused by POST and PATCH if another membership has it', async () => {
    const taken = 'MembershipNumber is already the number of membership 3';
    expect(await reasons(await patch(4, { MembershipNumber: '78' }))).toEqual([422, taken]);
    const added = newMember({ LastName: 'Lee' }, { MembershipNumber: ' 78 ' });
    expect(await reasons(await service.send('POST', 'members', { body: added }))).toEqual([422, taken]);
    expect(await numberOf(4)).toBe('79');
  });

  it('may be sent back unchanged, and two members who share it can get their own', async () => {
    expect((await patch(1, { MembershipNumber: '77', User: { Phone: '1' } })).status).toBe(200);
    expect((await patch(2, { MembershipNumber: '80' })).status).toBe(200);
    expect(await numberOf(1)).toBe('77');
  });

  it('is refused twice in one batch, but two members may exchange their numbers', async () => {
    const both = [change(3, { MembershipNumber: '90' }), change(4, { MembershipNumber: '90' })];
    const refused = await service.send('POST', 'members/batch', { body: both });
    expect([refused.status, JSON.stringify(await refused.json())]).toEqual([
      422,
      expect.stringContaining('is given to two members in this request'),
    ]);
    const swap = [change(3, { MembershipNumber: '79' }), change(4, { MembershipNumber: '78' })];
    expect((await service.send('POST', 'members/batch', { body: swap })).status).toBe(200);
    expect([await numberOf(3), await numberOf(4)]).toEqual(['79', '78']);
  });

  it('is a free whole number if the request has none', async () => {
    const first = await service.send('POST', 'members', { body: newMember({ LastName: 'Lee' }) });
    const { Member } = (await first.json()) as { Member: { ID: string; MembershipNumber: string } };
    expect(Member.MembershipNumber).toBe(Member.ID);
    const next = Number(Member.ID) + 1;
    await patch(4, { MembershipNumber: String(next) });
    const create = (more: object) => ({
      Operation: 'create',
      Member: newMember({ LastName: 'Ng' }, more),
    });
    const body = [create({}), create({ MembershipNumber: String(next + 1) }), create({})];
    const added = await service.send('POST', 'members/batch', { body });
    const { Results } = (await added.json()) as { Results: { Member: { MembershipNumber: string } }[] };
    expect(Results.map((one) => Number(one.Member.MembershipNumber) - next)).toEqual([2, 1, 3]);
  });
});
