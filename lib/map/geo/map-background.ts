import type { StreetMap } from './street-map';

export interface MapTiles {
  url: string;
  attribution: string;
}

/**
 * The map draws the background behind the members. Where the background has no data, the map shows our own base map.
 */
export type MapBackground = MapTiles | StreetMap;
