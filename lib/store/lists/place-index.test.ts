/** A list by distance can come from memory or from the database. After any writes, both lists must be the same. */
import { beforeAll, expect, it } from 'vitest';
import { byCommand } from '@/lib/store/journal';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import type { MembersWriter } from '@/lib/store/members-writer';
import { withMembersWriter } from '@/lib/store/write';
import { startTestService, type TestService } from '@/lib/service/service.fixture';
import { parseLocationsQuery } from '@/lib/contract/filters';
import { readDay } from '@/lib/store/day';
import { openLocationsList } from './locations-list';
import { findPlaces } from './place-index';
import type { AreaCentre } from '@/lib/store/location-document';
import { sampleSize } from '@/lib/base/test-strength';
import { seededRandom } from '@/lib/base/seeded-random';

const near = 'locations?Geolocation[Lat]=-38.1&Geolocation[Lng]=144.4';
/** Matches all members, but a list with this filter is read from the database. */
const allSearchable = '&Searchable=true';
const statuses = [
  '',
  '&FinancialStatus[]=expired&FinancialStatus[]=expiring',
  '&FinancialStatus[]=outstanding',
];

const usualCircles = ['', '&Geolocation[Distance]=3'];
/** The last circle contains all locations, so its lists are the longest. */
const allCircles = [...usualCircles, '&Geolocation[Distance]=20000'];

const rounds = sampleSize({ usual: 10, long: 200 });

describeEachEngine('locations in memory', (store) => {
  let service: TestService;
  let areaCentre: AreaCentre = noAreaCentre;
  let seconds = 0;
  const write = (work: (writer: MembersWriter) => Promise<unknown>, cause = testCause) => {
    const clock = () => new Date(Date.UTC(2026, 5, 15) + (seconds += 1) * 1000);
    return withMembersWriter(store(), { organisationId: 1, clock, areaCentre, cause }, work);
  };
  const expectSame = async (what: string, circles = usualCircles) => {
    for (const status of statuses) {
      for (const circle of circles) {
        const path = `${near}${circle}${status}&Include[]=Directory`;
        const [grid, box] = await Promise.all([service.get(path), service.get(`${path}${allSearchable}`)]);
        expect([what, path, await grid.text()]).toEqual([what, path, await box.text()]);
        expect(grid.headers.get('X-Total-Count')).toBe(box.headers.get('X-Total-Count'));
      }
    }
  };
  const random = seededRandom(20260615);
  const somewhere = (id: number) =>
    sampleLocation({
      id,
      latitude: Number((-38.1 + (random() - 0.5) * 0.8).toFixed(4)),
      longitude: Number((144.4 + (random() - 0.5) * 0.8).toFixed(4)),
    });
  const member = (id: number, change = {}) => sampleMember(id, { locations: [somewhere(id)], ...change });

  beforeAll(async () => {
    service = startTestService(store());
    await write(async (writer) => {
      await putSampleStructure(writer);
      for (let id = 1; id <= 80; id += 1) await writer.memberships.put(member(id));
    });
  });

  it('follow each kind of change', async () => {
    await expectSame('at first', allCircles);
    const changes: Record<string, (writer: MembersWriter) => Promise<unknown>> = {
      'a move': (writer) => writer.memberships.put(member(1)),
      'a second location': (writer) =>
        writer.memberships.put(member(2, { locations: [somewhere(2), somewhere(1_002)] })),
      'no location': (writer) => writer.memberships.put(member(3, { locations: [] })),
      'no approval': (writer) => writer.memberships.put(member(4, { isApproved: false })),
      'an amount outstanding': (writer) =>
        writer.memberships.put(member(5, { outstandingThousandths: 10_000 })),
      'an earlier end': (writer) => writer.memberships.put(member(6, { expiryDate: '2020-06-30' })),
      'no end': (writer) => writer.memberships.put(member(7, { expiryDate: null })),
      'a removal': (writer) => writer.memberships.remove([8]),
      'a new member': (writer) => writer.memberships.put(member(400)),
      'a corporate membership': async (writer) => {
        await writer.memberships.put(member(500, { kind: 'corporate' }));
        await writer.memberships.put(member(501, { parentId: 500 }));
      },
      'the end of a corporate membership': (writer) =>
        writer.memberships.put(member(500, { kind: 'corporate', expiryDate: '2020-06-30' })),
    };
    for (const [what, change] of Object.entries(changes)) {
      await write(change);
      await expectSame(what);
    }
  });

  it('follow many changes at once, and a new public point that leaves the rest of the member as it was', async () => {
    await write(async (writer) => {
      for (let id = 10; id <= 520; id += 1) await writer.memberships.put(member(id));
    });
    await expectSame('many changes', allCircles);
    const suburb = (id: number) => ({ locations: [{ ...somewhere(id), precision: 'suburb' as const }] });
    const hidden = [11, 12, 13].map((id) => member(id, suburb(id)));
    const put = async (writer: MembersWriter) => {
      for (const one of hidden) await writer.memberships.put(one);
    };
    await write(put);
    await expectSame('locations by suburb');
    areaCentre = () => ({ latitude: -38.123, longitude: 144.321 });
    await write(put);
    await expectSame('another gazetteer');
    await write(async (writer) => {
      await put(writer);
      await writer.memberships.put(member(14));
    }, byCommand('import'));
    await expectSame('another gazetteer and a move');
  });

  it('count the records that they show, if another request reads a change first', async () => {
    await write(async (writer) => {
      for (const id of [20, 21, 22]) await writer.memberships.put(member(id));
    });
    const now = new Date('2026-06-15T00:00:00Z');
    const readToday = async () => (await readDay(store().members, 1, now)) ?? expect.unreachable();
    const [day, query] = [
      await readToday(),
      parseLocationsQuery(near.split('?')[1] ?? '', { now, timeZone: 'UTC' }),
    ];
    const beforeLong = async () => {
      await write((writer) => writer.memberships.remove([20, 21, 22]));
      await findPlaces(store(), await readToday());
    };
    const list = await openLocationsList(store(), {
      ...query,
      caller: 'a client',
      day,
      seesAdminExtras: false,
      beforeLong,
    });
    let json = '';
    for (let part = await list.read(); part !== null; part = await list.read())
      json += `,${Buffer.from(part).toString()}`;
    await list.close();
    expect(JSON.parse(`[${json.slice(1)}]`)).toHaveLength(list.total);
  });

  it('never lack a record that they count, while others write', async () => {
    const totals = new Set<number>();
    const distances = ['', '&Geolocation[Distance]=4', '&Geolocation[Distance]=100'];
    for (let round = 0; round < rounds; round += 1) {
      const read = async (distance: string) => {
        const response = await service.get(`${near}${distance}`);
        const records = (await response.json()) as unknown[];
        expect(response.headers.get('X-Total-Count')).toBe(String(records.length));
        totals.add(records.length);
      };
      const reads = distances.map(read);
      await write(async (writer) => {
        if (round % 2 === 0) return writer.memberships.remove([20, 21, 22]);
        for (const id of [20, 21, 22]) await writer.memberships.put(member(id));
      });
      await Promise.all(reads);
      await Promise.all(distances.map(read));
    }
    expect(totals.size, 'some records come and go').toBeGreaterThan(distances.length);
  });
});
