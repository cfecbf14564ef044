import type { StreetMap } from './street-map';

/** A tile server that the operator has configured. */
export interface MapTiles {
  url: string;
  attribution: string;
}

/** What the map shows behind the members. Without one, or where it has nothing, our own base map is used. */
export type MapBackground = MapTiles | StreetMap;
