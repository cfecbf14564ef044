import { beforeAll, expect, it } from 'vitest';
import { areaCentre } from '@/lib/map/geo/area-centre';
import { distanceKm, type Point } from '@/lib/map/geo/point';
import { sampleSize } from '@/lib/base/test-strength';
import { seededRandom } from '@/lib/base/seeded-random';
import { createAreaCentre } from '@/lib/store/area-centre';
import {
  putSampleStructure,
  testCause,
  sampleLocation,
  sampleMember,
} from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { startTestService, type TestService } from './service.fixture';

const place = { suburb: 'Belmont', state: 'VIC', postcode: '3216', country: 'Australia' };
// Two homes in one suburb, kilometres apart.
const homes = [
  { latitude: -38.1712, longitude: 144.3301 },
  { latitude: -38.1893, longitude: 144.3604 },
] as const;
/** Both engines compare the same stored point, so PostgreSQL needs a tenth. */
const queries = {
  sqlite: sampleSize({ usual: 400, long: 10_000 }),
  postgres: sampleSize({ usual: 40, long: 1_000 }),
};

describeUsualEngines('a member shown by their suburb', (store) => {
  let service: TestService;
  const tokens: string[] = [];

  beforeAll(async () => {
    service = startTestService(store());
    for (const [at, home] of homes.entries()) {
      const context = {
        organisationId: at + 1,
        clock: () => service.time.now,
        areaCentre: createAreaCentre(''),
        cause: testCause,
      };
      await withMembersWriter(store(), context, async (writer) => {
        await putSampleStructure(writer, { id: at + 1 });
        const location = sampleLocation({ id: 7, ...place, ...home, precision: 'suburb' });
        await writer.memberships.put(sampleMember(1, { locations: [location] }));
      });
      tokens.push(await service.token({ organisationId: at + 1 }));
    }
  });

  const send = async (at: number, query: string) => {
    const options = { organisation: String(at + 1), token: tokens[at] ?? '' };
    const response = await service.get(`locations?${query}`, options);
    expect(response.status).toBe(200);
    return response.text();
  };

  it('queries from random points locate them no more exactly than the suburb’s point', async () => {
    const centre = areaCentre({ ...place, precision: 'suburb' });
    if (centre === null) throw new Error('the gazetteer does not know the suburb');
    const random = seededRandom(77);
    for (let query = 0; query < queries[store().engine]; query += 1) {
      const from = randomPoint(random, centre);
      const toCentre = distanceKm(from, centre);
      // A circle that ends between the suburb's point and a home would tell the two homes apart.
      const radiusKm = toCentre + (random() - 0.5) * 3;
      if (radiusKm <= 0) continue;
      const text = `Geolocation[Lat]=${from.latitude}&Geolocation[Lng]=${from.longitude}&Geolocation[Distance]=${radiusKm.toFixed(4)}`;
      const [one, other] = [await send(0, text), await send(1, text)];
      expect(one).toBe(other);
      const found: { Distance: string; Geolocation: { Lat: string } }[] = JSON.parse(one);
      expect(found.length, text).toBe(toCentre <= Number(radiusKm.toFixed(4)) ? 1 : 0);
      for (const { Distance } of found) expect(Number(Distance)).toBeCloseTo(toCentre, 1);
    }
  });
});

/** A fifth of the points are anywhere on earth; the others are near the suburb. */
function randomPoint(random: () => number, centre: Point): Point {
  if (random() < 0.2) return { latitude: random() * 180 - 90, longitude: random() * 360 - 180 };
  const near = (degrees: number) => Number((degrees + (random() - 0.5) * 0.2).toFixed(6));
  return { latitude: near(centre.latitude), longitude: near(centre.longitude) };
}
