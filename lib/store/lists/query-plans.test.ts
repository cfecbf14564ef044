import { CompiledQuery, Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseLocationsQuery, parseMembersQuery } from '@/lib/contract/filters';
import type { Day } from '@/lib/store/day';
import { openLocationsList } from './locations-list';
import { openMembersList } from './members-list';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { openFreshStore, testEngines, type FreshStore } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';

const context = { now: new Date('2026-06-15T00:00:00Z'), timeZone: 'UTC' };
const day: Day = {
  organisationId: 1,
  version: 1,
  timeZone: 'UTC',
  today: '2026-06-15',
  noticeEnd: '2026-07-15',
  listedStatuses: ['financial'],
};

/** The statement that finds the records of a list, as it was sent. */
async function statementOf({ store }: FreshStore, path: string): Promise<CompiledQuery> {
  const [endpoint, raw = ''] = path.split('?');
  const client = { caller: 'a client', day, seesAdminExtras: false };
  const sent = vi.spyOn(Kysely.prototype, 'executeQuery');
  const list =
    endpoint === 'members'
      ? await openMembersList(store, { ...client, ...parseMembersQuery(raw, context), version: 2 })
      : await openLocationsList(store, { ...client, ...parseLocationsQuery(raw, context) });
  await list.close();
  const queries = sent.mock.calls.map(([query]) => query as CompiledQuery);
  sent.mockRestore();
  const [first] = queries;
  if (first === undefined) throw new Error('nothing was asked');
  return first;
}

/** The plan has one step per line. */
async function planOf(fresh: FreshStore, path: string): Promise<string> {
  const { sql, parameters } = await statementOf(fresh, path);
  const explain = fresh.store.engine === 'sqlite' ? 'explain query plan' : 'explain (costs off)';
  const { rows } = await fresh.store.members.executeQuery<Record<string, string>>(
    CompiledQuery.raw(`${explain} ${sql}`, [...parameters]),
  );
  return rows.map((row) => row['detail'] ?? row['QUERY PLAN']).join('\n');
}

/** A query, the index that it uses, and the condition that SQLite looks up in the index. */
const testedQueries = [
  [
    'members?FinancialStatus[]=expired',
    'membership_expiry',
    '(organisation_id=? AND is_approved=? AND is_owing=? AND expiry_date<?)',
  ],
  [
    'members?FinancialStatus[]=expiring',
    'membership_expiry',
    '(organisation_id=? AND is_approved=? AND is_owing=? AND expiry_date>? AND expiry_date<?)',
  ],
  [
    'members?ExpiryDate[To]=2020-01-01',
    'membership_expiry',
    '(organisation_id=? AND is_approved=? AND is_owing=? AND expiry_date<?)',
  ],
  ['members?MembershipType[]=2', 'membership_type_of', '(organisation_id=? AND type_id=?)'],
  ['members?OrganisationChapter[]=2', 'membership_chapter', '(organisation_id=? AND chapter_id=?)'],
  ['members?MembershipCategory[]=1', 'membership_category_of', '(organisation_id=? AND category_id=?)'],
  ['members?CurrentAddons[]=1', 'membership_addon_of', '(organisation_id=? AND addon_id=?'],
  ['members?ExtraAnswer[11][]=Yes', 'answer_given', '(organisation_id=? AND extra_id=? AND answer_key=?)'],
  ['members?User[FirstName]=first 7', 'person_first_name', '(organisation_id=? AND first_name_key=?)'],
  ['members?User[LastName]=last 7', 'person_last_name', '(organisation_id=? AND last_name_key=?)'],
  ['members?User[State][]=state 7', 'person_state', '(organisation_id=? AND state_key=?)'],
  ['members?User[Country]=country 7', 'person_country', '(organisation_id=? AND country_key=?)'],
  ['members?User[Organisation]=firm 7', 'person_organisation', '(organisation_id=? AND organisation_key=?)'],
  ['members?User[State][]=state 7', 'membership_person', '(organisation_id=? AND person_id=?)'],
  ['members?DateModified[After]=2030-01-01', 'membership_modified', '(organisation_id=? AND modified_at>?)'],
  [
    'locations?Geolocation[Lat]=-38&Geolocation[Lng]=144&Searchable=true',
    'location_band',
    '(organisation_id=? AND <expr>=? AND longitude>? AND longitude<?)',
  ],
  ['locations?State=state 7', 'location_state', '(organisation_id=? AND state_key=?)'],
  ['locations?User[LastName]=last 7', 'person_last_name', '(organisation_id=? AND last_name_key=?)'],
  ['locations?User[LastName]=last 7', 'location_membership', '(organisation_id=? AND membership_id=?)'],
] as const;

