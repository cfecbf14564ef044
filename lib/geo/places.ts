import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { locatePlace } from './place-locate';
import { searchPlaces } from './place-search';
import { decodePlaceTable, type PlaceTable } from './place-table';
import type { Point } from './point';

/** A town, suburb or postcode that a visitor may type. */
export interface Place {
  /** Stable within a release: `au-vic-geelong-3220`. */
  id: string;
  /** What the visitor reads: "Geelong VIC 3220", "Portland, Oregon, United States". */
  label: string;
  name: string;
  /** Short state or region as written in addresses: `VIC`, `Oregon`. '' where there is none. */
  state: string;
  postcode: string;
  /** English name of the country. */
  country: string;
  point: Point;
  population: number;
}

/** An address as far as places go. */
export interface PlaceAddress {
  suburb: string;
  state: string;
  postcode: string;
  /** Name or code; '' for any country. */
  country: string;
}

/** The bundled gazetteer. */
export interface Places {
  /**
   * Places that begin with what was typed (name, "name state", postcode), best first: exact before prefix,
   * then the preferred country, then size. At most `limit`.
   */
  search(text: string, options: { country: string | null; limit: number }): Place[];
  /** The place of an address, or null: suburb and state (and postcode where known) must agree. */
  locate(address: PlaceAddress): Place | null;
}

/** Towns of the world, and postcodes by country. */
export interface PlaceTables {
  towns: PlaceTable;
  postal: PlaceTable[];
}

/** Must be shown where places are searched: the licence of the data (CC BY 4.0) asks for it. */
export const placesAttribution = 'Places © GeoNames (CC BY 4.0)';

const loaded = new Map<string, { places: Places; tables: PlaceTables }>();

/**
 * The gazetteer: the bundled one and, given `dataDir`, the postal files added there, which replace the bundled
 * postcodes of their country. Read on the first call (about 0.1 s) and kept; `reloadPlaces` forgets it.
 */
export function loadPlaces(options: { dataDir?: string } = {}): Places {
  return load(options.dataDir).places;
}

/** The tables behind `loadPlaces`, for what is computed from all places. */
export function loadPlaceTables(options: { dataDir?: string } = {}): PlaceTables {
  return load(options.dataDir).tables;
}

/** Makes the next `loadPlaces` read the files again, after a postal file was added. */
export function reloadPlaces(): void {
  loaded.clear();
}

/** Where added postal files are kept. */
export function gazetteerFolder(dataDir: string): string {
  return join(dataDir, 'gazetteer');
}

function load(dataDir = ''): { places: Places; tables: PlaceTables } {
  const known = loaded.get(dataDir);
  if (known !== undefined) return known;
  const tables = readTables(dataDir);
  const places: Places = {
    search: (text, options) => searchPlaces(tables, text, options),
    locate: (address) => locatePlace(tables, address),
  };
  const entry = { places, tables };
  loaded.set(dataDir, entry);
  return entry;
}

function readTables(dataDir: string): PlaceTables {
  const files = new Map(placeFiles(fileURLToPath(new URL('./data', import.meta.url))));
  if (dataDir !== '') for (const [name, file] of placeFiles(gazetteerFolder(dataDir))) files.set(name, file);
  const { towns, ...postal } = Object.fromEntries([...files].map(([name, file]) => [name, readTable(file)]));
  if (towns === undefined)
    throw new Error('lib/geo/data/towns.places.gz is missing: see docs/map.md for how it is built');
  return { towns, postal: Object.values(postal) };
}

function placeFiles(folder: string): [name: string, file: string][] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.places.gz'));
  return names.map((name) => [name.replace('.places.gz', ''), join(folder, name)]);
}

function readTable(file: string): PlaceTable {
  return decodePlaceTable(readFileSync(file));
}
