import type { Box } from '@/lib/map/geo/box';
import type { Point } from '@/lib/map/geo/point';
import type { Named, PublicEntry, PublicLocation } from '@/lib/directory/model/entry';

export interface DirectoryFilter {
  /** The words to search for, as the visitor typed them. '': there are no words. */
  text: string;
  /**
   * The chosen values of each facet (`type`, `category`, `chapter`, `state`, `country`, `extra-12`). Values of a facet
   * are alternatives (OR), and facets narrow each other (AND).
   */
  facets: Record<string, string[]>;
  near: NearFilter | null;
  /** "Search this area": only members with a location inside the box. */
  box: Box | null;
  /** Facets in which a member must have all of the chosen values, and not just one. In alphabetical order. */
  all: readonly string[];
  inside: InsideFilter | null;
  /** Whether the text is searched as typed. Places, categories and answers in the text are then not recognised. */
  asTyped: boolean;
  /**
   * The whole typed text, if a part of the text was recognised as a place or option. Otherwise ''. This field does not
   * affect who is found.
   */
  typed: string;
  /** Words of `typed` that match nobody and are ignored. */
  leftOut: string;
  /**
   * `default`: by distance for a search with a place, by relevance for a search with only a text, and otherwise the
   * fair order of the day. `name`: A–Z. `joined` and `newest`: by the year of joining; members without a year come
   * last.
   */
  sort: SortOrder;
  /** Does not affect who is found. */
  layout: ListLayout;
  /** The first page has the number 1. */
  page: number;
}

export type SortOrder = 'default' | 'name' | 'joined' | 'newest';

/** A state or region, searched inside its shape. */
export interface InsideFilter {
  /** The ID that the function `regionId` makes, such as `au-vic`. */
  id: string;
  /** The region's name for visitors, such as "Victoria, Australia". */
  label: string;
}

export type ListLayout = 'cards' | 'rows';

export interface NearFilter {
  point: Point;
  radiusKm: number;
  unit: 'km' | 'mi';
  /** The place as typed or chosen ("Geelong VIC 3220"). null: the visitor's own position. */
  label: string | null;
}

export interface SearchResult {
  total: number;
  page: number;
  pageCount: number;
  hits: SearchHit[];
  facets: Facet[];
  /**
   * Members who match everything except the place, and are not on the map. A search near a place finds those whose card
   * shows a town, so it counts only the others.
   */
  unplaced: number;
}

/** Other searches for a visitor who found little or nothing. `total` is the number of members that `filter` finds. */
export interface Alternatives {
  /** Filters with one choice removed, most members first. Searches that still find nothing are left out. */
  without: { filter: DirectoryFilter; total: number }[];
  /**
   * The same search with the first larger radius that finds more members. null: there is no `near`, or no larger radius
   * finds more.
   */
  wider: { radiusKm: number; filter: DirectoryFilter; total: number } | null;
  /** The three closest members that match everything but the radius. Empty: there is no `near`, or no member has a place. */
  nearest: SearchHit[];
  /** Nobody matches, however far away. `nearest` has the three closest of all members. */
  isNearestOfAll: boolean;
}

export interface SearchHit {
  entry: PublicEntry;
  /**
   * The location of the member that is likely to be the closest. If only its area is known, `distanceKm` is the likely
   * distance, and there is no bearing. null: the search has no `near`.
   */
  nearest: { location: PublicLocation; distanceKm: number; bearingDegrees: number | null } | null;
}

export interface Facet {
  key: string;
  label: string;
  /** Some members have several values, so a visitor can choose "any of these" or "all of these". */
  hasSeveral?: true;
  /** In a fixed order. In a long list, the eight most frequent come first. Ticking never changes the order. */
  options: FacetOption[];
}

export interface FacetOption extends Named {
  /** The number of members found if this option is chosen together with the facet's other chosen options. */
  count: number;
  isChosen: boolean;
}
