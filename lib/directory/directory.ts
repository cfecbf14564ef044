/**
 * The interface through which the rest of the web app uses the read model. server.ts creates the only object that the
 * web app uses.
 */
import type { Box } from '@/lib/geo/box';
import type { Place } from '@/lib/geo/place';
import type { Point } from '@/lib/geo/point';
import type { PublicEntry } from '@/lib/directory-model/entry';
import type { PublicHtml } from '@/lib/public-html';
import type { UnderstoodWords, Understanding } from './understand-words';
import type { Alternatives, DirectoryFilter, Facet, SearchResult } from './search';
import type { Pin } from '@/lib/directory-model/pins';

export interface Directory {
  /** The search behind the pages and the JSON. `pageSize` is the number of members on a page, by default 24. */
  search(filter: DirectoryFilter, pageSize?: number): SearchResult;
  /** The facets of the list of all members. */
  facets(): Facet[];
  /** Other searches with exact counts. This runs several searches, so call it only if a visitor found little. */
  alternatives(filter: DirectoryFilter): Alternatives;
  /**
   * The filter with each value ("state=vic") replaced by the ID of the option that it means. If the filter has only IDs
   * already, it is returned unchanged.
   */
  withOptionIds(filter: DirectoryFilter): DirectoryFilter;
  /**
   * Every listed entry in the order of IDs, with the day (ISO, organisation's time zone) on which the entry last
   * changed. The entries have the state at the time of the call, even if they are read later. `from`: how many entries
   * to skip; skipping costs little.
   */
  entries(from?: number): Iterable<{ entry: PublicEntry; changedOn: string }>;
  /** The entry with a membership ID. 'removed': it was listed before, but is not now. null: it never was. */
  find(id: string): PublicEntry | 'removed' | null;
  /** The organisation's description of a category, by its ID. null: it has none. */
  categoryDescription(id: string): PublicHtml | null;
  /** The matching members in a view of the map, clustered where they are close; at most 500 features. */
  clusters(filter: DirectoryFilter, area: ClusterArea): MapFeature[];
  /** The place of a postcode, from the members who have it, preferably in `country`. null: nobody has it. */
  placeOfPostcode(text: string, country: string | null): Place | null;
  /** Places in members' addresses whose names begin with the text. The gazetteer may lack them. */
  placesOfMembers(text: string, limit: number): Place[];
  /** How many members are around a point, for the order of places. */
  membersNear(point: Point): number;
  /** The meaning of a visitor's words. null: nothing was recognised, or the words may be a member's name. */
  understand(text: string, known: Understanding): UnderstoodWords | null;
  /** How fresh the data is, and how many members it has. */
  about(): DirectoryAbout;
  /** Reads all changes up to now. A failure is not thrown. It is in `about` and in the log. */
  refresh(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface ClusterArea {
  box: Box;
  zoom: number;
  /** Whether the map can zoom no further. Every mark then lists its members. */
  isClosest?: boolean;
}

/** One mark on the map: a pin, or several locations too close together to show separately at this zoom. */
export type MapFeature =
  | { kind: 'pin'; pin: Pin }
  | {
      kind: 'cluster';
      /** The number of members. One member may have several of the locations. */
      count: number;
      /** The middle of the locations. */
      latitude: number;
      longitude: number;
      /** The box that contains all the locations. The map zooms to it. */
      box: Box;
      /** The place that most of the locations share, named as on a pin. '': none has a name. */
      place: string;
      /**
       * The pins, if no zoom separates the locations. Otherwise the list is empty. There are at most 100 pins here, and
       * at most 1,000 in all features together.
       */
      pins: Pin[];
    };

export interface DirectoryAbout {
  /** When the API last confirmed the data. null: it has not been loaded yet. */
  loadedAt: Date | null;
  isStale: boolean;
  /** Problems of the latest refresh, for the operator. No names, nothing private. */
  problems: readonly string[];
  /** Changes whenever anything public changes. */
  version: string;
  memberCount: number;
  /** The organisation's country, or else the country that most members have. null: no member has one. */
  country: string | null;
}
