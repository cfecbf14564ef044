import { beforeEach, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  memberNoticesSchema,
  noticeMailsSchema,
  noticePreviewSchema,
  noticesSchema,
} from '@/lib/contract/office-notices';
import { yearlyDays } from '@/lib/contract/notice-days';
import { NoticeSender } from '@/lib/notify/reminders/sender';
import { sampleMember, samplePerson } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 35_000;
const { owner, secretary, officer, reader } = officePeople;
const text = { Subject: 'Until {lastDay}', Text: 'Dear {name},\n{type} {number}: {amount}.\n{renewalLink}' };

describeEachEngine('reminders in the office', (store) => {
  let office: TestOffice;
  const ask = async (method: string, path: string, body?: unknown, personId: number = secretary) => {
    const token = await office.ownToken({ personId });
    const response = await office.office(method, path, { token, ...(body === undefined ? {} : { body }) });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const read = async <T extends z.ZodType>(path: string, schema: T): Promise<z.infer<T>> =>
    schema.parse((await ask('GET', path)).body);
  const fieldsOf = (body: unknown): unknown => Object(body).fields;
  const put = (id: number, membership = {}, person = {}) =>
    office.write((writer) =>
      writer.memberships.put(sampleMember(id, membership, samplePerson({ id, ...person }))),
    );
  const send = async (of = office) => {
    const sender = new NoticeSender({
      store: store(),
      clock: () => of.time.now,
      baseUrl: 'https://members.example',
      contactEmail: null,
      authSecret: 'the secret of the test',
      send: async (letter) => {
        if (office.mail.problem !== null) throw office.mail.problem;
        office.mail.sent.push({ ...letter, about: { kind: 'notice', organisationId, personId: null } });
        return 'sent';
      },
      canSend: true,
    });
    for (let second = 0; second < 6; second += 1) {
      await sender.step();
      of.time.now = new Date(of.time.now.getTime() + 3000);
    }
  };

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
  });

  it('are off at first, and four default ones and the yearly question exist', async () => {
    const { On, Notices, Counts, StoppedAt, Clock } = await read('notices', noticesSchema);
    expect([On, StoppedAt, Clock, Counts.sent]).toEqual([false, null, null, 0]);
    expect(Notices.map(({ Days, On: isOn }) => [Days, isOn])).toEqual([
      [yearlyDays, false],
      [-30, true],
      [-7, true],
      [0, true],
      [14, true],
    ]);
  });

  it('are added, changed and removed, each with a row in the journal that names the person', async () => {
    expect((await ask('POST', 'notices', { ...text, Days: 40, On: true })).status).toBe(200);
    expect((await ask('PUT', 'notices/6', { ...text, Days: -60, On: false })).status).toBe(200);
    expect((await ask('DELETE', 'notices/2')).status).toBe(200);
    const { Notices } = await read('notices', noticesSchema);
    expect(Notices.map(({ ID, Days, On }) => [ID, Days, On])).toEqual([
      [5, yearlyDays, false],
      [6, -60, false],
      [1, -30, true],
      [3, 0, true],
      [4, 14, true],
    ]);
    expect((await ask('PUT', 'notices/2', { ...text, Days: 1, On: true })).status).toBe(404);
    const rows = await store()
      .members.selectFrom('journal')
      .select(['actor', 'record_id'])
      .where('organisation_id', '=', organisationId)
      .where('kind', '=', 'notice')
      .execute();
    expect(rows).toEqual(Array(3).fill({ actor: String(secretary), record_id: organisationId }));
  });

  it.each([
    [{ Text: 'Dear {nmae}' }, 'has {nmae}, which is not a placeholder'],
    [{ Subject: 'Until {lastday}' }, 'has {lastday}, which is not a placeholder'],
    [{ Text: 'Dear {name' }, 'has a curly bracket that does not belong to a placeholder'],
    [{ Subject: 'A\r\nBcc: all@example.org' }, 'must be one line'],
    [{ Subject: ' ' }, 'must not be empty'],
    [{ Days: 400 }, 'must be at most 366 days after'],
    [{ Days: null }, 'must be a number of days'],
    [{ Days: -7 }, 'is the same as that of another reminder'],
  ])('%j is refused, with the reason', async (wrong, reason) => {
    const { status, body } = await ask('PUT', 'notices/1', { ...text, Days: -30, On: true, ...wrong });
    expect(status).toBe(422);
    expect(JSON.stringify(fieldsOf(body))).toContain(reason);
    expect((await read('notices', noticesSchema)).Notices.find(({ ID }) => ID === 1)?.Text).toContain(
      'You can renew it here',
    );
  });

  it('a preview shows a real member, and a value cannot add a placeholder or a line', async () => {
    await put(
      8,
      {
        expiryDate: '2026-07-01',
        membershipNumber: 'N 8',
        amountOutstandingThousandths: 120_500,
        paymentUrl: 'javascript:alert(1)',
      },
      { firstName: '<b>{amount}</b>\r\nBcc: all@example.org', lastName: 'X' },
    );
    const preview = noticePreviewSchema.parse((await ask('POST', 'notices/preview', text)).body);
    expect(preview.MembershipID).toBe('8');
    expect(preview.Subject).toBe('Until 1 July 2026');
    expect(preview.Text).toBe(
      'Dear <b>{amount}</b> Bcc: all@example.org X,\nFull N 8: $120.50.\nhttps://id.example/account\n'.replace(
        'https://id.example',
        new URL(preview.Text.split('\n')[2] ?? '').origin,
      ),
    );
    expect(office.mail.sent).toEqual([]);
    const named = await ask('POST', 'notices/preview', { ...text, Member: 'N 8' });
    expect(noticePreviewSchema.parse(named.body).MembershipID).toBe('8');
    expect((await ask('POST', 'notices/preview', { ...text, Member: 'nobody' })).status).toBe(422);
  });

  it('a test goes to the caller only, a few times an hour', async () => {
    const { body } = await ask('POST', 'notices/test', { ...text, Member: '6' });
    expect(body).toEqual({ To: `person-${secretary}@example.org`, Mail: 'sent' });
    expect(office.mail.sent.map(({ to, subject }) => [to, subject.slice(0, 6)])).toEqual([
      [`person-${secretary}@example.org`, '[Test]'],
    ]);
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1)
      statuses.push((await ask('POST', 'notices/test', text)).status);
    expect([statuses[8], statuses[9]]).toEqual([200, 429]);
  });

  it('are listed with everybody who received one, and failed ones can be sent again', async () => {
    await put(8, { expiryDate: '2026-07-15' }, { email: 'gone@example.org' });
    await ask('POST', 'notices/switch', { On: true }, owner);
    office.mail.problem = Object.assign(new Error('550'), { code: 'EENVELOPE', responseCode: 550 });
    await send();
    office.mail.problem = null;
    const { Mails } = await read('notices/mails?State=failed', noticeMailsSchema);
    expect(Mails).toMatchObject([
      { MembershipID: '8', Days: -30, LastDay: '2026-07-15', Problem: 'refused', ReplyCode: 550 },
    ]);
    const IDs = Mails.map(({ ID }) => ID);
    const other = await startTestOffice(store(), organisationId + 500);
    const otherToken = await other.ownToken({ personId: owner });
    const fromOther = await other.office('POST', 'notices/again', { token: otherToken, body: { IDs } });
    expect(await fromOther.json()).toEqual({ Count: 0 });
    const listed = await other.office('GET', 'notices/mails', { token: otherToken });
    expect(await listed.json()).toEqual({ Mails: [], Next: null });
    expect((await ask('POST', 'notices/again', { IDs })).body).toEqual({ Count: 1 });
    await send();
    expect(office.mail.sent.map(({ to }) => to)).toEqual(['gone@example.org']);
    const own = await read('members/8/notices', memberNoticesSchema);
    expect(own).toMatchObject({ Excluded: false, Mails: [{ State: 'sent', Email: 'gone@example.org' }] });
    for (const wrong of ['State=x', 'After=x', 'MembershipID=x'])
      expect((await ask('GET', `notices/mails?${wrong}`)).status).toBe(400);
  });

  it('a member who is excluded gets none, and the lists no longer name a person who was erased', async () => {
    await put(8, { expiryDate: '2026-07-15' });
    await put(9, { expiryDate: '2026-07-15' });
    await ask('PUT', 'members/8/notices', { Excluded: true });
    await ask('POST', 'notices/switch', { On: true }, owner);
    await send();
    expect((await read('notices/mails', noticeMailsSchema)).Mails.map((mail) => mail.MembershipID)).toEqual([
      '9',
    ]);
    expect((await read('notices', noticesSchema)).Excluded).toBe(1);
    for (const id of [8, 9]) expect((await ask('POST', `members/${id}/erase`, {}, owner)).status).toBe(200);
    for (const table of ['notice_mail', 'notice_exclusion'] as const) {
      const rows = await store()
        .members.selectFrom(table)
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .execute();
      expect(rows).toEqual([]);
    }
  });

  it('a jump of the clock is shown, and an owner can confirm the date', async () => {
    await store()
      .members.updateTable('journal_state')
      .set({ lapsed_through: '2026-01-01' })
      .where('organisation_id', '=', organisationId)
      .execute();
    expect((await read('notices', noticesSchema)).Clock?.Text).toMatch(/jumped/);
    expect((await ask('POST', 'notices/date')).status).toBe(403);
    await ask('POST', 'notices/date', undefined, owner);
    expect((await read('notices', noticesSchema)).Clock).toBeNull();
  });

  it('waiting reminders that are dropped are never sent, also after “Continue”, and the journal says who dropped how many', async () => {
    for (const id of [8, 9]) await put(id, { expiryDate: '2026-07-15' });
    office.mail.problem = Object.assign(new Error('try later'), { responseCode: 451 });
    await ask('POST', 'notices/switch', { On: true }, owner);
    await send();
    const waiting = async () => (await read('notices', noticesSchema)).Counts.waiting;
    expect(await waiting()).toBe(2);
    expect((await ask('POST', 'notices/drop', { Count: 2 }, officer)).status).toBe(403);
    expect((await ask('POST', 'notices/drop', {})).status).toBe(422);
    // Somebody who has seen only one waiting reminder cannot cancel the other one.
    expect((await ask('POST', 'notices/drop', { Count: 1 })).status).toBe(409);
    expect(await waiting()).toBe(2);
    expect((await ask('POST', 'notices/drop', { Count: 2 })).body).toEqual({ Count: 2 });
    expect((await ask('POST', 'notices/drop', { Count: 2 })).body).toEqual({ Count: 0 });
    office.mail.problem = null;
    await ask('POST', 'notices/stop');
    await ask('POST', 'notices/continue');
    for (let hour = 0; hour < 3; hour += 1) {
      await send();
      office.time.now = new Date(office.time.now.getTime() + 3_600_000);
    }
    expect(office.mail.sent).toEqual([]);
    const { Mails } = await read('notices/mails', noticeMailsSchema);
    expect(Mails.map(({ MembershipID, State }) => [MembershipID, State])).toEqual([
      ['9', 'dropped'],
      ['8', 'dropped'],
    ]);
    expect((await ask('POST', 'notices/again', { IDs: Mails.map(({ ID }) => ID) })).body).toEqual({
      Count: 0,
    });
    const rows = await store()
      .members.selectFrom('journal')
      .select(['actor', 'changes'])
      .where('organisation_id', '=', organisationId)
      .where('kind', '=', 'notice')
      .orderBy('position', 'desc')
      .execute();
    expect(rows[0]?.actor).toBe(String(secretary));
    expect(JSON.parse(rows[0]?.changes ?? '')).toEqual({ WaitingReminders: [2, 0] });
    expect(rows).toHaveLength(2);
  });

  it('an undo does not switch reminders on', async () => {
    await ask('POST', 'notices/switch', { On: true }, owner);
    await ask('POST', 'notices/switch', { On: false }, owner);
    const changes = Object((await ask('GET', 'journal')).body).Changes as { Position: string }[];
    // The order of these undos does not matter.
    for (const change of changes.filter((one) => JSON.stringify(one).includes('"notice"')))
      await ask('POST', 'journal/undo', { Position: change.Position, Force: true });
    expect((await read('notices', noticesSchema)).On).toBe(false);
    for (const personId of [officer, reader])
      expect((await ask('GET', 'members/6/notices', undefined, personId)).status).toBe(403);
  });
});
