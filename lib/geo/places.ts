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

/** The bundled gazetteer. */
export interface Places {
  /**
   * Places that begin with what was typed (name, "name state", postcode), best first: exact before prefix,
   * then the preferred country, then size. At most `limit`.
   */
  search(text: string, options: { country: string | null; limit: number }): Place[];
  /** The place of an address, or null: suburb and state (and postcode where known) must agree. */
  locate(address: { suburb: string; state: string; postcode: string; country: string }): Place | null;
}
