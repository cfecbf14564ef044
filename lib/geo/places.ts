import { readFileSync, readdirSync, statSync } from 'node:fs';
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

interface Loaded {
  tables: PlaceTables;
  /** When the folder of added files last changed, milliseconds; 0: there is none. */
  addedAt: number;
}

const loadedByDataDir = new Map<string, Loaded>();

/**
 * The gazetteer: the bundled one and, given `dataDir`, the postal files added there, which replace the bundled
 * postcodes of their country. Read on the first use (about 0.1 s) and kept; a file added while the process runs
 * counts from the next question on.
 */
export function loadPlaces({ dataDir = '' }: { dataDir?: string } = {}): Places {
  return {
    search: (text, options) => searchPlaces(loadPlaceTables({ dataDir }), text, options),
    locate: (address) => locatePlace(loadPlaceTables({ dataDir }), address),
  };
}

/** The tables behind `loadPlaces`, for what is computed from all places. */
export function loadPlaceTables({ dataDir = '' }: { dataDir?: string } = {}): PlaceTables {
  const folder = gazetteerFolder(dataDir);
  const addedAt = dataDir === '' ? 0 : (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const known = loadedByDataDir.get(dataDir);
  if (known?.addedAt === addedAt) return known.tables;
  const tables = readTables(addedAt === 0 ? null : folder);
  loadedByDataDir.set(dataDir, { tables, addedAt });
  return tables;
}

/** Where added postal files are kept. */
export function gazetteerFolder(dataDir: string): string {
  return join(dataDir, 'gazetteer');
}

function readTables(added: string | null): PlaceTables {
  const bundled = placeFiles(fileURLToPath(new URL('./data', import.meta.url)));
  const files = new Map([...bundled, ...(added === null ? [] : placeFiles(added))]);
  const { towns, ...postal } = Object.fromEntries([...files].map(([name, file]) => [name, readTable(file)]));
  if (towns === undefined)
    throw new Error('lib/geo/data/towns.places.gz is missing: see docs/map.md for how it is built');
  return { towns, postal: Object.values(postal) };
}

function placeFiles(folder: string): [name: string, file: string][] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.places.gz'));
  return names.map((name) => [name.replace('.places.gz', ''), join(folder, name)]);
}

function readTable(file: string): PlaceTable {
  return decodePlaceTable(readFileSync(file));
}
