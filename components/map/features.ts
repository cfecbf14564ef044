import { queryOptions } from '@tanstack/react-query';
import type { MapFeature, Pin } from '@/lib/directory/directory';
import { emptyFilter, formatDirectoryFilter } from '@/lib/directory/filter';
import type { DirectoryFilter } from '@/lib/directory/search';
import { boxHolds, type Box } from '@/lib/geo/box';
import type { Point } from '@/lib/geo/point';
import { mapText } from '@/lib/messages/map';
import { say } from '@/lib/messages/say';

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

/** Where a feature is drawn. */
export function placeOf(feature: MapFeature): Point {
  const { latitude, longitude } = feature.kind === 'pin' ? feature.pin : feature;
  return { latitude, longitude };
}

/** What it is called: "12 members around Geelong VIC, zoom in". */
export function nameOf(feature: MapFeature): string {
  if (feature.kind === 'pin') {
    const { name, place, isArea } = feature.pin;
    return say(isArea ? mapText.area : mapText.pin, { name, place });
  }
  const { count, place, pins } = feature;
  return say(pins.length > 0 ? mapText.samePoint : mapText.cluster, { count, place });
}

/** The members that a feature opens as a list; empty for a cluster that opens by zooming in. */
export function pinsOf(feature: MapFeature): Pin[] {
  return feature.kind === 'pin' ? [feature.pin] : feature.pins;
}

/** Whether all that a feature shows is somewhere in an area, not at a point. */
export function isArea(feature: MapFeature): boolean {
  const pins = pinsOf(feature);
  return pins.length > 0 && pins.every((pin) => pin.isArea);
}

/** Whether one of a member's locations is behind a feature. */
export function holdsAny(feature: MapFeature, points: Point[]): boolean {
  if (feature.kind === 'cluster') return points.some((point) => boxHolds(feature.box, point));
  const { latitude, longitude } = feature.pin;
  return points.some((point) => point.latitude === latitude && point.longitude === longitude);
}

/** The same as long as the same is drawn, so that a mark keeps its element, and the focus on it, while the map moves. */
export function keyOf(feature: MapFeature): string {
  if (feature.kind === 'pin')
    return `${feature.pin.entryId} ${feature.pin.latitude} ${feature.pin.longitude}`;
  return `${feature.count} ${feature.latitude} ${feature.longitude}`;
}

/** The smallest box round all features, across the 180th meridian if need be; null when there are none. */
export function boxOfFeatures(features: MapFeature[]): Box | null {
  const boxes = features
    .map((feature) => (feature.kind === 'cluster' ? feature.box : pointBox(placeOf(feature))))
    .sort((a, b) => a.west - b.west);
  const [first] = boxes;
  if (first === undefined) return null;
  let [west, east] = [first.west, Math.max(...boxes.map((box) => box.east))];
  // The box is all of the earth but the widest gap between two of them.
  let [reached, widest] = [first.east, west + 360 - east];
  for (const box of boxes) {
    if (box.west - reached > widest) {
      widest = box.west - reached;
      [west, east] = [box.west, reached];
    }
    reached = Math.max(reached, box.east);
  }
  return {
    south: Math.min(...boxes.map((box) => box.south)),
    west,
    north: Math.max(...boxes.map((box) => box.north)),
    east,
  };
}

function pointBox({ latitude, longitude }: Point): Box {
  return { south: latitude, west: longitude, north: latitude, east: longitude };
}
