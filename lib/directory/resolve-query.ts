import type { Places } from '@/lib/geo/places';
import type { Directory } from './directory';
import { formatDirectoryFilter, parseDirectoryFilter, usualUnit } from './filter';
import { placeContext, resolvePlace } from './resolve-place';

/**
 * The query to which a search is redirected. Its meaning does not change when somebody shares or reloads it: a typed
 * place has its coordinates, options named in words have their IDs, and what was recognised in the words is a choice.
 * null: the query has all of this already, or a value cannot be read, which the page then reports.
 */
export function resolveQuery(
  query: string,
  services: {
    directory: Pick<Directory, 'about' | 'withOptionIds' | 'understand' | 'search'>;
    places: Pick<Places, 'suggest'>;
  },
): string | null {
  const { directory } = services;
  const { country } = directory.about();
  const parsed = parseDirectoryFilter(new URLSearchParams(query), { unit: usualUnit(country) });
  const { filter, problems } = resolvePlace(parsed, placeContext(services));
  const withIds = directory.withOptionIds(filter);
  if (problems.length > 0 || withIds === parsed.filter) return null;
  return formatDirectoryFilter(withIds);
}
