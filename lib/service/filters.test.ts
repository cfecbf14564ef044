import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { noMembersFilter, type LocationsFilter, type MembersFilter } from '@/lib/contract/filter-types';
import { formatLocationsQuery, formatMembersQuery } from '@/lib/contract/write-filters.fixture';
import { financialStatuses } from '@/lib/contract/words';
import { filterLocations, filterMembers, type ReferenceData } from './reference-filter.fixture';
import type { MemberRecord } from '@/lib/store/schema/records';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { readStructure } from '@/lib/store/structure';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { sampleSize } from '@/lib/base/test-strength';
import { startTestService, type TestService } from './service.fixture';

const seed = 20260615;
const runs = {
  sqlite: sampleSize({ usual: 400, long: 6_000 }),
  postgres: sampleSize({ usual: 150, long: 6_000 }),
};
const now = new Date('2026-06-15T02:00:00Z');
const pick = <T>(...values: T[]) => fc.constantFrom(...values);
const some = <T>(...values: T[]) => fc.subarray(values, { maxLength: 2 });
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 });

const dates = [
  '2026-06-13',
  '2026-06-14',
  '2026-06-15',
  '2026-06-16',
  '2026-07-15',
  '2026-07-16',
  '2030-01-01',
];
const names = [
  'Zoë',
  'ZOE',
  'Łukasz',
  'lukasz',
  'Strauß',
  'strauss',
  "O'Brien",
  'Ngọc',
  '100%',
  '',
  'a_b',
  'a\\b',
];
const states = ['VIC', 'vic', 'Tasmania', '', 'Île-de-France'];
const answers = ['Yes', 'No', 'yes', 'Łódź', ''];
// Both poles, both longitudes of the 180th meridian, and places on each side of it.
const latitudes = [-90, -89.99, -38.15, -16.5, 0, 16.5, 51.5, 89.99, 90];
const longitudes = [-180, -179.99, -0.1, 0, 0.1, 144.36, 179.99, 180];
const answer = fc.record({ extraId: pick(11, 12, 13), answer: pick(...answers) });

const member = (id: number): fc.Arbitrary<MemberRecord> =>
  fc
    .record({
      person: fc.record({
        firstName: pick(...names),
        lastName: pick(...names),
        organisation: pick('', 'Firm & Co', 'FIRM & CO'),
        address: fc.record({
          address: fc.constant(null),
          suburb: fc.constant(''),
          postcode: fc.constant(''),
          state: pick(...states),
          country: pick('Australia', 'AUSTRALIA', 'France'),
        }),
      }),
      membership: fc.record({
        kind: pick('individual' as const, 'corporate' as const),
        expiryDate: optional(pick(...dates)),
        typeId: pick(1, 2, 3),
        chapterId: optional(pick(1, 2)),
        amountOutstandingThousandths: pick(0, 0, 0, 1, 5000),
        isApproved: pick(true, true, true, false),
        categoryIds: some(1, 2),
        addons: fc.array(
          fc.record({
            addonId: pick(1, 2, 3),
            quantity: fc.constant(1),
            expiryDate: optional(pick('2026-06-14', '2026-06-15', '2026-06-16')),
            answers: fc.array(answer, { maxLength: 1 }),
          }),
          { maxLength: 2 },
        ),
        answers: fc.array(answer, { maxLength: 3 }),
      }),
      points: fc.array(fc.tuple(pick(...latitudes), pick(...longitudes), pick(...names), pick(...states)), {
        maxLength: 2,
      }),
    })
    .map(({ person, membership, points }) => {
      const locations = points.map(([latitude, longitude, name, state], index) =>
        sampleLocation({ id: id * 10 + index, latitude, longitude, name, state }),
      );
      return sampleMember(id, { ...membership, locations }, person);
    });

const instant = pick(
  '2026-06-13T14:00:00Z',
  '2026-06-14T02:00:00Z',
  '2026-06-14T14:00:00Z',
  '2026-07-15T20:00:00Z',
).map((text) => new Date(text));
const written = pick(0, 1, 60, 61).map((minute) => new Date(now.getTime() + minute * 60_000));
const membersFilter: fc.Arbitrary<MembersFilter> = fc
  .record(
    {
      categoryIds: some(1, 2, 99),
      typeIds: some(1, 2, 3, 99, -1),
      chapterIds: some(1, 2, 99),
      statuses: fc.subarray([...financialStatuses], { minLength: 1 }),
      expiryTo: instant,
      expiryFrom: instant,
      currentAddonIds: some(1, 2, 3),
      extraAnswers: fc
        .subarray([11, 12, 13, 99], { maxLength: 2 })
        .chain((ids) =>
          fc.tuple(
            ...ids.map((extraId) =>
              fc.record({ extraId: fc.constant(extraId), answers: fc.subarray(answers, { minLength: 1 }) }),
            ),
          ),
        ),
      isSearchable: fc.boolean(),
      hasLocations: fc.boolean(),
      firstNames: some(...names),
      lastNames: some(...names),
      states: some(...states),
      country: pick('australia', 'france', ''),
      organisation: pick('firm & co', ''),
      modifiedAfter: written,
      modifiedBefore: written,
    },
    { requiredKeys: ['statuses'] },
  )
  .chain((filter) =>
    fc.subarray(Object.keys(filter), { maxLength: 4 }).map((names) => pickFields(filter, names)),
  );

