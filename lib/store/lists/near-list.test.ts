import { beforeAll, expect, it } from 'vitest';
import { distanceKm, toMetreKm, type Point } from '@/lib/map/geo/point';
import { seededRandom } from '@/lib/base/seeded-random';
import { sampleSize } from '@/lib/base/test-strength';
import { startTestService, type TestService } from '@/lib/service/service.fixture';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';

const seed = 20260616;
const random = seededRandom(seed);
const between = (from: number, to: number) => Number((from + random() * (to - from)).toFixed(4));
/** The places are on both sides of the 180th meridian, within four degrees of latitude. */
const scattered = Array.from({ length: 300 }, (_, index): Point & { id: number } => {
  const longitude = between(178, 182);
  return {
    id: index + 1,
    latitude: between(-20, -16),
    longitude: longitude > 180 ? longitude - 360 : longitude,
  };
});

/** All are the same place, but the computed distances differ by noise. */
const ring = Array.from({ length: 40 }, (_, index): Point & { id: number } => ({
  id: 301 + index,
  latitude: -18.5,
  longitude: index % 2 === 0 ? 180 : -180,
}));
/** All are the North Pole. */
const pole = Array.from({ length: 40 }, (_, index): Point & { id: number } => ({
  id: 341 + index,
  latitude: 90,
  longitude: index * 9 - 180,
}));
const places = [...scattered, ...ring, ...pole];
const centres = places.slice(0, sampleSize({ usual: 2, long: 5 }));

interface Found {
  ID: string;
  Distance: string;
  Precision: string;
}

describeEachEngine(`the list of 300 random places near a point (seed ${seed})`, (store) => {
  let service: TestService;
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
      for (const place of places) {
        const locations = [sampleLocation({ ...place, precision: 'exact' })];
        await writer.memberships.put(sampleMember(place.id, { locations }));
      }
    });
  });

  // The number of places in the box decides how a list is read, so boxes with fewer and with more than a hundred places
  // are tested.
  it.each([20, 60, 100, 140, 250, 5000, 20_038])(
    'has the places within %i km, nearest first, as a whole list and in pages',
    async (km) => {
      for (const centre of centres) {
        const { latitude, longitude } = centre;
        const path = `locations?Geolocation[Lat]=${latitude}&Geolocation[Lng]=${longitude}&Geolocation[Distance]=${km}&Include[]=Directory`;
        const expected = places
          .map((place) => ({ ID: String(place.id), km: distanceKm(centre, place) }))
          .filter((place) => place.km <= km)
          .map((place) => ({ ...place, km: toMetreKm(place.km) }))
          .sort((a, b) => a.km - b.km || Number(a.ID) - Number(b.ID))
          .map((place) => ({ ID: place.ID, Distance: place.km.toFixed(3), Precision: 'exact' }));
        expect(shown(await service.get(path).then((response) => response.json()))).toEqual(expected);
        expect(await pages(`${path}&Page[Size]=70`)).toEqual(expected);
      }
    },
  );

  // With another filter, the list is read in another way.
  it.each(['', '&MembershipType[]=1'])(
    'orders equal distances by ID, also at the pole (%j)',
    async (filter) => {
      const path = `locations?Geolocation[Lat]=-17.3&Geolocation[Lng]=179.2&Geolocation[Distance]=20038${filter}`;
      const expected = [...ring, ...pole].map(({ id }) => String(id));
      const idsOf = (found: Found[]) => found.map(({ ID }) => ID).filter((id) => expected.includes(id));
      expect(idsOf(shown(await (await service.get(path)).json()))).toEqual(expected);
      expect(idsOf(await pages(`${path}&Page[Size]=7`))).toEqual(expected);
    },
  );

  async function pages(path: string): Promise<Found[]> {
    const answer = await service.get(path);
    const found = shown(await answer.json());
    const after = /Page\[After\]=([^>]+)>/.exec(answer.headers.get('Link') ?? '')?.[1];
    if (after === undefined) return found;
    return [...found, ...(await pages(`${path.replace(/&Page\[After\].*/, '')}&Page[After]=${after}`))];
  }
});

function shown(records: unknown): Found[] {
  return (records as Found[]).map(({ ID, Distance, Precision }) => ({ ID, Distance, Precision }));
}
