/** The directory's requests to the API, and how it recognises unchanged lists. */

/** Entity tags by list, for checking later whether anything changed; null if the site sends none. */
export type Tags = Record<string, string | null>;

/** The members that may be listed. `outstanding` ones are listed if `Directory.Listed` says so. */
export const membersQuery = () =>
  new URLSearchParams([
    ['FinancialStatus[]', 'financial'],
    ['FinancialStatus[]', 'expiring'],
    ['FinancialStatus[]', 'outstanding'],
    ['Searchable', 'true'],
  ]);

export const categoryTag = 'category ';
/** Stored in place of an entity tag (which always has quotation marks): the site responds with 404. */
export const noLocations = 'none';

export function extrasQuery(): URLSearchParams {
  return new URLSearchParams({ Searchable: 'true' });
}

export function categoryQuery(id: string): URLSearchParams {
  const query = membersQuery();
  query.append('MembershipCategory[]', id);
  return query;
}

export function withSettings(query: URLSearchParams, knowsInclude: boolean): URLSearchParams {
  if (knowsInclude) query.append('Include[]', 'Directory');
  return query;
}
