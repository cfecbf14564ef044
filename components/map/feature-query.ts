/** This is a separate file, because the page sends these requests before the map's code is loaded. */
import type { MapFeature } from '@/lib/directory/directory';
import type { PublicEntry } from '@/lib/directory-model/entry';
import { emptyFilter, formatDirectoryFilter } from '@/lib/directory/filter';
import type { DirectoryFilter } from '@/lib/directory/search';
import type { Source } from '../directory/fetched';
import type { Box } from '@/lib/geo/box';
import { fetchData } from '../directory/fetch-data';

/** The result is the same for every page and order of the list. */
export function mapQuery(filter: DirectoryFilter): string {
  return formatDirectoryFilter({ ...filter, typed: '', leftOut: '', sort: emptyFilter.sort, page: 1 });
}

interface FeatureArea {
  view: Box;
  zoom: number;
  /** Whether the map can zoom no further. Clusters then list their members. */
  isClosest?: boolean;
}

/**
 * The features of a view. The server clusters the features, so that a map of a hundred thousand members is as fast as a
 * map of ten.
 */
export function featuresOf(
  query: string,
  { view, zoom, isClosest = false }: FeatureArea,
): Source<MapFeature[]> {
  const parameters = new URLSearchParams(query);
  parameters.set(
    'view',
    [view.south, view.west, view.north, view.east].map((edge) => edge.toFixed(2)).join(','),
  );
  parameters.set('zoom', String(zoom));
  if (isClosest) parameters.set('closest', '1');
  const load = async (signal: AbortSignal) =>
    (await fetchData<{ features: MapFeature[] }>('clusters.json', parameters.toString(), signal)).features;
  return { key: `clusters ${parameters}`, load };
}

export function memberOf(entryId: string): Source<PublicEntry> {
  const query = new URLSearchParams({ id: entryId }).toString();
  return {
    key: `member ${entryId}`,
    load: async (signal) => (await fetchData<{ entry: PublicEntry }>('member.json', query, signal)).entry,
  };
}

/** The whole earth. Its features decide the first view of a search. They are about as large as a city with its surroundings. */
export const everywhere = { view: { south: -90, west: -180, north: 90, east: 180 }, zoom: 4 };
