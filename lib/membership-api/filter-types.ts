/** What can be asked of a list, typed; part 4 of the contract. */
import type { Point } from '@/lib/geo/point';
import type { FinancialStatus } from './resources';

/** Which memberships are asked for. An empty list narrows nothing; values of a list are alternatives. */
export interface MembersFilter {
  categoryIds: number[];
  typeIds: number[];
  chapterIds: number[];
  /** Never empty; `financial` unless asked otherwise. */
  statuses: FinancialStatus[];
  /** Exclusive. */
  expiryTo: Date | null;
  expiryFrom: Date | null;
  currentAddonIds: number[];
  /** Ordered by extra; several extras narrow each other. */
  extraAnswers: { extraId: number; answers: string[] }[];
  isSearchable: boolean;
  hasLocations: boolean;
  firstNames: string[];
  lastNames: string[];
  states: string[];
  country: string | null;
  organisation: string | null;
  /** Exclusive. */
  modifiedAfter: Date | null;
  modifiedBefore: Date | null;
}

export interface LocationsFilter {
  members: MembersFilter;
  near: { point: Point; distanceKm: number } | null;
  /** Found anywhere in the location's name. */
  name: string | null;
  state: string | null;
}

export interface ListingFilter {
  /** Hidden items too. */
  includesHidden: boolean;
  isSearchable: boolean;
}

/** What members are asked for when the query is empty. */
export const noMembersFilter: MembersFilter = {
  categoryIds: [],
  typeIds: [],
  chapterIds: [],
  statuses: ['financial'],
  expiryTo: null,
  expiryFrom: null,
  currentAddonIds: [],
  extraAnswers: [],
  isSearchable: false,
  hasLocations: false,
  firstNames: [],
  lastNames: [],
  states: [],
  country: null,
  organisation: null,
  modifiedAfter: null,
  modifiedBefore: null,
};
