import type { DirectoryFilter, Facet } from '@/lib/directory/search';
import { lookUp } from '@/lib/look-up';

/** The filter with IDs for options that an address names in words ("state=vic"); unchanged if there are none. */
export function withNamedOptions(filter: DirectoryFilter, facets: Facet[]): DirectoryFilter {
  const chosen = facets.map(({ key, options }) => ({ key, options: options.filter((one) => one.isChosen) }));
  const renamed = chosen.filter(({ key, options }) =>
    options.some(({ id }) => lookUp(filter.facets, key)?.includes(id) === false),
  );
  if (renamed.length === 0) return filter;
  const named = renamed.map(({ key, options }) => [key, options.map(({ id }) => id)]);
  return { ...filter, facets: { ...filter.facets, ...Object.fromEntries(named) } };
}
