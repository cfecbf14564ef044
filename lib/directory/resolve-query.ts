import type { Places } from '@/lib/geo/places';
import type { Directory } from './directory';
import { formatDirectoryFilter, parseDirectoryFilter, usualUnit } from './filter';
import { resolvePlace } from './resolve-place';

/**
 * The query to which a search is redirected, so that it means the same when shared or reloaded: a typed place gets its
 * coordinates, and options named in words get their IDs. null: it has them already, or a value cannot be read, which
 * the page shows first.
 */
export function resolveQuery(
  query: string,
  { directory, places }: { directory: Pick<Directory, 'about' | 'withOptionIds'>; places: Places },
): string | null {
  const { country } = directory.about();
  const parsed = parseDirectoryFilter(new URLSearchParams(query), { unit: usualUnit(country) });
  const { filter, problems, understood } = resolvePlace(parsed, places, country);
  const withIds = directory.withOptionIds(filter);
  if (problems.length > 0 || (understood === null && withIds === filter)) return null;
  return formatDirectoryFilter(withIds);
}
