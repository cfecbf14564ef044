import type { StreetMap } from './street-map';

/** A tile server that the operator has configured. */
export interface MapTiles {
  url: string;
  attribution: string;
}

/**
 * The background of the map, behind the members. If there is none, or where it has no data, the map shows our own base
 * map.
 */
export type MapBackground = MapTiles | StreetMap;
