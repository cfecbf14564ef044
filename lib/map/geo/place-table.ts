import { gunzipSync, gzipSync } from 'node:zlib';
import { item } from './item';
import { placeKey, postcodeKey } from './place-key';
import type { Point } from './point';

export interface PlaceRow {
  name: string;
  /** Two-letter ISO 3166-1 code. */
  country: string;
  /** Name of the state or region, '' if none. */
  state: string;
  /** The state's code as in addresses (`VIC`); '' if addresses do not use one. */
  stateCode: string;
  postcode: string;
  point: Point;
  population: number;
  /** Distinguishes places with the same name and state. '': this is not needed. */
  county: string;
  /** true: the place is found by its name and its postcode. false: only by its postcode. */
  isNamed: boolean;
}

export type Region = Pick<PlaceRow, 'country' | 'state' | 'stateCode'>;

/**
 * Places in columns, sorted by `placeKey(name)`. 170,000 places take 6 MB and load in 40 ms. As objects they would take
 * 60 MB, and most of a second to load.
 */
export interface PlaceTable {
  count: number;
  regions: Region[];
  /** The numbers of the rows with a postcode, sorted by postcode. */
  byPostcode: Uint32Array;
  regionOf(row: number): Region;
  populationOf(row: number): number;
  isNamed(row: number): boolean;
  nameOf(row: number): string;
  postcodeOf(row: number): string;
  pointOf(row: number): Point;
  countyOf(row: number): string;
}

interface Header {
  format: 1;
  count: number;
  regions: Region[];
  counties: Record<string, string>;
  nameBytes: number;
  postcodeBytes: number;
}

/** Coordinates are stored to a ten-thousandth of a degree: 11 m. */
const unitsPerDegree = 10_000;

export function encodePlaceTable(unsorted: PlaceRow[]): Buffer {
  const keyed = unsorted.map((row) => ({ row, key: placeKey(row.name) }));
  const rows = keyed
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : byFame(a.row, b.row)))
    .map(({ row }) => row);
  const { regions, numbers } = numberRegions(rows);
  const names = Buffer.from(rows.map((row) => row.name).join('\n'));
  const postcodes = Buffer.from(rows.map((row) => postcodeKey(row.postcode)).join('\n'));
  const counties = Object.fromEntries(
    rows.flatMap((row, at) => (row.county === '' ? [] : [[at, row.county]])),
  );
  const header: Header = {
    format: 1,
    count: rows.length,
    regions,
    counties,
    nameBytes: names.length,
    postcodeBytes: postcodes.length,
  };
  const text = Buffer.from(JSON.stringify(header));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(text.length);
  const columns = [
    Int32Array.from(rows, (row) => Math.round(row.point.latitude * unitsPerDegree)),
    Int32Array.from(rows, (row) => Math.round(row.point.longitude * unitsPerDegree)),
    Uint32Array.from(rows, (row) => row.population),
    Uint32Array.from(postcodeOrder(rows)),
    Uint16Array.from(numbers),
    Uint8Array.from(rows, (row) => Number(row.isNamed)),
  ].map((column) => Buffer.from(column.buffer));
  return gzipSync(Buffer.concat([size, text, ...columns, names, postcodes]), { level: 9 });
}

/** @throws Error if the bytes are not from `encodePlaceTable` */
export function decodePlaceTable(file: Buffer): PlaceTable {
  const bytes = gunzipSync(file);
  const textEnd = 4 + bytes.readUInt32LE(0);
  const header = JSON.parse(bytes.toString('utf8', 4, textEnd)) as Header; // The next line checks the format.
  if (header.format !== 1) throw new Error('Place file: unknown format');
  const { count } = header;
  let at = textEnd;
  // The bytes are copied, because a typed array must start at a multiple of its element size.
  const take = (length: number) =>
    bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + (at += length));
  const latitudes = new Int32Array(take(4 * count));
  const longitudes = new Int32Array(take(4 * count));
  const populations = new Uint32Array(take(4 * count));
  const order = new Uint32Array(take(4 * count));
  const regionNumbers = new Uint16Array(take(2 * count));
  const named = new Uint8Array(take(count));
  const nameOf = lineReader(Buffer.from(take(header.nameBytes)), count);
  const postcodeOf = lineReader(Buffer.from(take(header.postcodeBytes)), count);
  return {
    count,
    regions: header.regions,
    regionOf: (row) => item(header.regions, item(regionNumbers, row)),
    populationOf: (row) => item(populations, row),
    isNamed: (row) => named[row] === 1,
    byPostcode: order.subarray([...order].filter((row) => postcodeOf(row) === '').length),
    nameOf,
    postcodeOf,
    pointOf: (row) => ({
      latitude: item(latitudes, row) / unitsPerDegree,
      longitude: item(longitudes, row) / unitsPerDegree,
    }),
    countyOf: (row) => header.counties[row] ?? '',
  };
}

/** The first row whose place key is `key` or sorts after `key`. If there is none: `count`. */
export function firstNamed(table: PlaceTable, key: string): number {
  return firstWhere(table.count, (row) => placeKey(table.nameOf(row)) >= key);
}

export function firstPostcode(table: PlaceTable, key: string): number {
  return firstWhere(table.byPostcode.length, (at) => table.postcodeOf(item(table.byPostcode, at)) >= key);
}

/** The first position at which the condition holds. After that, it must hold everywhere. If there is none: `count`. */
export function firstWhere(count: number, isReached: (at: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function byFame(a: PlaceRow, b: PlaceRow): number {
  const rank = (row: PlaceRow) => `${row.country}|${row.state}|${row.postcode}|${row.county}`;
  return b.population - a.population || (rank(a) < rank(b) ? -1 : 1);
}

function numberRegions(rows: PlaceRow[]): { regions: Region[]; numbers: number[] } {
  const numbersByKey = new Map<string, number>();
  const regions: Region[] = [];
  const numbers = rows.map(({ country, state, stateCode }) => {
    const key = `${country}|${state}|${stateCode}`;
    const known = numbersByKey.get(key);
    if (known !== undefined) return known;
    numbersByKey.set(key, regions.length);
    return regions.push({ country, state, stateCode }) - 1;
  });
  return { regions, numbers };
}

function postcodeOrder(rows: PlaceRow[]): number[] {
  const coded = rows.map((row, at) => ({ code: postcodeKey(row.postcode), at }));
  return coded.sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : a.at - b.at)).map(({ at }) => at);
}

function lineReader(text: Buffer, count: number): (row: number) => string {
  const starts = new Uint32Array(count + 1);
  for (let row = 1, at = 0; row < count; row++) starts[row] = at = text.indexOf(10, at) + 1;
  starts[count] = text.length + 1;
  return (row) => text.toString('utf8', item(starts, row), item(starts, row + 1) - 1);
}
