/** A tile server that the operator configured; without one the base map is our own. */
export interface MapTiles {
  url: string;
  attribution: string;
}
