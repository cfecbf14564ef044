import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  addonListingSchema,
  categorySchema,
  errorBodySchema,
  extraListingSchema,
  locationSchema,
  loggedInUserSchema,
  membershipSchema,
  membershipTypeListingSchema,
  memberV1Schema,
  type MemberResource,
} from '@/lib/contract/resources';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  sampleMembership,
  testCause,
} from '@/lib/store/sample-members.fixture';
import type { MembersWriter } from '@/lib/store/members-writer';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { createMembershipService } from './app';
import { startTestService, testBaseUrl, type TestService } from './service.fixture';

/** Every endpoint of the contract's tables, with its scope and response schema. */
const endpoints: {
  version: 'v1' | 'v2';
  path: string;
  scope: 'basic' | 'members' | 'user';
  schema: z.ZodType;
}[] = [
  { version: 'v2', path: 'user', scope: 'user', schema: loggedInUserSchema.strict() },
  { version: 'v2', path: 'members', scope: 'members', schema: membershipSchema.strict().array() },
  { version: 'v2', path: 'categories', scope: 'basic', schema: categorySchema.strict().array() },
  {
    version: 'v2',
    path: 'membershiptypes',
    scope: 'basic',
    schema: membershipTypeListingSchema.strict().array(),
  },
  { version: 'v2', path: 'addons', scope: 'basic', schema: addonListingSchema.strict().array() },
  { version: 'v2', path: 'extras', scope: 'basic', schema: extraListingSchema.strict().array() },
  { version: 'v2', path: 'locations', scope: 'members', schema: locationSchema.strict().array() },
  { version: 'v1', path: 'members', scope: 'members', schema: memberV1Schema.strict().array() },
  {
    version: 'v1',
    path: 'membershiptypes',
    scope: 'basic',
    schema: membershipTypeListingSchema.strict().array(),
  },
  { version: 'v1', path: 'addons', scope: 'basic', schema: addonListingSchema.strict().array() },
];
const all =
  'FinancialStatus[]=financial&FinancialStatus[]=expired&FinancialStatus[]=expiring&FinancialStatus[]=outstanding';

/** Members are named after what they test. The date is 15 June 2026. */
async function putMembers(writer: MembersWriter): Promise<void> {
  const geelong = sampleLocation({ id: 3 });
  const hidden = sampleLocation({
    id: 5,
    name: 'Home "office"',
    precision: 'suburb',
    latitude: -38.2,
    longitude: 144.32,
  });
  await writer.memberships.put(
    sampleMember(1, {
      addons: [
        { addonId: 1, quantity: 2, expiryDate: '2026-06-15', answers: [{ extraId: 12, answer: 'Łódź' }] },
      ],
      answers: [
        { extraId: 11, answer: 'Yes' },
        { extraId: 12, answer: 'English' },
        { extraId: 13, answer: 'secret note' },
      ],
      categoryIds: [1, 2],
      locations: [geelong, hidden],
    }),
  );
  await writer.memberships.put(sampleMember(2, { expiryDate: '2026-06-30' }, { firstName: 'Expiring' }));
  await writer.memberships.put(sampleMember(3, { expiryDate: '2026-06-14' }, { firstName: 'Expired' }));
  await writer.memberships.put(
    sampleMember(4, { amountOutstandingThousandths: 110_500 }, { firstName: 'Owing' }),
  );
  await writer.memberships.put(sampleMember(5, { isApproved: false }, { firstName: 'Unapproved' }));
  const firm = { kind: 'corporate', typeId: 2, expiryDate: null, chapterId: null } as const;
  await writer.memberships.put(sampleMember(10, firm, { firstName: 'Contact', organisation: 'Firm & Co' }));
  await writer.memberships.put(
    sampleMember(6, { parentId: 10, expiryDate: '2020-01-01' }, { firstName: 'Sub' }),
  );
  const { person } = sampleMember(10, {}, { firstName: 'Contact', organisation: 'Firm & Co' });
  await writer.memberships.put({ person, membership: sampleMembership({ id: 11, membershipNumber: 'own' }) });
  await writer.committees.put(1, [
    { chapterId: 2, startsOn: null, endsOn: '2026-06-14' },
    { chapterId: null, startsOn: null, endsOn: null },
    { chapterId: 1, startsOn: '2026-06-15', endsOn: null },
  ]);
}

