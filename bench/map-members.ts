/** The members of the map's benchmark: companies where Australians live, so that cities are as crowded as in reality. */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { loadPlaceTables } from '@/lib/map/geo/places';
import { seededRandom } from '@/lib/base/seeded-random';

/** The generator is seeded, so that every run has the same members and requests. */
export const random = seededRandom(13);

export const categoryCount = 40;

interface Town {
  name: string;
  state: string;
  latitude: number;
  longitude: number;
  people: number;
}

/**
 * Writes a file for `chapterhouse import`: `count` companies, each with its own location. Nine of ten locations are exact.
 */
export async function writeMembers(file: string, count: number): Promise<void> {
  const nextPlace = createPlaces();
  const out = createWriteStream(file);
  out.write(
    'ChapterhouseID,Organisation,Membership type,Category,Suburb,State,Country,Expires,Lat,Lng,Precision\n',
  );
  for (let id = 1; id <= count; id += 1) {
    const { name, state, point } = nextPlace();
    const kind = `Type ${id % 6},Field ${Math.floor(random() * categoryCount)}`;
    const precision = random() < 0.9 ? 'exact' : 'suburb';
    const row = `${id},Firm ${id},${kind},${name},${state},Australia,2099-12-31,${point},${precision}\n`;
    if (!out.write(row)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

/**
 * Places in Australian towns, in proportion to the number of people who live there. `point` is `latitude,longitude`,
 * near the town.
 */
export function createPlaces(): () => { name: string; state: string; point: string } {
  const towns = australianTowns();
  const people = towns.reduce((sum, town) => sum + town.people, 0);
  return () => {
    const { name, state, latitude, longitude } = townAt(towns, random() * people);
    return {
      name,
      state,
      point: `${(latitude + scatter()).toFixed(5)},${(longitude + scatter()).toFixed(5)}`,
    };
  };
}

function australianTowns(): Town[] {
  const { towns } = loadPlaceTables();
  return Array.from({ length: towns.count }, (_, row) => row)
    .filter((row) => towns.regionOf(row).country === 'AU')
    .map((row) => ({
      name: towns.nameOf(row),
      state: towns.regionOf(row).stateCode,
      ...towns.pointOf(row),
      people: Math.max(100, towns.populationOf(row)),
    }));
}

function townAt(towns: Town[], person: number): Town {
  let remaining = person;
  const town = towns.find((each) => (remaining -= each.people) < 0) ?? towns[0];
  if (town === undefined) throw new Error('the gazetteer has no Australian town');
  return town;
}

/** An offset in degrees, usually of only a few kilometres in either direction. */
function scatter(): number {
  return (random() + random() + random() - 1.5) * 0.12;
}
