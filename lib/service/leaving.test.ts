import { beforeEach, expect, it } from 'vitest';
import { addDays } from '@/lib/base/clock';
import { officeMemberSchema } from '@/lib/contract/office';
import { ownEntriesSchema } from '@/lib/contract/own-entries';
import { yearlyDays } from '@/lib/contract/notice-days';
import { readJournal } from '@/lib/store/journal-read';
import { sampleLocation, sampleMember, samplePerson } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { officePeople, startTestOffice, type TestOffice } from '@/lib/office/office.fixture';
import { testBaseUrl } from './service.fixture';

let organisationId = 25_000;
const { owner, secretary, officer, reader, member } = officePeople;
const today = '2026-06-15';
const lastDay = addDays(today, 20);

describeEachEngine('members who leave', (store) => {
  let office: TestOffice;
  const ask = async (method: string, path: string, body?: unknown, as: number = member) =>
    office.app.request(`${testBaseUrl}/api/v2/organisation/${organisationId}/user/members${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${await office.ownToken({ personId: as, scopes: ['user'] })}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const leave = (LastDay: string | null = lastDay, Reason = '', id: number = member) =>
    ask('PUT', `/${id}/leaving`, { LastDay, Reason });
  const put = (change: object) =>
    office.write((writer) =>
      writer.memberships.put(sampleMember(member, { chapterId: 1, ...change }, samplePerson({ id: member }))),
    );
  const own = async () => {
    const { Members } = ownEntriesSchema.parse(await (await ask('GET', '')).json());
    return Members[0];
  };
  const seen = async (as: number) => {
    const response = await office.asRole(as).do(`GET members/${member}`);
    return officeMemberSchema.parse(await response.json()).Leaving;
  };
  const listed = async (query: string, as: number = secretary) => {
    const response = await office.asRole(as).do(`GET members?${query}`);
    const { Members = [] } = (await response.json()) as { Members?: { ID: string }[] };
    return [response.status, Members.map(({ ID }) => Number(ID))];
  };
  const hide = (OfficerAccess: string) =>
    office
      .asRole(owner)
      .do('PATCH settings', { OfficerAccess })
      .then(({ status }) => expect(status).toBe(200));
  const leavingToday = async () => {
    const { Leaving } = (await (await office.asRole(secretary).do('GET today')).json()) as {
      Leaving: { Count: number };
    };
    return Leaving.Count;
  };

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    await put({ expiryDate: lastDay });
  });

  it('say so until the last day, and take it back', async () => {
    const before = await office.asRole(secretary).do(`GET members/${member}`);
    const [etag, unchanged] = [before.headers.get('ETag'), await before.text()];
    expect((await leave(lastDay, ' Moving abroad ')).status).toBe(204);
    const said = { SaidOn: today, LastDay: lastDay, Reason: 'Moving abroad' };
    expect((await own())?.Leaving).toEqual(said);
    expect(await seen(secretary)).toEqual(said);
    expect(await listed('Leaving=true')).toEqual([200, [member]]);
    expect((await listed('Leaving=false'))[1]).not.toContain(member);
    expect(await leavingToday()).toBe(1);
    const after = await office.asRole(secretary).do(`GET members/${member}`);
    expect(after.headers.get('ETag')).toBe(etag);

    expect((await ask('DELETE', `/${member}/leaving`)).status).toBe(204);
    expect((await own())?.Leaving).toBeNull();
    expect(await listed('Leaving=true')).toEqual([200, []]);
    expect(await leavingToday()).toBe(0);
    expect(await (await office.asRole(secretary).do(`GET members/${member}`)).text()).toBe(unchanged);
    const rows = await readJournal(store().members, organisationId, {
      after: 0,
      limit: 1000,
      isNewest: true,
    });
    const ofLeaving = rows.filter(({ kind }) => kind === 'leaving');
    expect(ofLeaving.map(({ actor, changes }) => [actor.id, Object.keys(changes ?? {})])).toEqual([
      [String(member), ['SaidOn', 'LastDay', 'Reason']],
      [String(member), ['SaidOn', 'LastDay', 'Reason']],
    ]);
  });

  it('keep their status, and no longer leave once the membership was renewed', async () => {
    const status = async () =>
      officeMemberSchema.parse(await (await office.asRole(secretary).do(`GET members/${member}`)).json())
        .Status;
    const before = await status();
    await leave();
    expect(await status()).toBe(before);
    await put({ expiryDate: addDays(lastDay, 365) });
    expect((await own())?.Leaving).toBeNull();
    expect(await seen(secretary)).toBeUndefined();
    expect(await listed('Leaving=true')).toEqual([200, []]);
  });

  it('are counted until the last day, and the office sees the reason afterwards', async () => {
    await leave(lastDay, 'Moving abroad');
    const { now } = office.time;
    office.time.now = new Date(now.getTime() + 20 * 24 * 3_600_000);
    expect(await leavingToday()).toBe(1);
    office.time.now = new Date(now.getTime() + 21 * 24 * 3_600_000);
    expect(await leavingToday()).toBe(0);
    expect(await listed('Leaving=true')).toEqual([200, []]);
    expect((await seen(secretary))?.Reason).toBe('Moving abroad');
    expect((await leave()).status).toBe(409);
  });

  it('may have no last day', async () => {
    await put({ expiryDate: null });
    expect((await leave(null)).status).toBe(204);
    expect((await own())?.Leaving).toMatchObject({ LastDay: null });
    expect(await listed('Leaving=true')).toEqual([200, [member]]);
  });

  it('read a clear refusal if the membership is not theirs to end, or has changed', async () => {
    const statuses = async (...tries: Promise<Response>[]) =>
      (await Promise.all(tries)).map(({ status }) => status);
    // The office moved the last day while the member read the page.
    expect((await leave(addDays(lastDay, 1))).status).toBe(409);
    expect(await statuses(leave(lastDay, 'x'.repeat(1001)), leave('soon'), leave(lastDay, 'a\0b'))).toEqual([
      422, 422, 422,
    ]);
    expect((await ask('PUT', `/${member}/leaving`, { LastDay: lastDay })).status).toBe(422);
    for (const id of [secretary, 999])
      expect(await statuses(leave(null, '', id), ask('DELETE', `/${id}/leaving`))).toEqual([404, 404]);
    expect((await ask('PUT', `/${secretary}/audiences`, { Directory: { Listed: false } })).status).toBe(404);
    await put({ expiryDate: lastDay, isApproved: false });
    expect((await leave()).status).toBe(409);
    await office.write((writer) =>
      writer.memberships.put(sampleMember(80, { kind: 'corporate', expiryDate: lastDay }, { id: 80 })),
    );
    await put({ expiryDate: lastDay, parentId: 80 });
    expect((await leave()).status).toBe(409);
    expect(await listed('Leaving=true')).toEqual([200, []]);
  });

  it('tell their reason only to those who read notes, and hide it with the dates', async () => {
    await leave(lastDay, 'A private reason');
    expect((await seen(reader))?.Reason).toBeUndefined();
    expect((await seen(reader))?.LastDay).toBe(lastDay);
    expect((await seen(officer))?.Reason).toBe('A private reason');
    await hide('notes: hidden');
    expect(await seen(officer)).toEqual({ SaidOn: today, LastDay: lastDay });
    await hide('dates: hidden');
    expect(await seen(officer)).toBeUndefined();
    expect((await listed('Leaving=true', officer))[0]).toBe(400);
    const public_ = await office.app.request(
      `${testBaseUrl}/api/v2/organisation/${organisationId}/members/${member}`,
      { headers: { Authorization: `Bearer ${await office.token({ scopes: ['members'] })}` } },
    );
    const text = await public_.text();
    expect([public_.status, text.includes('Leaving'), text.includes('private')]).toEqual([200, false, false]);
  });

  it('decide who sees their entry and its fields, and take back their consent to the directory', async () => {
    const audiences = (body: object, as: number = member) => ask('PUT', `/${member}/audiences`, body, as);
    await put({ locations: [sampleLocation({ id: 5 })] });
    for (const Listed of [false, true]) {
      expect((await audiences({ Directory: { Listed } })).status).toBe(204);
      expect((await own())?.Member.Directory.Listed).toBe(Listed);
    }
    const chosen = { Listed: false, MembersListed: true, Show: ['Email'], ShowMembers: ['Phone'] };
    expect((await audiences({ Directory: chosen, Precisions: { 5: 'suburb', 77: 'state' } })).status).toBe(
      204,
    );
    const { Directory, Locations } = (await own())?.Member ?? {};
    expect(Directory).toEqual(chosen);
    expect(Locations?.map(({ Precision }) => Precision)).toEqual(['suburb']);
    // What the form has not, and the defaults, which are stored as no choice.
    expect((await audiences({ Directory: { Show: null } })).status).toBe(204);
    expect((await own())?.Member.Directory).toEqual({ ...chosen, Show: null });
    for (const wrong of [
      { Directory: { Listed: 'no' } },
      { Directory: { Show: ['Notes'] } },
      { Directory: {}, Precisions: { 5: 'street' } },
      { Directory: {}, ExpiryDate: '2099-01-01' },
    ])
      expect([wrong, (await audiences(wrong)).status]).toEqual([wrong, 422]);
    expect((await audiences({ Directory: { Listed: true } }, reader)).status).toBe(404);
    expect((await own())?.Member.Directory.Listed).toBe(false);
  });

  it('do not overwrite newer choices with an older form', async () => {
    const read = await own();
    await ask('PUT', `/${member}/audiences`, { Directory: { Show: [] } });
    const sent = await office.app.request(
      `${testBaseUrl}/api/v2/organisation/${organisationId}/user/members/${member}/audiences`,
      {
        method: 'PUT',
        headers: {
          Authorization: `Bearer ${await office.ownToken({ personId: member, scopes: ['user'] })}`,
          'Content-Type': 'application/json',
          'If-Match': read?.ETag ?? '',
        },
        body: JSON.stringify({ Directory: { Show: ['Email', 'Mobile'] } }),
      },
    );
    expect(sent.status).toBe(412);
    expect((await own())?.Member.Directory.Show).toEqual([]);
  });

  it('confirm their entry, and the office finds who has not', async () => {
    await put({ expiryDate: '2030-06-30' });
    const asked = {
      organisation_id: organisationId,
      membership_id: member,
      notice_id: 5,
      expiry_date: '2026-06-01',
      days: yearlyDays,
      person_id: member,
      email: 'member@example.org',
      state: 'sent' as const,
      recorded_at: 1,
      changed_at: 1,
      retry_at: 1,
      attempts: 1,
      problem: null,
      smtp_code: null,
    };
    await store().members.insertInto('notice_mail').values(asked).execute();
    expect((await own())?.IsAsked).toBe(true);
    expect(await listed('Unanswered=true')).toEqual([200, [member]]);
    expect((await ask('PUT', `/${secretary}/confirmation`)).status).toBe(404);
    expect((await ask('PUT', `/${member}/confirmation`)).status).toBe(204);
    const answered = await own();
    expect([answered?.IsAsked, answered?.Member.ConfirmedOn]).toEqual([false, today]);
    expect(await listed('Unanswered=true')).toEqual([200, []]);
    expect((await listed('Unanswered=false'))[1]).toContain(member);
    // Only the day is stored, and a member cannot choose it.
    expect((await ask('PATCH', `/${member}`, { ConfirmedOn: '2030-01-01' })).status).not.toBe(200);
    const public_ = await office.app.request(
      `${testBaseUrl}/api/v2/organisation/${organisationId}/members?Include[]=Directory`,
      { headers: { Authorization: `Bearer ${await office.token({ scopes: ['members'] })}` } },
    );
    expect(await public_.text()).toContain(`"ConfirmedOn":"${today}"`);
  });

  it('disappear with the membership', async () => {
    await leave(lastDay, 'Moving abroad');
    await office.write((writer) => writer.memberships.remove([member]));
    expect(
      await store()
        .members.selectFrom('leaving')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .execute(),
    ).toEqual([]);
  });
});
