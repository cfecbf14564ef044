import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiChange, ApiChanges } from '@/lib/contract/changes';
import { deleteOldChanges } from '@/lib/changes/journal/retention';
import { recordLapses } from '@/lib/changes/journal/lapses';
import type { MembersWriter } from '@/lib/store/members-writer';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { startTestService, type GetOptions, type TestService } from '../service.fixture';
import { sampleSize } from '@/lib/base/test-strength';

let organisationId = 0;
let service: TestService;
const everyStatus = ['financial', 'expiring', 'expired', 'outstanding']
  .map((status) => `FinancialStatus[]=${status}`)
  .join('&');

describeUsualEngines('the changes', (store) => {
  const write = async (work: (writer: MembersWriter) => Promise<unknown>) => {
    service.time.now = new Date(service.time.now.getTime() + 1000);
    const clock = () => service.time.now;
    await withMembersWriter(
      store(),
      { organisationId, clock, areaCentre: noAreaCentre, cause: testCause },
      work,
    );
  };
  const get = async (query: string, options: GetOptions = {}): Promise<ApiChanges> =>
    (await service.get(`changes${query}`, options)).json();
  const position = async () => (await get('')).Next;
  const learnt = async (work: (writer: MembersWriter) => Promise<unknown>, options: GetOptions = {}) => {
    const before = await position();
    await write(work);
    return (await get(`?After=${before}`, options)).Changes;
  };
  const briefly = (changes: ApiChange[]) => changes.map(({ Kind, ID, Operation }) => [Kind, ID, Operation]);

  beforeEach(async () => {
    organisationId += 1;
    service = startTestService(store(), { organisationId });
    await write((writer) => putSampleStructure(writer, { id: organisationId }));
  });

  it('a request without a position gets the newest position and no changes', async () => {
    await write((writer) => writer.memberships.put(sampleMember(1)));
    const page = await get('');
    expect(page).toEqual({ Changes: [], Next: String(service.time.now.getTime() + 1), HasMore: false });
    expect(await get(`?After=${page.Next}`)).toEqual(page);
  });

  it('a client that reads many pages at once is told to wait, and others are not', async () => {
    const before = await position();
    await write((writer) => writer.memberships.put(sampleMember(1)));
    const newest = await position();
    const [token, other] = [await service.token(), await service.token()];
    const statusesOf = async (count: number, after: string, options: GetOptions) => {
      const pages = Array.from({ length: count }, () => service.get(`changes?After=${after}`, options));
      return (await Promise.all(pages)).map((page) => [page.status, page.headers.get('Retry-After')]);
    };
    const [many, few, upToDate] = await Promise.all([
      statusesOf(30, before, { token }),
      statusesOf(2, before, { token: other }),
      statusesOf(30, newest, { token }),
    ]);
    expect(new Set(many.map(String))).toEqual(new Set(['200,', '429,5']));
    expect(new Set([...few, ...upToDate].map(String))).toEqual(new Set(['200,']));
    // The slots of these requests are free again.
    expect(await statusesOf(20, before, { token })).toEqual(Array.from({ length: 20 }, () => [200, null]));
  });

  it('a change has the record as it is now, once for several rows, and the newest position', async () => {
    const before = await position();
    await write((writer) => writer.memberships.put(sampleMember(1, { locations: [sampleLocation()] })));
    await write((writer) => writer.memberships.put(sampleMember(1, { membershipNumber: 'M-2' })));
    const { Changes, Next } = await get(`?After=${before}`);
    const record = await (await service.get('members/1')).json();
    expect(Changes).toEqual([
      {
        Position: Next,
        Time: service.time.now.toISOString(),
        Kind: 'Member',
        ID: '1',
        Operation: 'created',
        Listed: true,
        Member: record,
        Reload: [],
      },
    ]);
    expect(Next).toBe(String(service.time.now.getTime()));
  });

  it('pages follow each other without a gap', async () => {
    let after = await position();
    for (const id of [1, 2, 3]) await write((writer) => writer.memberships.put(sampleMember(id)));
    const found: string[] = [];
    for (let hasMore = true; hasMore;) {
      const page = await get(`?After=${after}&Limit=1`);
      found.push(...page.Changes.map(({ ID }) => ID));
      [after, hasMore] = [page.Next, page.HasMore];
    }
    // Each member has a row for the person and one for the membership.
    expect(found).toEqual(['1', '1', '2', '2', '3', '3']);
    expect(after).toBe(await position());
  });

  it('a person’s change is a change of all their memberships, and a firm’s of its sub-memberships', async () => {
    await write(async (writer) => {
      await writer.memberships.put(sampleMember(1));
      await writer.memberships.put(
        sampleMember(5, { kind: 'corporate', typeId: 2 }, { id: 1, email: 'member1@members.example' }),
      );
      await writer.memberships.put(sampleMember(6, { parentId: 5, expiryDate: null }));
    });
    const { person } = sampleMember(1, {}, { email: 'new@members.example' });
    const changes = await learnt((writer) => writer.persons.put(person));
    expect(briefly(changes)).toEqual([
      ['Member', '1', 'updated'],
      ['Member', '5', 'updated'],
    ]);
    expect(changes.map(({ Member }) => Member?.User.Email)).toEqual([person.email, person.email]);
    const renewed = sampleMember(5, { kind: 'corporate', typeId: 2, expiryDate: '2031-06-30' }, person);
    const both = await learnt((writer) => writer.memberships.put(renewed));
    expect(both.map(({ ID, Member }) => [ID, Member?.ExpiryDate])).toEqual([
      ['5', '2031-06-30'],
      ['6', '2031-06-30'],
    ]);
  });

  it('a member who is not approved never appears; approval is a creation and its withdrawal a removal', async () => {
    const put = (isApproved: boolean, phone = '1') =>
      learnt((writer) => writer.memberships.put(sampleMember(1, { isApproved }, { phone })));
    expect(await put(false)).toEqual([]);
    expect(await put(false, '2')).toEqual([]);
    expect(briefly(await put(true, '2'))).toEqual([['Member', '1', 'created']]);
    const withdrawn = await put(false, '3');
    expect(withdrawn).toMatchObject([{ ID: '1', Operation: 'removed', Listed: false, Member: null }]);
    expect(await learnt((writer) => writer.memberships.remove([1]))).toEqual([]);
    // The company was approved, and its sub-membership never was.
    const firm = (expiryDate: string, isApproved: boolean) =>
      sampleMember(5, { kind: 'corporate', typeId: 2, expiryDate, isApproved });
    await write(async (writer) => {
      await writer.memberships.put(firm('2030-01-01', true));
      await writer.memberships.put(sampleMember(6, { parentId: 5, expiryDate: null, isApproved: false }));
    });
    expect(briefly(await learnt((writer) => writer.memberships.put(firm('2031-01-01', false))))).toEqual([
      ['Member', '5', 'removed'],
    ]);
  });

  it('while a company is suspended, its sub-members are not listed, and this is a change of theirs', async () => {
    const firm = (standing: 'none' | 'suspended') =>
      sampleMember(5, { kind: 'corporate', typeId: 2, standing, isApproved: true });
    await write(async (writer) => {
      await writer.memberships.put(firm('none'));
      await writer.memberships.put(sampleMember(6, { parentId: 5, expiryDate: null }));
    });
    const listed = (changes: ApiChange[]) =>
      changes.map(({ ID, Operation, Listed }) => [ID, Operation, Listed]);
    expect(listed(await learnt((writer) => writer.memberships.put(firm('suspended'))))).toEqual([
      ['5', 'removed', false],
      ['6', 'updated', false],
    ]);
    // A change of the sub-member alone lists nobody.
    const alone = sampleMember(6, { parentId: 5, expiryDate: null }, { phone: '7' });
    expect(listed(await learnt((writer) => writer.memberships.put(alone)))).toEqual([
      ['6', 'updated', false],
    ]);
    expect(listed(await learnt((writer) => writer.memberships.put(firm('none'))))).toEqual([
      ['5', 'created', false],
      ['6', 'updated', true],
    ]);
  });

  it('a removed member is a tombstone', async () => {
    await write((writer) => writer.memberships.put(sampleMember(1)));
    const changes = await learnt((writer) => writer.memberships.remove([1]));
    expect(changes).toMatchObject([{ ID: '1', Operation: 'removed', Listed: false, Member: null }]);
  });

  it('a member who lapses is announced', async () => {
    await write((writer) => writer.memberships.put(sampleMember(1, { expiryDate: '2026-06-20' })));
    const note = (now: string) => {
      service.time.now = new Date(now);
      return recordLapses(store(), { organisationId, now: service.time.now, isConfirmed: false });
    };
    await note('2026-06-16T02:00:00Z');
    const before = await position();
    expect(await note('2026-06-21T02:00:00Z')).toBe(1);
    const token = await service.token();
    expect((await get(`?After=${before}`, { token })).Changes).toMatchObject([
      { ID: '1', Operation: 'lapsed', Listed: false, Member: { Status: 'expired' } },
    ]);
  });

  describe('admin-only answers', () => {
    const answers = (note: string) => [
      { extraId: 11, answer: 'Yes' },
      { extraId: 13, answer: note },
    ];
    const addons = (note: string) => [{ addonId: 1, quantity: 1, expiryDate: null, answers: answers(note) }];
    const put = (note: string) => (writer: MembersWriter) =>
      writer.memberships.put(sampleMember(1, { answers: answers(note), addons: addons(note) }));

    it('cause no change for a client that does not see them', async () => {
      await write(put('Owes us a book'));
      expect(await learnt(put('Is a secret agent'))).toEqual([]);
      const admin = await service.token({ seesAdminExtras: true });
      const seen = await learnt(put('Is an admiral'), { token: admin });
      expect(JSON.stringify(seen)).toContain('Is an admiral');
      const changes = await learnt(async (writer) => {
        await put('Is a spy')(writer);
        const member = await writer.memberships.find(1);
        if (member !== null)
          await writer.memberships.put({
            ...member,
            membership: { ...member.membership, membershipNumber: 'X' },
          });
      });
      expect(briefly(changes)).toEqual([['Member', '1', 'updated']]);
      expect(JSON.stringify(changes)).not.toMatch(/book|agent|admiral|spy|Notes/);
    });

    it('an admin-only extra causes no change either, unless it becomes visible', async () => {
      const text = { answerType: 0, options: [], optionsFromAnswers: [] };
      const extra = {
        ...text,
        id: 13,
        searchName: '',
        isSearchable: true,
        isMembersOnly: false,
        isOnCard: false,
      };
      const rename = (question: string, isAdminOnly: boolean) => (writer: MembersWriter) =>
        writer.structure.putExtras([{ ...extra, question, isAdminOnly }]);
      expect(await learnt(rename('Secrets', true))).toEqual([]);
      const admin = { token: await service.token({ seesAdminExtras: true }) };
      expect(briefly(await learnt(rename('More secrets', true), admin))).toEqual([
        ['Extra', '13', 'updated'],
      ]);
      expect(briefly(await learnt(rename('No secrets', false)))).toEqual([['Extra', '13', 'updated']]);
      await write(rename('Secrets', true));
      expect(await learnt((writer) => writer.structure.remove('extra', 13))).toEqual([]);
    });
  });

  it('a move within the area that hides a location is no change, and no exact point is sent', async () => {
    const at = (latitude: number, address: string) => (writer: MembersWriter) =>
      writer.memberships.put(
        sampleMember(1, { locations: [sampleLocation({ latitude, address, precision: 'suburb' })] }),
      );
    const created = await learnt(at(-38.1499, '5 Ryrie Street'));
    expect(created).toMatchObject([
      { Member: { Locations: [{ Address: '', Geolocation: { Lat: '-38.15' } }] } },
    ]);
    expect(JSON.stringify(created)).not.toMatch(/38\.1499|Ryrie/);
    expect(await learnt(at(-38.1421, '9 Ryrie Street'))).toEqual([]);
    expect(briefly(await learnt(at(-37.9, '9 Ryrie Street')))).toEqual([['Member', '1', 'updated']]);
  });

  it.each([
    ['MembershipType', 1, (writer: MembersWriter) => renameType(writer)],
    [
      'Category',
      1,
      (writer: MembersWriter) => writer.structure.putCategories([{ id: 1, name: 'Elders', description: '' }]),
    ],
    ['Chapter', 1, (writer: MembersWriter) => writer.structure.putChapters([{ id: 1, name: 'The West' }])],
  ])('a renamed %s is one change, which says what to read again', async (kind, id, rename) => {
    await write(async (writer) => {
      await writer.memberships.put(sampleMember(1, { categoryIds: [1] }));
      await writer.memberships.put(sampleMember(2, { categoryIds: [2], typeId: 3, chapterId: 2 }));
    });
    const changes = await learnt(rename);
    expect(briefly(changes)).toEqual([[kind, String(id), 'updated']]);
    const again = changes.flatMap(({ Reload }) => Reload);
    const members = again.filter((path) => path.startsWith('members?'));
    expect(members).toHaveLength(1);
    for (const path of again) expect((await service.get(path)).status).toBe(200);
    const affected: { ID: string }[] = await (await service.get(`${members[0]}&${everyStatus}`)).json();
    expect(affected.map(({ ID }) => ID)).toEqual(['1']);
  });

  describe('refuses', () => {
    it.each([
      ['After=x', 'After'],
      ['After=-1', 'After'],
      ['After=1&After=2', 'After'],
      ['Limit=0', 'Limit'],
      ['Limit=1001', 'Limit'],
      ['Wait=31', 'Wait'],
      ['Wait=soon', 'Wait'],
      ['Since=1', 'Since'],
    ])('%s, and names the parameter', async (query, name) => {
      const response = await service.get(`changes?${query}`);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain(`\\"${name}\\"`);
    });

    it('a client without the scope, another organisation’s token and no token', async () => {
      const basic = await service.token({ scopes: ['basic'] });
      expect((await service.get('changes', { token: basic })).status).toBe(403);
      const other = organisationId;
      const token = await service.token();
      organisationId += 1;
      await write((writer) => putSampleStructure(writer, { id: organisationId }));
      const refused = await service.get('changes?After=0', { token, organisation: String(organisationId) });
      expect(refused.status).toBe(401);
      expect((await service.get('changes', { token, organisation: String(other) })).status).toBe(200);
      expect((await service.get('changes', { token: null })).status).toBe(401);
      expect(
        (await service.get('changes', { token, organisation: String(other), method: 'POST' })).status,
      ).toBe(405);
    });

    it('a position that is not in the journal: newer, in between, or of another organisation', async () => {
      const before = Number(await position());
      await write((writer) => writer.memberships.put(sampleMember(1)));
      const newest = Number(await position());
      for (const after of [newest + 1, newest + 1e9, before + 1, 1]) {
        const response = await service.get(`changes?After=${after}`);
        expect(response.status).toBe(410);
        expect(await response.json()).toMatchObject({ error: 'gone' });
      }
    });

    it('a position whose successors were deleted after their retention time', async () => {
      const before = await position();
      await write((writer) => writer.memberships.put(sampleMember(1)));
      const middle = await position();
      await write((writer) => writer.memberships.put(sampleMember(2)));
      const beforeSecond = new Date(service.time.now.getTime());
      await deleteOldChanges(store(), { organisationId, before: beforeSecond });
      expect((await service.get(`changes?After=${before}`)).status).toBe(410);
      expect((await service.get('changes?After=0')).status).toBe(410);
      expect(briefly((await get(`?After=${middle}`)).Changes)).toEqual([['Member', '2', 'created']]);
    });
  });

  it('a follower has the same records as the lists, after any changes', async () => {
    const member = fc.record({
      id: fc.integer({ min: 1, max: 4 }),
      expiryDate: fc.constantFrom('2020-01-01', '2026-06-20', '2030-01-01', null),
      isApproved: fc.boolean(),
      isListed: fc.boolean(),
      typeId: fc.constantFrom(1, 2),
      phone: fc.constantFrom('1', '2'),
      latitude: fc.constantFrom(-38.15, -38.151, -30),
    });
    const step = fc.oneof(
      { weight: 4, arbitrary: member },
      fc.record({ removed: fc.integer({ min: 1, max: 4 }) }),
      fc.constant('read' as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
        organisationId += 1;
        service = startTestService(store(), { organisationId });
        await write((writer) => putSampleStructure(writer, { id: organisationId }));
        const known = new Map<string, unknown>();
        const listed = new Set<string>();
        let after = await position();
        const follow = async () => {
          for (let hasMore = true; hasMore;) {
            const page = await get(`?After=${after}&Limit=3`);
            for (const { ID, Member, Listed } of page.Changes) {
              if (Member === null) known.delete(ID);
              else known.set(ID, Member);
              if (Listed) listed.add(ID);
              else listed.delete(ID);
            }
            [after, hasMore] = [page.Next, page.HasMore];
          }
        };
        for (const one of steps) {
          if (one === 'read') await follow();
          else if ('removed' in one) await write((writer) => writer.memberships.remove([one.removed]));
          else {
            const { id, phone, latitude, ...membership } = one;
            const location = sampleLocation({ id, latitude, precision: 'suburb' });
            await write((writer) =>
              writer.memberships.put(sampleMember(id, { ...membership, locations: [location] }, { phone })),
            );
          }
        }
        await follow();
        const list: { ID: string; Directory: { Listed: boolean } }[] = await (
          await service.get(`members?${everyStatus}&Include[]=Directory`)
        ).json();
        const records = await Promise.all(
          list.map(async ({ ID }) => [ID, await (await service.get(`members/${ID}`)).json()] as const),
        );
        expect(new Map([...known].sort())).toEqual(new Map(records));
        expect([...listed].sort()).toEqual(
          list.filter(({ Directory }) => Directory.Listed).map(({ ID }) => ID),
        );
      }),
      { seed: 20261122, numRuns: sampleSize({ usual: 12, long: 400 }) },
    );
  });

  it('a reader never skips a position that becomes visible later, in whatever order writers finish', async () => {
    const first = await position();
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    let onStarted = () => {};
    const hasStarted = new Promise<void>((resolve) => (onStarted = resolve));
    const slow = write(async (writer) => {
      await writer.memberships.put(sampleMember(1));
      onStarted();
      await gate;
    });
    await hasStarted;
    const others = [2, 3, 4].map((id) => write((writer) => writer.memberships.put(sampleMember(id))));
    // The journal of an unfinished transaction is not visible, and nobody else gets a position meanwhile.
    const meanwhile = await get(`?After=${first}`);
    expect(meanwhile).toEqual({ Changes: [], Next: first, HasMore: false });
    open();
    await slow;
    await Promise.all(others);
    expect((await get(`?After=${meanwhile.Next}`)).Changes.map(({ ID }) => ID).sort()).toEqual([
      '1',
      '2',
      '3',
      '4',
    ]);
  });
});

async function renameType(writer: MembersWriter): Promise<void> {
  const type = writer.structure.find('membership_type', 1);
  if (type !== null) await writer.structure.putMembershipTypes([{ ...type, name: 'Whole' }]);
}
