/**
 * What the map shows of the matching members in a view: locations that fall into one square of the screen are one
 * cluster, and clusters whose marks would cover each other are one. A grid needs no index of its own, so each filter
 * and view is answered from the same points.
 */
import type { Box } from '@/lib/geo/box';
import { addToGroup, groupOf, mercator, mergeClose, middleOf, type Group } from './cluster-groups';
import type { MapFeature } from './directory';
import { matchMembers } from './match';
import type { Model } from './model';
import { pinOf } from './pins';
import type { DirectoryFilter } from './search';

const tilePixels = 256;
// Two pins of 24 px and their distance from each other.
const squarePixels = 64;
// The width of a cluster's mark and the smallest gap.
const closestPixels = 42;
const maxFeatures = 500;
const maxPins = 100;
// Beyond this the map does not zoom; locations closer than a square here are told apart in a list.
export const clustersLimits = { maxZoom: 18, maxFeatures };

/** At most 500 features, in no particular but always the same order. */
export function clusterMembers(
  model: Model,
  filter: DirectoryFilter,
  { box, zoom }: { box: Box; zoom: number },
  isLive: (member: number) => boolean,
): MapFeature[] {
  const isMatch = new Uint8Array(model.store.size);
  for (const member of matchMembers(model, filter, isLive).members) isMatch[member] = 1;
  const { points } = model;
  const inView = points.locationsIn(box).filter((at) => isMatch[points.memberOf(at)] === 1);
  for (let pixels = squarePixels; ; pixels *= 2) {
    const groups = groupByPixels(model, inView, box, { zoom, pixels });
    if (groups.length > maxFeatures) continue;
    const apart = mergeClose(groups, { worldPixels: 2 ** zoom * tilePixels, closestPixels });
    return apart.map((group) => toFeature(model, group, zoom));
  }
}

function groupByPixels(
  { points }: Model,
  locations: Uint32Array,
  { west }: Box,
  { zoom, pixels }: { zoom: number; pixels: number },
): Group[] {
  const squares = (2 ** zoom * tilePixels) / pixels;
  const groups = new Map<number, Group>();
  for (const at of locations) {
    const { latitude, longitude } = points.pointOf(at);
    const east = longitude < west ? longitude + 360 : longitude;
    const column = Math.floor(((east + 180) / 360) * squares);
    const row = Math.floor(mercator(latitude) * squares);
    // A column number is below twice the number of squares: 2^21 at the largest zoom.
    const key = row * 2 ** 22 + column;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, groupOf(at, latitude, east));
    else addToGroup(known, at, latitude, east);
  }
  return [...groups.values()];
}

function toFeature(model: Model, group: Group, zoom: number): MapFeature {
  const { locations } = group;
  const isList = isOnePoint(group) || zoom >= clustersLimits.maxZoom;
  const pins = isList ? locations.slice(0, maxPins).map((at) => pinAt(model, at)) : [];
  const [only] = pins;
  if (locations.length === 1 && only !== undefined) return { kind: 'pin', pin: only };
  const middle = middleOf(group);
  return {
    kind: 'cluster',
    count: locations.length,
    latitude: middle.latitude,
    longitude: wrap(middle.longitude),
    box: { south: group.south, north: group.north, west: wrap(group.west), east: wrap(group.east) },
    place: commonPlace(model, locations),
    pins,
  };
}

function isOnePoint({ south, north, west, east }: Group): boolean {
  return south === north && west === east;
}

function pinAt({ store, points }: Model, at: number) {
  const member = points.memberOf(at);
  const entry = store.entryAt(member);
  const location = entry.locations[at - (points.starts[member] ?? 0)];
  if (location === undefined) throw new Error('the index has a location that its member does not');
  return pinOf(entry, location);
}

// Enough to name a cluster by; reading every entry of a large one would take longer than the rest.
const sampled = 9;

function commonPlace(model: Model, locations: number[]): string {
  const step = Math.max(1, Math.floor(locations.length / sampled));
  const counts = new Map<string, number>();
  for (let at = 0; at < locations.length; at += step) {
    const { place } = pinAt(model, locations[at] ?? 0);
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  counts.delete('');
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

function wrap(longitude: number): number {
  return longitude > 180 ? longitude - 360 : longitude;
}
