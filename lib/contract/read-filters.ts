/** Reads the filters from the parameters of a query (docs/decisions.md 11 to 15). */
import type { QueryContext } from './dates';
import { noMembersFilter, type LocationsFilter, type MembersFilter } from './filter-types';
import type { KnownParameter, QueryParameters } from './query-string';
import { mustBe, readBoolean, readChoice, readDate, readId, readNumber } from './query-values';
import { financialStatuses } from './words';

export const one = (name: string): KnownParameter => ({ name, takes: 'one' });
const many = (name: string): KnownParameter => ({ name, takes: 'many' });

/** The parameters are in the order of the table in the contract. */
export const membersV1Parameters = [
  many('MembershipType'),
  many('OrganisationChapter'),
  many('FinancialStatus'),
  one('ExpiryDate[To]'),
  one('ExpiryDate[From]'),
  many('CurrentAddons'),
  one('Searchable'),
];
/** The parameters in the contract's table for list-memberships. */
export const membersParameters: KnownParameter[] = [
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
/** The parameters that the contract has only for locations. */
export const locationsParameters = [
  one('Geolocation[Lat]'),
  one('Geolocation[Lng]'),
  one('Geolocation[Distance]'),
  one('Name'),
  one('State'),
];
/** Each extra adds a condition to the database query, so their number is limited. */
const maxExtras = 50;
/** Half the circumference of the earth, rounded up. */
const maxDistanceKm = 20_038;
const defaultDistanceKm = 50;

export function readMembersFilter(query: QueryParameters, context: QueryContext) {
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
  if (extras.length > maxExtras) throw mustBe('ExtraAnswer', `sent for at most ${maxExtras} extras`);
  return extras.map(({ key, values }) => ({ extraId: key, answers: values }));
}

/**
 * Reads the point and the distance. The search finds locations that are at most this distance from the point. null: the
 * query has neither a point nor a distance.
 */
export function readNear(query: QueryParameters): LocationsFilter['near'] {
  const [lat, lng] = [query.one('Geolocation[Lat]'), query.one('Geolocation[Lng]')];
  const distance = query.one('Geolocation[Distance]');
  if (lat === null && lng === null && distance === null) return null;
  if (lat === null || lng === null) {
    const missing = lat === null ? 'Geolocation[Lat]' : 'Geolocation[Lng]';
    throw mustBe(missing, 'sent: a point needs both "Geolocation[Lat]" and "Geolocation[Lng]"');
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
