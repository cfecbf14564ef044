import { CompiledQuery, type Kysely } from 'kysely';
import { endpoints } from '@/lib/contract/endpoints';
import { officeFilterParameters, officeSorts, readOfficeMembersQuery } from '@/lib/contract/office-members';
import { everyField } from '@/lib/store/lists/office-conditions';
import { readOfficeList } from '@/lib/store/lists/office-list';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { readDay } from '@/lib/store/day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noAreaCentre, testCause } from '@/lib/store/sample-members.fixture';
import { openFreshStore, testEngines, type FreshStore } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { sampleSize } from '@/lib/base/test-strength';
import { clusteredMember, putClusteredStructure } from './clustered-members.fixture';
import { elsewhere, memberLists, officeQueries, shortLists, shortRequests } from './growth-requests.fixture';
import { isReading, planSteps, rowsTouched, statementsOf, type Sent } from './sent-statements.fixture';
import { startTestService, testBaseUrl } from './service.fixture';

interface List {
  version: 'v1' | 'v2';
  path: string;
}
const lists = toLists(memberLists);

function toLists(table: Record<string, readonly string[]>): List[] {
  return Object.entries(table).flatMap(([endpoint, filters]) => {
    const [version, name] = endpoint.split('/');
    return filters.map((filter) => ({
      version: version === 'v1' ? ('v1' as const) : ('v2' as const),
      path: `${name}?${filter}`,
    }));
  });
}

const sizes = [2_500, 5_000, 10_000].slice(0, sampleSize({ usual: 2, long: 3 }));
/**
 * One statement cannot read a long list, so the IDs of the list are first found in ranges. This search touches up to
 * `rowsForMore` more rows for each member.
 */
const rowsForMore = 8;

class World {
  readonly #fresh: FreshStore;
  readonly #service: ReturnType<typeof startTestService>;
  #token = '';
  #memberToken = '';
  #count = 0;

  private constructor(fresh: FreshStore) {
    this.#fresh = fresh;
    this.#service = startTestService(fresh.store);
  }

  static async open(engine: 'sqlite' | 'postgres'): Promise<World> {
    const world = new World(await openFreshStore(engine));
    await world.growTo(0);
    world.#token = await world.#service.token();
    world.#memberToken = await world.#service.token({ scopes: ['user'], personId: 7 });
    return world;
  }

  get members() {
    return this.#fresh.store.members;
  }

  remove(): Promise<void> {
    return this.#fresh.remove();
  }

  async growTo(count: number): Promise<void> {
    const from = this.#count;
    this.#count = count;
    let id = from;
    // Each member is written a minute after the previous one.
    const clock = () => new Date(Date.UTC(2026, 0, 1) + id * 60_000);
    const context = { organisationId: 1, clock, areaCentre: noAreaCentre, cause: testCause };
    await withMembersWriter(this.#fresh.store, context, async (writer) => {
      if (count === 0) await putClusteredStructure(writer);
      while (id < count) await writer.memberships.put(clusteredMember(++id));
    });
    if (this.#fresh.store.engine === 'postgres') await analyzeWhole(this.members);
  }

  /** The statements for the whole list, its first page, and its next page, if the list has a next page. */
  async requestsOf({ version, path }: List) {
    // Version 1 differs from version 2 only in the documents, so one whole list of version 1 is enough.
    const isRead = version === 'v2' || path === 'members?';
    const whole = isRead ? await this.get(version, path) : { statements: [] };
    const first = await this.get(version, `${path}&Page[Size]=20`);
    const next = first.next === null ? null : await this.get(version, first.next);
    return { whole: whole.statements, first: first.statements, next: next?.statements ?? [] };
  }

  /** The statements for the first two pages of the office's list. */
  async officeStatements(text: string): Promise<Sent[]> {
    const db = this.members;
    const day = await readDay(db, 1, new Date('2026-06-15T02:00:00Z'));
    if (day === null) throw new Error('the organisation is stored first');
    const { filter, sort } = readOfficeMembersQuery(text);
    const request = { day, filter, sort, chapterIds: null, seen: everyField, size: 50 };
    const statements = await statementsOf(async () => {
      const { next } = await readOfficeList(db, { ...request, after: null });
      if (next !== null) await readOfficeList(db, { ...request, after: next });
    });
    return statements.filter(isReading);
  }

