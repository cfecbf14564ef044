/**
 * Locations in one square of the screen form a cluster. Clusters are merged if their marks would overlap. The squares
 * are calculated directly from the points, so no filter or view needs an index of squares.
 */
import type { Box } from '@/lib/map/geo/box';
import { mercatorRow } from '@/lib/map/geo/mercator';
import { wrapLongitude } from '@/lib/map/geo/point';
import { addToGroup, groupOf, mergeClose, middleOf, type Group } from '@/lib/directory/model/cluster-groups';
import { type Pin, pinOf } from '@/lib/directory/model/pins';
import type { ClusterArea, MapFeature } from './directory';
import { inIdOrder } from '@/lib/directory/model/entry-store';
import { matchMembers, type Lapsed } from './match';
import { readLocation, type Model } from '@/lib/directory/model/model';
import type { PointIndex } from '@/lib/directory/model/point-index';
import { createReusableArray } from '@/lib/base/collections/reusable-array';
import type { DirectoryFilter } from './search';

const tilePixels = 256;
// Two pins of 26 px and the gap between them.
const squarePixels = 64;
// The smallest distance between two marks: the width of a cluster's mark and the smallest gap.
const closestPixels = 42;
const maxFeatures = 500;
/**
 * One mark lists at most `maxPins` locations. All marks of a view together list at most `maxPinsOfView` locations.
 * Reading 1,000 entries takes about 20 ms.
 */
const maxPins = 100;
const maxPinsOfView = 1_000;
/**
 * At the closest zoom, a group of locations within this distance gets one mark with a list. The width of the squares is
 * doubled until a view has at most 500 features. On a large screen, the width may be doubled three times. The squares
 * are then eight times as wide, and this distance is their width. Only a view larger than any screen needs more
 * doublings.
 */
const maxListPixels = 8 * squarePixels;
export const clustersLimits = { maxZoom: 18, maxFeatures, maxPinsOfView };

/** At most 500 features, which list at most 1,000 members. The order has no meaning but is always the same. */
export function clusterMembers(
  model: Model,
  filter: DirectoryFilter,
  { box, zoom, isClosest = false }: ClusterArea,
  lapsed: Lapsed,
): MapFeature[] {
  const worldPixels = 2 ** zoom * tilePixels;
  const { members } = matchMembers(model, filter, lapsed);
  const locations = locationsOf(model, members, box);
  let squares = worldPixels / squarePixels;
  while (hasMoreSquares(model, locations, box, squares)) squares /= 2;
  const groups = mergeClose(groupBySquare(model, locations, box, squares), { worldPixels, closestPixels });
  const lists = new Set(
    groups.filter((group) =>
      isList(group, { worldPixels, isClosest: isClosest || zoom >= clustersLimits.maxZoom }),
    ),
  );
  const listed = listLength([...lists].map((group) => group.locations.length));
  const countAmong = memberCounter(model);
  return groups.map((group) =>
    toFeature(model, group, { listed: lists.has(group) ? listed : 0, countAmong }),
  );
}

function locationsOf({ store, points }: Model, members: Uint32Array, box: Box): Uint32Array {
  const inBox = points.locationsIn(box);
  const isEverybody = members.length === store.positionCount && store.orderedCount === store.positionCount;
  if (isEverybody) return inBox;
  const isMatch = new Uint8Array(store.positionCount);
  for (const member of members) isMatch[member] = 1;
  const matching = inBox.filter((at) => isMatch[points.memberOf(at)] === 1);
  return inIdOrder(store, matching, points.memberOf);
}

function groupBySquare(
  { points: { latitudes, longitudes, rows } }: Model,
  locations: Uint32Array,
  { west }: Box,
  squares: number,
): Group[] {
  const groups = new Map<number, Group>();
  for (const at of locations) {
    const [latitude, longitude] = [latitudes[at] ?? 0, longitudes[at] ?? 0];
    const east = longitude < west ? longitude + 360 : longitude;
    const key = squareAt(rows[at] ?? 0, east, squares);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, groupOf(at, latitude, east));
    else addToGroup(known, at, latitude, east);
  }
  return [...groups.values()];
}

function hasMoreSquares(
  { points: { longitudes, rows } }: Model,
  locations: Uint32Array,
  { west }: Box,
  squares: number,
): boolean {
  const seen = new Set<number>();
  for (const at of locations) {
    const longitude = longitudes[at] ?? 0;
    seen.add(squareAt(rows[at] ?? 0, longitude < west ? longitude + 360 : longitude, squares));
    if (seen.size > maxFeatures) return true;
  }
  return false;
}

/**
 * The row and column of a square in one number. A view across the 180th meridian has up to twice the columns: 2^21 at
 * the largest zoom.
 */
function squareAt(row: number, east: number, squares: number): number {
  return Math.floor(row * squares) * 2 ** 22 + Math.floor(((east + 180) / 360) * squares);
}

const seenRoom = createReusableArray((length) => new Uint32Array(length));

/** A member with three branches counts once. */
function memberCounter({ store, points }: Model): (locations: number[]) => number {
  const lastSeen = seenRoom(store.positionCount).fill(0);
  let group = 0;
  return (locations) => {
    group += 1;
    let count = 0;
    for (const at of locations) {
      const member = points.memberOf(at);
      if (lastSeen[member] !== group) count += 1;
      lastSeen[member] = group;
    }
    return count;
  };
}

/** @param listed how many locations get pins */
function toFeature(
  model: Model,
  group: Group,
  { listed, countAmong }: { listed: number; countAmong: (locations: number[]) => number },
): MapFeature {
  const { locations } = group;
  const pins = locations.slice(0, listed).map((at) => pinAt(model, at));
  const [only] = pins;
  if (locations.length === 1 && only !== undefined) return { kind: 'pin', pin: only };
  const middle = middleOf(group);
  return {
    kind: 'cluster',
    count: countAmong(locations),
    latitude: middle.latitude,
    longitude: wrapLongitude(middle.longitude),
    box: {
      south: group.south,
      north: group.north,
      west: wrapLongitude(group.west),
      east: wrapLongitude(group.east),
    },
    place: commonPlace(model.points, locations),
    pins,
  };
}

/** The map cannot separate these locations at any zoom. */
function isList(
  group: Group,
  { worldPixels, isClosest }: { worldPixels: number; isClosest: boolean },
): boolean {
  if (isOnePoint(group)) return true;
  if (!isClosest) return false;
  const width = ((group.east - group.west) / 360) * worldPixels;
  const height = (mercatorRow(group.south) - mercatorRow(group.north)) * worldPixels;
  return Math.max(width, height) <= maxListPixels;
}

/** How many locations each list shows, so that all lists together show at most `maxPinsOfView`. */
function listLength(lengths: number[]): number {
  let most = maxPins;
  const shown = () => lengths.reduce((sum, length) => sum + Math.min(length, most), 0);
  while (most > 1 && shown() > maxPinsOfView) most = Math.floor(most / 2);
  return most;
}

function isOnePoint({ south, north, west, east }: Group): boolean {
  return south === north && west === east;
}

function pinAt(model: Model, at: number): Pin {
  const { entry, location } = readLocation(model, at);
  return pinOf(entry, location);
}

const sampled = 9;

function commonPlace({ placeOf }: PointIndex, locations: number[]): string {
  const step = Math.max(1, Math.floor(locations.length / sampled));
  const counts = new Map<string, number>();
  for (let at = 0; at < locations.length; at += step) {
    const place = placeOf(locations[at] ?? 0);
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  counts.delete('');
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}
