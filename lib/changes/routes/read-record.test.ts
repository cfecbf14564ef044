import { beforeAll, expect, it } from 'vitest';
import { describeApi } from '@/lib/contract/reference/openapi';
import type { ApiChanges } from '@/lib/contract/changes';
import type { MemberResource } from '@/lib/contract/resources';
import { startTestService, type TestService } from '@/lib/service/service.fixture';
import type { Store } from '@/lib/store/database';
import { readDay } from '@/lib/store/day';
import { readMemberDocuments, type MemberView } from '@/lib/store/member-documents';
import type { MembersWriter } from '@/lib/store/members-writer';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';

const now = new Date('2026-06-15T02:00:00Z');
const client: MemberView = { seesAdminExtras: false, seesExactPoints: false };

async function putMembers(writer: MembersWriter, organisationId: number): Promise<void> {
  await putSampleStructure(writer, { id: organisationId });
  const hidden = sampleLocation({ precision: 'suburb', address: '7 Hidden Lane' });
  const answers = [
    { extraId: 11, answer: 'Yes' },
    { extraId: 13, answer: 'Owes us a book' },
  ];
  const lists = { categoryIds: [2, 1], locations: [hidden], answers, show: ['Email'] };
  const credit = { amountOutstandingThousandths: -20_000 };
  await writer.memberships.put(sampleMember(1, { ...lists, ...credit, isListed: false }));
  const firm = sampleMember(5, { kind: 'corporate', typeId: 2, expiryDate: '2026-06-20' });
  await writer.memberships.put(firm);
  await writer.memberships.put(sampleMember(6, { parentId: 5, expiryDate: null }));
  await writer.memberships.put(sampleMember(7, { isApproved: false }));
}

