import { countryKeys, findCountry, type Country } from './countries';
import { item } from './item';
import { placeKey, postcodeKey, stateKey } from './place-key';
import { rowsNamed, toPlace, type Found } from './place-label';
import { firstNamed, firstPostcode, type PlaceTable, type Region } from './place-table';
import type { Place, PlaceTables } from './place';

export interface Scored extends Found {
  score: number;
  isExact: boolean;
  isPreferred: boolean;
}

/** Real queries are shorter; longer texts would waste time. */
const maxWords = 10;
const maxCharacters = 120;

/**
 * Weights are below 2^32. The preferred country therefore counts more than an exact match and the population together:
 * "mel" is the beginning of Melbourne before it is Mel in Italy. An exact match counts more than the population.
 */
const maxWeight = 2 ** 32;
export const countryWeight = 2 ** 34;
export const exactWeight = 2 ** 33;

/** @see Places.search */
export function searchPlaces(
  tables: PlaceTables,
  text: string,
  { country, limit }: { country: string | null; limit: number },
): Place[] {
  if (limit <= 0) return [];
  const preferred = country === null ? null : findCountry(country);
  const options = { country: preferred, keep: limit * 2, weigh: populationOf };
  return toPlaces(tables, findRows(tables, text, options), limit).map(({ place }) => place);
}

/** Among equally good matches, the place with the largest weight comes first. A weight must be below 2^32. */
export type Weigh = (found: Found) => number;

function populationOf({ table, row }: Found): number {
  return table.populationOf(row);
}

export function placeWords(text: string): string[] {
  return placeKey(text.slice(0, maxCharacters))
    .split(' ')
    .slice(0, maxWords)
    .filter((word) => word !== '');
}

export function findRows(
  tables: PlaceTables,
  text: string,
  {
    country,
    keep,
    weigh,
    isComplete = false,
    named = [tables.towns, ...tables.postal],
  }: { country: Country | null; keep: number; weigh: Weigh; isComplete?: boolean; named?: PlaceTable[] },
): Scored[] {
  const words = placeWords(text);
  if (words.length === 0) return [];
  const best = new Best(keep, country, weigh);
  for (const table of named) {
    addByName(best, table, words.join(' '), { isComplete });
    addByNameAndState(best, table, words);
  }
  for (const table of tables.postal.filter((one) => named.includes(one)))
    addByPostcode(best, table, words, { isComplete });
  return best.found;
}

export function toPlaces<Row extends Found>(
  tables: PlaceTables,
  rows: Row[],
  limit: number,
): { place: Place; row: Row }[] {
  const places: { place: Place; row: Row }[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    const place = toPlace(tables, row);
    // A town with two names (Munich, München) is one result. Two places with the same label are one result, too.
    const keys = [place.label, `${place.point.latitude} ${place.point.longitude} ${place.postcode}`];
    if (!keys.some((key) => seen.has(key))) places.push({ place, row });
    for (const key of keys) seen.add(key);
  }
  return places.slice(0, limit);
}

interface Completeness {
  /** Names and postcodes that only begin with the text are left out. */
  isComplete: boolean;
}

function addByName(best: Best, table: PlaceTable, key: string, { isComplete }: Completeness): void {
  const add = (from: number, end: number, isExact: boolean) => {
    for (let row = from; row < end; row++) if (table.isNamed(row)) best.add(table, row, isExact);
  };
  const start = firstNamed(table, key);
  const exactEnd = firstNamed(table, `${key}\0`);
  add(start, exactEnd, true);
  // "Newcastle" is the everyday name of Newcastle upon Tyne.
  const hasLonger = exactEnd < table.count && placeKey(table.nameOf(exactEnd)).startsWith(`${key} `);
  for (const word of hasLonger ? beforeRiver : [])
    add(firstNamed(table, `${key} ${word} `), firstNamed(table, `${key} ${word}!`), true);
  if (!isComplete) add(exactEnd, firstNamed(table, `${key}\uffff`), false);
}

const beforeRiver = ['am', 'an', 'le', 'on', 'sur', 'under', 'upon'];

