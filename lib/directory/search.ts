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
  /** `fair`: a seeded order, the same through paging and reload. Text sorts by relevance, near by distance unless `name`. */
  sort: 'default' | 'name';
  /** 1-based. */
  page: number;
}

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
  /** How many of the matching members have a place on the map. */
  located: number;
}

export interface SearchHit {
  entry: PublicEntry;
  /** With `near`: the closest of the member's locations; else null. */
  nearest: { location: PublicLocation; distanceKm: number; bearingDegrees: number } | null;
}

export interface Facet {
  key: string;
  label: string;
  /** In a fixed order; ticking never reorders. Counts ignore this facet's own choice. */
  options: FacetOption[];
}

export interface FacetOption extends Named {
  /** How many members the list has after this option is chosen (with the facet's other chosen ones, as they are). */
  count: number;
  isChosen: boolean;
}
