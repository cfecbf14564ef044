/**
 * What the map shows of the matching members in a view. Locations in one square of the screen form a cluster, and
 * clusters whose marks would overlap are merged. A grid needs no index of its own, so every filter and view uses the
 * same points.
 */
import type { Box } from '@/lib/geo/box';
import { wrapLongitude } from '@/lib/geo/point';
import { addToGroup, extendGroup, groupOf, mergeClose, middleOf, type Group } from './cluster-groups';
import type { MapFeature, Pin } from './directory';
import { inIdOrder } from './entry-store';
import { matchMembers, type Lapsed } from './match';
import { readLocation, type Model } from './model';
import { pinOf } from './pins';
import type { PointIndex } from './point-index';
import { createReusableArray } from './reusable-array';
import type { DirectoryFilter } from './search';

const tilePixels = 256;
// Two pins of 26 px and the gap between them.
const squarePixels = 64;
// The width of a cluster's mark and the smallest gap.
const closestPixels = 42;
const maxFeatures = 500;
const maxPins = 100;
// The map does not zoom further. Locations closer than a square at this zoom are told apart in a list.
export const clustersLimits = { maxZoom: 18, maxFeatures };

/** At most 500 features. The order has no meaning but is always the same. */
export function clusterMembers(
  model: Model,
  filter: DirectoryFilter,
  { box, zoom }: { box: Box; zoom: number },
  lapsed: Lapsed,
): MapFeature[] {
  const worldPixels = 2 ** zoom * tilePixels;
  const { members } = matchMembers(model, filter, lapsed);
  let groups = groupBySquare(model, locationsOf(model, members, box), box, worldPixels / squarePixels);
  for (let pixels = 2 * squarePixels; groups.length > maxFeatures; pixels *= 2)
    groups = joinSquares(model, groups, worldPixels / pixels);
  const countAmong = memberCounter(model);
  return mergeClose(groups, { worldPixels, closestPixels }).map((group) =>
    toFeature(model, group, { zoom, countAmong }),
  );
}

/** The locations of these members in a box, in the order of the members' IDs. */
function locationsOf({ store, points }: Model, members: Uint32Array, box: Box): Uint32Array {
  const inBox = points.locationsIn(box);
  const isEverybody = members.length === store.positionCount && store.orderedCount === store.positionCount;
  if (isEverybody) return inBox;
  const isMatch = new Uint8Array(store.positionCount);
  for (const member of members) isMatch[member] = 1;
  const matching = inBox.filter((at) => isMatch[points.memberOf(at)] === 1);
  return inIdOrder(store, matching, points.memberOf);
}

/** The locations by square, on a map that is `squares` wide. */
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

/** Joins groups of small squares into larger squares, each made of whole small ones. */
function joinSquares({ points: { rows } }: Model, groups: Group[], squares: number): Group[] {
  const joined = new Map<number, Group>();
  for (const group of groups) {
    const key = squareAt(rows[group.locations[0] ?? 0] ?? 0, group.west, squares);
    const known = joined.get(key);
    if (known === undefined) joined.set(key, group);
    else extendGroup(known, group);
  }
  return [...joined.values()];
}

/** The column number is less than twice the number of squares: 2^21 at the largest zoom. */
function squareAt(row: number, east: number, squares: number): number {
  return Math.floor(row * squares) * 2 ** 22 + Math.floor(((east + 180) / 360) * squares);
}

const seenRoom = createReusableArray((length) => new Uint32Array(length));

/** Counts the members who have these locations: a member with three branches counts once. */
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

function toFeature(
  model: Model,
  group: Group,
  { zoom, countAmong }: { zoom: number; countAmong: (locations: number[]) => number },
): MapFeature {
  const { locations } = group;
  const isList = isOnePoint(group) || zoom >= clustersLimits.maxZoom;
  const pins = isList ? locations.slice(0, maxPins).map((at) => pinAt(model, at)) : [];
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

function isOnePoint({ south, north, west, east }: Group): boolean {
  return south === north && west === east;
}

function pinAt(model: Model, at: number): Pin {
  const { entry, location } = readLocation(model, at);
  return pinOf(entry, location);
}

// Enough locations to name a cluster.
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
