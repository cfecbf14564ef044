import type { LocationsFilter, MembersFilter } from './filter-types';
import { writeQuery } from './query-string';

/** The opposite of `parseMembersQuery`. The result for `noMembersFilter` is ''. */
export function formatMembersQuery(filter: MembersFilter): string {
  return writeQuery(membersPairs(filter));
}

/** The opposite of `parseLocationsQuery`. */
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
    ...filter.extraAnswers.flatMap(({ extraId, answers: responses }) =>
      list(`ExtraAnswer[${extraId}]`, responses),
    ),
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
