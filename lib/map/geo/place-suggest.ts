import { LRUCache } from 'lru-cache';
import { allowedEdits, countBits, isWithinEdits, letterSet, maxWordLength } from '@/lib/base/edit-distance';
import { areas, areasByKey, type Area } from './areas';
import { countryName, findCountry, type Country } from './countries';
import { item } from './item';
import { placeKey } from './place-key';
import type { Found } from './place-label';
import { famous, type FoundPlace, type PlaceMatch, type PlaceTables } from './place';
import {
  areQualifiers,
  countryWeight,
  exactWeight,
  findRows,
  isInCountry,
  placeWords,
  qualifiers,
  toPlaces,
  type Scored,
  type Weigh,
} from './place-search';
import { otherForms } from './place-forms';
import type { PlaceTable, Region } from './place-table';
import { distanceKm, type Point } from './point';
import { regionId } from './region-id';
import { regionsBeginning, regionsNamed } from './regions';
import { shapeOfRegion } from './region-shapes';

export interface SuggestOptions {
  /** The preferred country. */
  country: string | null;
  limit: number;
  /** The visitor submitted the text. Places whose names or postcodes only begin with it are then not meant. */
  isComplete?: boolean;
  /** Places with similar names are left out. This saves most of the time. */
  isExact?: boolean;
  membersNear?: (point: Point) => number;
}

/** The other names of a city abroad with this many people come before typing errors at home. */
const worldCity = 500_000;
/**
 * The score of a region. A town with about four million people gets the same score from `weigh` below. "New York" then
 * means the city, which has more people. "Victoria" means the state, because the towns with this name have fewer
 * people.
 */
const regionWeight = 22_000;
/** The score of an area is that of a town with about 100,000 people. */
const areaWeight = 17_000;
/** Beginnings of areas and of other names are offered from this number of letters. */
const minBeginning = 4;

/** @see Places.suggest */
export function suggestPlaces(tables: PlaceTables, text: string, options: SuggestOptions): FoundPlace[] {
  const { limit } = options;
  if (limit <= 0) return [];
  const places = toFoundPlaces(tables, findAll(tables, text, options)).slice(0, limit);
  return places.map((place) =>
    isLabelOfTwo(place, places) ? { ...place, label: regionLabel(place) } : place,
  );
}

type Named = Scored | ScoredRegion | ScoredArea;
type Ranked = (Named & { isOther?: boolean }) | SimilarRow;

interface Search {
  tables: PlaceTables;
  country: Country | null;
  keep: number;
  weigh: Weigh;
  isComplete: boolean;
}

function findAll(tables: PlaceTables, text: string, options: SuggestOptions): Ranked[] {
  const { limit, isComplete = false, isExact = false, membersNear = () => 0 } = options;
  const country = options.country === null ? null : findCountry(options.country);
  const weigh: Weigh = ({ table, row }) =>
    Math.round(
      1000 * (Math.log2(1 + table.populationOf(row)) + 2 * Math.log2(1 + membersNear(table.pointOf(row)))),
    );
  const search: Search = { tables, country, keep: limit * 2, weigh, isComplete };
  const found = findNamed(search, text);
  if (found.some((one) => one.isPreferred || isFamous(one))) return found;
  const others = findOtherwise(search, text).map((one) => ({ ...one, isOther: true }));
  if (country === null) return [...found, ...others];
  const first = others.filter((one) => one.isPreferred || isWorldCity(one));
  const similar =
    first.length > 0 || isExact ? [] : findSimilar(tables, text, { country, weigh, isComplete });
  return [...first, ...similar.slice(0, limit), ...found, ...others.filter((one) => !first.includes(one))];
}

function isWorldCity(one: Named): boolean {
  return 'row' in one && one.isExact && one.table.populationOf(one.row) >= worldCity;
}

/** Towns, postcodes, regions and areas with this name. */
function findNamed(search: Search, text: string): Named[] {
  const rows = findRows(search.tables, text, search);
  return [...rows, ...findRegions(search, text), ...findAreas(text, search)].sort(
    (a, b) => b.score - a.score,
  );
}

