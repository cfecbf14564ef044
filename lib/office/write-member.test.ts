import { beforeEach, expect, it } from 'vitest';
import type { OfficeRole } from '@/lib/contract/fields/role';
import { officeMemberSchema } from '@/lib/contract/office';
import { recordTag } from '@/lib/contract/record-tag';
import { memberResourceSchema, memberWriteSchema } from '@/lib/contract/resources';
import { readJournal } from '@/lib/store/journal-read';
import { sampleLocation, sampleMember } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { testBaseUrl } from '@/lib/service/service.fixture';
import { errorOf } from '@/lib/service/sign-in-service.fixture';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 15_000;
const own = 20;
const foreign = 21;

describeEachEngine('a change in the office', (store) => {
  let office: TestOffice;
  const send = async (
    role: OfficeRole,
    method: 'PATCH' | 'POST' | 'GET' | 'DELETE',
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const token = await office.ownToken({ personId: officePeople[role] });
    return office.app.request(`${testBaseUrl}/api/v2/organisation/${office.organisationId}/office/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
  const tagOf = async (role: OfficeRole, id: number) =>
    (await send(role, 'GET', `members/${id}`)).headers.get('ETag') ?? '';
  const change = async (role: OfficeRole, id: number, body: unknown, headers: Record<string, string> = {}) =>
    send(role, 'PATCH', `members/${id}`, {
      body,
      headers: { 'If-Match': await tagOf(role, id), ...headers },
    });
  const journal = () => readJournal(store().members, office.organisationId, { after: 0, limit: 1000 });
  const emailOf = async (id: number) => {
    const found = await store()
      .members.selectFrom('person')
      .select('email')
      .where('organisation_id', '=', office.organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
    return found?.email;
  };

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    await office.write(async (writer) => {
      const location = sampleLocation({ id: 900, precision: 'suburb', latitude: -38.149_911 });
      await writer.memberships.put(sampleMember(own, { chapterId: 1, locations: [location] }));
      await writer.memberships.put(sampleMember(foreign, { chapterId: 2 }));
    });
  });

  it.each(['owner', 'secretary', 'officer'] as const)(
    'is made by the %s, and the journal has their name and reason',
    async (role) => {
      const body = { User: { Email: 'new@example.org' } };
      const response = await change(role, own, body, { 'Change-Reason': 'asked by phone' });
      expect(response.status).toBe(200);
      const written = memberWriteSchema.parse(await response.json());
      expect(written.Changes).toEqual({ 'User.Email': [`member${own}@members.example`, 'new@example.org'] });
      expect(JSON.stringify(written.Member?.Locations)).toContain('-38.149911');
      expect(response.headers.get('ETag')).toBe(await tagOf(role, own));
      expect((await journal()).at(-1)).toMatchObject({
        kind: 'person',
        actor: { kind: 'person', id: String(officePeople[role]) },
        reason: 'asked by phone',
      });
    },
  );

  it('is refused to a reader, and to an officer about another chapter as if the member did not exist', async () => {
    const body = { User: { Email: 'new@example.org' } };
    const headers = { 'If-Match': '*' };
    expect(await errorOf(await change('reader', own, body, headers))).toBe('403 insufficient_role');
    const missing = await (await change('officer', 999, body, headers)).text();
    const hidden = await change('officer', foreign, body, headers);
    expect([hidden.status, await hidden.text()]).toEqual([404, missing]);
    expect(await emailOf(foreign)).toBe(`member${foreign}@members.example`);
  });

  it('does not change the address, and so the sign-in, of somebody else who has a role, unless an owner makes it', async () => {
    const { owner, secretary, officer } = officePeople;
    const body = { User: { Email: 'mallory@example.org' } };
    for (const role of ['secretary', 'officer'] as const) {
      for (const address of [body, { User: { Email: '' } }, { User: { Email: null } }])
        expect(await errorOf(await change(role, owner, address))).toBe('403 insufficient_role');
      const trial = await change(role, owner, body, { 'Validate-Only': 'true' });
      expect(await errorOf(trial)).toBe('403 insufficient_role');
    }
    const second = { Kind: 'corporate', MembershipType: { ID: '2' }, ExpiryDate: null };
    const user = { ID: String(owner), Email: 'mallory@example.org', Organisation: 'Firm' };
    const added = await send('secretary', 'POST', 'members', { body: { ...second, User: user } });
    expect(await errorOf(added)).toBe('403 insufficient_role');
    const before = await emailOf(owner);
    expect(before).not.toBe('mallory@example.org');
    const rest = { User: { Email: before, Phone: '1' } };
    expect((await change('officer', owner, rest)).status).toBe(200);
    expect((await change('officer', officer, body)).status).toBe(200);
    expect((await change('owner', secretary, body)).status).toBe(200);
  });

  it('moves a pin to the exact point, but not the pin of a member of another chapter', async () => {
    const read = async () =>
      memberResourceSchema.parse(await (await send('officer', 'GET', `members/${own}`)).json());
    const [location] = (await read()).Locations;
    const moved = { ...location, Geolocation: { Lat: '-38.123456', Lng: '144.654321' } };
    const extra = { ...moved, ID: undefined, Name: 'Second', Precision: 'exact' };
    expect((await change('officer', own, { Locations: [moved, extra] })).status).toBe(200);
    const { Locations: now } = await read();
    expect(now.map(({ Name, Geolocation, Precision }) => [Name, Geolocation, Precision])).toEqual([
      [location?.Name, moved.Geolocation, 'suburb'],
      ['Second', moved.Geolocation, 'exact'],
    ]);
    expect((await journal()).at(-1)).toMatchObject({
      actor: { kind: 'person', id: String(officePeople.officer) },
    });
    const refused = await change('officer', foreign, { Locations: [extra] }, { 'If-Match': '*' });
    expect(refused.status).toBe(404);
    expect(await errorOf(await change('reader', own, { Locations: [] }, { 'If-Match': '*' }))).toBe(
      '403 insufficient_role',
    );
  });

  it('by an officer cannot touch the terms of the membership, such as its chapter', async () => {
    for (const body of [
      { Chapter: null },
      { Chapter: { ID: '2' } },
      { ExpiryDate: '2040-01-01' },
      { Checked: false },
      { AmountOutstanding: '0' },
      { User: { Email: 'new@example.org' }, MembershipType: { ID: '3' } },
      { ParentID: null },
      { Kind: 'corporate' },
    ])
      expect(await errorOf(await change('officer', own, body))).toBe('422 invalid_record');
    expect(await emailOf(own)).toBe(`member${own}@members.example`);
    const listed = await change('officer', own, { Directory: { Listed: false }, Categories: [1] });
    expect(listed.status).toBe(200);
  });

  it('needs the tag of the state that it is based on, and a later one shows the current record', async () => {
    const body = { User: { Email: 'first@example.org' } };
    expect(await errorOf(await send('owner', 'PATCH', `members/${own}`, { body }))).toBe(
      '428 precondition_required',
    );
    const tag = await tagOf('secretary', own);
    expect((await change('owner', own, body)).status).toBe(200);
    const late = await change('secretary', own, { User: { Phone: '1' } }, { 'If-Match': tag });
    expect(late.status).toBe(412);
    expect(await late.json()).toMatchObject({ Member: { User: { Email: 'first@example.org' } } });
  });

  it('is refused when the role has ended, even with a valid token', async () => {
    const tag = await tagOf('secretary', own);
    await office.write((writer) =>
      writer.roles.put({ id: officePeople.secretary, role: null, chapterIds: [] }),
    );
    const headers = { 'If-Match': tag };
    expect(await errorOf(await change('secretary', own, { User: { Phone: '1' } }, headers))).toBe(
      '403 insufficient_role',
    );
  });

  it('lets a new member owe the price of the type if the amount is left empty', async () => {
    const body = {
      Kind: 'individual',
      MembershipType: { ID: '1' },
      ExpiryDate: '2030-06-30',
      AmountOutstanding: '',
      User: { FirstName: 'New', LastName: 'Member' },
    };
    const added = await office.asRole(officePeople.secretary).do('POST members', body);
    expect(await added.json()).toMatchObject({ Member: { AmountOutstanding: '250.000' } });
  });

  it('names every wrong field', async () => {
    const response = await change('owner', own, { ExpiryDate: '31.6.2027', User: { Email: 'x' } });
    const body = (await response.json()) as { fields: { field: string }[] };
    expect([response.status, body.fields.map(({ field }) => field).sort()]).toEqual([
      422,
      ['ExpiryDate', 'User.Email'],
    ]);
  });

  it('adds a member once, however often it is sent, and not for an officer or a reader', async () => {
    const body = {
      Kind: 'individual',
      MembershipType: { ID: '1' },
      ExpiryDate: null,
      User: { FirstName: 'New', LastName: 'Comer' },
    };
    const headers = { 'Idempotency-Key': 'form-1' };
    const first = await send('secretary', 'POST', 'members', { body, headers });
    const again = await send('secretary', 'POST', 'members', { body, headers });
    expect([first.status, again.status]).toEqual([201, 201]);
    const ids = [first, again].map(async (one) => memberWriteSchema.parse(await one.json()).Member?.ID);
    expect(await ids[1]).toBe(await ids[0]);
    for (const role of ['officer', 'reader'] as const)
      expect(await errorOf(await send(role, 'POST', 'members', { body }))).toBe('403 insufficient_role');
    const rows = (await journal()).filter(
      (row) => row.operation === 'created' && row.actor.kind === 'person',
    );
    expect(rows.map(({ kind }) => kind).sort()).toEqual(['membership', 'person']);
  });

  const newCompany = (SubMembers: unknown, change: object = {}) => ({
    Kind: 'corporate',
    MembershipType: { ID: '2' },
    ExpiryDate: '2030-12-31',
    User: { Organisation: 'Berg and Sons', LastName: 'Berg' },
    SubMembers,
    ...change,
  });
  const subMember = (FirstName: string, user: object = {}) => ({
    MembershipType: { ID: '1' },
    User: { FirstName, ...user },
  });
  const everybody = async () => {
    const members = await store()
      .members.selectFrom('membership')
      .select(['id', 'parent_id', 'expiry_date'])
      .where('organisation_id', '=', office.organisationId)
      .orderBy('id')
      .execute();
    return members.map(({ id, parent_id, expiry_date }) => [id, parent_id, expiry_date]);
  };

  it('adds a company with its sub-members in one request, once for each key', async () => {
    const body = newCompany([subMember('Ida'), subMember('Jon', { Email: 'jon@example.org' })]);
    const before = await everybody();
    const headers = { 'Idempotency-Key': 'company-1' };
    const sent = await send('secretary', 'POST', 'members', { body, headers });
    const { Member, AlsoChanged } = memberWriteSchema.parse(await sent.json());
    const id = Number(Member?.ID);
    expect([sent.status, Member?.Kind, AlsoChanged]).toEqual([
      201,
      'corporate',
      [id + 1, id + 2].map(String),
    ]);
    const added = [id, id + 1, id + 2].map((one) => [one, one === id ? null : id, '2030-12-31']);
    expect(await everybody()).toEqual([...before, ...added]);
    const again = await send('secretary', 'POST', 'members', { body, headers });
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([201, 'true']);
    expect(await everybody()).toEqual([...before, ...added]);
  });

  it('adds no company at all if one sub-member is wrong, and names the field', async () => {
    const before = [await everybody(), (await journal()).length];
    const fieldsOf = async (body: unknown) => {
      const response = await send('secretary', 'POST', 'members', { body });
      const { fields } = (await response.json()) as { fields: { field: string }[] };
      return [response.status, ...fields.map(({ field }) => field)];
    };
    const wrong = [subMember('Ida'), subMember('Jon', { Email: 'not an address' })];
    expect(await fieldsOf(newCompany(wrong))).toEqual([422, 'SubMembers[1].User.Email']);
    expect(await fieldsOf(newCompany([{ User: { ID: String(own) }, MembershipType: { ID: '1' } }]))).toEqual([
      ...[422, 'SubMembers[0].User.ID'],
    ]);
    expect(await fieldsOf(newCompany([subMember('')]))).toEqual([422, 'SubMembers[0].User']);
    expect(await fieldsOf(newCompany('two'))).toEqual([422, 'SubMembers']);
    expect(await fieldsOf(newCompany(Array(101).fill(subMember('Ida'))))).toEqual([422, 'SubMembers']);
    const individual = { Kind: 'individual', MembershipType: { ID: '1' } };
    expect(await fieldsOf(newCompany([subMember('Ida')], individual))).toEqual([422, 'SubMembers']);
    expect([await everybody(), (await journal()).length]).toEqual(before);
  });

  it('adding a sub-member cannot change the address of a person who has a role', async () => {
    await office.write((writer) => writer.memberships.remove([officePeople.owner]));
    const user = { ID: String(officePeople.owner), Email: 'mallory@example.org' };
    const body = newCompany([subMember('Mallory', user)]);
    expect(await errorOf(await send('secretary', 'POST', 'members', { body }))).toBe('403 insufficient_role');
    expect(await emailOf(officePeople.owner)).toBe(`person-${officePeople.owner}@example.org`);
  });

  it('removes a membership, but a company only if the request says what happens to its sub-members', async () => {
    const body = newCompany([subMember('Ida')]);
    const added = await send('secretary', 'POST', 'members', { body });
    const id = Number(memberWriteSchema.parse(await added.json()).Member?.ID);
    const stale = await send('secretary', 'DELETE', `members/${id}`, { headers: { 'If-Match': '"old"' } });
    expect(await errorOf(stale)).toBe('412 precondition_failed');
    expect(await errorOf(await send('secretary', 'DELETE', `members/${id}`))).toBe('409 conflict');
    const removed = await send('secretary', 'DELETE', `members/${id}?SubMembers=detach`);
    expect(removed.status).toBe(200);
    expect((await everybody()).slice(-1)).toEqual([[id + 1, null, '2030-12-31']]);
    expect((await journal()).at(-1)).toMatchObject({ actor: { id: String(officePeople.secretary) } });
    expect(await errorOf(await send('secretary', 'DELETE', `members/${id}`))).toBe('404 not_found');
  });

  it('an officer may not add, move or remove the sub-members of a company', async () => {
    const body = newCompany([subMember('Ida')]);
    const added = await send('secretary', 'POST', 'members', { body });
    const id = Number(memberWriteSchema.parse(await added.json()).Member?.ID);
    const before = await everybody();
    expect(await errorOf(await send('officer', 'POST', 'members', { body }))).toBe('403 insufficient_role');
    expect(await errorOf(await change('officer', own, { ParentID: String(id) }))).toBe('422 invalid_record');
    expect(await errorOf(await send('officer', 'DELETE', `members/${own}`))).toBe('403 insufficient_role');
    expect(await everybody()).toEqual(before);
  });

  it('takes the tag of what is stored after a change of settings, and refuses it after a change of the member', async () => {
    const [owner, secretary] = [office.asRole(officePeople.owner), office.asRole(officePeople.secretary)];
    const read = async () => {
      const response = await send('secretary', 'GET', `members/${own}`);
      const member = officeMemberSchema.parse(await response.json());
      return { etag: response.headers.get('ETag') ?? '', tag: recordTag(member) };
    };
    const before = await read();
    const settings = { PaymentURLTemplate: 'https://pay.example/{ID}', NoticeDays: 300, Currency: 'SEK' };
    expect((await owner.do('PATCH settings', settings)).status).toBe(200);
    const type = { Name: 'Renamed', Cost: '77.00', Description: 'Another' };
    expect((await owner.do('PATCH settings/types/1', type)).status).toBe(200);
    const after = await read();
    expect([after.etag === before.etag, after.tag === before.tag]).toEqual([false, true]);
    const extend = (tag: string) =>
      send('secretary', 'PATCH', `members/${own}`, {
        body: { ExpiryDate: '2031-12-31' },
        headers: { 'If-Match': tag },
      });
    expect(await errorOf(await extend(before.etag))).toBe('412 precondition_failed');
    expect((await extend(before.tag)).status).toBe(200);
    for (const change of [
      { User: { Mobile: '0400' } },
      { Chapter: null },
      { MembershipType: { ID: '2' } },
      { Addons: [{ Addon: { ID: '1' }, Quantity: '2' }] },
      { Extras: [{ ID: '12', Answer: 'English' }] },
      { Locations: [] },
    ]) {
      const { tag } = await read();
      expect([change, (await secretary.do(`PATCH members/${own}`, change)).status]).toEqual([change, 200]);
      expect([change, await errorOf(await extend(tag))]).toEqual([change, '412 precondition_failed']);
    }
  });

  it('names the member who has a number', async () => {
    const secretary = office.asRole(officePeople.secretary);
    const refused = await secretary.do(`PATCH members/${own}`, { MembershipNumber: `M-${foreign}` });
    expect([refused.status, await refused.json()]).toEqual([
      422,
      expect.objectContaining({
        fields: [
          {
            field: 'MembershipNumber',
            reason: 'is already the number of Zoë Łukasiewicz (membership 21)',
          },
        ],
      }),
    ]);
  });
});
