/** The contract's tables, row by row. Test names quote the contract. */
import { beforeAll, describe, expect, it } from 'vitest';
import { putLater, putMembers } from './contract-members.fixture';
import { expectResource } from './contract-resources.fixture';
import { noAreaCentre, putSampleStructure, testCause } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { startTestService, type TestService } from './service.fixture';

/** Part 4: the endpoint of each resource, under `/api/{version}/organisation/{organisation_id}/`. */
const endpoints = [
  ['v2', 'user', 'Logged-in user'],
  ['v2', 'members', 'Membership'],
  ['v2', 'categories', 'Category'],
  ['v2', 'membershiptypes', 'Membership type listing item'],
  ['v2', 'addons', 'Addon listing item'],
  ['v2', 'extras', 'Extra listing item'],
  ['v2', 'locations?Geolocation[Lat]=-38.1&Geolocation[Lng]=144.3&Geolocation[Distance]=500', 'Location'],
  ['v1', 'members', 'v1 member'],
  ['v1', 'membershiptypes', 'Membership type listing item'],
  ['v1', 'addons', 'Addon listing item'],
] as const;

const all = ['financial', 'expired', 'expiring', 'outstanding']
  .map((one) => `&FinancialStatus[]=${one}`)
  .join('');

/**
 * For each parameter: its name, its type, its meaning, an example query, and the memberships that this query finds. The
 * tests ask for memberships of every status.
 */
const parameters: [name: string, type: string, meaning: string, query: string, found: number[]][] = [
  [
    ...(['MembershipCategory[]', 'array', 'memberships having any of the given categories'] as const),
    ...(['MembershipCategory[]=1&MembershipCategory[]=2', [1, 2]] as [string, number[]]),
  ],
  [
    ...(['MembershipType[]', 'array', 'memberships having any of the given types'] as const),
    ...(['MembershipType[]=2&MembershipType[]=3', [5, 6]] as [string, number[]]),
  ],
  [
    ...(['OrganisationChapter[]', 'array', 'memberships in the given chapters'] as const),
    ...(['OrganisationChapter[]=2', [2]] as [string, number[]]),
  ],
  [
    ...(['ExpiryDate[To]', 'datetime', 'memberships with ExpiryDate before the value'] as const),
    ...(['ExpiryDate[To]=2026-06-30', [3]] as [string, number[]]),
  ],
  [
    ...(['ExpiryDate[From]', 'datetime', 'memberships with ExpiryDate after the value'] as const),
    ...(['ExpiryDate[From]=2026-06-30', [1, 4, 5, 6]] as [string, number[]]),
  ],
  [
    ...(['CurrentAddons[]', 'array', 'memberships with up-to-date addons among those given'] as const),
    ...(['CurrentAddons[]=1', [1]] as [string, number[]]),
  ],
  [
    'ExtraAnswer[<extra_id>][]',
    'array keyed by extra ID',
    'memberships that chose the given answers for that extra',
    'ExtraAnswer[11][]=No',
    [2],
  ],
  [
    'Searchable',
    'boolean',
    'memberships intended to be searchable (current searchable addons and types)',
    'Searchable=true',
    [1, 2, 3, 4, 6],
  ],
  ['Locations', 'boolean', 'memberships that have locations', 'Locations=true', [1, 2, 3, 5, 6]],
  ['User[FirstName]', 'array or string', 'filter by first name', 'User[FirstName]=zoe', [1]],
  [
    'User[FirstName]',
    'array or string',
    'filter by first name',
    'User[FirstName][]=zoe&User[FirstName][]=anna',
    [1, 2],
  ],
  ['User[LastName]', 'array or string', 'filter by last name', 'User[LastName]=LUKASIEWICZ', [1]],
  [
    'User[State]',
    'array',
    'filter by state; any number of states',
    'User[State][]=NSW&User[State][]=TAS',
    [2, 3],
  ],
  ['User[Country]', 'string', 'filter by country', 'User[Country]=new zealand', [2]],
  ['User[Organisation]', 'string', 'filter by organisation', 'User[Organisation]=Firm %26 Co', [5]],
  [
    'DateModified[After]',
    'date',
    'modified after the date; ISO 8601 expected',
    'DateModified[After]=2026-06-15T02:30:00Z',
    [2],
  ],
  [
    'DateModified[After]',
    'date',
    'other time formats accepted',
    'DateModified[After]=15 June 2026 12:30',
    [2],
  ],
  [
    'DateModified[Before]',
    'date',
    'modified before the date; ISO 8601',
    'DateModified[Before]=2026-06-15T02:30:00Z',
    [1, 3, 4, 5, 6],
  ],
];
/** v1 has these parameters of `members` too, with the same types and meanings. */
const ofV1 = [
  'MembershipType[]',
  'OrganisationChapter[]',
  'FinancialStatus[]',
  'ExpiryDate[To]',
  'ExpiryDate[From]',
  'CurrentAddons[]',
  'Searchable',
];

