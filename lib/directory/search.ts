/** The search filter of pages, JSON and map, and its result. */
import type { Box } from '@/lib/geo/box';
import type { Point } from '@/lib/geo/point';
import type { Named, PublicEntry, PublicLocation } from '@/lib/directory-model/entry';

/** Everything a visitor can choose. `filter.ts` turns it into a query string and back. */
export interface DirectoryFilter {
  /** The typed text. '': there is none. */
  text: string;
  /**
   * The chosen values of each facet (`type`, `category`, `chapter`, `state`, `country`, `extra-12`). Values of a facet
   * are alternatives (OR), and facets narrow each other (AND).
   */
  facets: Record<string, string[]>;
  near: NearFilter | null;
  /** For "Search this area": only members with a location inside the box. */
  box: Box | null;
  /** Facets in which a member must have all of the chosen values, not just one. In alphabetical order. */
  all: readonly string[];
  /** Only members in this state or region. */
  inside: InsideFilter | null;
  /** true: the text is searched as it is typed, and places, categories and answers in it are not recognised. */
  asTyped: boolean;
  /** The typed text, if other choices were recognised in it. '': none were. This does not affect who is found. */
  typed: string;
  /** The words of `typed` that match nobody and are ignored. '': there are none. */
  leftOut: string;
  /**
   * `default`: a search with a place is ordered by distance, and a search with only a text by relevance. All others
   * have the fair order of the day. `name`: A–Z. `joined` and `newest`: by the year of joining. Members without a year
   * come last.
   */
  sort: SortOrder;
  /** How members are displayed. This does not affect who is found. */
  layout: ListLayout;
  /** The number of the page, from 1. */
  page: number;
}

export type SortOrder = 'default' | 'name' | 'joined' | 'newest';

/** A state or region, searched inside its shape. */
export interface InsideFilter {
  /** The ID in the form of `regionId`: `au-vic`. */
  id: string;
  /** "Victoria, Australia" */
  label: string;
}

/** `cards`, or `rows`: one line for each member, if there is room. */
export type ListLayout = 'cards' | 'rows';

export interface NearFilter {
  point: Point;
  radiusKm: number;
  unit: 'km' | 'mi';
  /** The place as typed or chosen ("Geelong VIC 3220"). null: the visitor's own position. */
  label: string | null;
}

export interface SearchResult {
  /** The number of matching members, as shown in the heading. */
  total: number;
  page: number;
  pageCount: number;
  hits: SearchHit[];
  facets: Facet[];
  /**
   * How many members match everything except the place, because they have no place on the map. A search by place does
   * not find them.
   */
  unplaced: number;
}

/**
 * Other searches for a visitor who found little or nothing. Every `total` is the number of members that the search
 * finds.
 */
export interface Alternatives {
  /**
   * Filters with one choice removed. Filters with most members come first. Searches that still find nothing are left
   * out.
   */
  without: { filter: DirectoryFilter; total: number }[];
  /** The smallest of the larger radii that find more members. null: there is no `near`, or no radius finds more. */
  wider: { radiusKm: number; filter: DirectoryFilter; total: number } | null;
  /**
   * The closest member that matches everything but the radius. null: there is no `near`, or no member has a location.
   */
  nearest: SearchHit | null;
}

export interface SearchHit {
  entry: PublicEntry;
  /** The closest of the member's locations, if the search has `near`. Otherwise null. */
  nearest: { location: PublicLocation; distanceKm: number; bearingDegrees: number } | null;
}

export interface Facet {
  /** The key of the facet, as in `DirectoryFilter.facets`. */
  key: string;
  label: string;
  /**
   * Whether some members have several values, so that a visitor can choose "any of these" or "all of these". If absent,
   * no member has several.
   */
  hasSeveral?: true;
  /**
   * The options in a fixed order. In a long list, the eight most frequent come first. Ticking never changes the order.
   */
  options: FacetOption[];
}

export interface FacetOption extends Named {
  /** How many members the list has if this option is chosen in addition to the facet's other chosen options. */
  count: number;
  isChosen: boolean;
}
