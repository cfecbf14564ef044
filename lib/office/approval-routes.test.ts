import { beforeEach, expect, it } from 'vitest';
import { waitingMembersSchema } from '@/lib/contract/office-approvals';
import { readJournal } from '@/lib/store/journal-read';
import { sampleMember, samplePerson } from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { errorOf } from '@/lib/service/sign-in-service.fixture';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 8900;
const { secretary, officer } = officePeople;
const [first, second, stranger, firm, part] = [31, 32, 33, 34, 35];
const reason = 'Your qualification is from another field.';

describeUsualEngines('members who are waiting for approval', (store) => {
  let office: TestOffice;
  let token = '';
  const post = (path: string, body: unknown, by = token) => office.office('POST', path, { token: by, body });
  const list = async (query = '', by = token) =>
    waitingMembersSchema.parse(await (await office.office('GET', `approvals${query}`, { token: by })).json());
  const idsOf = async (by = token) => (await list('', by)).Members.map(({ Member }) => Number(Member.ID));
  const stored = async (id: number) =>
    store()
      .members.selectFrom('membership')
      .select(['is_approved', 'chapter_id'])
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
  const newest = async () =>
    (await readJournal(store().members, organisationId, { after: 0, limit: 1, isNewest: true }))[0];

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    token = await office.ownToken({ personId: secretary });
    const person = (id: number) =>
      samplePerson({ id, firstName: `New${id}`, email: `new-${id}@example.org` });
    await office.write(async (writer) => {
      for (const [id, change] of [
        [first, {}],
        [second, {}],
        [stranger, { chapterId: 2 }],
        [firm, { kind: 'corporate' as const, typeId: 2 }],
        [part, { parentId: firm }],
      ] as const)
        await writer.memberships.put(sampleMember(id, { isApproved: false, ...change }, person(id)));
    });
    office.time.now = new Date(office.time.now.getTime() + 60_000);
  });

  it('are listed in the order of their IDs, in pages, with everything about them', async () => {
    expect(await idsOf()).toEqual([first, second, stranger, firm, part]);
    const page = await list('?Limit=2');
    expect([page.Members.length, page.Next]).toEqual([2, String(second)]);
    const rest = await list(`?Limit=3&After=${page.Next}`);
    expect(rest).toMatchObject({ Next: null });
    expect(rest.Members.map(({ Member }) => Member.ID)).toEqual(['33', '34', '35']);
    const [one] = page.Members;
    const read = await office.office('GET', `members/${first}`, { token });
    expect(one).toMatchObject({ ETag: read.headers.get('ETag'), Member: await read.json() });
  });

  it('show when they applied: the day they were added, and for an import the day in the file', async () => {
    await office.write(async (writer) => {
      await writer.runs.start({
        actor: { kind: 'command', id: 'import' },
        source: 'x',
        fileHash: null,
        mapping: null,
      });
      for (const [id, joiningDate] of [
        [71, '2024-02-03'],
        [72, null],
      ] as const)
        await writer.memberships.put(
          sampleMember(
            id,
            { isApproved: false, joiningDate },
            samplePerson({ id, email: `${id}@example.org` }),
          ),
        );
    });
    const days = async (by: string) =>
      Object.fromEntries((await list('', by)).Members.map(({ Member, Received }) => [Member.ID, Received]));
    const today = office.time.now.toISOString().slice(0, 10);
    expect(await days(token)).toMatchObject({ 31: today, 71: '2024-02-03', 72: today });
    const owner = await office.ownToken({ personId: officePeople.owner });
    const body = { OfficerAccess: 'dates: hidden' };
    expect((await office.office('PATCH', 'settings', { token: owner, body })).status).toBe(200);
    const seen = await days(await office.ownToken({ personId: officer }));
    expect(seen).toMatchObject({ 31: null, 71: null });
  });

  it('are approved together, by name in the journal', async () => {
    const response = await post('approvals/approve', { Members: [{ ID: '31' }, { ID: '32' }, { ID: '33' }] });
    expect(await response.json()).toEqual({ Approved: ['31', '32', '33'] });
    expect(await idsOf()).toEqual([firm, part]);
    expect(await newest()).toMatchObject({
      actor: { kind: 'person', id: String(secretary) },
      changes: { Checked: [false, true] },
    });
  });

  it('are not approved if one of them was changed since it was seen', async () => {
    const { Members } = await list();
    await office.write((writer) =>
      writer.persons.put(samplePerson({ id: second, lastName: 'Changed', email: 'new-32@example.org' })),
    );
    const both = Members.slice(0, 2).map(({ ETag, Member }) => ({ ID: Member.ID, IfMatch: ETag }));
    const refused = await post('approvals/approve', { Members: both });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ items: [{ item: 1, error: 'precondition_failed' }] });
    expect(await errorOf(await post('approvals/approve', { Members: both.slice(1) }))).toBe(
      '412 precondition_failed',
    );
    expect(await idsOf()).toHaveLength(5);
    expect((await post('approvals/approve', { Members: both.slice(0, 1) })).status).toBe(200);
  });

  it('are changed and approved at once', async () => {
    const Changes = { Chapter: { ID: '2' }, User: { Email: 'right@example.org' } };
    expect((await post('approvals/approve', { Members: [{ ID: '31' }], Changes })).status).toBe(200);
    expect(await stored(first)).toEqual({ is_approved: 1, chapter_id: 2 });
  });

  it('do not let a secretary take over the sign-in of an owner by changing the address', async () => {
    await office.write(async (writer) => {
      const person = await writer.persons.find(officePeople.owner);
      const waiting = sampleMember(61, { isApproved: false, kind: 'corporate', typeId: 2 });
      if (person !== null) await writer.memberships.put({ ...waiting, person });
    });
    const change = (Email: string) => ({ Members: [{ ID: '61' }], Changes: { User: { Email } } });
    const taken = await post('approvals/approve', change('mallory@example.org'));
    expect(await errorOf(taken)).toBe('403 insufficient_role');
    const [shown] = (await list()).Members.filter(({ Member }) => Member.ID === '61');
    expect(shown?.Member.User.Email).not.toBe('mallory@example.org');
    const kept = await post('approvals/approve', change(shown?.Member.User.Email ?? ''));
    expect(kept.status).toBe(200);
  });

  it.each<[string, unknown, string]>([
    ['nobody', { Members: [] }, '422 invalid_record'],
    ['changes of several', { Members: [{ ID: '31' }, { ID: '32' }], Changes: {} }, '422 invalid_record'],
    ['a wrong change', { Members: [{ ID: '31' }], Changes: { ExpiryDate: 'soon' } }, '422 invalid_record'],
    ['an unknown member', { Members: [{ ID: '99' }] }, '404 not_found'],
    ['an unknown field', { Members: [{ ID: '31' }], Role: 'owner' }, '422 invalid_record'],
  ])('are not approved by a request for %s', async (_what, body, error) => {
    expect(await errorOf(await post('approvals/approve', body))).toBe(error);
    expect(await idsOf()).toHaveLength(5);
  });

  it('are refused with a reason that is mailed and recorded, and the undo brings them back', async () => {
    const response = await post('approvals/refuse', { ID: '31', Reason: ` ${reason} ` });
    expect(await response.json()).toEqual({ ID: '31', Mail: 'sent' });
    expect(office.mail.sent).toMatchObject([
      {
        to: 'new-31@example.org',
        subject: 'Institute of Examples: your application',
        text: expect.stringContaining(`\n\n${reason}\n\n`),
        replyTo: 'office@example.org',
      },
    ]);
    expect(await stored(first)).toBeUndefined();
    const row = await newest();
    expect(row).toMatchObject({ operation: 'removed', reason, actor: { kind: 'person', id: '2' } });
    expect((await post('journal/undo', { Position: String(row?.position) })).status).toBe(200);
    expect(await idsOf()).toContain(first);
  });

  it('are refused even if the mail fails or there is no address, and the office is told', async () => {
    office.mail.problem = Object.assign(new Error('550 <new-31@example.org> unknown'), { code: 'EENVELOPE' });
    const failed = await post('approvals/refuse', { ID: '31', Reason: reason });
    expect(await failed.json()).toEqual({ ID: '31', Mail: 'failed' });
    expect(office.errors.map(String)).toEqual([
      'Error: What the office decided could not be sent (EENVELOPE)',
    ]);
    await office.write((writer) => writer.persons.put(samplePerson({ id: second, email: '' })));
    const silent = await post('approvals/refuse', { ID: '32', Reason: reason });
    expect(await silent.json()).toEqual({ ID: '32', Mail: 'no address' });
    expect(await idsOf()).toEqual([stranger, firm, part]);
  });

  it.each<[string, unknown, string]>([
    ['an approved member', { ID: '6', Reason: reason }, '409 conflict'],
    ['a firm with parts', { ID: '34', Reason: reason }, '409 conflict'],
    ['an unknown member', { ID: '99', Reason: reason }, '404 not_found'],
    ['no reason', { ID: '31', Reason: ' ' }, '422 invalid_record'],
    ['a member changed since', { ID: '31', Reason: reason, IfMatch: '"old"' }, '412 precondition_failed'],
  ])('are not refused by a request for %s, and nothing is mailed', async (_what, body, error) => {
    expect(await errorOf(await post('approvals/refuse', body))).toBe(error);
    expect([await idsOf(), office.mail.sent]).toEqual([[first, second, stranger, firm, part], []]);
    expect(await stored(6)).toMatchObject({ is_approved: 1 });
  });

  it('of other chapters do not exist for an officer', async () => {
    const by = await office.ownToken({ personId: officer });
    expect(await idsOf(by)).toEqual([first, second, firm, part]);
    for (const body of [{ Members: [{ ID: '33' }] }, { Members: [{ ID: '31' }, { ID: '33' }] }])
      expect(await errorOf(await post('approvals/approve', body, by))).toBe('404 not_found');
    expect(await errorOf(await post('approvals/refuse', { ID: '33', Reason: reason }, by))).toBe(
      '404 not_found',
    );
    expect(await idsOf()).toHaveLength(5);
    const moved = { Members: [{ ID: '31' }], Changes: { Chapter: { ID: '2' } } };
    expect(await errorOf(await post('approvals/approve', moved, by))).toBe('422 invalid_record');
    expect((await post('approvals/approve', { Members: [{ ID: '31' }] }, by)).status).toBe(200);
    expect(await stored(first)).toEqual({ is_approved: 1, chapter_id: 1 });
  });
});
