import type { Box } from './box';

/** Streets for the map: an archive that our own server sends, and what it covers. */
export interface StreetMap {
  /** The archive's address on this server. */
  streets: string;
  bounds: Box;
  /**
   * The closest zoom of the archive's tiles. These tiles are twice as wide as the map's tiles, so this zoom is one less
   * than the map's zoom.
   */
  maxDataZoom: number;
}

/** The lowest zoom of the map at which streets are drawn. At lower zooms, our own base map shows more. */
export const streetsFromZoom = 12;
/** The lowest zoom of the tiles that are drawn. */
export const minDataZoom = streetsFromZoom - 1;
/**
 * The closest zoom that the map allows where it has no streets. At closer zooms, only a town's name would be shown.
 */
export const closestWithoutStreets = 13;

/** Must be shown on the map: the data's licence (ODbL) requires it. */
export const streetsAttribution =
  '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>; Protomaps';