describeEachEngine('a member record', (store) => {
  let service: TestService;
  const write = async (organisationId: number, work: (writer: MembersWriter) => Promise<unknown>) =>
    withMembersWriter(
      store(),
      { organisationId, clock: () => now, areaCentre: noAreaCentre, cause: testCause },
      work,
    );
  const find = async (view: MemberView, ids: number[]) => documentsOf(store(), view, ids);

  beforeAll(async () => {
    await write(1, (writer) => putMembers(writer, 1));
    await write(2, async (writer) => {
      await putSampleStructure(writer, { id: 2 });
      await writer.memberships.put(sampleMember(900));
    });
    service = startTestService(store(), { now: now.toISOString() });
  });

  it('is the element of the list with the fields of the archive, and the same in changes', async () => {
    const list = await service.get('members?FinancialStatus[]=financial&FinancialStatus[]=expiring');
    const elements = (await list.json()) as { ID: string; User: object }[];
    expect(elements.map(({ ID }) => ID)).toEqual(['1', '5', '6']);
    const [first, , sub] = elements;
    const record = await (await service.get('members/1')).json();
    expect(first, 'a credit is nothing owed').toHaveProperty('AmountOutstanding', '0.000');
    expect(record).toEqual({
      ...first,
      Balance: '-20.000',
      User: { ...first?.User, ID: '1' },
      Kind: 'individual',
      ParentID: null,
      Checked: true,
      Standing: 'none',
      StandingWord: '',
      Introduction: '',
      Services: '',
      Areas: '',
      ConfirmedOn: null,
      Picture: null,
      Categories: [1, 2],
      Directory: { Listed: false, Show: ['Email'], MembersListed: false, ShowMembers: null },
      PublicEntry: { Listed: false, Show: ['Email'] },
      MembersEntry: { Listed: false, Show: ['Email'] },
      Locations: [expect.objectContaining({ ID: '1', Suburb: 'Geelong', Precision: 'suburb' })],
    });
    const { Changes } = (await (await service.get('changes?After=0&Limit=1000')).json()) as ApiChanges;
    expect(Changes.find(({ Kind, ID }) => Kind === 'Member' && ID === '1')?.Member).toEqual(record);
    const inherited = { ExpiryDate: '2026-06-20', Status: 'expiring', ParentID: '5' };
    expect(await (await service.get('members/6')).json()).toMatchObject({ ...sub, ...inherited });
  });

  it('says under one name in lists, records and changes what the public directory shows today', async () => {
    const statuses = ['financial', 'expiring', 'expired', 'outstanding'].map(
      (one) => `FinancialStatus[]=${one}`,
    );
    const path = `members?${statuses.join('&')}&Include[]=PublicEntry&Include[]=Directory`;
    const list = (await (await service.get(path)).json()) as { ID: string; [name: string]: unknown }[];
    const { Changes } = (await (await service.get('changes?After=0&Limit=1000')).json()) as ApiChanges;
    const shown = list.map(({ PublicEntry }) => PublicEntry);
    expect(shown).toContainEqual({ Listed: false, Show: ['Email'] });
    expect(shown).toContainEqual(expect.objectContaining({ Listed: true }));
    for (const { ID, PublicEntry, Directory } of list) {
      const record = (await (await service.get(`members/${ID}`)).json()) as MemberResource;
      const change = Changes.find((one) => one.Kind === 'Member' && one.ID === ID);
      expect([ID, Directory, record.PublicEntry, change?.Member?.PublicEntry]).toEqual([
        ID,
        PublicEntry,
        PublicEntry,
        PublicEntry,
      ]);
      expect(change?.Listed).toBe(record.PublicEntry?.Listed);
    }
  });

  it('has the public point, and neither the hidden address nor admin-only answers for other clients', async () => {
    const text = await (await service.get('members/1')).text();
    expect(JSON.parse(text)).toMatchObject({
      Locations: [{ Address: '', Geolocation: { Lat: '-38.15', Lng: '144.35' } }],
    });
    expect(text).not.toMatch(/Hidden Lane|38\.1499|144\.3617|Owes us/);
    const admin = await service.token({ seesAdminExtras: true });
    const seen = await (await service.get('members/1', { token: admin })).text();
    expect(seen).toContain('Owes us a book');
    expect(seen).not.toMatch(/Hidden Lane|38\.1499/);
  });

  it('has the exact point for a reader who may see it', async () => {
    const documents = await find({ seesAdminExtras: true, seesExactPoints: true }, [1]);
    expect(documents.get(1)?.record.Locations).toEqual([
      expect.objectContaining({
        Address: '7 Hidden Lane',
        Geolocation: { Lat: '-38.1499', Lng: '144.3617' },
        Precision: 'suburb',
      }),
    ]);
  });

  it('gets another tag when the membership or its person changes, and the same tag for the same values', async () => {
    const tag = async () => (await find(client, [1])).get(1)?.etag;
    const first = await tag();
    expect(first).toMatch(/^"[\w-]{43}"$/);
    await write(1, (writer) => putMembers(writer, 1));
    expect(await tag()).toBe(first);
    const put = async (phone: string, membershipNumber: string) =>
      write(1, async (writer) => {
        const stored = await writer.memberships.find(1);
        if (stored === null) throw new Error('member 1 is stored');
        const membership = { ...stored.membership, membershipNumber };
        await writer.memberships.put({ person: { ...stored.person, phone }, membership });
      });
    await put('03 5550 9999', 'M-1');
    const second = await tag();
    await put('03 5550 9999', 'M-1b');
    expect(new Set([first, second, await tag()]).size).toBe(3);
    await put('03 5550 0000', 'M-1');
    expect(await tag()).toBe(first);
  });

  it('keeps its tag for a client who cannot see what has changed', async () => {
    const before = (await find(client, [1])).get(1)?.etag;
    const admin = (await find({ ...client, seesAdminExtras: true }, [1])).get(1)?.etag;
    await write(1, async (writer) => {
      const stored = await writer.memberships.find(1);
      if (stored === null) throw new Error('member 1 is stored');
      const [location] = stored.membership.locations;
      const answers = [
        { extraId: 11, answer: 'Yes' },
        { extraId: 13, answer: 'Brought it back' },
      ];
      const locations = [{ ...sampleLocation(location), longitude: 144.3618 }];
      await writer.memberships.put({ ...stored, membership: { ...stored.membership, answers, locations } });
    });
    expect((await find(client, [1])).get(1)?.etag).toBe(before);
    expect((await find({ ...client, seesAdminExtras: true }, [1])).get(1)?.etag).not.toBe(admin);
  });

  it('is sent with its tag, and a client that sends this tag gets 304', async () => {
    const response = await service.get('members/5');
    const tag = response.headers.get('ETag') ?? '';
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache, no-transform');
    const again = await service.get('members/5', { headers: { 'If-None-Match': tag } });
    expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag]);
    const head = await service.get('members/5', { method: 'HEAD' });
    expect([head.status, await head.text(), head.headers.get('ETag')]).toEqual([200, '', tag]);
  });

  it('is refused with the same bytes for another organisation, before approval and without a membership', async () => {
    for (const id of ['900', '7', '12345', 'abc', '0', '-1', '1e3', '99999999999999999999']) {
      const response = await service.get(`members/${id}`);
      expect([id, response.status, await response.text()]).toEqual([
        id,
        404,
        '{"error":"not_found","error_description":"There is no membership with this ID"}',
      ]);
    }
  });

  it('needs the scope members, a token of the organisation and no query', async () => {
    const basic = await service.token({ scopes: ['basic'] });
    expect((await service.get('members/1', { token: basic })).status).toBe(403);
    expect((await service.get('members/1', { token: null })).status).toBe(401);
    const other = await service.token({ organisationId: 2 });
    expect((await service.get('members/1', { token: other })).status).toBe(401);
    expect((await service.get('members/1?Include[]=Directory')).status).toBe(400);
    const allowed = /^GET, PATCH, DELETE, HEAD/;
    const put = await service.get('members/1', { method: 'PUT' });
    expect([put.status, put.headers.get('Allow')]).toEqual([405, expect.stringMatching(allowed)]);
    expect((await service.get('members/1', { method: 'OPTIONS' })).headers.get('Allow')).toMatch(allowed);
    expect(describeApi('https://members.example')).toHaveProperty([
      'paths',
      '/api/v2/organisation/{organisation_id}/members/{MembershipID}',
    ]);
  });

  it('is read for any number of IDs at once, in their order', async () => {
    const ids = Array.from({ length: 1200 }, (_, index) => 2000 - index);
    await write(1, async (writer) => {
      for (const id of ids)
        await writer.memberships.put(sampleMember(id, { locations: [sampleLocation({ id })] }));
    });
    const documents = await find(client, [...ids, 31_000, 5]);
    expect([...documents.keys()]).toEqual([5, ...ids.toReversed()]);
    expect(documents.get(1999)?.record).toMatchObject({ ID: '1999', Locations: [{ ID: '1999' }] });
  });
});

async function documentsOf(store: Store, view: MemberView, ids: number[]) {
  const day = await readDay(store.members, 1, now);
  if (day === null) throw new Error('organisation 1 is stored');
  return readMemberDocuments(store.members, { day, view }, ids);
}
