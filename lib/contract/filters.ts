/** The allowed forms of queries are in part 4 of the contract and in docs/decisions.md 11 to 16. */
import type { QueryContext } from './dates';
import type { ListingFilter, LocationsFilter, MembersFilter } from './filter-types';
import { pageParameters, readPage, type Page } from './page';
import { QueryParameters } from './query-string';
import { readBoolean, readChoice } from './query-values';
import {
  locationsParameters,
  membersParameters,
  membersV1Parameters,
  one,
  readMembersFilter,
  readNear,
} from './read-filters';

/** The values of `Include[]`: the parts that a list adds to each membership on request. */
export const includable = ['Directory', 'PublicEntry', 'MembersEntry', 'Categories', 'Locations'] as const;
export const includableInLocations = ['Directory', 'PublicEntry'] as const;
export type Included = (typeof includable)[number];

export interface ParsedQuery<F> {
  filter: F;
  page: Page;
  /** `Include[]`, in the order of `includable` (docs/decisions.md 22). */
  includes: readonly Included[];
  /** Whether the query contains dates such as `today`. Such a query gives a different filter at a later time. */
  isRelative: boolean;
}

/**
 * Reads the query of v2 members.
 * @throws ApiError naming the parameter and what was expected. All functions below throw this error too
 */
export function parseMembersQuery(raw: string, context: QueryContext): ParsedQuery<MembersFilter> {
  const query = new QueryParameters(raw, [...membersParameters, ...includeParameter, ...pageParameters]);
  return {
    ...readMembersFilter(query, context),
    page: readPage(query),
    includes: readInclude(query, includable),
  };
}

export function parseMembersV1Query(raw: string, context: QueryContext): ParsedQuery<MembersFilter> {
  const query = new QueryParameters(raw, [...membersV1Parameters, ...pageParameters]);
  return { ...readMembersFilter(query, context), page: readPage(query), includes: [] };
}

export function parseLocationsQuery(raw: string, context: QueryContext): ParsedQuery<LocationsFilter> {
  const known = [...locationsParameters, ...membersParameters, ...includeParameter, ...pageParameters];
  const query = new QueryParameters(raw, known);
  const { filter: members, isRelative } = readMembersFilter(query, context);
  const filter = { members, near: readNear(query), name: query.one('Name'), state: query.one('State') };
  return { filter, isRelative, page: readPage(query), includes: readInclude(query, includableInLocations) };
}

export function parseListingQuery(
  raw: string,
  takes: readonly ('Visible' | 'Searchable')[],
): ParsedQuery<ListingFilter> {
  const own = takes.map(one);
  const query = new QueryParameters(raw, [...own, ...pageParameters]);
  const filter = {
    includesHidden: !readBoolean('Visible', query.one('Visible'), true),
    isSearchable: readBoolean('Searchable', query.one('Searchable'), false),
  };
  return { filter, page: readPage(query), includes: [], isRelative: false };
}

/** Checks that the query has no parameters except those in `mayHave`. @throws ApiError for any other parameter */
export function parseEmptyQuery(raw: string, mayHave: readonly string[] = []): void {
  void new QueryParameters(
    raw,
    mayHave.map((name) => ({ name, takes: 'one' })),
  );
}

const includeParameter = [{ name: 'Include', takes: 'many' }] as const;

function readInclude(query: QueryParameters, known: readonly Included[]): Included[] {
  const named = query.many('Include').map((value) => readChoice('Include[]', value, known));
  return known.filter((one) => named.includes(one));
}
