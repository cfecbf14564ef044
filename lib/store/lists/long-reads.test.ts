import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, DummyDriver } from 'kysely';
import { expect, it } from 'vitest';
import { parseLocationsQuery, parseMembersQuery } from '@/lib/contract/filters';
import type { Store } from '@/lib/store/database';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { toQuery } from './list-query';
import { readFirst } from './long-reads';

const empty = () =>
  new Kysely<MembersDatabase>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
const reader = empty();
const store: Pick<Store, 'members' | 'readInTurn'> = {
  members: empty(),
  readInTurn: (_, read) => read(reader),
};
const context = { now: new Date('2026-06-15T00:00:00Z'), timeZone: 'UTC' };
const day = {
  organisationId: 1,
  version: 1,
  timeZone: 'UTC',
  today: '2026-06-15',
  noticeEnd: '2026-07-15',
  listedStatuses: [],
};

/** `counts`: all matches are counted, as for the first page of a list. */
async function isInMainThread(path: string, counts: boolean): Promise<boolean> {
  const [endpoint, raw = ''] = path.split('?');
  const { filter, page } =
    endpoint === 'members' ? withFilter(parseMembersQuery(raw, context)) : parseLocationsQuery(raw, context);
  const query = toQuery('sqlite', {
    caller: 'a client',
    filter,
    day,
    seesAdminExtras: false,
    includes: [],
    version: 2,
    after: 0,
    size: page.size,
  });
  return (await readFirst(store as Store, { query, counts }, async (db) => db)) === store.members;
}

function withFilter({ filter, page }: ReturnType<typeof parseMembersQuery>) {
  return { filter: { members: filter, near: null, name: null, state: null }, page };
}

const sydney = 'locations?Geolocation[Lat]=-33.87&Geolocation[Lng]=151.21&Geolocation[Distance]';

it.each([
  ['members?Page[Size]=20', false],
  ['members?Page[Size]=100', false],
  ['members', false],
  ['members?MembershipType[]=1&Page[Size]=20', false],
  ['members?MembershipCategory[]=1&Page[Size]=20', false],
  ['members?User[LastName]=Smith&User[State][]=VIC&Page[Size]=20', true],
  [`${sydney}=5`, false],
])('%s reads few rows: in the main thread', async (path, counts) => {
  expect(await isInMainThread(path, counts)).toBe(true);
});

it.each([
  ['members?Page[Size]=20', true],
  ['members?Page[Size]=101', false],
  ['members?User[LastName]=Smith&Page[Size]=1000', false],
  ['members?User[FirstName]=John&Page[Size]=20', false],
  ['members?MembershipType[]=1&Page[Size]=20', true],
  ['members?MembershipType[]=1', false],
  ['members?MembershipType[]=1&MembershipType[]=2&Page[Size]=20', false],
  ['members?MembershipType[]=1&ExpiryDate[From]=2031-01-01&Page[Size]=20', false],
  ['members?ExpiryDate[From]=2031-01-01', false],
  ['members?DateModified[After]=2026-06-14', false],
  ['members?FinancialStatus[]=expired&Page[Size]=20', false],
  ['members?Searchable=true&Page[Size]=20', false],
  ['members?User[State][]=VIC&Page[Size]=20', false],
  ['locations?Name=clinic', false],
  [`${sydney}=20000`, false],
  [`${sydney}=5&MembershipCategory[]=3`, false],
])('%s may read many rows: in the thread for reading', async (path, counts) => {
  expect(await isInMainThread(path, counts)).toBe(false);
});
