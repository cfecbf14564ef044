import type { Places } from '@/lib/geo/places';
import type { Directory } from './directory';
import { formatDirectoryFilter, parseDirectoryFilter, usualUnit } from './filter';
import { placeContext, resolvePlace } from './resolve-place';

/**
 * The query to which a search is redirected, so that its meaning does not change when it is shared or reloaded: a typed
 * place gets its coordinates, options named in words get their IDs, and what is recognised in the words becomes a
 * choice. Returns null if the query has all of this already. It also returns null if a value cannot be read, because
 * the page then reports that value.
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
