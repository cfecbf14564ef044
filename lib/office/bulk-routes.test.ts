import { BulkChangesWriter } from '@/lib/changes/bulk-changes';
import { beforeEach, expect, it } from 'vitest';
import { bulkSchema, type BulkAction, type OfficeBulk } from '@/lib/contract/office-bulk';
import { readJournal } from '@/lib/store/journal-read';
import { readMemberRecords } from '@/lib/store/member-records';
import { sampleMember, samplePerson } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { errorOf } from '@/lib/service/sign-in-service.fixture';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 9600;
type Role = 'owner' | 'secretary' | 'officer' | 'reader' | 'secondOwner';
interface Selection {
  ids?: number[];
  query?: string;
}

describeEachEngine('changes of many members', (store) => {
  let office: TestOffice;
  const ask = async (role: Role, method: string, path: string, body?: unknown, minutesAgo = 1) => {
    const token = await office.ownToken({ personId: officePeople[role], minutesAgo });
    return office.office(method, path, { token, ...(body === undefined ? {} : { body }) });
  };
  const bulkOf = async (response: Response): Promise<OfficeBulk> => bulkSchema.parse(await response.json());
  const add = (role: Role, { ids, query = '' }: Selection, action: BulkAction) =>
    ask(role, 'POST', 'bulk', {
      Members: ids === undefined ? { Query: query } : { IDs: ids.map(String) },
      Action: action,
    });
  const check = async (role: Role, of: Selection, action: BulkAction) =>
    ended(role, await bulkOf(await add(role, of, action)));
  /** On a busy machine, the work continues after the response. */
  const ended = async (role: Role, bulk: OfficeBulk): Promise<OfficeBulk> => {
    let now = bulk;
    while (now.State === 'running' || now.State === 'checking')
      now = await bulkOf(await ask(role, 'GET', `bulk/${bulk.ID}`));
    return now;
  };
  const run = async (role: Role, { ID }: OfficeBulk) =>
    ended(role, await bulkOf(await ask(role, 'POST', `bulk/${ID}/run`, {})));
  const members = async (ids: number[]) =>
    new Map(
      (await readMemberRecords(store().members, organisationId, ids)).map((one) => [one.membership.id, one]),
    );
  const end = (date: string): BulkAction => ({ Do: 'end', Date: date });

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    await office.write(async (writer) => {
      for (let id = 101; id <= 110; id += 1) {
        await writer.memberships.put(
          sampleMember(
            id,
            { expiryDate: '2027-06-30', chapterId: id <= 105 ? 1 : 2, isApproved: id !== 101 },
            samplePerson({ id, email: id === 103 ? '' : `m${id}@example.org` }),
          ),
        );
      }
      await writer.memberships.put(
        sampleMember(
          120,
          { kind: 'corporate', typeId: 2, expiryDate: '2027-06-30' },
          samplePerson({ id: 120 }),
        ),
      );
      await writer.memberships.put(sampleMember(121, { parentId: 120 }, samplePerson({ id: 121 })));
    });
  });

  it('are checked first: the result lists the old and new values, members who have the value already and members who cannot be changed, and nothing changes', async () => {
    const found = await check('secretary', { ids: [101, 102, 121, 9999] }, end('2026-12-31'));
    expect(found).toMatchObject({
      State: 'checked',
      Members: 4,
      Changed: 2,
      Unchanged: 0,
      Refused: 2,
      Run: null,
    });
    expect(found.First.map(({ ID, Before, After }) => [ID, Before, After])).toEqual([
      ['101', '2027-06-30', '2026-12-31'],
      ['102', '2027-06-30', '2026-12-31'],
    ]);
    expect(found.Problems.map(({ ID, Problems }) => [ID, Problems[0]?.Field])).toEqual([
      ['121', 'ExpiryDate'],
      ['9999', null],
    ]);
    expect((await members([101])).get(101)?.membership.expiryDate).toBe('2027-06-30');
  });

  it('that approve say before how many have ended, and refuse those who died or are suspended', async () => {
    await office.write(async (writer) => {
      const waiting = { isApproved: false, expiryDate: '2024-06-30' };
      for (const [id, change] of [
        [130, {}],
        [131, { expiryDate: '2030-06-30' }],
        [132, { standing: 'deceased' }],
        [133, { standing: 'suspended' }],
      ] as const)
        await writer.memberships.put(sampleMember(id, { ...waiting, ...change }, samplePerson({ id })));
    });
    const found = await check('secretary', { ids: [130, 131, 132, 133] }, { Do: 'approve' });
    expect(found).toMatchObject({ Changed: 2, Refused: 2, Ended: 1 });
    expect(found.Problems.map(({ ID }) => ID)).toEqual(['132', '133']);
  });

  it('are made for those who can be changed, and the result names the others', async () => {
    const checked = await check('secretary', { ids: [102, 103, 121] }, end('2026-12-31'));
    const done = await run('secretary', checked);
    expect(done).toMatchObject({ State: 'done', Changed: 2, Refused: 1 });
    expect(done.Problems.map(({ ID }) => ID)).toEqual(['121']);
    const after = await members([102, 103]);
    expect([...after.values()].map(({ membership }) => membership.expiryDate)).toEqual([
      '2026-12-31',
      '2026-12-31',
    ]);
  });

  it('apply to everybody on a list, as one run with the author’s name, and one undo restores all', async () => {
    await office.write(async (writer) => {
      for (let id = 200; id < 450; id += 1)
        await writer.memberships.put(
          sampleMember(id, { expiryDate: '2028-01-31' }, samplePerson({ id, firstName: 'Many' })),
        );
    });
    const checked = await check('secretary', { query: 'FirstName=many' }, { Do: 'chapter', Chapter: '2' });
    expect(checked).toMatchObject({ Members: 250, Changed: 250 });
    const done = await run('secretary', checked);
    expect(done).toMatchObject({ State: 'done', Changed: 250 });
    const rows = (await readJournal(store().members, organisationId, { after: 0, limit: 2000 })).filter(
      ({ runId }) => String(runId) === done.Run,
    );
    expect(rows).toHaveLength(250);
    expect(rows[0]?.actor).toEqual({ kind: 'person', id: String(officePeople.secretary) });
    const undone = await ask('secretary', 'POST', 'journal/undo', { Run: done.Run });
    expect(await undone.json()).toMatchObject({ Undone: 250, ConflictCount: 0 });
    expect((await members([210])).get(210)?.membership.chapterId).toBe(1);
  });

  it('appear in the journal as one change of many, and not as the last import', async () => {
    const done = await run('secretary', await check('secretary', { ids: [102] }, end('2026-12-31')));
    const page = Object(await (await ask('secretary', 'GET', `journal?Run=${done.Run}`)).json());
    expect(page.Changes[0].Run).toEqual({
      ID: done.Run,
      Source: 'last day 2026-12-31, for many members',
      IsMerge: false,
      IsBulk: true,
      Count: null,
    });
    expect(page.Changes[0].By).toMatchObject({ Kind: 'person', Name: 'Name2 Test' });
    expect(Object(await (await ask('secretary', 'GET', 'today')).json()).LastImport).toBeNull();
  });

  it.each([
    [{ Do: 'approve' }, 101, (one: unknown) => Object(one).membership.isApproved, true],
    [
      { Do: 'set', Field: 'MembershipType', Value: '3' },
      102,
      (one: unknown) => Object(one).membership.typeId,
      3,
    ],
    [
      { Do: 'set', Field: 'ExpiryDate', Value: '' },
      102,
      (one: unknown) => Object(one).membership.expiryDate,
      null,
    ],
    [
      { Do: 'set', Field: 'JoiningDate', Value: '2001-02-03' },
      102,
      (one: unknown) => Object(one).membership.joiningDate,
      '2001-02-03',
    ],
    [
      { Do: 'set', Field: 'AmountOutstanding', Value: '12.50' },
      102,
      (one: unknown) => Object(one).membership.amountOutstandingThousandths,
      12_500,
    ],
    [
      { Do: 'set', Field: 'Listed', Value: 'false' },
      102,
      (one: unknown) => Object(one).membership.isListed,
      false,
    ],
    [
      { Do: 'set', Field: 'Listed', Value: 'members' },
      102,
      (one: unknown) => [Object(one).membership.isListed, Object(one).membership.isMembersListed],
      [false, true],
    ],
    [
      { Do: 'set', Field: 'AddCategory', Value: '2' },
      102,
      (one: unknown) => Object(one).membership.categoryIds.includes(2),
      true,
    ],
    [
      { Do: 'set', Field: 'State', Value: 'TAS' },
      102,
      (one: unknown) => Object(one).person.address.state,
      'TAS',
    ],
    [
      { Do: 'set', Field: 'Country', Value: 'Norfolk' },
      102,
      (one: unknown) => Object(one).person.address.country,
      'Norfolk',
    ],
    [{ Do: 'chapter', Chapter: null }, 102, (one: unknown) => Object(one).membership.chapterId, null],
  ] as const)('%j', async (action, id, valueOf, value) => {
    await office.write(async (writer) => {
      const member = await writer.memberships.find(102);
      if (member !== null)
        await writer.memberships.put({
          ...member,
          membership: { ...member.membership, isListed: true, categoryIds: [1] },
        });
    });
    const checked = await check('secretary', { ids: [id] }, action);
    expect(checked).toMatchObject({ Changed: 1, Refused: 0 });
    expect(await run('secretary', checked)).toMatchObject({ Changed: 1, Refused: 0 });
    expect(valueOf((await members([id])).get(id))).toEqual(value);
  });

  it('hide an entry that only members saw from members too', async () => {
    const listed = async (Value: string) => {
      await run('owner', await check('owner', { ids: [102] }, { Do: 'set', Field: 'Listed', Value }));
      const member = (await members([102])).get(102);
      return [member?.membership.isListed, member?.membership.isMembersListed];
    };
    expect(await listed('members')).toEqual([false, true]);
    expect(await listed('false')).toEqual([false, false]);
    expect(await listed('true')).toEqual([true, false]);
  });

  it('do not change members who have the value already, or who lack the category to remove', async () => {
    for (const action of [
      { Do: 'set', Field: 'RemoveCategory', Value: '999' },
      { Do: 'chapter', Chapter: '1' },
      { Do: 'approve' },
      end('2030-01-01'),
    ] as const)
      expect(await check('secretary', { ids: [102] }, action)).toMatchObject({ Changed: 0, Unchanged: 1 });
  });

  it('of an officer reach only members of the officer’s chapters, even if a member moves after the check', async () => {
    const hide: BulkAction = { Do: 'set', Field: 'State', Value: 'TAS' };
    const checked = await check('officer', { ids: [102, 104, 108] }, hide);
    expect(checked).toMatchObject({ Changed: 2, Refused: 1 });
    expect(checked.Problems).toEqual([
      { ID: '108', Name: null, Problems: [{ Field: null, Reason: 'There is no membership with this ID' }] },
    ]);
    expect((await check('officer', { query: '' }, hide)).Problems).toEqual([]);
    await office.write(async (writer) => {
      const member = await writer.memberships.find(104);
      if (member !== null)
        await writer.memberships.put({ ...member, membership: { ...member.membership, chapterId: 2 } });
    });
    expect(await run('officer', checked)).toMatchObject({ Changed: 1, Refused: 2 });
    const after = await members([102, 104, 108]);
    expect([...after.values()].map(({ person }) => person.address.state === 'TAS')).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('of an officer cannot change the terms of a membership', async () => {
    for (const action of [
      end('2026-12-31'),
      { Do: 'chapter', Chapter: '2' },
      { Do: 'set', Field: 'MembershipType', Value: '3' },
      { Do: 'set', Field: 'AmountOutstanding', Value: '0' },
    ] as const)
      expect(await errorOf(await add('officer', { ids: [102] }, action))).toBe('403 insufficient_role');
  });

  it('cannot be seen or run by anybody else', async () => {
    const { ID } = await check('secretary', { ids: [102] }, end('2026-12-31'));
    for (const role of ['owner', 'officer'] as const) {
      expect(await errorOf(await ask(role, 'GET', `bulk/${ID}`))).toBe('404 not_found');
      expect(await errorOf(await ask(role, 'POST', `bulk/${ID}/run`, {}))).toBe('404 not_found');
    }
  });

  it('are made once', async () => {
    const checked = await check('secretary', { ids: [102] }, end('2026-12-31'));
    await run('secretary', checked);
    expect(await errorOf(await ask('secretary', 'POST', `bulk/${checked.ID}/run`, {}))).toBe('409 conflict');
  });

  it('older than a day never share an ID with a later one, so an old page cannot run a change that it does not show', async () => {
    const old = await check('secretary', { ids: [102] }, { Do: 'approve' });
    office.time.now = new Date(office.time.now.getTime() + 25 * 3600_000);
    const later = await check('secretary', { ids: [103, 104] }, end('2026-12-31'));
    expect(later.ID).not.toBe(old.ID);
    expect(await errorOf(await ask('secretary', 'POST', `bulk/${old.ID}/run`, {}))).toBe('404 not_found');
  });

  it('stop when the author loses the role, and continue where they stopped', async () => {
    const checked = await check('secretary', { ids: [102, 103] }, end('2026-12-31'));
    const half = async (state: 'running' | 'stopped') =>
      office.write(async (writer) => {
        const bulk = await writer.part(BulkChangesWriter).find(Number(checked.ID));
        if (bulk !== null)
          await writer.part(BulkChangesWriter).note(bulk.id, { ...bulk, state, done: 1, changed: 1 });
      });
    await half('stopped');
    const done = await run('secretary', checked);
    expect(done).toMatchObject({ State: 'done', Done: 2, Changed: 2 });
    const after = await members([102, 103]);
    expect([...after.values()].map(({ membership }) => membership.expiryDate)).toEqual([
      '2027-06-30',
      '2026-12-31',
    ]);
  });

  it('refuse a wrong body and an unknown filter', async () => {
    const wrong = await add('secretary', { ids: [102] }, { Do: 'end', Date: 'soon' });
    expect(await errorOf(wrong)).toBe('422 invalid_record');
    expect(await errorOf(await add('secretary', { query: 'Nonsense=1' }, { Do: 'approve' }))).toBe(
      '400 invalid_request',
    );
    const id = await check('secretary', { ids: [102] }, { Do: 'set', Field: 'MembershipType', Value: '77' });
    expect(id).toMatchObject({ Changed: 0, Refused: 1 });
  });

  it('invitations go once to each person with an address and without a password, after a recent sign-in', async () => {
    const checked = await check('secretary', { ids: [102, 103, 104] }, { Do: 'invite' });
    expect(checked).toMatchObject({ Changed: 2, Refused: 1 });
    expect(checked.Problems[0]).toMatchObject({ ID: '103', Problems: [{ Field: 'User.Email' }] });
    expect(office.mail.sent).toEqual([]);
    const old = await ask('secretary', 'POST', `bulk/${checked.ID}/send`, {}, 11);
    expect(await errorOf(old)).toBe('401 insufficient_user_authentication');
    expect(await errorOf(await ask('secretary', 'POST', `bulk/${checked.ID}/run`, {}))).toBe('409 conflict');
    const done = await ended(
      'secretary',
      await bulkOf(await ask('secretary', 'POST', `bulk/${checked.ID}/send`, {})),
    );
    expect(done).toMatchObject({ State: 'done', Changed: 2, Refused: 1 });
    expect(office.mail.sent.map(({ to }) => to)).toEqual(['m102@example.org', 'm104@example.org']);
    const again = await check('secretary', { ids: [102, 104, 105] }, { Do: 'invite' });
    expect(again).toMatchObject({ Changed: 1, Unchanged: 2 });
  });

  it('the result lists an email that the mail server refuses', async () => {
    const checked = await check('secretary', { ids: [102, 104] }, { Do: 'invite' });
    office.mail.problem = new Error('the mailbox is full');
    const done = await ended(
      'secretary',
      await bulkOf(await ask('secretary', 'POST', `bulk/${checked.ID}/send`, {})),
    );
    expect(done).toMatchObject({ State: 'done', Changed: 0, Refused: 2 });
    expect(done.Problems.map(({ ID }) => ID)).toEqual(['102', '104']);
  });
});
