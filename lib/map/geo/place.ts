import type { PlaceTable } from './place-table';
import type { Point } from './point';

export interface Place {
  /** An ID that stays the same within a release, such as `au-vic-geelong-3220`. */
  id: string;
  /** The text for visitors: "Geelong VIC 3220", "Portland, Oregon, United States". */
  label: string;
  name: string;
  /** Short state or region as written in addresses: `VIC`, `Oregon`. '' if there is none. */
  state: string;
  postcode: string;
  country: string;
  point: Point;
  population: number;
}

/**
 * Whether the text is the whole name or postcode, another way of writing it ("fitzroy nth", "D-80331"), the beginning
 * of a name or postcode, or a name with a typing error.
 */
export type PlaceMatch = 'exact' | 'other' | 'prefix' | 'similar';

/**
 * If the text is the name of a city abroad with at least this many people, that city is meant, and not a place at home with a
 * similar or longer name. It stands here because pages load this file, but not the gazetteer.
 */
export const famous = 100_000;

export interface FoundPlace extends Place {
  match: PlaceMatch;
  /** The ID (`regionId`) of a state or region. A search then covers the region's shape. null: the place is a point. */
  regionId: string | null;
  /** Of an area such as "Northern Beaches". undefined: the place is a town, a postcode or a region. */
  radiusKm?: number;
}

export interface PlaceAddress {
  suburb: string;
  state: string;
  postcode: string;
  /** A name or a code. '': any country matches. */
  country: string;
}

/** `towns` covers the world. `postal` has one table for each country with postcodes. */
export interface PlaceTables {
  towns: PlaceTable;
  postal: PlaceTable[];
  /** Other names of larger cities, such as Moskau and Москва. The table is read when it is first needed. */
  names: () => PlaceTable;
}
