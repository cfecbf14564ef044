/** How the rest of the web app uses the read model. server.ts creates the only object. */
import type { Box } from '@/lib/map/geo/box';
import type { Place } from '@/lib/map/geo/place';
import type { Point } from '@/lib/map/geo/point';
import type { PublicEntry } from '@/lib/directory/model/entry';
import type { PublicHtml } from '@/lib/base/public-html';
import type { UnderstoodWords, Understanding } from './understand-words';
import type { Alternatives, DirectoryFilter, Facet, SearchResult } from './search';
import type { Pin } from '@/lib/directory/model/pins';

export interface Directory {
  /** The search behind the pages and the JSON. `pageSize`: members on a page; default 24. */
  search(filter: DirectoryFilter, pageSize?: number): SearchResult;
  facets(): Facet[];
  /** Other searches with exact counts. This runs several searches, so call it only if a visitor found little. */
  alternatives(filter: DirectoryFilter): Alternatives;
  /**
   * Replaces each value ("state=vic") by the ID of the option that it means. A filter with only IDs is returned
   * unchanged.
   */
  withOptionIds(filter: DirectoryFilter): DirectoryFilter;
  /**
   * Every listed entry by ID, with the day (ISO, organisation's time zone) of its last change. The entries have the
   * state at the time of the call, even if they are read later. `from`: how many entries to skip; skipping costs
   * little.
   */
  entries(from?: number): Iterable<{ entry: PublicEntry; changedOn: string }>;
  /** 'removed': the membership was listed before, but is not now. null: it never was. */
  find(id: string): PublicEntry | 'removed' | null;
  /** The organisation's description of a category. null: it has none. */
  categoryDescription(id: string): PublicHtml | null;
  /** Matching members in a view of the map, clustered where they are close; at most 500 features. */
  clusters(filter: DirectoryFilter, area: ClusterArea): MapFeature[];
  /**
   * Finds the place of a postcode from the members who have the postcode, preferably in `country`. null: no member has
   * the postcode.
   */
  placeOfPostcode(text: string, country: string | null): Place | null;
  /**
   * Places whose names begin with the text. They are read from the members' addresses, so they include places that the
   * gazetteer does not have.
   */
  placesOfMembers(text: string, limit: number): Place[];
  /** The number of members around a point. A place with many members around it comes before other places. */
  membersNear(point: Point): number;
  /** The state, the country or the answer of a question about areas that has this name. */
  areaNamed(text: string): { key: string; id: string } | null;
  /** null: nothing was recognised, or the words may be a member's name. */
  understand(text: string, known: Understanding): UnderstoodWords | null;
  about(): DirectoryAbout;
  /** Reads all changes up to now. The promise does not reject. `about` and the log report a failure. */
  refresh(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface ClusterArea {
  box: Box;
  zoom: number;
  /** The map can zoom no further, so every mark lists its members. */
  isClosest?: boolean;
}

/** One mark on the map: a pin, or several locations too close together to show separately at this zoom. */
export type MapFeature =
  | { kind: 'pin'; pin: Pin }
  | {
      kind: 'cluster';
      /** The number of members. One member may have several of the locations. */
      count: number;
      latitude: number;
      longitude: number;
      box: Box;
      /** The place of most of the locations, named as on a pin. '': none has a name. */
      place: string;
      /**
       * Empty if a closer zoom separates the locations. At most 100 pins here, and at most 1,000 in all features
       * together.
       */
      pins: Pin[];
    };

export interface DirectoryAbout {
  /** When the API last confirmed the data. null: nothing has been loaded yet. */
  loadedAt: Date | null;
  isStale: boolean;
  /** Problems of the latest refresh, for the operator. No names, nothing private. */
  problems: readonly string[];
  /** Changes whenever anything public changes. */
  version: string;
  memberCount: number;
  /** The organisation's country, or else that of most members. null: no member has one. */
  country: string | null;
}