  /** Sends the request without the checks of `service.get`, which take longer than the requests. */
  async get(version: 'v1' | 'v2', path: string) {
    let next: string | null = null;
    const statements = await statementsOf(async () => {
      const response = await this.#service.app.request(
        `${testBaseUrl}/api/${version}/organisation/1/${path}`,
        { headers: { Authorization: `Bearer ${path === 'user' ? this.#memberToken : this.#token}` } },
      );
      expect([path, response.status]).toEqual([path, 200]);
      await response.arrayBuffer();
      next = /organisation\/1\/(.*)>/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
    });
    return { statements: statements.filter(isReading), next: next as string | null };
  }
}

/**
 * PostgreSQL computes its statistics from every row, not from a random sample, so that the plans are the same in each
 * run. It must keep them: on a slow machine, the automatic vacuum would replace them with less exact ones.
 */
function analyzeWhole(db: Kysely<MembersDatabase>): Promise<void> {
  return db.connection().execute(async (connection) => {
    const run = (statement: string) => connection.executeQuery(CompiledQuery.raw(statement));
    await run(
      `do $$ declare name text; begin
        for name in select quote_ident(tablename) from pg_tables where schemaname = current_schema() loop
          execute 'alter table ' || name || ' set (autovacuum_enabled = off)';
        end loop;
      end $$`,
    );
    await run('set default_statistics_target = 1000');
    await run('vacuum analyze');
    await run('reset default_statistics_target');
  });
}

describe('the requests', () => {
  const byEndpoint: Record<string, readonly string[]> = { ...memberLists, ...shortLists };
  const names = (queries: readonly string[]) =>
    new Set(queries.flatMap((query) => query.split('&').map((pair) => pair.replace(/(\[\d*\])*=.*/, ''))));

  it('use every list of the contract with every parameter', () => {
    const documented = endpoints
      .filter(({ isList }) => isList)
      .map(({ version, path, parameters }) => {
        const own = parameters.map(({ name }) => name).filter((name) => !name.startsWith('Page['));
        return [
          `${version}/${path}`,
          own.map((name) => name.replace(/(\[<extra_id>\])?(\[\])?$/, '')).sort(),
        ];
      });
    const used = Object.entries(byEndpoint).map(([endpoint, queries]) => {
      return [endpoint, [...names(queries)].filter((name) => name !== '').sort()];
    });
    expect(Object.fromEntries(used)).toEqual(Object.fromEntries(documented));
  });

  it('use every endpoint of the service that reads, except those of one person', async () => {
    const fresh = await openFreshStore('sqlite');
    const { app } = startTestService(fresh.store);
    const prefix = /^\/api\/(v\d+)\/organisation\/:organisation\//;
    const read = app.routes
      .filter(({ method, path }) => method === 'GET' && prefix.test(path) && !path.includes('/office/'))
      .map(({ path }) => path.replace(prefix, '$1/').replace('members/:membership', 'members/7'));
    await fresh.remove();
    const requests = shortRequests.map((request) => request.replace(/\?.*/, ''));
    const known = [...Object.keys(byEndpoint), ...requests, ...elsewhere];
    const own = known.map((path) => path.replace('members/:membership', 'members/7'));
    expect([...new Set(read)].sort()).toEqual([...own].sort());
  });

  it('use every filter and sort order of the office’s list of members', () => {
    const known = officeFilterParameters.map(({ name }) => name);
    expect([...names(officeQueries)].filter((name) => name !== '').sort()).toEqual([...known].sort());
    for (const sort of officeSorts) expect(officeQueries).toContain(`Sort=${sort}`);
  });
});

