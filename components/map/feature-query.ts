/** What the map asks the server. Apart from the rest of it: the page asks before the map's code is there. */
import { queryOptions } from '@tanstack/react-query';
import type { MapFeature } from '@/lib/directory/directory';
import { emptyFilter, formatDirectoryFilter } from '@/lib/directory/filter';
import type { DirectoryFilter } from '@/lib/directory/search';
import type { Box } from '@/lib/geo/box';

/** What the map asks of a search: the same members whatever the page or the order of the list. */
export function mapQuery(filter: DirectoryFilter): string {
  return formatDirectoryFilter({ ...filter, sort: emptyFilter.sort, page: 1 });
}

/** The features of a view, from the server: gathered there, so that a hundred thousand members are as quick as ten. */
async function fetchFeatures(
  query: string,
  { view, zoom }: { view: Box; zoom: number },
  signal: AbortSignal,
): Promise<MapFeature[]> {
  const parameters = new URLSearchParams(query);
  parameters.set(
    'view',
    [view.south, view.west, view.north, view.east].map((edge) => edge.toFixed(2)).join(','),
  );
  parameters.set('zoom', String(zoom));
  const response = await fetch(`/directory/clusters.json?${parameters}`, { signal });
  if (!response.ok) throw new Error(`clusters.json answered ${response.status}`);
  const { features } = (await response.json()) as { features: MapFeature[] };
  return features;
}

/** The question to the server for a view of a search, as react-query keeps it. */
export function featuresOf(query: string, area: { view: Box; zoom: number }) {
  return queryOptions({
    queryKey: ['clusters', query, area],
    queryFn: ({ signal }) => fetchFeatures(query, area, signal),
  });
}

/** Where all members of a search are: the first view is made of it. */
export const everywhere = { view: { south: -90, west: -180, north: 90, east: 180 }, zoom: 0 };