/** Places whose name is usually written in another way, suburbs before their city, and names in other languages. */
function findOtherwise(search: Search, text: string): Named[] {
  const { tables, country, isComplete } = search;
  for (const form of otherForms(text, country?.code ?? null)) {
    const found = findNamed({ ...search, isComplete: true }, form).filter(
      (one) => one.isExact && (one.isPreferred || country === null || isFamous(one)),
    );
    if (found.length > 0) return found;
  }
  const suburbs = findInCity(search, text);
  if (suburbs.length > 0) return suburbs;
  if (/\d/.test(text)) return [];
  const isWhole = isComplete || text.trim().length < minBeginning;
  return findRows(tables, text, { ...search, isComplete: isWhole, named: [tables.names()] }).map((one) => ({
    ...one,
    ...townOf(tables, one),
  }));
}

const townsByPoint = new WeakMap<PlaceTables, Map<string, number>>();

/** The town with its usual name, found by its position: Moscow for Moskau. */
function townOf(tables: PlaceTables, { table, row }: Found): Found {
  const { towns } = tables;
  const known = townsByPoint.get(tables) ?? new Map<string, number>();
  if (known.size === 0) {
    for (let at = 0; at < towns.count; at += 1)
      // Every city with other names has a population.
      if (towns.populationOf(at) > 0) known.set(pointKey(towns.pointOf(at)), at);
    townsByPoint.set(tables, known);
  }
  const town = known.get(pointKey(table.pointOf(row)));
  return town === undefined ? { table, row } : { table: towns, row: town };
}

function pointKey({ latitude, longitude }: Point): string {
  return `${latitude} ${longitude}`;
}

const maxFromCityKm = 60;
const minCityPeople = 20_000;

/** "West End Brisbane" is the suburb of this name near Brisbane. */
function findInCity(search: Search, text: string): Scored[] {
  const words = placeWords(text);
  const named = (name: string) =>
    findRows(search.tables, name, { ...search, isComplete: true }).filter(
      ({ isExact, isPreferred }) => isExact && (isPreferred || search.country === null),
    );
  for (let split = words.length - 1; split > 0; split -= 1) {
    const city = named(words.slice(split).join(' ')).find(
      ({ table, row }) => table.populationOf(row) >= minCityPeople,
    );
    if (city === undefined) continue;
    const middle = city.table.pointOf(city.row);
    const suburbs = named(words.slice(0, split).join(' ')).filter(
      ({ table, row }) => distanceKm(table.pointOf(row), middle) <= maxFromCityKm,
    );
    if (suburbs.length > 0) return suburbs;
  }
  return [];
}

/** Whether a city has the same label as this region, such as Dublin. */
function isLabelOfTwo({ label, regionId: id }: FoundPlace, places: FoundPlace[]): boolean {
  return id !== null && places.some((other) => other.regionId === null && other.label === label);
}

function regionLabel({ name, country }: FoundPlace): string {
  return `${name} (region), ${country}`;
}

function matchOf(one: Ranked): PlaceMatch {
  if (!('isExact' in one)) return one.isWhole ? 'similar' : 'prefix';
  if (!one.isExact) return 'prefix';
  return one.isOther === true ? 'other' : 'exact';
}

interface ScoredRegion {
  region: Region;
  score: number;
  isExact: boolean;
  isPreferred: boolean;
}

function isFamous(found: Named): boolean {
  return found.isExact && (!('row' in found) || found.table.populationOf(found.row) >= famous);
}

function toFoundPlaces(tables: PlaceTables, ranked: Ranked[]): FoundPlace[] {
  const rows = ranked.filter((one): one is Scored | SimilarRow => 'row' in one);
  const places = new Map(toPlaces(tables, rows, rows.length).map(({ row, place }) => [row, place]));
  return ranked.flatMap((one): FoundPlace[] => {
    const match = matchOf(one);
    if ('region' in one) return [toRegionPlace(one, match)];
    if ('area' in one) return [toAreaPlace(one.area, match)];
    const place = places.get(one);
    return place === undefined ? [] : [{ ...place, match, regionId: null }];
  });
}

