import type { Places } from '@/lib/map/geo/places';
import type { Directory } from './directory';
import { formatDirectoryFilter, parseDirectoryFilter, defaultUnit } from './filter';
import { placeContext, resolvePlace } from './resolve-place';

/**
 * Returns the query to which a search is redirected. The meaning of this query does not change when somebody shares or
 * reloads the address. The query has the coordinates of a typed place, and the IDs of options that were given by name.
 * Recognised words of the search text are replaced by filters. null: the query is already in this form, or the page
 * will report a value that cannot be read.
 */
export function resolveQuery(
  query: string,
  services: {
    directory: Pick<Directory, 'about' | 'withOptionIds' | 'understand' | 'search' | 'areaNamed'>;
    places: Pick<Places, 'suggest'>;
  },
): string | null {
  const { directory } = services;
  const { country } = directory.about();
  const parsed = parseDirectoryFilter(new URLSearchParams(query), { unit: defaultUnit(country) });
  const { filter, problems } = resolvePlace(parsed, placeContext(services));
  const withIds = directory.withOptionIds(filter);
  if (problems.length > 0 || withIds === parsed.filter) return null;
  return formatDirectoryFilter(withIds);
}