describeEachEngine('the contract', (store) => {
  let service: TestService;
  const list = async (path: string, version: 'v1' | 'v2' = 'v2') => {
    const response = await service.get(path, { version });
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as Record<string, unknown>[];
  };
  const idsOf = (records: Record<string, unknown>[]) => records.map((record) => Number(record['ID']));

  beforeAll(async () => {
    service = startTestService(store());
    const context = {
      organisationId: 1,
      clock: () => service.time.now,
      areaCentre: noAreaCentre,
      cause: testCause,
    };
    await withMembersWriter(store(), context, async (writer) => {
      await putSampleStructure(writer);
      await putMembers(writer);
    });
    service.time.now = new Date('2026-06-15T03:00:00Z');
    await withMembersWriter(store(), context, putLater);
  });

  describe('2. Resources and their fields: “field names are case-sensitive and capitalised as written”', () => {
    it.each(endpoints)('GET /api/%s/…/%s answers: %s', async (version, path, resource) => {
      const token = path === 'user' ? await service.token({ scopes: ['user'], personId: 1 }) : undefined;
      const response = await service.get(path, { version, ...(token === undefined ? {} : { token }) });
      const body: unknown = await response.json();
      // Successful list responses are JSON arrays of the resource shapes in part 2.
      const records = path === 'user' ? [body] : (body as unknown[]);
      expect(records.length).toBeGreaterThan(0);
      for (const record of records) expectResource(resource, record);
    });

    it('CorporateMembership: “same fields as Membership, with MembershipName, and without User”', async () => {
      const token = await service.token({ scopes: ['user'], personId: 5 });
      const response = await service.get('user', { token });
      const { CorporateMemberships: memberships } = (await response.json()) as Record<string, unknown[]>;
      expect(memberships).toHaveLength(1);
      expectResource('CorporateMembership', memberships?.[0]);
    });
  });

  describe('4. List memberships (v2): all optional', () => {
    it.each(parameters)('| %s | %s | %s |: %s', async (_name, _type, _meaning, query, found) => {
      expect(idsOf(await list(`members?${query}${all}`))).toEqual(found);
    });

    it.each([
      ['', [1, 5, 6]],
      ['?FinancialStatus[]=financial', [1, 5, 6]],
      ['?FinancialStatus[]=expired', [3]],
      ['?FinancialStatus[]=expiring', [2]],
      ['?FinancialStatus[]=outstanding', [4]],
    ])(
      '| FinancialStatus[] | array, default `financial` | allowed values …: members%s',
      async (query, found) => {
        expect(idsOf(await list(`members${query}`))).toEqual(found);
        const v1 = await list(`members${query}`, 'v1');
        expect(idsOf(v1.map((record) => record['Membership'] as Record<string, unknown>))).toEqual(found);
      },
    );
  });

  describe('4. Search locations: “All parameters of the v2 list-memberships operation are also accepted”', () => {
    it.each(parameters)('| %s | %s | %s |: %s', async (_name, _type, _meaning, query, found) => {
      const locations = await list(`locations?${query}${all}`);
      const memberships = locations.map((one) => one['Membership'] as Record<string, unknown>);
      // Membership 4 has no location.
      expect(idsOf(memberships)).toEqual(found.filter((id) => id !== 4));
    });

    it.each([
      ['search around the point; distance in km, default 50', '', [1, 3, 5, 6]],
      ['search around the point; distance in km', '&Geolocation[Distance]=1000', [1, 2, 3, 5, 6]],
      ['Name string (location name)', '&Name=Clinic 3', [3]],
      ['State string (state of the location)', '&State=tas', [3]],
    ])('%s: %s', async (_meaning, query, found) => {
      const near = 'locations?Geolocation[Lat]=-38.2&Geolocation[Lng]=144.4';
      expect(idsOf(await list(`${near}${query}${all}`)).sort()).toEqual(found);
    });
  });

  describe('4. v1 members: “with the same types and meanings as in v2”', () => {
    it.each(parameters)('| %s | %s | %s |: %s', async (name, _type, _meaning, query, found) => {
      if (!ofV1.includes(name)) {
        // Part 9 of the contract: v2 “adds … more member filters”.
        expect((await service.get(`members?${query}`, { version: 'v1' })).status).toBe(400);
        return;
      }
      const records = await list(`members?${query}${all}`, 'v1');
      expect(idsOf(records.map((record) => record['Membership'] as Record<string, unknown>))).toEqual(found);
    });
  });

  describe('4. Listings', () => {
    it.each(['v1', 'v2'] as const)(
      '%s types and addons: “Visible boolean, default true; Searchable boolean”',
      async (version) => {
        expect(idsOf(await list('membershiptypes', version))).toEqual([1, 2]);
        expect(idsOf(await list('membershiptypes?Visible=true', version))).toEqual([1, 2]);
        expect(idsOf(await list('membershiptypes?Visible=false', version))).toEqual([1, 2, 3]);
        expect(idsOf(await list('membershiptypes?Searchable=true', version))).toEqual([1]);
        expect(idsOf(await list('addons', version))).toEqual([1, 2]);
        expect(idsOf(await list('addons?Visible=false', version))).toEqual([1, 2, 3]);
        expect(idsOf(await list('addons?Searchable=true', version))).toEqual([2]);
      },
    );

    it('List extras: “Searchable boolean”; List categories: “No parameters”', async () => {
      expect(idsOf(await list('extras?Searchable=true'))).toEqual([11, 12]);
      expect(idsOf(await list('categories'))).toEqual([1, 2]);
      expect((await service.get('categories?Searchable=true')).status).toBe(400);
      // The contract describes the field as “string (may contain markup)”.
      expect((await list('categories'))[0]?.['Description']).toBe('<b>Senior</b>');
    });
  });

  it('9. “v1 has token, members, membershiptypes and addons”, and nothing else', async () => {
    for (const path of ['categories', 'extras', 'locations', 'user', 'authorize']) {
      expect([path, (await service.get(path, { version: 'v1' })).status]).toEqual([path, 404]);
    }
  });

  it('4. “All operations shown are reads”: HTTP GET', async () => {
    for (const [version, path] of endpoints) {
      const response = await service.get(path, { version, method: 'PUT' });
      expect([path, response.status]).toEqual([path, 405]);
    }
  });
});
