import { findCountry, type Country } from './countries';
import { item } from './item';
import { placeKey, postcodeKey, stateKey } from './place-key';
import { rowsNamed, toPlace, type Found } from './place-label';
import { firstPostcode, type Region } from './place-table';
import type { Place, PlaceAddress, PlaceTables } from './place';
import { distanceKm, type Point } from './point';

/**
 * The maximum distance between a suburb and the middle of the postcode in its address. The post office of the postcode
 * may be in the next town, but not further away.
 */
const maxFromPostcodeKm = 150;
/**
 * Of two towns with the same name, the larger one is meant if it has at least this many times the other's population.
 */
const clearlyLarger = 10;

const keysOfStates = new WeakMap<Region, string>();

/** @see Places.locate */
export function locatePlace(tables: PlaceTables, address: PlaceAddress): Place | null {
  const country = findCountry(address.country);
  if (country === null && address.country.trim() !== '') return null;
  const regions = acceptedRegions(tables, { country, state: address.state });
  const named = nameForms(address.suburb).flatMap((key) =>
    [tables.towns, ...tables.postal].flatMap((table) =>
      rowsNamed(table, key)
        .filter((row) => regions(table.regionOf(row)))
        .map((row) => ({ table, row })),
    ),
  );
  const found = choose(
    named,
    postcodeKey(address.postcode),
    postcodeCentre(tables, { country, postcode: address.postcode }),
  );
  return found === null ? null : toPlace(tables, found);
}

/**
 * The middle of all places with this postcode. `country` null: places in all countries count. Returns null if the
 * postcode is unknown.
 */
export function postcodeCentre(
  tables: PlaceTables,
  { country, postcode }: { country: Country | null; postcode: string },
): Point | null {
  const code = postcodeKey(postcode);
  if (code === '') return null;
  const points = tables.postal.flatMap((table) => {
    const rows = table.byPostcode.subarray(firstPostcode(table, code), firstPostcode(table, `${code}\0`));
    const inCountry = (row: number) => country === null || table.regionOf(row).country === country.code;
    return [...rows].filter(inCountry).map(table.pointOf);
  });
  if (points.length === 0) return null;
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    latitude: mean(points.map((point) => point.latitude)),
    longitude: mean(points.map((point) => point.longitude)),
  };
}

/**
 * The regions that an address may be in. A known state must match. An unknown state is ignored: it may be a county, or
 * a name in another language.
 */
export function acceptedRegions(
  tables: PlaceTables,
  { country, state }: { country: Country | null; state: string },
): (region: Region) => boolean {
  const key = stateKey(state);
  const inCountry = (region: Region) =>
    country === null ||
    (region.country === country.code && (country.state === null || region.state === country.state));
  const isState = (region: Region) =>
    key !== '' && (keyOfState(region) === key || region.stateCode.toLowerCase() === key);
  const isKnown = tables.towns.regions.some((region) => inCountry(region) && isState(region));
  return (region) => inCountry(region) && (!isKnown || isState(region));
}

/** Each key is computed only once, because an import needs the keys of all four thousand states for every address. */
function keyOfState(region: Region): string {
  const known = keysOfStates.get(region) ?? stateKey(region.state);
  keysOfStates.set(region, known);
  return known;
}

function choose(named: Found[], code: string, centre: Point | null): Found | null {
  const withCode = named.find(({ table, row }) => code !== '' && table.postcodeOf(row) === code);
  if (withCode !== undefined) return withCode;
  const places = named.filter(({ table, row }) => table.isNamed(row));
  if (centre !== null) {
    const [nearest] = places
      .map((found) => ({ found, km: distanceKm(centre, found.table.pointOf(found.row)) }))
      .sort((a, b) => a.km - b.km);
    return nearest !== undefined && nearest.km <= maxFromPostcodeKm ? nearest.found : null;
  }
  const [first, second] = places.sort((a, b) => populationOf(b) - populationOf(a));
  if (first === undefined) return null;
  return second === undefined || populationOf(first) >= clearlyLarger * Math.max(1, populationOf(second))
    ? first
    : null;
}

function populationOf({ table, row }: Found): number {
  return table.populationOf(row);
}

/** "Geelong North" and "North Geelong" are the same suburb. */
function nameForms(suburb: string): string[] {
  const key = placeKey(suburb);
  const words = key.split(' ');
  const directions = ['north', 'south', 'east', 'west', 'upper', 'lower'];
  if (words.length < 2) return key === '' ? [] : [key];
  if (directions.includes(item(words, 0))) return [key, [...words.slice(1), item(words, 0)].join(' ')];
  const last = item(words, words.length - 1);
  return directions.includes(last) ? [key, [last, ...words.slice(0, -1)].join(' ')] : [key];
}