const locationsFilter: fc.Arbitrary<LocationsFilter> = fc.record({
  members: pick(noMembersFilter, { ...noMembersFilter, statuses: [...financialStatuses] }),
  near: optional(
    fc.record({
      point: fc.record({ latitude: pick(...latitudes), longitude: pick(...longitudes) }),
      distanceKm: pick(0.5, 2, 30, 500, 2000, 10_007.6, 20_015.2, 20_038),
    }),
  ),
  name: optional(pick('%', '_', '\\', 'oe', 'STRAUSS', '')),
  state: optional(pick(...states)),
});

function pickFields(filter: Partial<MembersFilter>, names: string[]): MembersFilter {
  const picked = Object.fromEntries(
    Object.entries(filter).filter(([name]) => name === 'statuses' || names.includes(name)),
  );
  return { ...noMembersFilter, ...picked };
}

describeEachEngine('the results of random filters on random members', (store) => {
  let service: TestService;
  let data: ReferenceData;
  let adminToken: string;

  beforeAll(async () => {
    service = startTestService(store(), { now: now.toISOString() });
    const modifiedAt = new Map<number, Date>();
    const members: MemberRecord[] = [];
    const ids = Array.from({ length: 160 }, (_, index) => index + 1);
    // The members are written in two halves, an hour apart.
    for (const half of [ids.filter((id) => id % 2 === 0), ids.filter((id) => id % 2 === 1)]) {
      const time = new Date(now.getTime() + (modifiedAt.size === 0 ? 0 : 3_600_000));
      const context = { organisationId: 1, clock: () => time, areaCentre: noAreaCentre, cause: testCause };
      await withMembersWriter(store(), context, async (writer) => {
        await putSampleStructure(writer);
        for (const id of half) {
          const [record] = fc.sample(member(id), { numRuns: 1, seed: seed + id });
          if (record === undefined) throw new Error('one was asked for');
          modifiedAt.set(id, time);
          members.push(record);
          await writer.memberships.put(record);
        }
      });
    }
    service.time.now = new Date(now.getTime() + 7_200_000);
    const structure = await readStructure(store().members, 1);
    if (structure === null) throw new Error('it was just written');
    data = { structure, members, modifiedAt, now: service.time.now, seesAdminExtras: false };
    adminToken = await service.token({ seesAdminExtras: true });
  });

  const send = async (path: string, token?: string) => {
    const response = await service.get(path, token === undefined ? {} : { token });
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as { ID: string; Distance?: string | null }[];
  };

  it('match those of the plain filter: members', async () => {
    let found = 0;
    const property = fc.asyncProperty(membersFilter, fc.boolean(), async (filter, seesAdminExtras) => {
      const expected = filterMembers({ ...data, seesAdminExtras }, filter);
      const answer = await send(
        `members?${formatMembersQuery(filter)}`,
        seesAdminExtras ? adminToken : undefined,
      );
      expect(answer.map((one) => Number(one.ID))).toEqual(expected);
      found += expected.length;
    });
    // Some members are searchable only until today.
    const searchable = { ...noMembersFilter, statuses: [...financialStatuses], isSearchable: true };
    await fc.assert(property, { seed, numRuns: runs[store().engine], examples: [[searchable, false]] });
    // If all filters found nothing, the test would prove nothing.
    expect(found).toBeGreaterThan(5 * runs[store().engine]);
  });

  it('match those of the plain filter: locations', async () => {
    let found = 0;
    const property = fc.asyncProperty(locationsFilter, async (filter) => {
      const expected = filterLocations(data, filter);
      const answer = await send(`locations?${formatLocationsQuery(filter)}`);
      expect(answer.map((one) => ({ id: Number(one.ID), distance: one.Distance }))).toEqual(expected);
      found += expected.length;
    });
    await fc.assert(property, { seed, numRuns: runs[store().engine] });
    expect(found).toBeGreaterThan(5 * runs[store().engine]);
  });
});