interface ScoredArea {
  area: Area;
  score: number;
  isExact: boolean;
  isPreferred: boolean;
}

function findAreas(
  text: string,
  { country, isComplete }: Pick<Search, 'country' | 'isComplete'>,
): ScoredArea[] {
  const key = placeWords(text).join(' ');
  const found = (area: Area, isExact: boolean): ScoredArea => {
    const isPreferred = country !== null && country.code === area.country;
    const score = areaWeight + (isExact ? exactWeight : 0) + (isPreferred ? countryWeight : 0);
    return { area, score, isExact, isPreferred };
  };
  const exact = (areasByKey.get(key) ?? []).map((area) => found(area, true));
  const begun =
    isComplete || key.length < minBeginning
      ? []
      : areas
          .filter(({ keys }) => keys.some((own) => own !== key && own.startsWith(key)))
          .map((area) => found(area, false));
  // Elsewhere, a short name such as "OC" means something else.
  return [...exact, ...begun].filter(
    ({ isPreferred, isExact }) => isPreferred || (isExact && key.length >= minBeginning),
  );
}

function toAreaPlace({ name, within, country, point, radiusKm }: Area, match: PlaceMatch): FoundPlace {
  return {
    id: `area-${placeKey(`${country} ${name} ${within}`).replaceAll(' ', '-')}`,
    label: `${name}, ${within}`,
    name,
    state: '',
    postcode: '',
    country: countryName(country),
    point,
    population: 0,
    match,
    regionId: null,
    radiusKm,
  };
}

function findRegions({ tables, country, isComplete }: Search, text: string): ScoredRegion[] {
  const words = placeWords(text);
  const key = words.join(' ').replace(/^(\w) (\w) (\w)$/, '$1$2$3');
  if (key === '') return [];
  const best = new Map<Region, ScoredRegion>();
  const add = (own: string, region: Region, isExact: boolean) => {
    const isPreferred = isInCountry(region, country);
    // A short code counts only in the preferred country. Elsewhere, its letters are more likely the beginning of a
    // town's name.
    if ((own.length <= 3 && !isPreferred) || best.has(region)) return;
    best.set(region, { region, isExact, isPreferred, score: scoreOf(isExact, isPreferred) });
  };
  for (const region of regionsNamed(tables, key)) add(key, region, true);
  for (let split = 1; split < words.length; split += 1) {
    const own = words.slice(0, split).join(' ');
    const rest = words.slice(split).join(' ');
    for (const region of regionsNamed(tables, own)) if (isCountryPart(rest, region)) add(own, region, true);
  }
  if (!isComplete) for (const { key: own, region } of regionsBeginning(tables, key)) add(own, region, false);
  return [...best.values()].sort((x, y) => y.score - x.score).slice(0, 5);
}

function isCountryPart(rest: string, region: Region): boolean {
  return areQualifiers(rest, qualifiers({ ...region, state: '', stateCode: '' }));
}

function scoreOf(isExact: boolean, isPreferred: boolean): number {
  return regionWeight + (isExact ? exactWeight : 0) + (isPreferred ? countryWeight : 0);
}

function toRegionPlace({ region }: ScoredRegion, match: PlaceMatch): FoundPlace {
  const id = regionId(region);
  const country = countryName(region.country);
  return {
    id,
    label: `${region.state}, ${country}`,
    name: region.state,
    state: region.stateCode || region.state,
    postcode: '',
    country,
    point: shapeOfRegion(id)?.middle ?? { latitude: 0, longitude: 0 },
    population: 0,
    match,
    regionId: id,
  };
}

interface SimilarRow extends Found {
  edits: number;
  /** Whether the whole name is similar, not only its beginning. */
  isWhole: boolean;
  weight: number;
}

