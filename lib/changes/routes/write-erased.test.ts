/** Writes that name an erased person: the responses do not reveal that there was such a person. */
import { beforeAll, expect, it } from 'vitest';
import { describeErasure } from '@/lib/privacy/erasure/erasure.fixture';
import { erasePerson } from '@/lib/privacy/erasure/erase-person';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { startTestService, type TestService } from '@/lib/service/service.fixture';

const now = new Date('2026-06-15T02:00:00Z');
const erasedId = '2';
const unknownId = '77';
const any = { 'If-Match': '*' };

describeErasure('a write that names an erased person', (context) => {
  let service: TestService;

  beforeAll(async () => {
    const { store, dataDir } = context();
    const options = { organisationId: 1, clock: () => now, areaCentre: noAreaCentre, cause: testCause };
    await withMembersWriter(store, options, async (writer) => {
      await putSampleStructure(writer);
      await writer.memberships.put(sampleMember(1));
      await writer.memberships.put(sampleMember(2));
    });
    const erasure = { organisationId: 1, personId: 2, newContactId: null, withCompany: false };
    await erasePerson(store, { ...erasure, cause: testCause }, { dataDir, clock: () => now });
    service = startTestService(store, { now: now.toISOString() });
  });

  const newMember = (ID: string, more: object = {}) => ({
    Kind: 'individual',
    ExpiryDate: '2027-06-30',
    MembershipType: { ID: '1' },
    User: { ID, ...more },
  });
  const requests: [what: string, (id: string) => Promise<Response>][] = [
    ['a new member', (id) => service.send('POST', 'members', { body: newMember(id) })],
    [
      'a new member with a name',
      (id) => service.send('POST', 'members', { body: newMember(id, { LastName: 'Again' }) }),
    ],
    [
      'a new member in a batch',
      (id) =>
        service.send('POST', 'members/batch', { body: [{ Operation: 'create', Member: newMember(id) }] }),
    ],
    ['a sub-member', (id) => service.send('PATCH', 'members/1', { body: { ParentID: id }, headers: any })],
    ['a change', (id) => service.send('PATCH', `members/${id}`, { body: { Chapter: null }, headers: any })],
    ['a removal', (id) => service.send('DELETE', `members/${id}`, { headers: any })],
  ];

  it.each(requests)('gets for %s the same response as for an unknown one', async (_what, send) => {
    const [erased, unknown] = [await send(erasedId), await send(unknownId)];
    const text = await erased.text();
    expect(erased.status).toBeGreaterThanOrEqual(400);
    expect(erased.status).toBe(unknown.status);
    expect(text.replaceAll(/\b2\b/g, 'ID')).toBe((await unknown.text()).replaceAll(/\b77\b/g, 'ID'));
    expect(service.errors).toEqual([]);
  });
});
