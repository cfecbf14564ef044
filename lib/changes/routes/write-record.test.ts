import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { ClientSettingsError, createClient } from '@/lib/sign-in/oauth/clients';
import { startTestService, testBaseUrl, type TestService } from '@/lib/service/service.fixture';
import { undoJournal } from '@/lib/changes/journal/undo-journal';
import { readJournal } from '@/lib/store/journal-read';
import { readMemberRecords } from '@/lib/store/member-records';
import type { MembersWriter } from '@/lib/store/members-writer';
import { mergePersons, planMerge } from '@/lib/changes/merge-persons';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';

const now = new Date('2026-06-15T02:00:00Z');
const shopAt = { latitude: -38.1499, longitude: 144.3617 };
const missing = '{"error":"not_found","error_description":"There is no membership with this ID"}';

interface Written {
  Member: { ID: string; User: { ID: string }; [name: string]: unknown };
  Changes: Record<string, unknown>;
  AlsoChanged: string[];
}

/** Member 1 is also the contact of company 2, which has the sub-memberships 3 and 4. Member 900 is in organisation 2. */
async function putMembers(writer: MembersWriter): Promise<void> {
  await putSampleStructure(writer);
  const answers = [
    { extraId: 11, answer: 'Yes' },
    { extraId: 12, answer: 'English' },
    { extraId: 13, answer: 'Admin note' },
  ];
  const addons = [{ addonId: 1, quantity: 1, expiryDate: null, answers: [{ extraId: 13, answer: 'Bay 4' }] }];
  const locations = [
    sampleLocation({ id: 1, precision: 'suburb', address: '7 Hidden Lane', ...shopAt }),
    sampleLocation({ id: 2, name: 'Second', latitude: -37.8, longitude: 144.9 }),
  ];
  const zoe = sampleMember(1, { answers, addons, locations, categoryIds: [1] });
  await writer.memberships.put(zoe);
  const firm = sampleMember(2, { kind: 'corporate', typeId: 2, expiryDate: '2030-12-31' });
  await writer.memberships.put({ ...firm, person: zoe.person });
  await writer.memberships.put(sampleMember(3, { parentId: 2 }));
  await writer.memberships.put(sampleMember(4, { parentId: 2 }));
  await writer.memberships.put(sampleMember(5));
}

