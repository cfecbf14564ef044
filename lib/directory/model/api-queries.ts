import { financialStatuses } from '@/lib/contract/words';

/** The entity tag of each list, to check later whether the list has changed. null: the site sends none. */
export type Tags = Record<string, string | null>;

export type Narrowing = readonly (readonly [name: string, value: string])[];

/** Members that may be listed. `outstanding` members are listed only if `Directory.Listed` says so. */
export function membersQuery(only: Narrowing = []): URLSearchParams {
  return toQuery([
    ...withStatuses(['financial', 'expiring', 'outstanding']),
    ['Searchable', 'true'],
    ...only,
  ]);
}

/** Includes members that are not listed. */
export function everybodyQuery(only: Narrowing): URLSearchParams {
  return toQuery([...withStatuses(financialStatuses), ...only]);
}

function withStatuses(statuses: readonly string[]): Narrowing {
  return statuses.map((status) => ['FinancialStatus[]', status]);
}

function toQuery(parameters: Narrowing): URLSearchParams {
  return new URLSearchParams(parameters.map(([name, value]) => [name, value]));
}

/** The key in `Tags` for the list of members that includes their categories and locations. */
export const wholeTag = 'whole members';
export const categoryTag = 'category ';
/** This text replaces the entity tag if the site responds with 404. A real entity tag always has quotation marks. */
export const noLocations = 'none';

export function extrasQuery(): URLSearchParams {
  return new URLSearchParams({ Searchable: 'true' });
}

export function categoryQuery(id: string, only: Narrowing = []): URLSearchParams {
  const query = membersQuery(only);
  query.append('MembershipCategory[]', id);
  return query;
}

export function withSettings(query: URLSearchParams, knowsInclude: boolean): URLSearchParams {
  if (knowsInclude) query.append('Include[]', 'Directory');
  return query;
}

/** Members with settings, categories and locations: everything that the directory needs. */
export function wholeMembersQuery(includes: readonly string[], only: Narrowing = []): URLSearchParams {
  const query = withSettings(membersQuery(only), true);
  for (const name of [...includes, 'Categories', 'Locations']) query.append('Include[]', name);
  return query;
}
