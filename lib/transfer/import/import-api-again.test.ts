import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  fakeClient,
  fakeOrganisationId,
  fakeRecord,
  startFakeApi,
  type FakeApi,
  type FakeMember,
} from '@/lib/contract/fake-api.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { byCommand } from '@/lib/store/journal';
import { importApi } from './import-api';
import { modificationState, storedMembers } from './import-cases.fixture';
import { createApiSource } from './api-source';

const create = { name: 'Copy', timeZone: 'Australia/Melbourne', country: 'Australia', currency: 'AUD' };
const type = (ID: number, Name: string) => ({
  ID,
  Name,
  Cost: '100.00',
  Searchable: true,
  Visible: true,
  AnniversaryExpiry: false,
  GST: false,
});
const old = '2020-01-01T00:00:00Z';
/** This time is later than every import, so each import finds the record modified. */
const recent = '2100-01-01T00:00:00Z';

let api: FakeApi;
beforeEach(async () => {
  api = await startFakeApi({
    categories: [1, 2].map((ID) => ({ ID, Name: `Category ${ID}`, Description: '' })),
    membershiptypes: [type(1, 'Full'), type(2, 'Student')],
    members: ['11', '12', '13', '14'].map((id) => member(id)),
  });
});
afterEach(() => api.stop());

function member(id: string, change: Partial<FakeMember> = {}): FakeMember {
  return { record: fakeRecord(id), categoryIds: [1], isSearchable: true, modifiedAt: old, ...change };
}

function student(id: string) {
  const MembershipType = {
    ID: '2',
    Type: 'Student',
    Cost: '100.00',
    Description: '',
    Student: 1,
    Extras: [],
  };
  return fakeRecord(id, { MembershipType });
}

function site() {
  return createApiSource({
    apiUrl: api.url,
    organisationId: fakeOrganisationId,
    client: fakeClient,
    clock: () => new Date(),
    limits: { responseMs: 5000, idleMs: 5000, attempts: 1, firstWaitMs: 1 },
  });
}

/** The queries of the requests to `/members`, without the common parameter `FinancialStatus[]`. */
function memberQuestions(): string[] {
  return api.requests
    .filter((request) => request.includes('/members?'))
    .map((request) => new URL(request.split(' ')[1] ?? '', 'http://fake').searchParams)
    .map((query) => [...query].filter(([name]) => name !== 'FinancialStatus[]'))
    .map((pairs) =>
      pairs.map(([name, value]) => (name.startsWith('DateModified') ? name : `${name}=${value}`)),
    )
    .map((parts) => parts.join('&'));
}