interface NamesOfCountry {
  rows: Found[];
  keys: string[];
  letters: Int32Array;
}

const namesByTables = new WeakMap<PlaceTables, LRUCache<string, NamesOfCountry>>();

/** Each list is cached: to create the list of 15,000 Australian places takes 20 ms. */
function namesOf(tables: PlaceTables, { code }: Country): NamesOfCountry {
  const byCountry = namesByTables.get(tables) ?? new LRUCache({ max: maxCountries });
  namesByTables.set(tables, byCountry);
  const known = byCountry.get(code);
  if (known !== undefined) return known;
  const rows = [tables.towns, ...tables.postal].flatMap((table) => rowsIn(table, code));
  const keys = rows.map(({ table, row }) => placeKey(table.nameOf(row)).slice(0, maxWordLength));
  const names = { rows, keys, letters: Int32Array.from(keys, letterSet) };
  byCountry.set(code, names);
  return names;
}

/** A site needs only the names of its own country, so the cache fills up only in tests. */
const maxCountries = 4;
/** How many words may follow the name, as in "gelong vic australia". More words cannot be a state and a country. */
const maxQualifiers = 3;

function rowsIn(table: PlaceTable, code: string): Found[] {
  const rows: Found[] = [];
  for (let row = 0; row < table.count; row += 1)
    if (table.regionOf(row).country === code && table.isNamed(row)) rows.push({ table, row });
  return rows;
}

/**
 * Places for "gelong" or "gelong vic". At least four letters are required. Similar whole names come before similar
 * beginnings. After that, fewer errors come first, then a larger weight.
 */
function findSimilar(
  tables: PlaceTables,
  text: string,
  { country, weigh, isComplete }: { country: Country; weigh: Weigh; isComplete: boolean },
): SimilarRow[] {
  const words = placeWords(text);
  const { rows, keys, letters } = namesOf(tables, country);
  const found: SimilarRow[] = [];
  const shortest = Math.max(1, words.length - maxQualifiers);
  for (let split = words.length; split >= shortest && found.length === 0; split -= 1) {
    const name = words.slice(0, split).join(' ').slice(0, maxWordLength);
    const rest = words.slice(split).join(' ');
    const allowed = allowedEdits(name.length);
    if (allowed === 0 || /\d/.test(name)) continue;
    const set = letterSet(name);
    for (let at = 0; at < keys.length; at += 1) {
      const key = item(keys, at);
      const isNear = countBits(set ^ item(letters, at)) <= 2 * allowed;
      const whole = isNear ? editsBetween(name, key, allowed) : null;
      const edits = whole ?? (isComplete ? null : editsInBeginning(name, key));
      if (edits === null) continue;
      const row = item(rows, at);
      const region = row.table.regionOf(row.row);
      if (!isInCountry(region, country) || !areQualifiers(rest, qualifiers(region))) continue;
      found.push({ ...row, edits, isWhole: whole !== null, weight: weigh(row) });
    }
  }
  return found.sort(
    (a, b) => Number(b.isWhole) - Number(a.isWhole) || a.edits - b.edits || b.weight - a.weight,
  );
}

/**
 * The number of errors in an unfinished name, such as "gelon" for "Geelong". null: more than one. The first letter must
 * be right, so that few names are compared.
 */
function editsInBeginning(typed: string, key: string): number | null {
  if (typed[0] !== key[0] || key.length <= typed.length) return null;
  const lengths = [typed.length, typed.length + 1];
  return lengths.some((length) => isWithinEdits(typed, key.slice(0, length), 1)) ? 1 : null;
}

/**
 * null: there are more than `allowed` typing errors. The first letter of a name with two errors is right: "Moreland" is
 * not Portland.
 */
function editsBetween(a: string, b: string, allowed: number): number | null {
  if (isWithinEdits(a, b, 1)) return 1;
  return allowed > 1 && a[0] === b[0] && isWithinEdits(a, b, 2) ? 2 : null;
}
