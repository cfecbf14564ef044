import { lookUp } from '@/lib/base/look-up';
import { findCountry } from './countries';
import { placeKey, stateKey } from './place-key';
import type { PlaceTables } from './place';
import { firstWhere, type Region } from './place-table';
import { regionId } from './region-id';
import { hasShape } from './region-shapes';

export interface NamedRegion {
  region: Region;
  id: string;
  /**
   * Place keys of the name (with and without a word such as "Region"), of the code in addresses, and of everyday names.
   */
  keys: string[];
}

/** By region ID; place keys. Those of Germany and Austria are in the country's own language. */
const everydayNames: Record<string, string[]> = {
  'au-tas': ['tassie'],
  'us-ca': ['calif', 'cali'],
  'us-ma': ['mass'],
  'au-nsw': ['n s w'],
  'gb-northern-ireland': ['n ireland', 'ni'],
  'de-bavaria': ['bayern', 'freistaat bayern'],
  'de-baden-wurttemberg': ['bw', 'bawu'],
  'de-hesse': ['hessen'],
  'de-lower-saxony': ['niedersachsen'],
  'de-mecklenburg-vorpommern': ['meckpomm'],
  'de-north-rhine-westphalia': ['nordrhein westfalen', 'nrw'],
  'de-rheinland-pfalz': ['rhineland palatinate', 'rlp'],
  'de-saxony': ['sachsen', 'freistaat sachsen'],
  'de-saxony-anhalt': ['sachsen anhalt'],
  'de-thuringia': ['thuringen', 'freistaat thuringen'],
  'at-carinthia': ['karnten'],
  'at-lower-austria': ['niederosterreich'],
  'at-styria': ['steiermark'],
  'at-tyrol': ['tirol'],
  'at-upper-austria': ['oberosterreich'],
};

const regionsByTables = new WeakMap<PlaceTables, NamedRegion[]>();

function namedRegions(tables: PlaceTables): NamedRegion[] {
  const known = regionsByTables.get(tables);
  if (known !== undefined) return known;
  const regions = tables.towns.regions.flatMap((region) => {
    const id = regionId(region);
    if (region.state === '' || !hasShape(id)) return [];
    const name = stateKey(region.state);
    // If a region has the same name as a city, the region's label contains "(region)". This label must find the region.
    const keys = [
      placeKey(region.state),
      name,
      `${name} region`,
      `${name} state`,
      `state of ${name}`,
      region.stateCode.toLowerCase(),
    ];
    return [
      { region, id, keys: [...new Set([...keys, ...(lookUp(everydayNames, id) ?? [])])].filter(Boolean) },
    ];
  });
  regionsByTables.set(tables, regions);
  return regions;
}

interface RegionIndex {
  byKey: Map<string, Region[]>;
  /** Sorted, for beginnings. */
  keys: string[];
}

const indexes = new WeakMap<PlaceTables, RegionIndex>();

function regionIndex(tables: PlaceTables): RegionIndex {
  const known = indexes.get(tables);
  if (known !== undefined) return known;
  const byKey = new Map<string, Region[]>();
  for (const { region, keys } of namedRegions(tables))
    for (const key of keys) byKey.set(key, [...(byKey.get(key) ?? []), region]);
  const index = { byKey, keys: [...byKey.keys()].sort() };
  indexes.set(tables, index);
  return index;
}

export function regionsNamed(tables: PlaceTables, key: string): readonly Region[] {
  return regionIndex(tables).byKey.get(key) ?? [];
}

/** The regions with a longer key that begins with this one, and this key. */
export function regionsBeginning(tables: PlaceTables, beginning: string): { key: string; region: Region }[] {
  const { keys, byKey } = regionIndex(tables);
  const found: { key: string; region: Region }[] = [];
  const first = firstWhere(keys.length, (at) => (keys[at] ?? '') >= beginning);
  for (let at = first; keys[at]?.startsWith(beginning); at += 1) {
    const key = keys[at] ?? '';
    if (key !== beginning) found.push(...(byKey.get(key) ?? []).map((region) => ({ key, region })));
  }
  return found;
}

/**
 * What the words of an address say about a region. `unknown`: the words are not enough, so the point of the address
 * decides.
 */
export type RegionVerdict = 'inside' | 'outside' | 'unknown';

/**
 * Judges addresses by state and country. Without a known country, the verdict is `unknown`. Returns null if no region
 * has this ID.
 */
export function regionJudge(
  tables: PlaceTables,
  id: string,
): ((address: { state: string | null; country: string | null }) => RegionVerdict) | null {
  const regions = namedRegions(tables);
  const own = regions.find((one) => one.id === id);
  if (own === undefined) return null;
  const ownKeys = new Set(own.keys);
  const others = regions.filter(({ region }) => region.country === own.region.country);
  const otherKeys = new Set(others.flatMap(({ keys }) => keys).filter((key) => !ownKeys.has(key)));
  return ({ state, country }) => {
    const known = country === null ? null : findCountry(country);
    if (known === null) return 'unknown';
    if (known.code !== own.region.country) return 'outside';
    // The address has a part of a country, such as "England", as its country.
    if (known.state !== null) return known.state === own.region.state ? 'inside' : 'outside';
    const keys = state === null ? [] : [placeKey(state), stateKey(state)];
    if (keys.some((key) => ownKeys.has(key))) return 'inside';
    return keys.some((key) => otherKeys.has(key)) ? 'outside' : 'unknown';
  };
}
