import type { Box } from './box';

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

/** The lowest zoom of the map that shows streets. At lower zooms, our own base map shows more than the street map. */
export const streetsFromZoom = 12;
/** A zoom of the data's tiles, which is one less than the map's zoom. */
export const minDataZoom = streetsFromZoom - 1;
/**
 * The closest zoom to which people can zoom a map without streets. At closer zooms, such a map would show only a town's
 * name.
 */
export const closestWithoutStreets = 13;

/** The data's licence (ODbL) requires that the map shows this text. */
export const streetsAttribution =
  '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>; Protomaps';
