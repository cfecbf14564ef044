/** A tile server configured by the operator. Without one, our own base map is used. */
export interface MapTiles {
  url: string;
  attribution: string;
}
