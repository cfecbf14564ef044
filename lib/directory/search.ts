/** The question that pages, JSON and map ask of the directory, and its answer. */
import type { Box } from '@/lib/geo/box';
import type { Point } from '@/lib/geo/point';
import type { Named, PublicEntry, PublicLocation } from './entry';

/** Everything a visitor can choose. `filter.ts` turns it into a query string and back. */
export interface DirectoryFilter {
  /** What was typed; '' for nothing. */
  text: string;
  /** Chosen values by facet key (`type`, `category`, `chapter`, `state`, `country`, `extra-12`). OR inside, AND across. */
  facets: Record<string, string[]>;
  near: NearFilter | null;
  /** "Search this area": only members with a location inside. */
  box: Box | null;
  /** `default`: text by relevance, near by distance, else a fair seeded order that paging and reload keep. `name`: A–Z. */
  sort: 'default' | 'name';
  /** How members are drawn; who is found does not depend on it. */
  layout: ListLayout;
  /** 1-based. */
  page: number;
}

/** `cards`; `rows`: one line for each member where there is room. */
export type ListLayout = 'cards' | 'rows';

export interface NearFilter {
  point: Point;
  radiusKm: number;
  unit: 'km' | 'mi';
  /** The place as typed or chosen ("Geelong VIC 3220"); null: the visitor's own position. */
  label: string | null;
}

export interface SearchResult {
  /** How many members match: what the heading says. */
  total: number;
  page: number;
  pageCount: number;
  hits: SearchHit[];
  facets: Facet[];
  /** How many members have no place on the map but fit all else: searches by a place leave them out. */
  unplaced: number;
}

/** What a visitor who found nothing, or little, may try instead. Every total is that of its filter's list. */
export interface Alternatives {
  /** One choice taken back, most members first; those that still find nothing are left out. */
  without: { filter: DirectoryFilter; total: number }[];
  /** The smallest larger radius that finds more; null without `near` or when none does. */
  wider: { radiusKm: number; filter: DirectoryFilter; total: number } | null;
  /** The closest member that everything but the radius allows; null without `near` or when nobody has a location. */
  nearest: SearchHit | null;
}

export interface SearchHit {
  entry: PublicEntry;
  /** With `near`: the closest of the member's locations; else null. */
  nearest: { location: PublicLocation; distanceKm: number; bearingDegrees: number } | null;
}

/** How many options of a long facet are shown before the others are asked for: enough for membership types and states. */
export const optionsShownFirst = 8;

export interface Facet {
  /** As in `DirectoryFilter.facets`. */
  key: string;
  label: string;
  /**
   * In a fixed order, a long list's most frequent eight first; ticking never reorders. Counts ignore this facet's own
   * choice.
   */
  options: FacetOption[];
}

export interface FacetOption extends Named {
  /** How many members the list has after this option is chosen (with the facet's other chosen ones, as they are). */
  count: number;
  isChosen: boolean;
}