describe.runIf(testEngines.includes('postgres'))(`PostgreSQL, with ${sizes.join(', ')} members`, () => {
  let world: World;
  /** The number of rows that each request touches at each size. */
  const rows = new Map<string, number[]>();
  beforeAll(async () => {
    world = await World.open('postgres');
    for (const size of sizes) {
      await world.growTo(size);
      for (const list of lists) {
        for (const [kind, statements] of Object.entries(await world.requestsOf(list))) {
          if (statements.length > 0) await count(`${kind}: ${list.version}/${list.path}`, statements);
        }
      }
      for (const { version, path } of toLists(shortLists))
        await count(`short: ${version}/${path}`, (await world.get(version, path)).statements);
      for (const request of shortRequests)
        await count(`short: ${request}`, (await world.get('v2', request.slice(3))).statements);
      for (const query of officeQueries) await count(`office: ${query}`, await world.officeStatements(query));
    }
  }, 480_000);
  afterAll(() => world.remove());

  async function count(name: string, statements: readonly Sent[]): Promise<void> {
    let sum = 0;
    for (const [statement, times] of sampleOf(statements)) {
      sum += times * (await rowsTouched(world.members, statement));
    }
    rows.set(name, [...(rows.get(name) ?? []), sum]);
  }

  it('no request touches more than 2.5 times as many rows for twice as many members', () => {
    const growing = [...rows].filter(([, counts]) =>
      counts.some((rowCount, at) => {
        const [before = 0, more = 0] = at === 0 ? [rowCount] : [counts[at - 1], sizes[at - 1]];
        return rowCount > 2.5 * before + rowsForMore * more;
      }),
    );
    expect(growing).toEqual([]);
    expect(rows.size).toBeGreaterThan(120);
  });

  it('pages after the first, listings and single members need the same work at any size', () => {
    const growing = [...rows].filter(([name, [first = 0, ...later]]) => {
      if (!/^(next|short): /.test(name) || readsMatches.test(name)) return false;
      const most = Math.max(1.2 * first + 600, fewAtFirst.test(name) ? rowsOfFew : 0);
      return later.some((rowCount) => rowCount > most);
    });
    expect(growing).toEqual([]);
  });
});

/**
 * Of several statements with the same text, such as those for the parts of a list, the first and the last are measured.
 * Each counts for half of them.
 */
function sampleOf(statements: readonly Sent[]): [statement: Sent, times: number][] {
  const byText = new Map<string, Sent[]>();
  for (const one of statements) byText.set(one.sql, [...(byText.get(one.sql) ?? []), one]);
  return [...byText.values()].flatMap((same) => {
    const ends = [...new Set([same[0], same.at(-1)])].filter((one) => one !== undefined);
    return ends.map((one): [Sent, number] => [one, same.length / ends.length]);
  });
}

/**
 * With these filters, each page reads all matches. For a circle, the distances of all locations in the box around the
 * circle are compared. After a filter on persons, the locations are sorted, because persons are in another order.
 */
const readsMatches = /Geolocation|locations\?User/;

/**
 * PostgreSQL reads all matches for each page while few members match, which touches up to `rowsOfFew` rows. If more
 * members match, it reads the locations in their order and touches 1,300 to 2,300 rows, with 20,000 members as with
 * 10,000.
 */
const fewAtFirst = /^next: v2\/locations\?(CurrentAddons|FinancialStatus\[\]=expired&)/;
const rowsOfFew = 5_000;

/** No index has these matches in order of ID, so SQLite finds and sorts all of them. */
const sortedPages: [RegExp, reason: string][] = [
  [/MembershipType\[\]=1&MembershipType|MembershipCategory\[\]=1&MembershipCategory/, 'two lists are merged'],
  [/CurrentAddons/, 'the index has the addons in order of their expiry'],
  [/User\[/, 'persons have other IDs than memberships'],
  [
    /locations\?(MembershipCategory|MembershipType|OrganisationChapter|ExtraAnswer)/,
    'locations have other IDs than memberships',
  ],
  [/Geolocation/, 'sorted by distance'],
  [/FinancialStatus\[\]=exp|FinancialStatus\[\]=outstanding$|ExpiryDate|DateModified/, 'few are expected'],
];

describe('SQLite', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open('sqlite');
    // SQLite chooses the same plan for a short table as for a long table. With 600 members, lists have several pages,
    // and whole lists need several statements.
    await world.growTo(600);
  });
  afterAll(() => world.remove());

  it('never reads a growing table completely, and does not sort a page that an index has in order', async () => {
    const found: string[] = [];
    for (const list of lists) {
      const name = `${list.version}/${list.path}`;
      const { whole, first, next } = await world.requestsOf(list);
      for (const statement of [...whole, ...first, ...next]) {
        for (const step of await planSteps(world.members, statement)) {
          // These names stand for earlier results in the same statement, not for tables.
          if (/^SCAN (?!(m|e|hit|listed|part|json_each|CONSTANT)\b)/.test(step))
            found.push(`${name}: ${step}`);
        }
      }
      if (sortedPages.some(([path]) => path.test(list.path))) continue;
      for (const statement of [...first, ...next]) {
        const steps = await planSteps(world.members, statement);
        // The records of the page itself may be sorted.
        const isSorted = (step: string, at: number) =>
          step.includes('TEMP B-TREE') && steps[at - 1] !== 'SCAN hit';
        if (steps.some(isSorted)) found.push(`${name}: ${steps.join(', ')}`);
      }
    }
    expect(found).toEqual([]);
  });
});
