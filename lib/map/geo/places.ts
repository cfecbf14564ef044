import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FoundPlace, Place, PlaceAddress, PlaceTables } from './place';
import { locatePlace } from './place-locate';
import { searchPlaces } from './place-search';
import { suggestPlaces, type SuggestOptions } from './place-suggest';
import { decodePlaceTable, type PlaceTable } from './place-table';

export interface Places {
  /**
   * At most `limit` places whose name, "name state" or postcode begins with the text, best first. Places in
   * the preferred country come first, then exact matches before beginnings, then larger places.
   */
  search(text: string, options: { country: string | null; limit: number }): Place[];
  /**
   * The possible meanings of a visitor's text, best first. Each is a place that `search` finds, a state, region or
   * well-known area, a place that is usually written in another way, or a place in the preferred country that matches
   * in spite of a typing error. Places near members rank higher.
   */
  suggest(text: string, options: SuggestOptions): FoundPlace[];
  /**
   * The suburb must match. A state or postcode that the gazetteer knows must fit, and an unknown one is ignored. null:
   * no place matches.
   */
  locate(address: PlaceAddress): Place | null;
}

interface Loaded {
  tables: PlaceTables;
  /** When the folder of added files last changed, in milliseconds. 0: there is no folder. */
  addedAt: number;
}

const loadedByDataDir = new Map<string, Loaded>();

/**
 * With `dataDir`, the result includes the postal files that were added there. A postal file replaces the bundled
 * postcodes of its country. The files are read on first use (about 0.1 s) and cached. A file that is added later is
 * used from the next query on.
 */
export function loadPlaces({ dataDir = '' }: { dataDir?: string } = {}): Places {
  return {
    search: (text, options) => searchPlaces(loadPlaceTables({ dataDir }), text, options),
    suggest: (text, options) => suggestPlaces(loadPlaceTables({ dataDir }), text, options),
    locate: (address) => locatePlace(loadPlaceTables({ dataDir }), address),
  };
}

export function loadPlaceTables({ dataDir = '' }: { dataDir?: string } = {}): PlaceTables {
  const folder = gazetteerFolder(dataDir);
  const addedAt = dataDir === '' ? 0 : (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const known = loadedByDataDir.get(dataDir);
  if (known?.addedAt === addedAt) return known.tables;
  const tables = readTables(addedAt === 0 ? null : folder);
  loadedByDataDir.set(dataDir, { tables, addedAt });
  return tables;
}

export function gazetteerFolder(dataDir: string): string {
  return join(dataDir, 'gazetteer');
}

function readTables(added: string | null): PlaceTables {
  const bundled = placeFiles(fileURLToPath(new URL('./data', import.meta.url)));
  const files = new Map([...bundled, ...(added === null ? [] : placeFiles(added))]);
  const fileOf = (name: string) => {
    const file = files.get(name);
    if (file === undefined)
      throw new Error(`lib/map/geo/data/${name}.places.gz is missing: see docs/map.md for how it is built`);
    return file;
  };
  const postal = [...files].filter(([name]) => name !== 'towns' && name !== 'names');
  let names: PlaceTable | null = null;
  return {
    towns: readTable(fileOf('towns')),
    postal: postal.map(([, file]) => readTable(file)),
    names: () => (names ??= readTable(fileOf('names'))),
  };
}

function placeFiles(folder: string): [name: string, file: string][] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.places.gz'));
  return names.map((name) => [name.replace('.places.gz', ''), join(folder, name)]);
}

function readTable(file: string): PlaceTable {
  return decodePlaceTable(readFileSync(file));
}