describeEachEngine('the membership API', (store) => {
  let service: TestService;
  let userToken: string;
  const get = (path: string, options?: Parameters<TestService['get']>[1]) => service.get(path, options);
  const ids = async (path: string, options?: Parameters<TestService['get']>[1]) => {
    const response = await get(path, options);
    expect(response.status).toBe(200);
    return ((await response.json()) as { ID: string }[]).map((record) => record.ID);
  };
  const error = async (response: Response) => errorBodySchema.parse(await response.json());

  beforeAll(async () => {
    service = startTestService(store());
    for (const organisationId of [1, 2]) {
      const context = {
        organisationId,
        clock: () => service.time.now,
        areaCentre: noAreaCentre,
        cause: testCause,
      };
      await withMembersWriter(store(), context, async (writer) => {
        await putSampleStructure(writer, { id: organisationId });
        if (organisationId === 1) await putMembers(writer);
      });
    }
    userToken = await service.token({ scopes: ['user'], personId: 1 });
  });

  it('describes a parameter for each extra of this server’s organisation, except the admin-only ones', async () => {
    const app = createMembershipService({
      store: store(),
      clock: () => service.time.now,
      baseUrl: testBaseUrl,
      trustProxy: 0,
      mailer: async () => 'sent' as const,
      logError: () => undefined,
      organisationId: 9,
    });
    const names = async () => {
      const description = await (await app.request('/api/openapi.json')).text();
      return [...new Set(description.match(/ExtraAnswer\[\d+\]\[\]/g))];
    };
    expect(await names()).toEqual([]);
    const clock = () => service.time.now;
    const context = { organisationId: 9, clock, areaCentre: noAreaCentre, cause: testCause };
    await withMembersWriter(store(), context, (writer) => putSampleStructure(writer, { id: 9 }));
    expect(await names()).toEqual(['ExtraAnswer[11][]', 'ExtraAnswer[12][]']);
  });

  describe.each(endpoints)('GET /api/$version/…/$path', ({ version, path, scope, schema }) => {
    const options = () => ({ version, ...(scope === 'user' ? { token: userToken } : {}) });

    it('200: responds with JSON as documented', async () => {
      const response = await get(path, options());
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Type')).toBe('application/json');
      const body = await response.json();
      expect(schema.parse(body)).toEqual(body);
    });

    it('400: refuses an unknown parameter', async () => {
      const response = await get(`${path}?Serchable=true`, options());
      expect(response.status).toBe(400);
      expect(await error(response)).toMatchObject({ error: 'invalid_request' });
    });

    it('401: the same bytes whether or not the organisation exists', async () => {
      const token = 'f'.repeat(40);
      const known = await get(path, { version, token });
      const unknown = await get(path, { version, token, organisation: '999' });
      expect([known.status, unknown.status]).toEqual([401, 401]);
      expect(await known.text()).toBe(await unknown.text());
      expect(known.headers.get('WWW-Authenticate')).toBe(unknown.headers.get('WWW-Authenticate'));
      const none = await get(path, { version, token: null });
      expect([none.status, none.headers.get('WWW-Authenticate')]).toEqual([
        401,
        'Bearer realm="membership-api"',
      ]);
    });

    it('401: refuses a token of another organisation', async () => {
      const token = await service.token({ organisationId: 2 });
      expect((await get(path, { version, token })).status).toBe(401);
    });

    it('403: refuses a token without the scope', async () => {
      const scopes = (['basic', 'members', 'user'] as const).filter((one) => one !== scope);
      const response = await get(path, { version, token: await service.token({ scopes }) });
      expect([response.status, (await error(response)).error]).toEqual([403, 'insufficient_scope']);
    });

    it('404: similar paths do not exist', async () => {
      const response = await get(`${path}/1/2`, options());
      expect([response.status, (await error(response)).error]).toEqual([404, 'not_found']);
    });

    it('405: lists the allowed methods, as does OPTIONS', async () => {
      const isWritable = version === 'v2' && ['members', 'user'].includes(path);
      const allowed = isWritable ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS';
      for (const method of ['PUT', 'DELETE', 'PATCH', ...(isWritable ? [] : ['POST'])]) {
        const response = await get(path, { ...options(), method });
        expect([response.status, response.headers.get('Allow')]).toEqual([405, allowed]);
      }
      const request = await get(path, { ...options(), method: 'OPTIONS' });
      expect([request.status, request.headers.get('Allow')]).toEqual([204, allowed]);
    });

    it('HEAD: the headers of GET without its body', async () => {
      const got = await get(path, options());
      const headed = await get(path, { ...options(), method: 'HEAD' });
      expect(await headed.text()).toBe('');
      for (const name of ['Content-Type', 'ETag', 'X-Total-Count', 'Cache-Control']) {
        expect(headed.headers.get(name)).toBe(got.headers.get(name));
      }
    });
  });

  it('writes a membership byte for byte in the contract’s order', async () => {
    const text = await (
      await get('members?User[FirstName]=zoe&FinancialStatus[]=financial&Locations=true')
    ).text();
    const address = (
      street: string | null,
      suburb: string,
      postcode: string,
      state: string,
      country: string,
    ) =>
      `{"Address":${JSON.stringify(street)},"Suburb":"${suburb}","Postcode":"${postcode}","State":"${state}","Country":"${country}"}`;
    expect(text).toBe(
      '[{"ID":"1","MembershipNumber":"M-1","ExpiryDate":"2030-06-30","JoiningDate":"2019-02-01","Status":"financial",' +
        '"Chapter":{"ID":"1","Name":"Victoria"},"MembershipType":{"ID":"1","Type":"Full","Cost":"250.00","Description":"",' +
        '"Student":0,"Extras":[{"ID":"11","Question":"Do you take new patients?","Answer":"Yes"}]},"AmountOutstanding":"0.000",' +
        '"Addons":[{"Quantity":"2","Addon":{"ID":"1","Name":"Journal","Description":"","Cost":"30.00"},"ExpiryDate":"2026-06-15",' +
        '"Extras":[{"ID":"12","Question":"Languages","Answer":"Łódź"}]}],"Extras":[{"ID":"12","Question":"Languages","Answer":"English"}],' +
        '"User":{"FirstName":"Zoë","LastName":"Łukasiewicz","Title":"Dr","Email":"member1@members.example","Organisation":"",' +
        `"Address":${address('1 High Street', 'Geelong', '3220', 'VIC', 'Australia')},"MailingAddress":${address(null, '', '', '', '')},` +
        '"Phone":"03 5550 0000","WorkPhone":"","Mobile":""},"Currency":"AUD","InvoiceURL":"https://pay.example/invoice/M-1",' +
        '"PaymentURL":"https://pay.example/pay/1"}]',
    );
  });

  it('lists financial memberships by default, never unapproved ones, ordered by numeric ID', async () => {
    expect(await ids('members')).toEqual(['1', '6', '10', '11']);
    expect(await ids(`members?${all}`)).toEqual(['1', '2', '3', '4', '6', '10', '11']);
  });

  it.each([
    ['expiring', ['2']],
    ['expired', ['3']],
    ['outstanding', ['4']],
  ])('FinancialStatus[]=%s', async (status, expected) => {
    expect(await ids(`members?FinancialStatus[]=${status}`)).toEqual(expected);
  });

  it('writes v1 members as person, Membership, payment and Committee', async () => {
    const response = await get('members', { version: 'v1' });
    const [first] = (await response.json()) as Record<string, unknown>[];
    const userFields =
      'FirstName LastName Title Email Organisation Address MailingAddress Phone WorkPhone Mobile';
    expect(Object.keys(first ?? {}).join(' ')).toBe(
      `${userFields} Membership Currency InvoiceURL PaymentURL Committee`,
    );
    expect(first?.Committee).toEqual({ Chapter: { ID: '1', Name: 'Victoria' }, Financial: true });
  });

  it('shows admin-only answers, and the filter on them, only to clients created for them', async () => {
    const admin = await service.token({ seesAdminExtras: true });
    const seen = await (await get('members', { token: admin })).text();
    expect(seen).toContain('secret note');
    expect(await (await get('members')).text()).not.toContain('secret note');
    expect(await ids('members?ExtraAnswer[13][]=secret note', { token: admin })).toEqual(['1']);
    expect(await ids('members?ExtraAnswer[13][]=secret note')).toEqual([]);
    expect(await ids('extras', { token: admin })).toEqual([11, 12, 13]);
    expect(await ids('extras')).toEqual([11, 12]);
  });

  it('Visible is true by default in listings; Searchable narrows the results', async () => {
    expect(await ids('membershiptypes')).toEqual([1, 2]);
    expect(await ids('membershiptypes?Visible=false')).toEqual([1, 2, 3]);
    expect(await ids('membershiptypes?Searchable=1')).toEqual([1]);
    expect(await ids('addons?Visible=FALSE&Searchable=true', { version: 'v1' })).toEqual([2, 3]);
  });

  it('locations have a distance and are sorted nearest first; without a point the distance is null', async () => {
    const near = 'locations?Geolocation[Lat]=-38.1499&Geolocation[Lng]=144.3617&Geolocation[Distance]=20';
    const body = (await (await get(near)).json()) as { ID: string; Distance: string; Address: string }[];
    expect(body.map((one) => [one.ID, one.Distance, one.Address])).toEqual([
      ['3', '0.000', '5 Ryrie Street'],
      ['5', '1.023', ''],
    ]);
    expect(await ids(`${near.replace('=20', '=1.02')}`)).toEqual(['3']);
    const plain = (await (await get('locations?Name=HOME "')).json()) as { ID: string; Distance: null }[];
    expect(plain.map((one) => [one.ID, one.Distance])).toEqual([['5', null]]);
    expect(await ids('locations?State=vic&User[State][]=VIC')).toEqual(['3', '5']);
  });

  it('Include[]=Directory adds the public fields and the precision', async () => {
    const members = (await (await get(`members?${all}&Include[]=Directory`)).json()) as Record<
      string,
      never
    >[];
    const listed = members.map((one) => [one['ID'], one['Directory']?.['Listed']]);
    expect(listed).toEqual([
      ['1', true],
      ['2', true],
      ['3', false],
      ['4', false],
      ['6', true],
      ['10', false],
      ['11', true],
    ]);
    expect(Object.keys(members[0] ?? {}).at(-1)).toBe('Directory');
    const locations = (await (await get('locations?Include=Directory')).json()) as { Precision: string }[];
    expect(locations.map((one) => one.Precision)).toEqual(['exact', 'suburb']);
    expect(Object.keys(members[0] ?? {}).slice(-6, -1)).toEqual([
      'Introduction',
      'Services',
      'Areas',
      'ConfirmedOn',
      'Picture',
    ]);
    expect(locations[0]).toHaveProperty('OpeningHours');
    const plain = (await (await get('members')).text()) + (await (await get('locations')).text());
    expect(plain).not.toMatch(/"(Directory|Introduction|Services|Areas|Picture|OpeningHours)"/);
  });

  it('Include[]=Categories and Include[]=Locations add the categories and locations of a member record to the list of members', async () => {
    const path = `members?${all}&Include[]=Locations&Include[]=Directory&Include[]=Categories&Include[]=Locations`;
    const members = (await (await get(path)).json()) as MemberResource[];
    expect(members).toHaveLength(7);
    for (const member of members) {
      expect(Object.keys(member).slice(-3)).toEqual(['Directory', 'Categories', 'Locations']);
      const record = (await (await get(`members/${member.ID}`)).json()) as MemberResource;
      expect([member.ID, member.Categories]).toEqual([record.ID, record.Categories]);
      expect([member.ID, member.Locations]).toEqual([record.ID, record.Locations]);
    }
    expect(members.map(({ Locations }) => Locations.map(({ ID }) => ID))[0]).toEqual(['3', '5']);
    const first = await (await get('members?Include[]=Categories')).text();
    expect(first).not.toMatch(/"(Directory|Locations)":/);
    expect((await get('locations?Include[]=Locations')).status).toBe(400);
  });

  it('the logged-in user has all their memberships, approved or not, with the extensions last', async () => {
    const contact = await service.token({ scopes: ['user'], personId: 10 });
    const user = loggedInUserSchema.parse(await (await get('user', { token: contact })).json());
    expect(user.Membership?.ID).toBe('11');
    expect(user.CorporateMemberships).toMatchObject([
      { ID: '10', MembershipName: 'Firm & Co', Checked: true, Expired: false, Parent: null },
    ]);
    expect(Object.keys(user).slice(-4)).toEqual([
      'Membership',
      'CorporateMemberships',
      'CommitteeMemberships',
      'ID',
    ]);
    const sub = loggedInUserSchema.parse(
      await (await get('user', { token: await service.token({ scopes: ['user'], personId: 6 }) })).json(),
    );
    expect(sub.Membership).toMatchObject({
      ExpiryDate: null,
      InvoiceURL: null,
      PaymentURL: null,
      Parent: {
        ID: '10',
        MembershipName: 'Firm & Co',
        ExpiryDate: null,
        Status: 'financial',
        Checked: true,
        Expired: false,
      },
    });
    const unapproved = loggedInUserSchema.parse(
      await (await get('user', { token: await service.token({ scopes: ['user'], personId: 5 }) })).json(),
    );
    expect(unapproved).toMatchObject({
      Membership: { Checked: false },
      CommitteeMemberships: { Chapter: null, Financial: false },
    });
  });

  it('/user accepts the token in the query, and no other endpoint does', async () => {
    const inQuery = await get(`user?access_token=${userToken}`, { token: null });
    expect(inQuery.status).toBe(200);
    expect(inQuery.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect((await get(`members?access_token=${userToken}`, { token: null })).status).toBe(400);
  });

  it('a user token from client credentials has no user: 403', async () => {
    const response = await get('user', { token: await service.token({ scopes: ['user'] }) });
    expect([response.status, (await error(response)).error]).toEqual([403, 'insufficient_scope']);
  });

  it('doubled slashes work like single slashes', async () => {
    const token = await service.token();
    const response = await service.app.request(`${testBaseUrl}//api//v2/organisation/1//categories`, {
      headers: { Authorization: `bearer ${token}` },
    });
    expect(response.status).toBe(200);
  });

  it('a list has a strong entity tag, 304 for a client with that tag, and a new tag after a write or on another day', async () => {
    const first = await get('members');
    const etag = first.headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect(first.headers.get('Cache-Control')).toBe('private, no-cache');
    expect(first.headers.get('X-Total-Count')).toBe('4');
    const again = await get('members', { headers: { 'If-None-Match': `"x", W/${etag}` } });
    expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', etag]);
    expect((await get('members?Searchable=1', { headers: { 'If-None-Match': etag } })).status).toBe(200);
    expect((await get('members?DateModified[After]=-1 week')).headers.get('ETag')).toBe(null);
    const before = service.time.now;
    service.time.now = new Date('2026-06-16T02:00:00Z');
    const token = await service.token();
    expect((await get('members', { token, headers: { 'If-None-Match': etag } })).status).toBe(200);
    service.time.now = before;
  });

  it('compresses as the client accepts, with a separate tag for each encoding', async () => {
    const plain = await get('members');
    for (const encoding of ['gzip', 'br']) {
      const response = await get('members', { headers: { 'Accept-Encoding': `deflate, ${encoding};q=0.8` } });
      expect(response.headers.get('Content-Encoding')).toBe(encoding);
      expect(response.headers.get('ETag')).not.toBe(plain.headers.get('ETag'));
      expect(Number(response.headers.get('Content-Length'))).toBeLessThan(2500);
    }
    expect(
      (await get('members', { headers: { 'Accept-Encoding': 'br;q=0, identity' } })).headers.get(
        'Content-Encoding',
      ),
    ).toBe(null);
  });

  it('pages through any list by its Link header, with each record once', async () => {
    for (const [path, size] of [
      [`members?${all}`, 2],
      ['locations?Geolocation[Lat]=-38&Geolocation[Lng]=144.4&Geolocation[Distance]=500', 1],
      ['categories?_=1', 1],
    ] as const) {
      const whole = await ids(path);
      const collected: string[] = [];
      let next: string | null = `${path}&Page[Size]=${size}`;
      while (next !== null) {
        const response = await get(next);
        collected.push(...((await response.json()) as { ID: string }[]).map((one) => one.ID));
        expect(response.headers.get('X-Total-Count')).toBe(String(whole.length));
        const link = /^<https:\/\/members\.example\/api\/v2\/organisation\/1\/(.*)>; rel="next"$/.exec(
          response.headers.get('Link') ?? '',
        );
        next = link?.[1] ?? null;
      }
      expect(collected).toEqual(whole);
    }
    expect((await get('members?Page[Size]=2&Page[After]=x')).status).toBe(400);
  });

  it('midnight in the organisation’s zone changes Status, Listed and Committee without a restart', async () => {
    const statusOf = async (id: string) => {
      const token = await service.token();
      const members = (await (await get(`members?${all}&Include=Directory`, { token })).json()) as {
        ID: string;
        Status: string;
        Directory: { Listed: boolean };
      }[];
      const found = members.find((one) => one.ID === id);
      return [found?.Status, found?.Directory.Listed];
    };
    const before = service.time.now;
    // Member 2 expires on 30 June 2026; Melbourne is 10 hours ahead of UTC then.
    service.time.now = new Date('2026-06-30T13:59:59Z');
    expect(await statusOf('2')).toEqual(['expiring', true]);
    service.time.now = new Date('2026-06-30T14:00:00Z');
    expect(await statusOf('2')).toEqual(['expired', false]);
    service.time.now = new Date('2026-05-30T13:59:59Z');
    expect(await statusOf('2')).toEqual(['financial', true]);
    service.time.now = new Date('2026-05-30T14:00:00Z');
    expect(await statusOf('2')).toEqual(['expiring', true]);
    service.time.now = before;
  });

  it('logged no server error in any of these tests', () => {
    expect(service.errors).toEqual([]);
  });
});
