import { LRUCache } from 'lru-cache';
import { allowedEdits, countBits, isWithinEdits, letterSet, maxWordLength } from '@/lib/edit-distance';
import { countryName, findCountry, type Country } from './countries';
import { item } from './item';
import { placeKey } from './place-key';
import type { Found } from './place-label';
import type { FoundPlace, PlaceMatch, PlaceTables } from './place';
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
import type { PlaceTable, Region } from './place-table';
import type { Point } from './point';
import { regionId } from './region-id';
import { namedRegions } from './regions';
import { shapeOfRegion } from './region-shapes';

export interface SuggestOptions {
  /** The preferred country. */
  country: string | null;
  limit: number;
  /** The visitor submitted the text. Places whose names or postcodes only begin with it are then not meant. */
  isComplete?: boolean;
  membersNear?: (point: Point) => number;
}

/**
 * If the text is the name of a city abroad with at least this many people, places with similar names are not offered.
 */
const famous = 100_000;
/**
 * The score of a region. A town with about four million people gets the same score from `weigh` below. "New York" then
 * means the city, which has more people. "Victoria" means the state, because the towns with this name have fewer
 * people.
 */
const regionWeight = 22_000;

/** @see Places.suggest */
export function suggestPlaces(tables: PlaceTables, text: string, options: SuggestOptions): FoundPlace[] {
  const { limit, isComplete = false, membersNear = () => 0 } = options;
  if (limit <= 0) return [];
  const weigh: Weigh = ({ table, row }) =>
    Math.round(
      1000 * (Math.log2(1 + table.populationOf(row)) + 2 * Math.log2(1 + membersNear(table.pointOf(row)))),
    );
  const rows = findRows(tables, text, { country: options.country, keep: limit * 2, weigh, isComplete });
  const country = options.country === null ? null : findCountry(options.country);
  const regions = findRegions(tables, text, country).filter(({ isExact }) => isExact || !isComplete);
  const isKnown = [...rows, ...regions].some((one) => one.isPreferred || isFamous(one));
  const similar =
    isKnown || country === null ? [] : findSimilar(tables, text, { country, weigh, isComplete });
  const ranked = [...rows, ...regions].sort((a, b) => b.score - a.score);
  const places = toFoundPlaces(tables, [...similar.slice(0, limit), ...ranked]).slice(0, limit);
  return places.map((place) =>
    isLabelOfTwo(place, places) ? { ...place, label: regionLabel(place) } : place,
  );
}

/** Whether a city has the same label as this region, such as Dublin. */
function isLabelOfTwo({ label, regionId: id }: FoundPlace, places: FoundPlace[]): boolean {
  return id !== null && places.some((other) => other.regionId === null && other.label === label);
}

function regionLabel({ name, country }: FoundPlace): string {
  return `${name} (region), ${country}`;
}

function matchOf(one: Scored | SimilarRow): PlaceMatch {
  if ('isExact' in one) return one.isExact ? 'exact' : 'prefix';
  return one.isWhole ? 'similar' : 'prefix';
}

interface ScoredRegion {
  region: Region;
  score: number;
  isExact: boolean;
  isPreferred: boolean;
}

function isFamous(found: Scored | ScoredRegion): boolean {
  return found.isExact && ('region' in found || found.table.populationOf(found.row) >= famous);
}

function toFoundPlaces(tables: PlaceTables, ranked: (Scored | ScoredRegion | SimilarRow)[]): FoundPlace[] {
  const rows = ranked.filter((one): one is Scored | SimilarRow => 'row' in one);
  const places = new Map(toPlaces(tables, rows, rows.length).map(({ row, place }) => [row, place]));
  return ranked.flatMap((one): FoundPlace[] => {
    if ('region' in one) return [toRegionPlace(one)];
    const place = places.get(one);
    const match = matchOf(one);
    return place === undefined ? [] : [{ ...place, match, regionId: null }];
  });
}

function findRegions(tables: PlaceTables, text: string, country: Country | null): ScoredRegion[] {
  const words = placeWords(text);
  const key = words.join(' ').replace(/^(\w) (\w) (\w)$/, '$1$2$3');
  if (key === '') return [];
  const found: ScoredRegion[] = [];
  for (const { region, keys } of namedRegions(tables)) {
    const isPreferred = isInCountry(region, country);
    let best: boolean | null = null;
    for (const own of keys) {
      // A short code counts only in the preferred country. Elsewhere, its letters are more likely the beginning of a
      // town's name.
      if (own.length <= 3 && !isPreferred) continue;
      if (own === key) best = true;
      else if (own.startsWith(key)) best ??= false;
      else if (key.startsWith(`${own} `) && isCountryPart(key.slice(own.length + 1), region)) best = true;
    }
    if (best !== null) found.push({ region, isExact: best, isPreferred, score: scoreOf(best, isPreferred) });
  }
  return found.sort((a, b) => b.score - a.score).slice(0, 5);
}

function isCountryPart(rest: string, region: Region): boolean {
  return areQualifiers(rest, qualifiers({ ...region, state: '', stateCode: '' }));
}

function scoreOf(isExact: boolean, isPreferred: boolean): number {
  return regionWeight + (isExact ? exactWeight : 0) + (isPreferred ? countryWeight : 0);
}

function toRegionPlace({ region, isExact }: ScoredRegion): FoundPlace {
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
    match: isExact ? 'exact' : 'prefix',
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

/** null: there are more than `allowed` typing errors. */
function editsBetween(a: string, b: string, allowed: number): number | null {
  if (isWithinEdits(a, b, 1)) return 1;
  return allowed > 1 && isWithinEdits(a, b, 2) ? 2 : null;
}
