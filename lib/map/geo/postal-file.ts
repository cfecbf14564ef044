import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeKey, postcodeKey } from './place-key';
import { rowsNamed } from './place-label';
import { encodePlaceTable, type PlaceRow, type PlaceTable } from './place-table';
import { gazetteerFolder, loadPlaceTables } from './places';
import { distanceKm } from './point';

export interface BadPostalLine {
  /** Line number, from 1. */
  line: number;
  reason: string;
}

export interface PostalFile {
  rows: PlaceRow[];
  bad: BadPostalLine[];
}

export class PostalFileError extends Error {
  override name = 'PostalFileError';
}

/**
 * Two entries with the same name and country that are this close are one town, even if their states are written
 * differently.
 */
const sameTownKm = 40;

/**
 * Reads a GeoNames postal code file: UTF-8, one postcode and place per line, twelve columns separated by tabs. Lines
 * without a usable country, postcode, place or point are in `bad`.
 * @throws PostalFileError if the file cannot be read, or no line has this layout
 * @see https://download.geonames.org/export/zip/readme.txt
 */
export function readGeoNamesPostal(file: string): PostalFile {
  const rows: PlaceRow[] = [];
  const bad: BadPostalLine[] = [];
  const lines = readText(file)
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/);
  lines.forEach((text, at) => {
    if (text.trim() === '') return;
    const row = parseLine(text);
    if (typeof row === 'string') bad.push({ line: at + 1, reason: row });
    else rows.push(row);
  });
  if (rows.length === 0) {
    throw new PostalFileError(
      `${file} is not a GeoNames postal file: expected lines of twelve columns separated by tabs`,
    );
  }
  return { rows, bad };
}

/**
 * Adds a GeoNames postal file to the gazetteer of an installation. For each country in the file, the new postcodes
 * replace all postcodes that were known before. A running server uses the new postcodes from its next query on.
 * @throws as `readGeoNamesPostal`, and when `dataDir` cannot be written
 */
export function addPostalFile({ file, dataDir }: { file: string; dataDir: string }): {
  /** Two-letter codes. */
  countries: string[];
  added: number;
  bad: BadPostalLine[];
} {
  const { rows, bad } = readGeoNamesPostal(file);
  const { towns } = loadPlaceTables();
  const folder = gazetteerFolder(dataDir);
  mkdirSync(folder, { recursive: true });
  const countries = [...new Set(rows.map((row) => row.country))].sort();
  for (const country of countries) {
    const table = encodePlaceTable(
      withTowns(
        rows.filter((row) => row.country === country),
        towns,
      ),
    );
    const target = join(folder, `${country}.places.gz`);
    // The file is written under another name and then renamed, so that a server never reads half a file.
    writeFileSync(`${target}.new`, table);
    renameSync(`${target}.new`, target);
  }
  return { countries, added: rows.length, bad };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PostalFileError(`${file} cannot be read: ${reason}`, { cause: error });
  }
}

function parseLine(text: string): PlaceRow | string {
  const columns = text.split('\t').map((column) => column.trim());
  if (columns.length < 11) return `expected 12 columns separated by tabs, found ${columns.length}`;
  const [country = '', postcode = '', name = '', state = '', stateCode = ''] = columns;
  const [latitude, longitude] = [columns[9], columns[10]].map((column) =>
    column === '' ? NaN : Number(column),
  );
  if (!/^[A-Z]{2}$/.test(country)) return 'the first column must be a country code of two capital letters';
  if (postcodeKey(postcode) === '' || name === '') return 'the postcode or the place is empty';
  if (
    latitude === undefined ||
    longitude === undefined ||
    !(Math.abs(latitude) <= 90) ||
    !(Math.abs(longitude) <= 180)
  ) {
    return 'columns 10 and 11 must be a latitude (-90 to 90) and a longitude (-180 to 180)';
  }
  const point = { latitude, longitude };
  return { name, country, state, stateCode, postcode, point, population: 0, county: '', isNamed: false };
}

/**
 * If a row's place is a known town, the row gets the town's population and state. Several of the other rows may have
 * the same name in the same state. Then only the first of them can be found by its name.
 */
function withTowns(rows: PlaceRow[], towns: PlaceTable): PlaceRow[] {
  const named = new Set<string>();
  return rows.map((row) => {
    const town = rowsNamed(towns, placeKey(row.name)).find(
      (at) =>
        towns.regionOf(at).country === row.country && distanceKm(towns.pointOf(at), row.point) < sameTownKm,
    );
    if (town !== undefined) return { ...row, ...towns.regionOf(town), population: towns.populationOf(town) };
    const key = `${row.state}|${placeKey(row.name)}`;
    const isNamed = !named.has(key);
    named.add(key);
    // If addresses in a country have no state codes, these files contain numbers in that column. The numbers are left
    // out.
    return { ...row, stateCode: /^[A-Z]{2,3}$/.test(row.stateCode) ? row.stateCode : '', isNamed };
  });
}
