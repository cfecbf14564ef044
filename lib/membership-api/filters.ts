/**
 * The query string of each endpoint as a typed filter, and back. The service reads queries with it; a client of ours
 * writes them. What may be written how: part 4 of the contract and decisions.md 11 to 16.
 */
import type { Point } from '@/lib/geo/point';
import type { QueryContext } from './dates';
import { ApiError } from './errors';
import { QueryParameters, writeQuery, type KnownParameter } from './query-string';
import { mustBe, readBoolean, readChoice, readDate, readId, readNumber } from './query-values';
import { financialStatuses, type FinancialStatus } from './resources';

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

/** `size` null: the whole list. `after`: a cursor of an earlier answer. */
export interface Page {
  size: number | null;
  after: string | null;
}

export interface ParsedQuery<F> {
  filter: F;
  page: Page;
  /** `Include[]=Directory` (decisions.md 22). */
  includesDirectory: boolean;
  /** Has dates such as `today`: the same query means another filter later. */
  isRelative: boolean;
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

/** The query of v2 members. @throws ApiError naming the parameter and what was expected, as do all below */
export function parseMembersQuery(raw: string, context: QueryContext): ParsedQuery<MembersFilter> {
  const query = new QueryParameters(raw, [...membersParameters, ...includeParameter, ...pageParameters]);
  return {
    ...readMembersFilter(query, context),
    page: readPage(query),
    includesDirectory: readInclude(query),
  };
}

/** The query of v1 members: its seven filters. */
export function parseMembersV1Query(raw: string, context: QueryContext): ParsedQuery<MembersFilter> {
  const query = new QueryParameters(raw, [...membersV1Parameters, ...pageParameters]);
  return { ...readMembersFilter(query, context), page: readPage(query), includesDirectory: false };
}

/** The query of v2 locations: its own parameters and all of v2 members. */
export function parseLocationsQuery(raw: string, context: QueryContext): ParsedQuery<LocationsFilter> {
  const known = [...locationsParameters, ...membersParameters, ...includeParameter, ...pageParameters];
  const query = new QueryParameters(raw, known);
  const { filter: members, isRelative } = readMembersFilter(query, context);
  const filter = { members, near: readNear(query), name: query.one('Name'), state: query.one('State') };
  return { filter, isRelative, page: readPage(query), includesDirectory: readInclude(query) };
}

/** The query of a listing that takes these parameters besides paging; what it does not take has its default. */
export function parseListingQuery(
  raw: string,
  takes: readonly ('Visible' | 'Searchable')[],
): ParsedQuery<ListingFilter> {
  const own = takes.map((name): KnownParameter => ({ name, takes: 'one' }));
  const query = new QueryParameters(raw, [...own, ...pageParameters]);
  const filter = {
    includesHidden: !readBoolean('Visible', query.one('Visible'), true),
    isSearchable: readBoolean('Searchable', query.one('Searchable'), false),
  };
  return { filter, page: readPage(query), includesDirectory: false, isRelative: false };
}

/** The query of an endpoint without parameters of its own. @throws ApiError when there is one */
export function parseEmptyQuery(raw: string, mayHave: readonly string[] = []): void {
  void new QueryParameters(
    raw,
    mayHave.map((name) => ({ name, takes: 'one' })),
  );
}

/** The query string that `parseMembersQuery` reads as this filter; '' for `noMembersFilter`. */
export function formatMembersQuery(filter: MembersFilter): string {
  return writeQuery(membersPairs(filter));
}

/** The query string that `parseLocationsQuery` reads as this filter. */
export function formatLocationsQuery({ members, near, name, state }: LocationsFilter): string {
  const pairs: Pair[] = [];
  if (near !== null) {
    pairs.push(
      ['Geolocation[Lat]', String(near.point.latitude)],
      ['Geolocation[Lng]', String(near.point.longitude)],
    );
    pairs.push(['Geolocation[Distance]', String(near.distanceKm)]);
  }
  if (name !== null) pairs.push(['Name', name]);
  if (state !== null) pairs.push(['State', state]);
  return writeQuery([...pairs, ...membersPairs(members)]);
}

const one = (name: string): KnownParameter => ({ name, takes: 'one' });
const many = (name: string): KnownParameter => ({ name, takes: 'many' });

/** The contract's table of v1 members, in its order. */
const membersV1Parameters = [
  many('MembershipType'),
  many('OrganisationChapter'),
  many('FinancialStatus'),
  one('ExpiryDate[To]'),
  one('ExpiryDate[From]'),
  many('CurrentAddons'),
  one('Searchable'),
];
/** The contract's table of v2 list-memberships. */
const membersParameters: KnownParameter[] = [
  many('MembershipCategory'),
  ...membersV1Parameters,
  { name: 'ExtraAnswer', takes: 'keyed' },
  one('Locations'),
  many('User[FirstName]'),
  many('User[LastName]'),
  many('User[State]'),
  one('User[Country]'),
  one('User[Organisation]'),
  one('DateModified[After]'),
  one('DateModified[Before]'),
];
const locationsParameters = [
  one('Geolocation[Lat]'),
  one('Geolocation[Lng]'),
  one('Geolocation[Distance]'),
  one('Name'),
  one('State'),
];
const includeParameter = [many('Include')];
const pageParameters = [one('Page[Size]'), one('Page[After]')];

/** Each extra is a condition of its own in the database's query. */
const maxExtras = 50;
/** Half the way round the earth, rounded up. */
const maxDistanceKm = 20_038;
const defaultDistanceKm = 50;
const maxPageSize = 1000;

function readMembersFilter(query: QueryParameters, context: QueryContext) {
  const ids = (name: string) => query.many(name).map((value) => readId(`${name}[]`, value));
  const dates = [
    'ExpiryDate[To]',
    'ExpiryDate[From]',
    'DateModified[After]',
    'DateModified[Before]',
  ] as const;
  const [to, from, after, before] = dates.map((name) => readDate(name, query.one(name), context));
  const statuses = query
    .many('FinancialStatus')
    .map((value) => readChoice('FinancialStatus[]', value, financialStatuses));
  const filter: MembersFilter = {
    categoryIds: ids('MembershipCategory'),
    typeIds: ids('MembershipType'),
    chapterIds: ids('OrganisationChapter'),
    statuses: statuses.length === 0 ? noMembersFilter.statuses : statuses,
    expiryTo: to?.instant ?? null,
    expiryFrom: from?.instant ?? null,
    currentAddonIds: ids('CurrentAddons'),
    extraAnswers: readExtraAnswers(query),
    isSearchable: readBoolean('Searchable', query.one('Searchable'), false),
    hasLocations: readBoolean('Locations', query.one('Locations'), false),
    firstNames: query.many('User[FirstName]'),
    lastNames: query.many('User[LastName]'),
    states: query.many('User[State]'),
    country: query.one('User[Country]'),
    organisation: query.one('User[Organisation]'),
    modifiedAfter: after?.instant ?? null,
    modifiedBefore: before?.instant ?? null,
  };
  return { filter, isRelative: [to, from, after, before].some((date) => date?.isRelative) };
}

function readExtraAnswers(query: QueryParameters): MembersFilter['extraAnswers'] {
  const extras = query.keyed('ExtraAnswer');
  if (extras.length > maxExtras) throw mustBe('ExtraAnswer', `given for at most ${maxExtras} extras`);
  return extras.map(({ key, values }) => ({ extraId: key, answers: values }));
}

function readNear(query: QueryParameters): LocationsFilter['near'] {
  const [lat, lng] = [query.one('Geolocation[Lat]'), query.one('Geolocation[Lng]')];
  const distance = query.one('Geolocation[Distance]');
  if (lat === null && lng === null && distance === null) return null;
  if (lat === null || lng === null) {
    const missing = lat === null ? 'Geolocation[Lat]' : 'Geolocation[Lng]';
    throw mustBe(missing, 'given: a point has "Geolocation[Lat]" and "Geolocation[Lng]"');
  }
  const degrees = (limit: number) => ({ from: -limit, to: limit, unit: 'degrees' });
  const point = {
    latitude: readNumber('Geolocation[Lat]', lat, degrees(90)),
    longitude: readNumber('Geolocation[Lng]', lng, degrees(180)),
  };
  return { point, distanceKm: distance === null ? defaultDistanceKm : readDistance(distance) };
}

function readDistance(value: string): number {
  const bounds = { from: 0, to: maxDistanceKm, unit: 'kilometres' };
  const distanceKm = readNumber('Geolocation[Distance]', value, bounds);
  if (distanceKm === 0) throw mustBe('Geolocation[Distance]', 'more than 0 kilometres');
  return distanceKm;
}

function readInclude(query: QueryParameters): boolean {
  return query.many('Include').map((value) => readChoice('Include[]', value, ['Directory'])).length > 0;
}

function readPage(query: QueryParameters): Page {
  const size = query.one('Page[Size]');
  const after = query.one('Page[After]');
  if (size === null && after !== null) throw mustBe('Page[Size]', 'given where "Page[After]" is');
  if (size !== null && !(/^\d{1,4}$/.test(size) && Number(size) >= 1 && Number(size) <= maxPageSize)) {
    throw mustBe('Page[Size]', `an integer from 1 to ${maxPageSize}`);
  }
  return { size: size === null ? null : Number(size), after };
}

/** The ID in a cursor of a list that is ordered by ID; 0 without one. @throws ApiError when it is none of ours */
export function readIdCursor({ after }: Page): number {
  if (after === null) return 0;
  if (!/^\d{1,15}$/.test(after)) throw badCursor();
  return Number(after);
}

/** The refusal of a cursor that this list did not give. */
export function badCursor(): ApiError {
  return mustBe('Page[After]', 'a cursor from the "Link" of the answer before');
}

type Pair = readonly [name: string, value: string];

function membersPairs(filter: MembersFilter): Pair[] {
  const list = (name: string, values: readonly (string | number)[]) =>
    values.map((value): Pair => [`${name}[]`, String(value)]);
  const optional = (name: string, value: string | null): Pair[] => (value === null ? [] : [[name, value]]);
  const date = (name: string, value: Date | null) => optional(name, value?.toISOString() ?? null);
  const isDefault = filter.statuses.length === 1 && filter.statuses[0] === 'financial';
  return [
    ...list('MembershipCategory', filter.categoryIds),
    ...list('MembershipType', filter.typeIds),
    ...list('OrganisationChapter', filter.chapterIds),
    ...list('FinancialStatus', isDefault ? [] : filter.statuses),
    ...date('ExpiryDate[To]', filter.expiryTo),
    ...date('ExpiryDate[From]', filter.expiryFrom),
    ...list('CurrentAddons', filter.currentAddonIds),
    ...filter.extraAnswers.flatMap(({ extraId, answers }) => list(`ExtraAnswer[${extraId}]`, answers)),
    ...optional('Searchable', filter.isSearchable ? 'true' : null),
    ...optional('Locations', filter.hasLocations ? 'true' : null),
    ...list('User[FirstName]', filter.firstNames),
    ...list('User[LastName]', filter.lastNames),
    ...list('User[State]', filter.states),
    ...optional('User[Country]', filter.country),
    ...optional('User[Organisation]', filter.organisation),
    ...date('DateModified[After]', filter.modifiedAfter),
    ...date('DateModified[Before]', filter.modifiedBefore),
  ];
}
