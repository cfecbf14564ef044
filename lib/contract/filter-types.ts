/** The filters of part 4 of the contract. */
import type { Point } from '@/lib/map/geo/point';
import type { FinancialStatus } from './words';

/** An empty list does not filter. The values of a list are alternatives. */
export interface MembersFilter {
  categoryIds: number[];
  typeIds: number[];
  chapterIds: number[];
  /** Never empty. The default is `financial`. */
  statuses: FinancialStatus[];
  /** The limits `expiryTo` and `expiryFrom` are exclusive. */
  expiryTo: Date | null;
  expiryFrom: Date | null;
  currentAddonIds: number[];
  /**
   * The elements are in the order of `extraId`. If the list has several extras, a membership must match all of them.
   */
  extraAnswers: { extraId: number; answers: string[] }[];
  isSearchable: boolean;
  hasLocations: boolean;
  firstNames: string[];
  lastNames: string[];
  states: string[];
  country: string | null;
  organisation: string | null;
  /** The limits `modifiedAfter` and `modifiedBefore` are exclusive. */
  modifiedAfter: Date | null;
  modifiedBefore: Date | null;
}

export interface LocationsFilter {
  members: MembersFilter;
  near: { point: Point; distanceKm: number } | null;
  /** Matches any part of the location's name. */
  name: string | null;
  state: string | null;
}

export interface ListingFilter {
  includesHidden: boolean;
  isSearchable: boolean;
}

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
