/** The read model as the rest of the web side sees it: one object, made by server.ts. */
import type { Box } from '@/lib/geo/box';
import type { Place } from '@/lib/geo/places';
import type { PublicEntry } from './entry';
import type { PublicHtml } from './public-html';
import type { Alternatives, DirectoryFilter, SearchResult } from './search';

export interface Directory {
  /** What pages and JSON ask. */
  search(filter: DirectoryFilter): SearchResult;
  /** True counts for "no dead ends"; costs several searches, so ask only when little was found. */
  alternatives(filter: DirectoryFilter): Alternatives;
  /** Every listed entry in the order of IDs, with the day (ISO, in the organisation's zone) its public entry last changed. */
  entries(): Iterable<{ entry: PublicEntry; changedOn: string }>;
  /** The entry of a membership ID; 'gone' if it was public once. */
  find(id: string): PublicEntry | 'gone' | null;
  /** What the organisation says of a category, by its ID; null if nothing. */
  categoryDescription(id: string): PublicHtml | null;
  /** The matching members in a view of the map, gathered where they are close; at most some 500 features. */
  clusters(filter: DirectoryFilter, area: { box: Box; zoom: number }): MapFeature[];
  /** Where members are who have a postcode, in a country if any are there; null if nobody has it. */
  placeOfPostcode(text: string, country: string | null): Place | null;
  /** How fresh the data is, and of how many members. */
  about(): DirectoryAbout;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** One thing on the map: a pin, or several locations that are too close to be told apart at this zoom. */
export type MapFeature =
  | { kind: 'pin'; pin: Pin }
  | {
      kind: 'cluster';
      /** Of members: one may have several of the locations. */
      count: number;
      /** The middle of the locations. */
      latitude: number;
      longitude: number;
      /** Holds all the locations: where to zoom. */
      box: Box;
      /** The place most of them share, as a pin names it; '' if none is named. */
      place: string;
      /** When all lie at one point and no zoom tells them apart: themselves, at most 100. Else empty. */
      pins: Pin[];
    };

export interface Pin {
  entryId: string;
  slug: string;
  name: string;
  /** "Suburb STATE", the country where nothing nearer is known, '' where not even that is. */
  place: string;
  latitude: number;
  longitude: number;
  isArea: boolean;
}

export interface DirectoryAbout {
  /** When the data was last confirmed by the API; null before the first load. */
  loadedAt: Date | null;
  isStale: boolean;
  /** Changes whenever anything public does. */
  version: string;
  memberCount: number;
  /** The organisation's, else the one that most members name; null when none do. */
  country: string | null;
}
