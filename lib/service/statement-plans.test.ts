import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  noAreaCentre,
  testCause,
  putSampleStructure,
  sampleLocation,
  sampleMember,
} from '@/lib/store/sample-members.fixture';
import { executedStatements, quadraticNodes, quadraticSteps } from '@/lib/store/statement-plans.fixture';
import { openFreshStore, testEngines, type FreshStore } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { startTestService } from './service.fixture';

/**
 * The source text of each function that builds a statement or query, and the engines that ran that statement or query.
 */
const prepared = vi.hoisted(() => new Map<string, Set<string>>());

// Modules prepare their statements when they are loaded. This records all of them, also those of modules that are added
// later.
vi.mock('@/lib/store/statement', async (original) => {
  const module = await original<typeof import('@/lib/store/statement')>();
  const prepareStatement: typeof module.prepareStatement = (build) => {
    const send = module.prepareStatement(build);
    const engines = noted(build);
    return (db, query) => {
      engines.add(engineOf(db));
      return send(db, query);
    };
  };
  return { ...module, prepareStatement };
});
vi.mock('@/lib/store/sql/prepared-query', async (original) => {
  const module = await original<typeof import('@/lib/store/sql/prepared-query')>();
  const prepareQuery: typeof module.prepareQuery = (build) => {
    const send = module.prepareQuery(build);
    const engines = noted(build);
    return (db, parameters) => {
      engines.add(engineOf(db));
      return send(db, parameters);
    };
  };
  return { ...module, prepareQuery };
});

const { noted, engineOf } = vi.hoisted(() => ({
  noted: (build: (...parts: never[]) => unknown) => {
    const engines = prepared.get(String(build)) ?? new Set<string>();
    prepared.set(String(build), engines);
    return engines;
  },
  engineOf: (db: { getExecutor: () => { adapter: object } }) => db.getExecutor().adapter.constructor.name,
}));

/**
 * Lists of this many members need more than one statement. With so many members, PostgreSQL chooses the plans of long
 * tables.
 */
const memberCount = 2_000;
const near = 'locations?Geolocation[Lat]=-38&Geolocation[Lng]=144';
const filters = [
  '',
  'Searchable=true',
  'Locations=true',
  'FinancialStatus[]=expired',
  'FinancialStatus[]=expiring',
  'FinancialStatus[]=financial&FinancialStatus[]=outstanding',
  'ExpiryDate[To]=2020-01-01',
  'ExpiryDate[From]=2020-01-01',
  'DateModified[After]=2030-01-01',
  'DateModified[Before]=2030-01-01',
  'MembershipType[]=1',
  'MembershipType[]=2',
  'OrganisationChapter[]=2',
  'MembershipCategory[]=1',
  'CurrentAddons[]=1',
  'ExtraAnswer[11][]=Yes',
  'User[FirstName]=first 7',
  'User[LastName]=last 7',
  'User[State][]=state 7',
  'User[Country]=country 7',
  'User[Organisation]=firm 7',
];

describe.each(testEngines)('on %s', (engine) => {
  let fresh: FreshStore;
  let service: ReturnType<typeof startTestService>;
  beforeAll(async () => {
    fresh = await openFreshStore(engine);
    service = startTestService(fresh.store);
    const context = {
      organisationId: 1,
      clock: () => service.time.now,
      areaCentre: noAreaCentre,
      cause: testCause,
    };
    await withMembersWriter(fresh.store, context, async (writer) => {
      await putSampleStructure(writer);
      for (let id = 1; id <= memberCount; id += 1) await writer.memberships.put(memberOf(id));
    });
    await fresh.store.members.executeQuery(
      CompiledQuery.raw(`insert into committee_seat (organisation_id, person_id, position, chapter_id)
        select organisation_id, id, 0, 1 from person`),
    );
    await fresh.store.members.executeQuery(
      CompiledQuery.raw(`insert into role (organisation_id, person_id, role)
        select organisation_id, id, 'reader' from person`),
    );
    if (engine === 'postgres') await fresh.store.members.executeQuery(CompiledQuery.raw('analyze'));
    await requestEverything();
  });
  afterAll(() => fresh.remove());

  async function requestEverything(): Promise<void> {
    const get = async (path: string, options: Parameters<typeof service.get>[1] = {}) => {
      const response = await service.get(path, options);
      // Version 1 does not have all filters.
      const expected = options.version === 'v1' ? [200, 400] : [200];
      expect([path, expected.includes(response.status)]).toEqual([path, true]);
      await response.arrayBuffer();
    };
    for (const list of filters) {
      for (const version of ['v1', 'v2'] as const) {
        await get(`members?${list}`, { version });
        await get(`members?${list}&Page[Size]=20`, { version });
        await get(`members?${list}&Page[Size]=20&Page[After]=7`, { version });
      }
      await get(`members?${list}&Include[]=Directory`);
      await get(`members?${list}&Include[]=Categories&Include[]=Locations`);
      await get(`locations?${list}`);
      await get(`locations?${list}&Page[Size]=20`);
    }
    for (const list of [
      'locations?State=state 7',
      'locations?Name=a',
      near,
      `${near}&Searchable=true`,
      `${near}&Geolocation[Distance]=9000`,
      `${near}&Geolocation[Distance]=9000&Searchable=true`,
    ])
      await get(list);
    for (const list of ['categories', 'membershiptypes', 'addons', 'extras']) await get(list);
    await get('user', { token: await service.token({ scopes: ['user'], personId: 1 }) });
    // The service looks up this unknown client too, so the test includes that statement.
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'a',
      client_secret: 'b',
    });
    await service.app.request('/api/v2/organisation/1/token', { method: 'POST', body });
  }

  it('tests ran every prepared statement of the service', () => {
    const adapter = engine === 'sqlite' ? 'SqliteAdapter' : 'PostgresAdapter';
    const unasked = [...prepared].filter(([, engines]) => !engines.has(adapter)).map(([build]) => build);
    expect(unasked).toEqual([]);
    expect(prepared.size).toBeGreaterThan(10);
  });

  it('no statement reads a table again for each member', async () => {
    const { store } = fresh;
    const slow = new Set<string>();
    for (const query of executedStatements(engine)) {
      // SQLite has two files, and each statement belongs to one of them.
      const found =
        engine === 'postgres'
          ? [quadraticNodes(store.members, query)]
          : [store.members, store.auth].map((db) => quadraticSteps(db, query).catch(() => []));
      for (const steps of await Promise.all(found)) steps.forEach((step) => slow.add(step));
    }
    expect([...slow]).toEqual([]);
  });
});

/** For each filter, one member in a thousand has the rare value. */
function memberOf(id: number) {
  const isRare = (which: number) => id % 1000 === which;
  const address = { address: null, suburb: '', postcode: '', state: `state ${id}`, country: `country ${id}` };
  return sampleMember(
    id,
    {
      expiryDate: isRare(1) ? '2019-06-30' : isRare(2) ? '2026-06-20' : '2030-06-30',
      typeId: isRare(3) ? 2 : 1,
      chapterId: isRare(4) ? 2 : 1,
      categoryIds: [isRare(5) ? 2 : 1],
      addons: [{ addonId: isRare(6) ? 2 : 1, quantity: 1, expiryDate: null, answers: [] }],
      answers: [{ extraId: 11, answer: isRare(7) ? 'No' : 'Yes' }],
      locations: [sampleLocation({ id, state: `state ${id}`, latitude: -60 + id / 20, longitude: id / 20 })],
    },
    { firstName: `first ${id}`, lastName: `last ${id}`, organisation: `firm ${id}`, address },
  );
}