describeUsualEngines('a change of a member', (store) => {
  let service: TestService;
  const write = async (organisationId: number, work: (writer: MembersWriter) => Promise<unknown>) =>
    withMembersWriter(
      store(),
      { organisationId, clock: () => now, areaCentre: noAreaCentre, cause: testCause },
      work,
    );
  const tagOf = async (id: number) => (await service.get(`members/${id}`)).headers.get('ETag') ?? '';
  const patch = async (id: number, body: unknown, headers: Record<string, string> = {}) =>
    service.send('PATCH', `members/${id}`, { body, headers: { 'If-Match': await tagOf(id), ...headers } });
  const written = async (response: Response, status = 200): Promise<Written> => {
    const body: unknown = await response.json();
    expect([response.status, body]).toEqual([status, body]);
    return body as Written;
  };
  const stored = async (id: number) => {
    const [record] = await readMemberRecords(store().members, 1, [id]);
    if (record === undefined) throw new Error(`membership ${id} is stored`);
    return record;
  };
  const fieldsOf = async (response: Response) => {
    const { error, fields } = (await response.json()) as {
      error: string;
      fields: { field: string; reason: string }[];
    };
    expect([response.status, error]).toEqual([422, 'invalid_record']);
    return fields.map(({ field, reason }) => `${field} ${reason}`);
  };
  const newest = async () =>
    (await readJournal(store().members, 1, { after: 0, limit: 50, isNewest: true })).at(-1);

  beforeEach(async () => {
    await write(1, async (writer) => {
      await writer.memberships.remove(await writer.membershipIds());
      await putMembers(writer);
    });
    await write(2, async (writer) => {
      await putSampleStructure(writer, { id: 2 });
      await writer.memberships.put(sampleMember(900));
    });
    service = startTestService(store(), { now: now.toISOString() });
  });

  describe('PATCH', () => {
    it('keeps a credit when the amount that was read is sent back, and sets it by a negative amount', async () => {
      const amounts = async () => {
        const record = (await (await service.get('members/5')).json()) as Record<string, unknown>;
        return [record['AmountOutstanding'], record['Balance']];
      };
      const made = await written(await patch(5, { AmountOutstanding: '-20' }));
      expect(made.Changes).toEqual({ Balance: ['0.000', '-20.000'] });
      expect(await amounts()).toEqual(['0.000', '-20.000']);
      await written(await patch(5, made.Member));
      await written(await patch(5, { AmountOutstanding: '0.000', ExpiryDate: '2031-06-30' }));
      expect(await amounts()).toEqual(['0.000', '-20.000']);
      expect(await fieldsOf(await patch(5, { Balance: '-5.000' }))).toEqual(['Balance cannot be changed']);
      await written(await patch(5, { AmountOutstanding: '0' }));
      expect(await amounts()).toEqual(['0.000', '0.000']);
      await written(await patch(5, { AmountOutstanding: '7.50' }));
      expect(await amounts()).toEqual(['7.500', '7.500']);
    });

    it('corrects an email address, and refuses a malformed one only if it changes', async () => {
      const stored5 = await stored(5);
      await write(1, (writer) =>
        writer.memberships.put({ ...stored5, person: { ...stored5.person, email: 'ed@example' } }),
      );
      for (const Email of ['gi@example..org', 'ed2@example', '.sam@example.org', 'tim@-example.org']) {
        const refused = await fieldsOf(await patch(5, { User: { Email } }));
        expect(refused).toEqual(['User.Email must be a working email address, such as ann@example.org']);
      }
      await written(await patch(5, { User: { Email: 'ed@example', Phone: '1' } }));
      const accepted = { 'Ann Lee <ann@example.org>': 'ann@example.org', 'leo@ex\u0430mple.org': null };
      for (const [Email, address] of Object.entries(accepted)) {
        await written(await patch(5, { User: { Email } }));
        expect((await stored(5)).person.email).toBe(address ?? Email);
      }
    });

    it('checks the addresses of locations in the same way, and stores no character that nobody sees', async () => {
      const Geolocation = { Lat: '-38.15', Lng: '144.36' };
      const place = (Email: string) => ({ Geolocation, Precision: 'suburb', Email });
      const refused = await fieldsOf(
        await patch(5, { Locations: [place('a@example.org'), place('ed@example')] }),
      );
      expect(refused).toEqual([
        'Locations[1].Email must be a working email address, such as ann@example.org',
      ]);
      const User = { LastName: 'L\u00adee', Address: { Suburb: 'Gee\u200blong' } };
      await written(await patch(5, { User }));
      const { person } = await stored(5);
      expect([person.lastName, person.address.suburb]).toEqual(['Lee', 'Geelong']);
    });

    it('changes the named fields, and returns the record, its new tag and what changed', async () => {
      const before = await tagOf(5);
      const response = await patch(5, { ExpiryDate: '2027-01-31', User: { Phone: '1' }, Checked: null }, {});
      expect(await fieldsOf(response)).toEqual(['Checked must be true or false']);
      const done = await patch(5, { ExpiryDate: '2027-01-31', User: { Address: { Suburb: 'Bright' } } });
      const { Member, Changes, AlsoChanged } = await written(done);
      expect(Changes).toEqual({
        ExpiryDate: ['2030-06-30', '2027-01-31'],
        'User.Address.Suburb': ['Geelong', 'Bright'],
      });
      expect(AlsoChanged).toEqual([]);
      const read = await service.get('members/5');
      expect(await read.json()).toEqual(Member);
      expect(done.headers.get('ETag')).toBe(read.headers.get('ETag'));
      expect(done.headers.get('ETag')).not.toBe(before);
      const { membership, person } = await stored(5);
      expect([membership.expiryDate, person.address.suburb, person.phone]).toEqual([
        ...['2027-01-31', 'Bright', '03 5550 0000'],
      ]);
    });

    it('changes nothing, and writes nothing, when a client sends back what it received', async () => {
      const before = [await stored(1), (await newest())?.position];
      const body: unknown = await (await service.get('members/1')).json();
      const { Changes } = await written(await patch(1, body));
      expect(Changes).toEqual({});
      expect([await stored(1), (await newest())?.position]).toEqual(before);
    });

    it('refuses an old tag with the current record, and a missing one', async () => {
      const old = await tagOf(5);
      await written(await patch(5, { MembershipNumber: 'M-5b' }));
      const refused = await patch(5, { MembershipNumber: 'M-5c' }, { 'If-Match': old });
      const body = (await refused.json()) as { error: string; Member: unknown };
      expect([refused.status, body.error]).toEqual([412, 'precondition_failed']);
      expect(body.Member).toEqual(await (await service.get('members/5')).json());
      expect(refused.headers.get('ETag')).toBe(await tagOf(5));
      const weak = await patch(5, { MembershipNumber: 'M-5c' }, { 'If-Match': `W/${await tagOf(5)}` });
      expect([weak.status, await weak.json()]).toMatchObject([
        412,
        { error_description: expect.stringContaining('only weak tags') },
      ]);
      expect(body).toMatchObject({ error_description: expect.stringContaining('has changed since') });
      const none = await service.send('PATCH', 'members/5', { body: {} });
      expect([none.status, await none.json()]).toMatchObject([428, { error: 'precondition_required' }]);
      await written(await patch(5, { MembershipNumber: 'M-5d' }, { 'If-Match': '*' }));
      await written(await patch(5, { MembershipNumber: 'M-5e' }, { 'If-Match': `"x", ${await tagOf(5)}` }));
    });

    it('lets only one of two writers with the same tag through, and loses no update', async () => {
      const tag = await tagOf(5);
      const send = (body: object) =>
        service.send('PATCH', 'members/5', { body, headers: { 'If-Match': tag } });
      const both = await Promise.all([
        send({ MembershipNumber: 'first' }),
        send({ User: { Mobile: 'second' } }),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
      const { membership, person } = await stored(5);
      const isFirst = both[0]?.status === 200;
      expect([membership.membershipNumber, person.mobile]).toEqual(
        isFirst ? ['first', ''] : ['M-5', 'second'],
      );
    });

    it('changes the person in all their memberships and lists those; a sub-membership gets the date of its firm', async () => {
      const user = await written(await patch(1, { User: { Organisation: 'Owl & Co' } }));
      expect(user.AlsoChanged).toEqual(['2']);
      expect(await (await service.get('members/2')).json()).toMatchObject({
        User: { Organisation: 'Owl & Co' },
      });
      const other = await tagOf(2);
      const firm = await written(await patch(2, { ExpiryDate: '2031-12-31' }));
      expect(firm.AlsoChanged).toEqual(['3', '4']);
      expect(other).not.toBe(await tagOf(2));
      expect(await (await service.get('members/3')).json()).toMatchObject({ ExpiryDate: '2031-12-31' });
      const date = await patch(3, { ExpiryDate: '2029-01-01', InvoiceURL: 'https://pay.example/3' });
      expect(await fieldsOf(date)).toEqual([
        'ExpiryDate is that of the corporate membership, so it cannot be set for a part of it',
        'InvoiceURL cannot be set, because the corporate membership pays',
      ]);
      const detached = await written(await patch(3, { ParentID: null, ExpiryDate: '2029-01-01' }));
      expect(detached.Member).toMatchObject({ ParentID: null, ExpiryDate: '2029-01-01' });
    });

    it('names every wrong field at once, and repeats no value', async () => {
      const response = await patch(1, {
        Status: 'expired',
        Colour: 'red-secret',
        ID: '9',
        Kind: 'corporate',
        ExpiryDate: '2026-02-31',
        JoiningDate: '0999-01-01',
        MembershipType: { ID: '1', Cost: '0.00' },
        Chapter: { ID: '77' },
        Categories: [1, 99],
        User: { ID: '5', Email: 'not-secret@@x', Phone: 7 },
        Extras: [
          { ID: '12', Question: 'Other?', Answer: 'x' },
          { ID: '99', Answer: 'x' },
        ],
        ParentID: '5',
      });
      const text = await response.clone().text();
      expect(text).not.toContain('secret');
      const wrong = (await fieldsOf(response)).map((one) => one.split(' ')[0]);
      expect(wrong.sort()).toEqual(
        [
          ...['Status', 'Colour', 'ID', 'ExpiryDate', 'JoiningDate', 'MembershipType.Cost', 'Chapter.ID'],
          ...['Categories[1]', 'User.ID', 'User.Email', 'User.Phone', 'Extras[1].ID'],
        ].sort(),
      );
      const question = {
        Extras: [{ ID: '12', Question: 'Other?', Answer: 'x' }],
        Kind: 'corporate',
        ParentID: '5',
      };
      expect((await fieldsOf(await patch(1, question))).map((one) => one.split(' ')[0])).toEqual([
        'Extras[0].Question',
      ]);
      const kind = await fieldsOf(await patch(5, { Kind: 'corporate', ParentID: '1' }));
      expect(kind).toEqual([
        'Kind cannot be changed',
        'ParentID must be null: a corporate membership cannot be part of another',
      ]);
      expect(await fieldsOf(await patch(5, { ParentID: '1' }))).toEqual([
        'ParentID must be a corporate membership',
      ]);
      expect(await fieldsOf(await patch(5, { ParentID: '5' }))).toEqual([
        'ParentID must be another membership, which is corporate',
      ]);
      // Membership 900 is in organisation 2.
      expect(await fieldsOf(await patch(5, { ParentID: '900' }))).toEqual([
        'ParentID there is no membership 900',
      ]);
    });

    it('stores half a surrogate pair as the replacement character, also in the journal', async () => {
      await written(await patch(5, '{"MembershipNumber":"M\\ud83d"}'));
      expect((await newest())?.changes).toEqual({ MembershipNumber: ['M-5', 'M\ufffd'] });
      const tag = await tagOf(5);
      await written(await patch(5, { MembershipNumber: 'M\ufffd' }));
      expect(await tagOf(5)).toBe(tag);
      const position = (await newest())?.position ?? 0;
      expect((await stored(5)).membership.membershipNumber).toBe('M\ufffd');
      const options = { organisationId: 1, clock: () => now, areaCentre: noAreaCentre, cause: testCause };
      const undone = await undoJournal(store(), options, { of: { position }, isForced: false });
      expect(undone).toMatchObject({ rows: 1, undone: 1, conflicts: [] });
    });

    it('keeps the answers that the client may not see, and refuses to write them', async () => {
      const Extras = [{ ID: '12', Answer: 'Łódź' }];
      await written(
        await patch(1, {
          Extras,
          Addons: [{ Quantity: '2', Addon: { ID: '1' }, ExpiryDate: null, Extras: [] }],
        }),
      );
      const { membership } = await stored(1);
      expect(membership.answers).toEqual([
        { extraId: 11, answer: 'Yes' },
        { extraId: 13, answer: 'Admin note' },
        { extraId: 12, answer: 'Łódź' },
      ]);
      expect(membership.addons).toEqual([
        { addonId: 1, quantity: 2, expiryDate: null, answers: [{ extraId: 13, answer: 'Bay 4' }] },
      ]);
      await written(await patch(1, { MembershipType: { Extras: [] }, Extras: null }));
      expect((await stored(1)).membership.answers).toEqual([{ extraId: 13, answer: 'Admin note' }]);
      const hidden = await patch(1, { Extras: [{ ID: '13', Answer: 'Mine' }] });
      expect(await fieldsOf(hidden)).toEqual(['Extras[0].ID there is no extra 13']);
      const admin = await service.token({ scopes: ['members', 'members:write'], seesAdminExtras: true });
      const tag = (await service.get('members/1', { token: admin })).headers.get('ETag') ?? '';
      const body = { Extras: [{ ID: '13', Answer: 'Ours' }] };
      const allowed = await service.send('PATCH', 'members/1', {
        body,
        token: admin,
        headers: { 'If-Match': tag },
      });
      expect((await written(allowed)).Changes).toHaveProperty('Extras');
      expect((await stored(1)).membership.answers).toEqual([{ extraId: 13, answer: 'Ours' }]);
    });

    it('never leaves a person without a name, or a firm without its own', async () => {
      const nameless = { FirstName: '', LastName: '', Organisation: '' };
      expect(await fieldsOf(await patch(5, { User: nameless }))).toEqual([
        'User must have a FirstName, a LastName or an Organisation',
      ]);
      await written(await patch(1, { User: { Organisation: 'Owl & Co' } }));
      for (const id of [1, 2]) {
        expect(await fieldsOf(await patch(id, { User: { Organisation: '' } }))).toEqual([
          'User.Organisation is missing: a corporate membership needs one',
        ]);
      }
      await written(await patch(1, { User: { ...nameless, Organisation: 'Owl & Co' } }));
      // A corporate membership that the same batch adds also needs an organisation name.
      const firm = { Kind: 'corporate', MembershipType: { ID: '2' }, ExpiryDate: null };
      const batch = (Organisation: string) => [
        { Operation: 'create', Member: { ...firm, User: { ID: '5', Organisation } } },
        { Operation: 'change', MembershipID: '5', IfMatch: '*', Member: { User: { Organisation: '' } } },
      ];
      for (const [index, organisation] of ['', 'Five Ltd'].entries()) {
        const refused = await service.send('POST', 'members/batch', { body: batch(organisation) });
        const { items } = (await refused.json()) as { items: unknown[] };
        const field = { field: 'User.Organisation', reason: expect.stringMatching(/^is missing/) };
        expect(items).toMatchObject([{ item: index, fields: [field] }]);
      }
    });

    it('is not refused because of a name that was already missing', async () => {
      await write(1, async (writer) => {
        const nobody = { firstName: '', lastName: '', organisation: '' };
        await writer.memberships.put(sampleMember(5, {}, nobody));
        await writer.memberships.put(sampleMember(6, { kind: 'corporate', typeId: 2 }, { organisation: '' }));
      });
      await written(await patch(5, { User: { Phone: '1' } }));
      await written(await patch(6, { User: { FirstName: 'Ida' } }));
    });

    it('never replaces a hidden point, and never makes it visible', async () => {
      type Locations = [Record<string, unknown>, Record<string, unknown>];
      const { Locations } = (await (await service.get('members/1')).json()) as { Locations: Locations };
      const [first, second] = Locations;
      await written(await patch(1, { Locations: [second, { ...first, Name: 'Renamed' }] }));
      const renamed = (await stored(1)).membership.locations;
      expect(renamed.map(({ id, name }) => [id, name])).toEqual([
        [2, 'Second'],
        [1, 'Renamed'],
      ]);
      expect(renamed[1]).toMatchObject({ ...shopAt, address: '7 Hidden Lane', precision: 'suburb' });
      const raised = await patch(1, { Locations: [{ ...first, Precision: 'exact' }] });
      expect(await fieldsOf(raised)).toEqual([
        'Locations[0].Precision can only become more exact together with a new Geolocation',
      ]);
      const Geolocation = { Lat: '-38.2', Lng: '144.35' };
      const moved = await written(
        await patch(1, { Locations: [{ ...first, Precision: 'exact', Geolocation }] }),
      );
      expect(moved.Member.Locations).toMatchObject([{ Geolocation, Address: '', Precision: 'exact' }]);
      expect(JSON.stringify(moved)).not.toMatch(/Hidden Lane|144\.3617/);
    });

    it('gives a new location its own ID, and refuses that of another member', async () => {
      const place = { Geolocation: { Lat: '-37.8', Lng: '144.9' }, Precision: 'exact' };
      const { Member } = await written(await patch(5, { Locations: [{ ...place, Name: 'New' }] }));
      expect(Member.Locations).toMatchObject([{ ID: '3', Name: 'New', ...place }]);
      const stolen = await patch(5, { Locations: [{ ...place, ID: '1' }] });
      expect(await fieldsOf(stolen)).toEqual([
        'Locations[0].ID is not the ID of a stored element; leave it out for a new one',
      ]);
      expect((await stored(1)).membership.locations).toHaveLength(2);
    });
  });

  describe('POST', () => {
    const least = { Kind: 'individual', MembershipType: { ID: '1' }, ExpiryDate: null };

    it('adds a member with a new person, neither approved nor listed', async () => {
      const body = { ...least, User: { FirstName: 'Ada', Email: 'ada@members.example' }, Categories: [2] };
      const response = await service.send('POST', 'members', { body });
      const { Member } = await written(response, 201);
      expect(Member).toMatchObject({
        MembershipNumber: Member.ID,
        ExpiryDate: null,
        Status: 'financial',
        Checked: false,
        Directory: { Listed: false, Show: null },
        Categories: [2],
        Locations: [],
      });
      const address = `${testBaseUrl}/api/v2/organisation/1/members/${Member.ID}`;
      expect(response.headers.get('Location')).toBe(address);
      // Only clients that may write see a new member before it is approved.
      expect((await service.get(`members/${Member.ID}`)).status).toBe(404);
      const token = await service.token({ scopes: ['members', 'members:write'] });
      const read = await service.get(`members/${Member.ID}`, { token });
      expect([await read.json(), read.headers.get('ETag')]).toEqual([Member, response.headers.get('ETag')]);
      expect(await newest()).toMatchObject({ kind: 'membership', operation: 'created' });
    });

    it('adds a membership for a stored person, who can have one individual membership', async () => {
      const person = (await stored(5)).person.id;
      const User = { ID: String(person), Organisation: 'Five Ltd' };
      const firm = { ...least, Kind: 'corporate', MembershipType: { ID: '2' }, User };
      const { Member, AlsoChanged } = await written(
        await service.send('POST', 'members', { body: firm }),
        201,
      );
      expect([Member.User, AlsoChanged]).toEqual([
        expect.objectContaining({ ID: '5', FirstName: 'Zoë', Organisation: 'Five Ltd' }),
        ['5'],
      ]);
      const second = await service.send('POST', 'members', { body: { ...least, User } });
      expect(await fieldsOf(second)).toEqual([
        'User.ID already has an individual membership; a person can have only one',
      ]);
    });

    it('adds a membership for the person into whom the named one was merged', async () => {
      await write(1, async (writer) => {
        await writer.memberships.put(sampleMember(8, {}, { organisation: 'Eight Ltd' }));
        await mergePersons(writer, await planMerge(writer, { from: 8, into: 5, keptMembershipId: 5 }));
      });
      const body = { ...least, User: { ID: '8' } };
      expect(await fieldsOf(await service.send('POST', 'members', { body }))).toEqual([
        'User.ID already has an individual membership; a person can have only one',
      ]);
      const User = { ID: '8', Organisation: 'Five Ltd' };
      const firm = { ...least, Kind: 'corporate', MembershipType: { ID: '2' }, User };
      const added = await written(await service.send('POST', 'members', { body: firm }), 201);
      expect(added).toMatchObject({ Member: { User: { ID: '5' } }, AlsoChanged: ['5'] });
      expect((await stored(5)).person.organisation).toBe('Five Ltd');
      // Both items are for person 5.
      const items = ['8', '5'].map((ID) => ({
        Operation: 'create',
        Member: { ...firm, User: { ID, ...(ID === '8' ? { Phone: '88' } : {}) } },
      }));
      expect((await service.send('POST', 'members/batch', { body: items })).status).toBe(200);
      expect((await stored(5)).person.phone).toBe('88');
    });

    it('names every missing field, an unknown person and a person without a name', async () => {
      const empty = await fieldsOf(await service.send('POST', 'members', { body: {} }));
      expect(empty).toEqual([
        ...['Kind', 'ExpiryDate', 'MembershipType', 'User'].map((name) => `${name} is missing`),
      ]);
      const nobody = await service.send('POST', 'members', { body: { ...least, User: { ID: '900' } } });
      expect((await fieldsOf(nobody)).map((one) => one.split(' ')[0])).toContain('User.ID');
      const nameless = await service.send('POST', 'members', { body: { ...least, User: { Phone: '1' } } });
      expect(await fieldsOf(nameless)).toEqual(['User must have a FirstName, a LastName or an Organisation']);
      const type = { ...least, MembershipType: { ID: '9' }, User: { LastName: 'X' } };
      expect(await fieldsOf(await service.send('POST', 'members', { body: type }))).toEqual([
        'MembershipType.ID there is no type 9',
      ]);
    });

    it('is made once for one key: the same request again gets the result, and another request is refused', async () => {
      const body = { ...least, User: { LastName: 'Once' } };
      const send = (sent: object, token?: string) =>
        service.send('POST', 'members', {
          body: sent,
          headers: { 'Idempotency-Key': 'key-1' },
          ...(token === undefined ? {} : { token }),
        });
      const [first, second] = await Promise.all([send(body), send(body)]);
      const [one, two] = [await written(first, 201), await written(second, 201)];
      expect(two.Member).toEqual(one.Member);
      const replays = [first, second].map((response) => response.headers.get('Idempotency-Replayed'));
      expect(replays.filter((header) => header === 'true')).toHaveLength(1);
      const other = await send({ ...body, Checked: true });
      expect([other.status, await other.json()]).toMatchObject([422, { error: 'idempotency_key_reused' }]);
      // Another client may use the same key for its own request.
      const another = await service.token({ scopes: ['members', 'members:write'] });
      expect((await written(await send(body, another), 201)).Member.ID).not.toBe(one.Member.ID);
    });

    it('stores no personal data with a key, and deletes the key after 24 hours', async () => {
      const headers = { 'Idempotency-Key': 'day-1' };
      await written(
        await service.send('POST', 'members', { body: { ...least, User: { LastName: 'Blank' } }, headers }),
        201,
      );
      const keys = () => store().members.selectFrom('idempotency_key').selectAll().execute();
      const [row] = (await keys()).filter(({ key }) => key === 'day-1');
      expect(row).toMatchObject({ status: 201 });
      expect(JSON.stringify(row)).not.toContain('Blank');
      service = startTestService(store(), { now: '2026-06-16T02:00:00Z' });
      await written(
        await service.send('POST', 'members', {
          body: { ...least, User: { LastName: 'Next' } },
          headers: { 'Idempotency-Key': 'day-2' },
        }),
        201,
      );
      const left = (await keys()).map(({ key }) => key);
      expect([left.includes('day-1'), left.includes('day-2')]).toEqual([false, true]);
    });
  });

  describe('DELETE', () => {
    it('removes a membership, and its person stays', async () => {
      const { Member } = await written(await service.send('DELETE', 'members/5'));
      expect(Member).toBeNull();
      expect((await service.get('members/5')).status).toBe(404);
      const row = await store().members.selectFrom('person').select('id').where('id', '=', 5).execute();
      expect(row).toHaveLength(1);
      const again = await service.send('DELETE', 'members/5');
      expect([again.status, await again.text()]).toEqual([404, missing]);
    });

    it('refuses to remove a firm with sub-memberships, unless they are detached or removed', async () => {
      const refused = await service.send('DELETE', 'members/2');
      expect([refused.status, await refused.json()]).toMatchObject([
        409,
        { error: 'conflict', SubMembers: ['3', '4'] },
      ]);
      const old = await service.send('DELETE', 'members/2?SubMembers=remove', {
        headers: { 'If-Match': '"x"' },
      });
      expect(old.status).toBe(412);
      const detached = await written(await service.send('DELETE', 'members/2?SubMembers=detach'));
      expect(detached.AlsoChanged).toEqual(['3', '4']);
      expect(await (await service.get('members/3')).json()).toMatchObject({
        ParentID: null,
        ExpiryDate: '2030-12-31',
      });
      await write(1, putMembers);
      const removed = await written(await service.send('DELETE', 'members/2?SubMembers=remove'));
      expect(removed.AlsoChanged).toEqual(['3', '4']);
      expect((await service.get('members/3')).status).toBe(404);
      const wrong = await service.send('DELETE', 'members/1?SubMembers=keep');
      expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: 'invalid_request' }]);
    });
  });

  it('with Validate-Only shows what would change, and writes nothing', async () => {
    const before = [await stored(2), (await newest())?.position, await tagOf(2)];
    const headers = { 'Validate-Only': 'true', 'Idempotency-Key': 'dry' };
    const shown = await patch(2, { ExpiryDate: '2031-12-31' }, headers);
    expect(shown.headers.get('ETag')).toBeNull();
    expect(await written(shown)).toMatchObject({
      Member: { ExpiryDate: '2031-12-31' },
      Changes: { ExpiryDate: ['2030-12-31', '2031-12-31'] },
      AlsoChanged: ['3', '4'],
    });
    await written(await service.send('DELETE', 'members/2?SubMembers=remove', { headers }));
    expect([await stored(2), (await newest())?.position, await tagOf(2)]).toEqual(before);
    const real = await patch(2, { ExpiryDate: '2031-12-31' }, { 'Idempotency-Key': 'dry' });
    expect(real.headers.get('Idempotency-Replayed')).toBeNull();
    expect((await patch(2, {}, { 'Validate-Only': 'yes' })).status).toBe(400);
  });

  it('writes the client and the reason to the journal', async () => {
    const token = await service.token({ scopes: ['members', 'members:write'] });
    await service.send('PATCH', 'members/5', {
      token,
      body: { MembershipNumber: 'M-55' },
      headers: { 'If-Match': '*', 'Change-Reason': Buffer.from('renewed – by phone').toString('latin1') },
    });
    expect(await newest()).toMatchObject({
      actor: { kind: 'client' },
      reason: 'renewed – by phone',
      recordId: 5,
      changes: { MembershipNumber: ['M-5', 'M-55'] },
    });
    expect((await patch(5, {}, { 'Change-Reason': 'x'.repeat(501) })).status).toBe(400);
  });

  it('needs the scope members:write, which is only granted when it is requested by name', async () => {
    const reader = await service.token({ scopes: ['basic', 'members'] });
    for (const [method, path] of [
      ['POST', 'members'],
      ['PATCH', 'members/5'],
      ['DELETE', 'members/5'],
      ['POST', 'members/batch'],
    ] as const) {
      const refused = await service.send(method, path, { token: reader, body: {} });
      expect([path, refused.status]).toEqual([path, 403]);
      expect((await service.send(method, path, { token: null, body: {} })).status).toBe(401);
      expect((await service.send(method, path, { organisation: '2', body: {} })).status).toBe(401);
    }
    const client = { organisationId: 1, name: 'W', scopes: ['basic', 'members', 'members:write'] } as const;
    const { id, secret } = await createClient(store(), client, now);
    const grant = async (scope: string) => {
      const response = await service.app.request(`${testBaseUrl}/api/v2/organisation/1/token`, {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(`${id}:${secret}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope === '' ? {} : { scope }) }),
      });
      return ((await response.json()) as { scope: string }).scope;
    };
    expect(await grant('')).toBe('basic members');
    expect(await grant('members members:write')).toBe('members members:write');
    const isPublic = { isPublic: true, redirectUris: ['https://app.example/cb'] };
    await expect(createClient(store(), { ...client, ...isPublic })).rejects.toThrow(ClientSettingsError);
    const alone = { ...client, ...isPublic, scopes: ['members:write'] } as const;
    await expect(createClient(store(), alone)).rejects.toThrow(ClientSettingsError);
  });

  it('refuses an ID of another organisation with the same bytes as an ID that does not exist', async () => {
    for (const id of ['900', '12345', 'abc', '0', '99999999999999999999']) {
      for (const method of ['PATCH', 'DELETE'] as const) {
        const headers = { 'If-Match': '*' };
        const response = await service.send(method, `members/${id}`, {
          body: method === 'PATCH' ? {} : undefined,
          headers,
        });
        expect([method, id, response.status, await response.text()]).toEqual([method, id, 404, missing]);
      }
    }
  });

  it('refuses a body that is not JSON, too large, too deep or of another type, and refuses other methods', async () => {
    const send = (body: unknown, headers: Record<string, string> = {}) =>
      service.send('PATCH', 'members/5', { body, headers: { 'If-Match': '*', ...headers } });
    expect((await send('{"ExpiryDate":')).status).toBe(400);
    expect((await send('')).status).toBe(400);
    const latin = Buffer.from('{"User":{"LastName":"M\u00fcller"}}', 'latin1');
    for (const length of [null, String(latin.length)]) {
      const response = await send(latin, length === null ? {} : { 'Content-Length': length });
      expect([response.status, await response.json()]).toEqual([
        400,
        { error: 'invalid_request', error_description: 'The body must be UTF-8' },
      ]);
    }
    expect((await send('['.repeat(30) + ']'.repeat(30))).status).toBe(400);
    expect((await send(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).status).toBe(400);
    expect((await send([])).status).toBe(422);
    expect((await send('null')).status).toBe(422);
    expect((await send('{"__proto__":{"x":1},"constructor":1}')).status).toBe(422);
    expect((await send({}, { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await send({}, { 'Content-Type': 'application/json; charset=utf-8' })).status).toBe(200);
    expect((await send({ User: { Phone: 'x'.repeat(10 * 1024 * 1024) } })).status).toBe(413);
    const batch = await service.send('POST', 'members/batch', { body: ['x'.repeat(10 * 1024 * 1024)] });
    expect(batch.status).toBe(413);
    expect((await send({}, { 'Idempotency-Key': 'x'.repeat(256) })).status).toBe(400);
    expect(
      (await service.send('PATCH', 'members/5?x=1', { body: {}, headers: { 'If-Match': '*' } })).status,
    ).toBe(400);
    for (const [path, allow] of [
      ['members', 'GET, HEAD, POST, OPTIONS'],
      ['members/5', 'GET, PATCH, DELETE, HEAD, OPTIONS'],
      ['members/batch', 'POST, OPTIONS'],
    ]) {
      const put = await service.get(`${path}`, { method: 'PUT' });
      expect([path, put.status, put.headers.get('Allow')]).toEqual([path, 405, allow]);
    }
    expect(service.errors).toEqual([]);
  });

  it('is done and refused as the guide for integrators shows', async () => {
    const guide = readFileSync('docs/integrators.md', 'utf8');
    const [error, batch] = [...guide.matchAll(/^```json\n([^]*?)^```$/gm)].map(([, text = '']): unknown =>
      JSON.parse(text),
    );
    await write(1, async (writer) => {
      await writer.memberships.put(sampleMember(1001));
      await writer.memberships.put(sampleMember(1002, { kind: 'corporate' }));
    });
    const refused = await patch(1001, { ExpiryDate: '2026-02-31', User: { Email: 'a b' } });
    expect(await refused.json()).toEqual(error);
    const done = await service.send('POST', 'members/batch', { body: batch });
    expect([done.status, await done.json()]).toMatchObject([
      200,
      { Results: [{ Member: { Checked: false } }, { ID: '1001' }, { ID: '1002', Member: null }] },
    ]);
  });

  describe('a batch', () => {
    const send = (body: unknown, headers: Record<string, string> = {}) =>
      service.send('POST', 'members/batch', { body, headers });
    const create = (LastName: string, more: object = {}) => ({
      Operation: 'create',
      Member: {
        Kind: 'individual',
        MembershipType: { ID: '1' },
        ExpiryDate: null,
        User: { LastName },
        ...more,
      },
    });

    it('makes all changes in order, also of two memberships of one person', async () => {
      const response = await send([
        create('New'),
        {
          Operation: 'change',
          MembershipID: '1',
          IfMatch: await tagOf(1),
          Member: { User: { Phone: '111' } },
        },
        {
          Operation: 'change',
          MembershipID: '2',
          IfMatch: await tagOf(2),
          Member: { User: { Mobile: '222' } },
        },
        { Operation: 'remove', MembershipID: '5', IfMatch: await tagOf(5) },
      ]);
      const { Results } = (await response.json()) as {
        Results: { ID: string; ETag: string; Member: unknown }[];
      };
      expect([response.status, Results.map(({ Member }) => Member !== null)]).toEqual([
        200,
        [true, true, true, false],
      ]);
      expect((await stored(1)).person).toMatchObject({ phone: '111', mobile: '222' });
      expect(Results[1]?.ETag).toBe(await tagOf(1));
      expect((await service.get('members/5')).status).toBe(404);
    });

    it('changes nothing if one change is wrong, and gives the errors of all by their index', async () => {
      const position = (await newest())?.position;
      const response = await send([
        create('New'),
        create('Wrong', { Status: 'x', Colour: 1 }),
        { Operation: 'change', MembershipID: '900', IfMatch: '*', Member: {} },
        { Operation: 'change', MembershipID: '5', Member: {} },
        { Operation: 'change', MembershipID: '1', IfMatch: '"old"', Member: {} },
        { Operation: 'remove', MembershipID: '5' },
        { Operation: 'remove', MembershipID: '2' },
      ]);
      const body = (await response.json()) as { error: string; items: { item: number; error: string }[] };
      expect([response.status, body.error]).toEqual([422, 'invalid_batch']);
      expect(body.items.map(({ item, error }) => [item, error])).toEqual([
        [1, 'invalid_record'],
        [2, 'not_found'],
        [3, 'precondition_required'],
        [4, 'precondition_failed'],
        [5, 'invalid_record'],
        [6, 'conflict'],
      ]);
      expect((await newest())?.position).toBe(position);
    });

    it('refuses items of another form, and a body that is not a list of 1 to 1,000 items', async () => {
      const wrong = await send([
        { Operation: 'drop' },
        { Operation: 'remove', MembershipID: 5, Extra: 1 },
        7,
      ]);
      const body = (await wrong.json()) as { items: { fields: { field: string; reason: string }[] }[] };
      expect([wrong.status, body.items.map(({ fields }) => fields)]).toEqual([
        422,
        [
          [{ field: 'Operation', reason: 'must be one of create, change, remove' }],
          [
            { field: 'MembershipID', reason: 'must be text in quotation marks' },
            { field: 'Extra', reason: 'is not a known field' },
          ],
          [{ field: '', reason: expect.any(String) }],
        ],
      ]);
      expect((await send({})).status).toBe(400);
      expect((await send([])).status).toBe(400);
      expect((await send(Array.from({ length: 1001 }, () => create('X')))).status).toBe(400);
    });

    it('takes 1,000 members, once for one key', async () => {
      const items = Array.from({ length: 1000 }, (_, index) => create(`Batch ${index}`));
      const headers = { 'Idempotency-Key': 'thousand' };
      const first = (await (await send(items, headers)).json()) as { Results: { ID: string }[] };
      const ids = first.Results.map(({ ID }) => ID);
      expect(new Set(ids).size).toBe(1000);
      const again = await send(items, headers);
      const second = (await again.json()) as typeof first;
      expect([again.headers.get('Idempotency-Replayed'), second.Results.map(({ ID }) => ID)]).toEqual([
        'true',
        ids,
      ]);
      const changes = ids.map((MembershipID) => ({
        Operation: 'change',
        MembershipID,
        IfMatch: '*',
        Member: { Checked: true },
      }));
      expect((await send(changes)).status).toBe(200);
      const removed = ids.map((MembershipID) => ({ Operation: 'remove', MembershipID }));
      expect((await send(removed)).status).toBe(200);
    });
  });
});
