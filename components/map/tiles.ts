/** A tile server that the operator configured; without one the base map is our own. */
export interface MapTiles {
  url: string;
  attribution: string;
}

/** Our own shapes know no streets: from here on they are only drawn larger. */
export const ownTiles = { maxNativeZoom: 12, maxZoom: 14 };