/**
 * Adds the places for texts such as "portland or", "geelong victoria" and "dublin ireland". The last word may be
 * unfinished.
 */
function addByNameAndState(best: Best, table: PlaceTable, words: string[]): void {
  for (let split = 1; split < words.length; split++) {
    const rest = words.slice(split).join(' ');
    // "st" means "saint" only before another word, so the key is computed again from the words before the split.
    for (const row of rowsNamed(table, placeKey(words.slice(0, split).join(' ')))) {
      if (table.isNamed(row) && areQualifiers(rest, qualifiers(table.regionOf(row))))
        best.add(table, row, true);
    }
  }
}

/**
 * Matches "3220", "geelong 3220", "3220 vic" and "sw1a 1aa": the postcode is the first word with a digit, or this word
 * and the next. If there are other words, the postcode needs at least three characters: a shorter one would match
 * thousands of places.
 */
function addByPostcode(best: Best, table: PlaceTable, words: string[], { isComplete }: Completeness): void {
  const at = words.findIndex((word) => /\d/.test(word));
  if (at === -1) return;
  for (const length of [1, 2]) {
    const code = postcodeKey(words.slice(at, at + length).join(' '));
    const rest = [...words.slice(0, at), ...words.slice(at + length)].join(' ');
    if (at + length > words.length || (rest !== '' && code.length < 3)) continue;
    // People search by the first half of a code with letters, such as "SW1A". Digits alone are a code or part of one.
    const isWhole = isComplete && !/[a-z]/i.test(code);
    const end = firstPostcode(table, isWhole ? `${code}\0` : `${code}\uffff`);
    for (let position = firstPostcode(table, code); position < end; position++) {
      const row = item(table.byPostcode, position);
      const fits =
        rest === '' || areQualifiers(rest, [placeKey(table.nameOf(row)), ...qualifiers(table.regionOf(row))]);
      if (fits) best.add(table, row, table.postcodeOf(row) === code);
    }
  }
}

const qualifiersByRegion = new WeakMap<Region, string[]>();

/** The words that may follow a name to say where it is: state and country, in all their spellings. */
export function qualifiers(region: Region): string[] {
  const known = qualifiersByRegion.get(region);
  if (known !== undefined) return known;
  const states = [placeKey(region.state), stateKey(region.state), region.stateCode.toLowerCase()];
  const words = [...new Set([...states, ...countryKeys(region.country)])].filter((word) => word !== '');
  qualifiersByRegion.set(region, words);
  return words;
}

/** Whether `rest` consists of some of `words`, in any order and each at most once. The last word may be unfinished. */
export function areQualifiers(rest: string, words: string[]): boolean {
  return words.some((word) => {
    if (word.startsWith(rest)) return true;
    const others = () => words.filter((other) => other !== word);
    return rest.startsWith(`${word} `) && areQualifiers(rest.slice(word.length + 1), others());
  });
}

class Best {
  readonly found: Scored[] = [];
  constructor(
    private readonly limit: number,
    private readonly preferred: Country | null,
    private readonly weigh: Weigh,
  ) {}

  add(table: PlaceTable, row: number, isExact: boolean): void {
    const isPreferred = isInCountry(table.regionOf(row), this.preferred);
    const base = (isExact ? exactWeight : 0) + (isPreferred ? countryWeight : 0);
    const last = this.found.length === this.limit ? this.found[this.found.length - 1] : undefined;
    // The early return saves time: most rows that match a short beginning are abroad, and rank too low.
    if (last !== undefined && base + maxWeight <= last.score) return;
    const score = base + this.weigh({ table, row });
    if (last !== undefined && score <= last.score) return;
    const at = this.found.findIndex((other) => other.score < score);
    this.found.splice(at === -1 ? this.found.length : at, 0, { table, row, score, isExact, isPreferred });
    if (this.found.length > this.limit) this.found.pop();
  }
}

export function isInCountry(region: Region, country: Country | null): boolean {
  return (
    country !== null &&
    region.country === country.code &&
    (country.state === null || region.state === country.state)
  );
}