describe('SQLite', () => {
  // Without statistics, SQLite chooses the same plan for an empty table as for a full one.
  let fresh: FreshStore;
  beforeAll(async () => {
    fresh = await openFreshStore('sqlite');
  });
  afterAll(() => fresh.remove());

  it.each(testedQueries)('reads %s by the index %s %s', async (path, index, columns) => {
    const plan = await planOf(fresh, path);
    expect(plan).toContain(`${index} ${columns}`);
    expect(scans(plan)).toEqual([]);
  });

  it.each(['ExpiryDate[From]=2026-07-01', 'Searchable=true&ExpiryDate[From]=2026-07-01'])(
    'finds and counts the matches of a page with %s in an index alone',
    async (filter) => {
      const plan = await planOf(fresh, `members?${filter}&Page[Size]=20`);
      expect(plan.match(/USING COVERING INDEX membership_expiry/g)).toHaveLength(2);
      expect(plan).not.toContain('USING INDEX membership_expiry');
    },
  );

  it('finds the few persons of a name and a state in an index alone, and not everybody in the state', async () => {
    const plan = await planOf(fresh, 'members?User[State][]=state 7&User[LastName]=last 7');
    expect(plan).toContain('COVERING INDEX person_last_name (organisation_id=? AND last_name_key=?)');
    expect(plan).not.toContain('person_state');
  });

  it.each([
    'members',
    'members?Page[Size]=20',
    'locations?Geolocation[Lat]=-38&Geolocation[Lng]=144&Searchable=true',
  ])('plans %s once, and not again for each bound limit', async (path) => {
    const { sql } = await statementOf(fresh, path);
    expect(sql).toMatch(/\blimit \S/);
    expect(sql).not.toMatch(/\blimit \?(?! \+)/);
  });

  it.each(['members', 'members?Searchable=true', 'members?Locations=true', 'locations', 'locations?Name=a'])(
    'reads only one organisation for %s',
    async (path) => {
      const plan = await planOf(fresh, path);
      expect(scans(plan)).toEqual([]);
      const searches = plan.split('\n').filter((step) => step.includes('SEARCH'));
      expect(searches.filter((step) => !step.includes('organisation_id=?'))).toEqual([]);
    },
  );
});

/** Scans of a whole table. SQLite always scans an earlier step's result completely, so these scans are left out. */
function scans(plan: string): string[] {
  return plan.split('\n').filter((step) => /SCAN (?!(m|e|hit)$)/.test(step));
}

describe.runIf(testEngines.includes('postgres'))('PostgreSQL, with 2,000 members', () => {
  let fresh: FreshStore;
  beforeAll(async () => {
    fresh = await openFreshStore('postgres');
    const writerContext = {
      organisationId: 1,
      clock: () => context.now,
      areaCentre: noAreaCentre,
      cause: testCause,
    };
    await withMembersWriter(fresh.store, writerContext, async (writer) => {
      await putSampleStructure(writer);
      for (let id = 1; id <= 2000; id += 1) await writer.memberships.put(memberOf(id));
    });
    await fresh.store.members.executeQuery(CompiledQuery.raw('analyze'));
  });
  afterAll(() => fresh.remove());

  it.each(testedQueries)('reads %s by the index %s', async (path, index) => {
    const plan = await planOf(fresh, path);
    expect(plan).toMatch(new RegExp(`Index (Only )?Scan (using|on) ${index}\\b`));
    expect(plan).not.toMatch(/Seq Scan on (?!extra\b)/);
  });

  /** For each filter, one member in a thousand has the rare value. */
  function memberOf(id: number) {
    const isRare = (which: number) => id % 1000 === which;
    const address = {
      address: null,
      suburb: '',
      postcode: '',
      state: `state ${id}`,
      country: `country ${id}`,
    };
    const location = sampleLocation({
      id,
      state: `state ${id}`,
      latitude: -60 + id / 20,
      longitude: id / 20,
    });
    return sampleMember(
      id,
      {
        expiryDate: isRare(1) ? '2019-06-30' : isRare(2) ? '2026-06-20' : '2030-06-30',
        typeId: isRare(3) ? 2 : 1,
        chapterId: isRare(4) ? 2 : 1,
        categoryIds: isRare(5) ? [1] : [2],
        addons: [{ addonId: isRare(6) ? 1 : 2, quantity: 1, expiryDate: null, answers: [] }],
        answers: [{ extraId: 11, answer: isRare(7) ? 'Yes' : `No ${id}` }],
        locations: [location],
      },
      { firstName: `first ${id}`, lastName: `last ${id}`, organisation: `firm ${id}`, address },
    );
  }
});
