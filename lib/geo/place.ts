import type { PlaceTable } from './place-table';
import type { Point } from './point';

/** A town, suburb or postcode that a visitor may type. */
export interface Place {
  /** An ID that stays the same within a release, such as `au-vic-geelong-3220`. */
  id: string;
  /** The text for visitors: "Geelong VIC 3220", "Portland, Oregon, United States". */
  label: string;
  name: string;
  /** Short state or region as written in addresses: `VIC`, `Oregon`. '' if there is none. */
  state: string;
  postcode: string;
  /** English name of the country. */
  country: string;
  point: Point;
  population: number;
}

/**
 * How a place was found: by its whole name or postcode, by the beginning of one of these, or in spite of a typing
 * error.
 */
export type PlaceMatch = 'exact' | 'prefix' | 'similar';

/** A place as offered to visitors. */
export interface FoundPlace extends Place {
  match: PlaceMatch;
  /** The ID (`regionId`) of a state or region, which is searched inside its shape. null: the place is a point. */
  regionId: string | null;
}

/** The parts of an address that identify a place. */
export interface PlaceAddress {
  suburb: string;
  state: string;
  postcode: string;
  /** A name or a code. If it is '', any country matches. */
  country: string;
}

/** The world's towns, and postcodes by country. */
export interface PlaceTables {
  towns: PlaceTable;
  postal: PlaceTable[];
}
