import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseLocationsQuery, parseMembersQuery } from '@/lib/membership-api/filters';
import type { Day } from './day';
import { selectIds } from './list';
import { locationsTables } from './locations-list';
import { isNarrowing, locationsCondition, membersCondition } from './members-conditions';
import { openFreshStore, type FreshStore } from './test-stores';

// SQLite plans an empty table as it does a full one: it goes by statistics, and we make none.
let fresh: FreshStore;
beforeAll(async () => {
  fresh = await openFreshStore('sqlite');
});
afterAll(() => fresh.remove());

const context = { now: new Date('2026-06-15T00:00:00Z'), timeZone: 'UTC' };
const day: Day = {
  organisationId: 1,
  version: 1,
  timeZone: 'UTC',
  today: '2026-06-15',
  noticeEnd: '2026-07-15',
  listedStatuses: ['financial'],
};

/** How SQLite finds the records of a query, one step a line. */
async function planOf(path: string): Promise<string> {
  const [endpoint, raw = ''] = path.split('?');
  const page = { after: 0, limit: null };
  const members = parseMembersQuery(endpoint === 'members' ? raw : '', context).filter;
  const locations = parseLocationsQuery(endpoint === 'members' ? '' : raw, context).filter;
  const query =
    endpoint === 'members'
      ? selectIds({
          ...{ from: sql`membership m`, id: sql`m.id`, ...page },
          ...{ condition: membersCondition(members, day, false), isNarrowed: isNarrowing(members) },
        })
      : selectIds({
          ...{ from: locationsTables(locations), id: sql`l.id`, ...page },
          ...{ condition: locationsCondition(locations, day, false), isNarrowed: true },
        });
  const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(fresh.store.members);
  return rows.map((row) => row.detail).join('\n');
}

it.each([
  [
    'members?FinancialStatus[]=expired',
    'membership_expiry (organisation_id=? AND is_approved=? AND is_owing=? AND expiry_date<?)',
  ],
  [
    'members?FinancialStatus[]=expiring',
    'membership_expiry (organisation_id=? AND is_approved=? AND is_owing=? AND expiry_date>? AND expiry_date<?)',
  ],
  [
    'members?ExpiryDate[To]=2020-01-01',
    'membership_expiry (organisation_id=? AND is_approved=? AND is_owing=? AND expiry_date<?)',
  ],
  ['members?MembershipType[]=1', 'membership_type_of (organisation_id=? AND type_id=?)'],
  ['members?OrganisationChapter[]=1', 'membership_chapter (organisation_id=? AND chapter_id=?)'],
  ['members?MembershipCategory[]=1', 'membership_category_of (organisation_id=? AND category_id=?)'],
  ['members?CurrentAddons[]=1', 'membership_addon_of (organisation_id=? AND addon_id=?'],
  ['members?ExtraAnswer[1][]=Yes', 'answer_given (organisation_id=? AND extra_id=? AND answer_key=?)'],
  ['members?User[FirstName]=a', 'person_first_name (organisation_id=? AND first_name_key=?)'],
  ['members?User[LastName]=a', 'person_last_name (organisation_id=? AND last_name_key=?)'],
  ['members?User[State][]=a', 'person_state (organisation_id=? AND state_key=?)'],
  ['members?User[Country]=a', 'person_country (organisation_id=? AND country_key=?)'],
  ['members?User[Organisation]=a', 'person_organisation (organisation_id=? AND organisation_key=?)'],
  ['members?User[State][]=a', 'membership_person (organisation_id=? AND person_id=?)'],
  ['members?DateModified[After]=2030-01-01', 'membership_modified (organisation_id=? AND modified_at>?)'],
  [
    'locations?Geolocation[Lat]=-38&Geolocation[Lng]=144',
    'location_point (organisation_id=? AND latitude>? AND latitude<?)',
  ],
  ['locations?State=VIC', 'location_state (organisation_id=? AND state_key=?)'],
  ['locations?User[LastName]=a', 'person_last_name (organisation_id=? AND last_name_key=?)'],
  ['locations?User[LastName]=a', 'location_membership (organisation_id=? AND membership_id=?)'],
])('%s is answered by an index: %s', async (path, index) => {
  const plan = await planOf(path);
  expect(plan).toContain(index);
  expect(plan).not.toContain('SCAN');
});

it.each(['members', 'members?Searchable=true', 'members?Locations=true', 'locations', 'locations?Name=a'])(
  '%s reads one organisation and no more',
  async (path) => {
    const plan = await planOf(path);
    expect(plan).not.toContain('SCAN');
    expect(
      plan.split('\n').every((step) => !step.startsWith('SEARCH') || step.includes('organisation_id=?')),
    ).toBe(true);
  },
);
