import { beforeEach, expect, it } from 'vitest';
import { officeProposalsSchema } from '@/lib/contract/office-proposals';
import { ownStaffSchema } from '@/lib/contract/own-staff';
import type { MembershipRecord } from '@/lib/store/schema/records';
import { readJournal } from '@/lib/store/journal-read';
import { readMemberRecords } from '@/lib/store/member-records';
import { sampleMember } from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { officePeople, startTestOffice, type TestOffice } from '@/lib/office/office.fixture';
import { errorOf } from './sign-in-service.fixture';
import { testBaseUrl } from './service.fixture';

let organisationId = 25_000;
const { owner, secretary, officer, reader, member } = officePeople;
const jo = { FirstName: 'Jo', LastName: 'Park', Email: 'jo@firm.example' };
/** The member is the contact of company 60, and person 7 of company 70. The others are sub-members. */
const company = 60;
const others = 70;
const kim = 61;
const lee = 71;

describeUsualEngines('what a contact of a company changes of its staff', (store) => {
  let office: TestOffice;
  const ask = async (
    operation: string,
    { as = member, body, key }: { as?: number; body?: unknown; key?: string } = {},
  ) => {
    const [method = '', path = ''] = operation.split(' ');
    return office.app.request(`${testBaseUrl}/api/v2/organisation/${organisationId}/user/members/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${await office.ownToken({ personId: as, scopes: ['user'] })}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
  const add = (body: object = jo, options: { as?: number; key?: string } = {}) =>
    ask(`POST ${company}/staff`, { ...options, body });
  const end = (part: number | string, of = company, as: number = member) =>
    ask(`DELETE ${of}/staff/${part}`, { as });
  const list = async (of = company, as: number = member) =>
    ownStaffSchema.parse(await (await ask(`GET ${of}/staff`, { as })).json());
  const settings = async (OwnEntry: string) =>
    expect((await office.asRole(owner).do('PATCH settings', { OwnEntry })).status).toBe(200);
  const read = async (id: number) => {
    const [record] = await readMemberRecords(store().members, organisationId, [id]);
    if (record === undefined) throw new Error(`there is no membership ${id}`);
    return record;
  };
  const put = (id: number, change: Partial<MembershipRecord>, person: object = {}) =>
    office.write((writer) => writer.memberships.put(sampleMember(id, change, { id, ...person })));
  const firm = { kind: 'corporate', typeId: 2, chapterId: null } as const;
  const putCompany = (change: Partial<MembershipRecord>, contact: number = member) =>
    office.write(async (writer) => {
      const { membership } = sampleMember(company, { ...firm, ...change });
      const { person } = sampleMember(contact, {}, { id: contact, organisation: 'Firm', lastName: 'Test' });
      await writer.memberships.put({ person, membership });
    });
  const waiting = async () =>
    officeProposalsSchema.parse(await (await office.asRole(secretary).do('GET proposals')).json()).Proposals;

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    await putCompany({});
    await office.write(async (writer) => {
      const { membership } = sampleMember(others, firm);
      await writer.memberships.put({ ...sampleMember(7, {}, { id: 7, organisation: 'Others' }), membership });
    });
    await put(kim, { parentId: company }, { firstName: 'Kim', lastName: 'Vale', email: 'kim@firm.example' });
    await put(lee, { parentId: others }, { firstName: 'Lee', lastName: 'Roe', email: 'lee@others.example' });
    await settings('Staff: free');
  });

  it('adds somebody with the type and last day of the company, not in the directory', async () => {
    const response = await add();
    const { ID, Waits } = Object(await response.json());
    expect([response.status, Waits]).toEqual([201, false]);
    const { membership, person } = await read(Number(ID));
    expect(membership).toMatchObject({
      kind: 'individual',
      parentId: company,
      typeId: 2,
      isApproved: true,
      isListed: false,
      expiryDate: '2030-06-30',
    });
    expect([person.firstName, person.lastName, person.email]).toEqual(['Jo', 'Park', 'jo@firm.example']);
    const rows = await readJournal(store().members, organisationId, {
      after: 0,
      limit: 1000,
      isNewest: true,
    });
    expect(rows.at(-1)?.actor).toEqual({ kind: 'person', id: String(member) });
    expect((await list()).Staff.map(({ FirstName, SignIn }) => [FirstName, SignIn])).toEqual([
      ['Kim', 'not invited'],
      ['Jo', 'not invited'],
    ]);
  });

  it('ends a membership today, and the person is no longer part of the company', async () => {
    expect((await end(kim)).status).toBe(200);
    const { membership } = await read(kim);
    expect([membership.parentId, membership.expiryDate]).toEqual([
      null,
      office.time.now.toISOString().slice(0, 10),
    ]);
    expect((await list()).Staff).toEqual([]);
    expect(await errorOf(await end(kim))).toBe('404 not_found');
  });

  it('invites somebody by an email to their own address', async () => {
    expect(await (await ask(`POST ${company}/staff/${kim}/invitation`)).json()).toEqual({ Mail: 'sent' });
    expect(office.mail.sent.map(({ to }) => to)).toEqual(['kim@firm.example']);
    expect((await list()).Staff.map(({ SignIn }) => SignIn)).toEqual(['invited']);
    for (let at = 0; at < 4; at += 1) await ask(`POST ${company}/staff/${kim}/invitation`);
    expect(await errorOf(await ask(`POST ${company}/staff/${kim}/invitation`))).toBe('429 too_many_requests');
  });

  it('waits for the office if the association approves staff', async () => {
    await settings('');
    const { ID, Waits } = Object(await (await add()).json());
    expect([Waits, (await read(Number(ID))).membership.isApproved]).toEqual([true, false]);
    expect(await errorOf(await ask(`POST ${company}/staff/${ID}/invitation`))).toBe('409 conflict');
    expect(Object(await (await end(kim)).json()).Waits).toBe(true);
    expect((await end(kim)).status).toBe(200);
    expect((await read(kim)).membership.parentId).toBe(company);
    const today = office.time.now.toISOString().slice(0, 10);
    expect((await list()).Staff.map(({ LeavesOn }) => LeavesOn)).toEqual([today, null]);
    const [proposal] = await waiting();
    expect(proposal?.Changes).toEqual([
      {
        Field: 'Staff',
        Before: null,
        After: [{ ID: String(kim), LastDay: today, Name: 'Kim Vale' }],
        Now: null,
      },
    ]);
    const Tag = proposal?.Tag;
    expect(await errorOf(await office.asRole(officer).do(`POST proposals/${company}/accept`, { Tag }))).toBe(
      '404 not_found',
    );
    expect((await office.asRole(secretary).do(`POST proposals/${company}/accept`, { Tag })).status).toBe(200);
    const { membership } = await read(kim);
    expect([membership.parentId, membership.expiryDate]).toEqual([null, today]);
    expect(await waiting()).toEqual([]);
  });

  it('leaves alone somebody who has left the company before the office accepts', async () => {
    await settings('Staff: approval');
    await end(kim);
    await put(kim, { parentId: others }, { firstName: 'Kim', lastName: 'Vale', email: 'kim@firm.example' });
    const [proposal] = await waiting();
    const accept = office.asRole(secretary).do(`POST proposals/${company}/accept`, { Tag: proposal?.Tag });
    expect((await accept).status).toBe(200);
    expect((await read(kim)).membership.parentId).toBe(others);
  });

  it('is only the staff of the own company', async () => {
    const refused = [
      () => ask(`GET ${others}/staff`),
      () => end(lee, others),
      () => end(lee),
      () => ask(`POST ${company}/staff/${lee}/invitation`),
      () => end(company),
      () => end(member),
      () => end('x'),
      () => end('999'),
      () => ask(`POST ${others}/staff`, { body: jo }),
      // A sub-member is not the contact, and an individual membership has no staff.
      () => ask(`GET ${company}/staff`, { as: kim }),
      () => ask(`POST ${member}/staff`, { body: jo }),
    ];
    for (const request of refused) expect(await errorOf(await request())).toBe('404 not_found');
    expect((await read(lee)).membership.parentId).toBe(others);
    expect(office.mail.sent).toEqual([]);
    const foreign = await office.token({ scopes: ['user'], personId: member });
    const response = await office.app.request(
      `${testBaseUrl}/api/v2/organisation/${organisationId}/user/members/${company}/staff`,
      { headers: { Authorization: `Bearer ${foreign}` } },
    );
    expect(await errorOf(response)).toBe('403 insufficient_scope');
  });

  it('is not for a former contact', async () => {
    await putCompany({}, reader);
    for (const request of [add(), end(kim), ask(`GET ${company}/staff`)])
      expect(await errorOf(await request)).toBe('404 not_found');
    expect((await list(company, reader)).Staff.length).toBe(1);
  });

  it.each([
    ['lapsed', { expiryDate: '2020-06-30' }],
    ['suspended', { isApproved: false, standing: 'suspended' as const }],
    ['not approved', { isApproved: false }],
  ])('is closed while the company is %s', async (_, change) => {
    await putCompany(change);
    expect((await list()).IsOpen).toBe(false);
    for (const request of [add(), end(kim), ask(`POST ${company}/staff/${kim}/invitation`)])
      expect(await errorOf(await request)).toBe('409 conflict');
    expect((await read(kim)).membership.parentId).toBe(company);
  });

  it('is closed if only the association changes staff', async () => {
    await settings('Staff: locked');
    for (const request of [add(), end(kim), ask(`POST ${company}/staff/${kim}/invitation`)])
      expect(await errorOf(await request)).toBe('409 conflict');
  });

  it('does not touch people with a role in the office', async () => {
    await office.write((writer) => writer.roles.put({ id: kim, role: 'reader', chapterIds: [] }));
    expect((await list()).Staff.map(({ HasRole }) => HasRole)).toEqual([true]);
    for (const request of [end(kim), ask(`POST ${company}/staff/${kim}/invitation`)])
      expect(await errorOf(await request)).toBe('409 conflict');
    expect((await read(kim)).membership.parentId).toBe(company);
  });

  it('gives no more than a name and an address', async () => {
    const tries = [
      { MembershipType: { ID: '1' } },
      { Checked: true },
      { Kind: 'corporate' },
      { ID: String(owner) },
      { User: { ID: String(owner) } },
      { Role: 'owner' },
      { ExpiryDate: '2099-01-01' },
      { ParentID: String(others) },
      { LastName: '' },
      { Email: 'no address' },
      { Email: '' },
    ];
    for (const one of tries) expect([one, (await add({ ...jo, ...one })).status]).toEqual([one, 422]);
    expect((await list()).Staff.length).toBe(1);
  });

  it('takes back an addition that waits, and removes nobody else who is not approved', async () => {
    await settings('Staff: approval');
    const { ID } = Object(await (await add()).json()) as { ID: string };
    await put(62, { parentId: company, isApproved: false });
    const mine = async () =>
      (await list()).Staff.filter(({ MayTakeBack }) => MayTakeBack).map((one) => one.ID);
    expect(await mine()).toEqual([ID]);
    expect(await errorOf(await end(62))).toBe('409 conflict');
    expect(await errorOf(await end(ID, others, 7))).toBe('404 not_found');
    expect(Object(await (await end(ID)).json())).toMatchObject({ Waits: false, TakenBack: true });
    expect((await list()).Staff.map((one) => one.ID).sort()).toEqual([String(kim), '62']);

    // After the approval, it is an end that the office decides.
    const again = String(Object(await (await add()).json()).ID);
    const approved = await office
      .asRole(secretary)
      .do('POST approvals/approve', { Members: [{ ID: again }] });
    expect(approved.status).toBe(200);
    expect(await mine()).toEqual([]);
    expect(Object(await (await end(again)).json())).toMatchObject({ Waits: true, TakenBack: false });
    expect((await read(Number(again))).membership.parentId).toBe(company);
    const withdrawn = await office.asRole(secretary).do(`PATCH members/${again}`, { Checked: false });
    expect(withdrawn.status).toBe(200);
    expect(await mine()).toEqual([]);
    expect(await errorOf(await end(again))).toBe('409 conflict');

    await settings('Staff: locked');
    expect(await errorOf(await end(again))).toBe('409 conflict');
  });

  it('stops at the number of people that the type allows', async () => {
    const limit = await office.asRole(owner).do('GET settings');
    const { MembershipTypes: types } = Object(await limit.json());
    expect(types[1].MaxSubMembers).toBe(0);
    const patch = office.office('PATCH', 'settings/types/2', {
      token: await office.ownToken({ personId: owner }),
      body: { MaxSubMembers: 2 },
    });
    expect((await patch).status).toBe(200);
    expect([(await add()).status, (await list()).Most]).toEqual([201, 2]);
    expect(await errorOf(await add({ ...jo, FirstName: 'Sam', Email: 'sam@firm.example' }))).toBe(
      '409 conflict',
    );
  });

  it('warns of a colleague with the same name or address, but never of an outsider', async () => {
    expect(await errorOf(await add({ ...jo, Email: 'KIM@firm.example' }))).toBe('409 conflict');
    expect(await errorOf(await add({ ...jo, FirstName: 'kim', LastName: 'Vale' }))).toBe('409 conflict');
    expect(
      (await add({ FirstName: 'Kim', LastName: 'Vale', Email: 'kim2@firm.example', AddAnyway: true })).status,
    ).toBe(201);
    const stranger = await add(jo, { key: 'a' });
    const known = await add({ FirstName: 'Lee', LastName: 'Roe', Email: 'lee@others.example' }, { key: 'b' });
    const bodies = [await stranger.json(), await known.json()].map((body) => ({ ...Object(body), ID: 'ID' }));
    expect(known.status).toBe(stranger.status);
    expect(bodies[0]).toEqual(bodies[1]);
    expect([...known.headers.keys()]).toEqual([...stranger.headers.keys()]);
  });

  it('adds somebody once, even if the request is sent twice', async () => {
    const [first, second] = [await add(jo, { key: 'once' }), await add(jo, { key: 'once' })];
    expect(await second.json()).toEqual(await first.json());
    expect((await list()).Staff.length).toBe(2);
  });
});