describeUsualEngines('a site that was imported before', (store) => {
  let organisationId = 100;
  beforeEach(() => (organisationId += 1));
  const run = (
    differs: { replaces?: boolean; isFull?: boolean; isDryRun?: boolean; skipsBad?: boolean } = {},
  ) => {
    const request = {
      organisationId,
      create,
      isDryRun: false,
      replaces: false,
      confirmedRemovals: null,
      isFull: false,
      skipsBad: false,
    };
    const context = {
      store: store(),
      clock: () => new Date(),
      areaCentre: () => null,
      cause: byCommand('import'),
      site: site(),
    };
    return importApi({ ...request, ...differs }, context);
  };

  it('gets requests only for modified records, and for the list that shows who left', async () => {
    expect(await run()).toMatchObject({ read: 4, created: 4, left: 0 });
    const before = await modificationState(store(), organisationId);
    api.requests.length = 0;
    expect(await run()).toMatchObject({ read: 0, created: 0, updated: 0, left: 0 });
    expect(await modificationState(store(), organisationId)).toEqual(before);
    const since = 'DateModified[After]';
    expect(memberQuestions()).toEqual([
      `${since}&Include[]=Directory`,
      `${since}&MembershipCategory[]=1`,
      `${since}&MembershipCategory[]=2`,
      'Page[Size]=1',
    ]);
  });

  it('shows a leaver, a changed type, a changed category and a new member', async () => {
    await run();
    api.data.members = [
      member('11', { record: student('11'), modifiedAt: recent }),
      member('12', { categoryIds: [1, 2], modifiedAt: recent }),
      member('13'),
      member('15', { modifiedAt: recent }),
    ];
    api.version = 2;
    expect(await run()).toMatchObject({ read: 3, created: 1, updated: 2, removed: 0, left: 1 });
    const stored = async () =>
      new Map(
        (await storedMembers(store(), organisationId)).map(({ membership }) => [membership.id, membership]),
      );
    expect((await stored()).get(11)?.typeId).toBe(2);
    expect((await stored()).get(12)?.categoryIds).toEqual([1, 2]);
    expect((await stored()).get(13)?.categoryIds).toEqual([1]);
    expect([...(await stored()).keys()]).toEqual([11, 12, 13, 14, 15]);
    expect(await run({ replaces: true })).toMatchObject({ removed: 1, left: 1 });
    expect([...(await stored()).keys()]).toEqual([11, 12, 13, 15]);
  });

  it('is queried for each addon, to find holders whose record does not name the addon', async () => {
    const addon = { Cost: '5.00', Searchable: true, Visible: true, GST: false };
    api.data.addons = [1, 2].map((ID) => ({ ...addon, ID, Name: `Addon ${ID}` }));
    api.data.members[1] = member('12', { addonIds: [2] });
    await run();
    expect(memberQuestions()).toEqual(expect.arrayContaining(['CurrentAddons[]=1', 'CurrentAddons[]=2']));
    const stored = await storedMembers(store(), organisationId);
    expect(stored.map(({ membership }) => membership.addons)).toEqual([
      [],
      [{ addonId: 2, quantity: 1, expiryDate: null, answers: [] }],
      [],
      [],
    ]);
  });

  it('that supports only the contract is queried again without the parameters that it refuses', async () => {
    api.isStrict = true;
    await run();
    api.data.members = api.data.members.slice(1);
    api.requests.length = 0;
    expect(await run()).toMatchObject({ read: 0, left: 1 });
    expect(memberQuestions().slice(-2)).toEqual(['Page[Size]=1', '']);
  });

  it('is read completely on request, and after a dry run', async () => {
    const everybody = { read: 4 };
    expect(await run({ isDryRun: true })).toMatchObject(everybody);
    expect(await run()).toMatchObject({ ...everybody, created: 4 });
    expect(await run({ isFull: true })).toMatchObject({ ...everybody, unchanged: 4 });
  });

  it('is read completely again when the last run failed', async () => {
    const respond: FakeApi['faults'][number]['response'] = (response) =>
      void response.writeHead(500).end('{}');
    api.faults.push({ path: 'categories', times: 1, response: respond });
    await expect(run()).rejects.toThrow('500');
    expect(await run()).toMatchObject({ read: 4, created: 4 });
  });

  const located = (id: string, of: string, change: Record<string, unknown> = {}) => {
    const { Email, Address } = fakeRecord(of).User as { Email: string; Address: Record<string, string> };
    const texts = { Name: 'Office', FullPhone: '', Website: 'https://example.org' };
    const Geolocation = { Lat: '-38.15', Lng: '144.36' };
    return {
      Membership: { ID: of },
      ID: id,
      Email,
      ...texts,
      ...Address,
      Geolocation,
      Distance: null,
      ...change,
    };
  };

  it('without a list of locations is imported, and known locations stay', async () => {
    api.data.locations = [located('5', '11')];
    await run();
    const points = async () =>
      (await storedMembers(store(), organisationId)).flatMap(({ membership }) =>
        membership.locations.map(({ id }) => [membership.id, id]),
      );
    expect(await points()).toEqual([[11, 5]]);
    api.faults.push({
      path: 'locations',
      times: Infinity,
      response: (response) => response.writeHead(404).end('{}'),
    });
    expect(await run({ isFull: true })).toMatchObject({ read: 4, unchanged: 4, bad: 0 });
    expect(await points()).toEqual([[11, 5]]);
    api.data.members.push(member('15', { modifiedAt: recent }));
    expect(await run()).toMatchObject({ read: 1, created: 1 });
  });

  const user = (change: Record<string, unknown>) => ({
    User: { ...(fakeRecord('12').User as Record<string, unknown>), ...change },
  });
  it.each<[string, Record<string, unknown>, string | null]>([
    ['two email addresses', user({ Email: 'one@example.org, two@example.org' }), 'User.Email'],
    ['an expiry date that is none', { ExpiryDate: '2026-02-31' }, 'ExpiryDate'],
    ['a payment address with a script', { PaymentURL: 'javascript:alert(1)' }, 'PaymentURL'],
    ['a name of 100,000 characters', user({ FirstName: 'x'.repeat(100_000) }), 'User.FirstName'],
    ['a fraction as ID', { ID: '1.5' }, 'ID'],
    ['the ID of another record', { ID: '11' }, 'ID'],
    ['no ID', { ID: '' }, 'members'],
    ['a list as its user', { User: [] }, 'members'],
  ])(
    'a record with %s is reported, and nothing is written unless it is left out',
    async (_what, change, column) => {
      api.data.members[1] = member('12', { record: fakeRecord('12', change) });
      const refused = await run();
      expect(refused).toMatchObject({ read: 4, bad: 1, isWritten: false, created: 0 });
      expect(refused.problems).toMatchObject([{ line: 2, column }]);
      expect(await storedMembers(store(), organisationId).catch(() => [])).toEqual([]);
      const skipped = await run({ skipsBad: true });
      expect(skipped).toMatchObject({ read: 4, bad: 1, isWritten: true, created: 3 });
      // The next run reads the skipped record again.
      api.data.members[1] = member('12');
      expect(await run()).toMatchObject({ read: 4, bad: 0, created: 1 });
    },
  );

  it.each([
    ['a latitude of 91', { Geolocation: { Lat: '91', Lng: '0' } }, 'Locations[0].Geolocation.Lat'],
    ['a website with a script', { Website: 'javascript:alert(1)' }, 'Locations[0].Website'],
    ['a repeated ID', { ID: '5' }, 'Locations[0].ID'],
  ])('a location with %s is reported with its membership', async (_what, change, column) => {
    api.data.locations = [located('5', '11'), located('6', '12', change)];
    expect(await run()).toMatchObject({ bad: 1, isWritten: false, problems: [{ line: 2, column }] });
  });

  it('a location that has the ID of another stored membership’s is reported', async () => {
    api.data.locations = [located('5', '14')];
    await run();
    api.data.members = [member('11', { modifiedAt: recent }), ...api.data.members.slice(1, 3)];
    api.data.locations = [located('5', '11')];
    expect(await run({ isFull: true })).toMatchObject({
      bad: 1,
      isWritten: false,
      problems: [
        { line: 1, column: 'Locations', reason: 'location 5 already belongs to membership 14 here' },
      ],
    });
  });

  it('nobody is removed while a record cannot be read', async () => {
    await run();
    const broken = member('13', { record: fakeRecord('13', { ID: '' }) });
    api.data.members = [member('11'), member('12'), broken];
    const result = await run({ replaces: true, isFull: true, skipsBad: true });
    expect(result).toMatchObject({ removed: 0, left: 2, kept: 2, bad: 1 });
    expect(await storedMembers(store(), organisationId)).toHaveLength(4);
  });
});
