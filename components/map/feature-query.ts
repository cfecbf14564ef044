/** This is a separate file, because the page sends the first request before the map's code is loaded. */
import { queryOptions } from '@tanstack/react-query';
import type { MapFeature } from '@/lib/directory/directory';
import type { PublicEntry } from '@/lib/directory/model/entry';
import { emptyFilter, formatDirectoryFilter } from '@/lib/directory/filter';
import type { DirectoryFilter } from '@/lib/directory/search';
import type { Box } from '@/lib/map/geo/box';
import { fetchData } from '../directory/fetch-data';
import { everywhere } from './densest';
import { client } from '../directory/query-client';

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
 * Returns the features of a view. The server clusters the features, so that a map of a hundred thousand members is as
 * fast as a map of ten.
 */
async function fetchFeatures(
  query: string,
  { view, zoom, isClosest = false }: FeatureArea,
  signal: AbortSignal,
): Promise<MapFeature[]> {
  const parameters = new URLSearchParams(query);
  parameters.set(
    'view',
    [view.south, view.west, view.north, view.east].map((edge) => edge.toFixed(2)).join(','),
  );
  parameters.set('zoom', String(zoom));
  if (isClosest) parameters.set('closest', '1');
  const found = await fetchData<{ features: MapFeature[] }>('clusters.json', parameters.toString(), signal);
  return found.features;
}

export function featuresOf(query: string, area: FeatureArea) {
  return queryOptions({
    queryKey: ['clusters', query, area],
    queryFn: ({ signal }) => fetchFeatures(query, area, signal),
  });
}

export function memberOf(entryId: string) {
  return queryOptions({
    queryKey: ['member', entryId],
    queryFn: async ({ signal }): Promise<PublicEntry> => {
      const query = new URLSearchParams({ id: entryId }).toString();
      return (await fetchData<{ entry: PublicEntry }>('member.json', query, signal)).entry;
    },
  });
}

/** A circle or an area is the first view without a request. */
export function requestFirstView(filter: DirectoryFilter): void {
  if (filter.near === null && filter.box === null)
    void client.prefetchQuery(featuresOf(mapQuery(filter), everywhere));
}
