/** Where the members' locations are, and which lie near a point or in a box. */
import KDBush from 'kdbush';
import { boxAround, boxHolds, type Box } from '@/lib/geo/box';
import { bearingDegrees, distanceKm, type Point } from '@/lib/geo/point';
import type { PublicLocation } from './entry';
import type { Breathe } from './slices';

export interface PointIndex {
  /** The closest location of each member that has one within the radius: an exact one goes before an area. */
  near(centre: Point, radiusKm: number): NearMembers;
  /** The members that have a location in the box. */
  inBox(box: Box): number[];
  /** The numbers of all locations in the box, edges included, in rising order. */
  locationsIn(box: Box): Uint32Array;
  /** The locations of a member: from `starts[member]` up to `starts[member + 1]`. */
  starts: Uint32Array;
  memberOf(location: number): number;
  pointOf(location: number): Point;
  isArea(location: number): boolean;
}

/** By member; arrays, because all the members may be near. */
export interface NearMembers {
  /** Infinity: none of the member's locations is near. */
  distancesKm: Float64Array;
  /** The number of the location among all. */
  locations: Int32Array;
}

export interface PointIndexBuilder {
  /** The next member's locations. */
  add(locations: PublicLocation[]): void;
  finish(breathe: Breathe): Promise<PointIndex>;
}

// Sorting this many points takes some 6 ms: the longest piece of the work that cannot be divided.
const treeSize = 16_384;

export function createPointIndexBuilder(): PointIndexBuilder {
  const starts = [0];
  const [members, latitudes, longitudes, areas]: [number[], number[], number[], number[]] = [[], [], [], []];
  return {
    add(locations) {
      for (const { point, precision } of locations) {
        members.push(starts.length - 1);
        latitudes.push(point.latitude);
        longitudes.push(point.longitude);
        areas.push(Number(precision !== 'exact'));
      }
      starts.push(members.length);
    },
    async finish(breathe) {
      const trees: KDBush[] = [];
      for (let from = 0; from < members.length; from += treeSize) {
        const size = Math.min(treeSize, members.length - from);
        const tree = new KDBush(size);
        for (let at = from; at < from + size; at += 1) tree.add(longitudes[at] ?? 0, latitudes[at] ?? 0);
        trees.push(tree.finish());
        await breathe();
      }
      const columns = [
        Uint32Array.from(members),
        Float64Array.from(latitudes),
        Float64Array.from(longitudes),
      ] as const;
      return createPointIndex(trees, Uint32Array.from(starts), columns, Uint8Array.from(areas));
    },
  };
}

function createPointIndex(
  trees: KDBush[],
  starts: Uint32Array,
  [members, latitudes, longitudes]: readonly [Uint32Array, Float64Array, Float64Array],
  areas: Uint8Array,
): PointIndex {
  const pointOf = (at: number): Point => ({ latitude: latitudes[at] ?? 0, longitude: longitudes[at] ?? 0 });
  // One point for all comparisons: a new one for each of 100,000 would take longer than comparing it.
  const scratch: Point = { latitude: 0, longitude: 0 };
  const readPoint = (at: number) => {
    scratch.latitude = latitudes[at] ?? 0;
    scratch.longitude = longitudes[at] ?? 0;
    return scratch;
  };
  const memberOf = (at: number) => members[at] ?? 0;
  const isArea = (at: number) => areas[at] === 1;
  const locationsIn = (box: Box): Uint32Array => {
    const found: number[] = [];
    if (isWide(box)) {
      for (let at = 0; at < members.length; at += 1) if (boxHolds(box, readPoint(at))) found.push(at);
      return Uint32Array.from(found);
    }
    const ranges = spans(box);
    for (const [number, tree] of trees.entries()) {
      for (const [west, east] of ranges) {
        for (const at of tree.range(west, box.south, east, box.north)) {
          const location = number * treeSize + at;
          if (boxHolds(box, readPoint(location))) found.push(location);
        }
      }
    }
    return Uint32Array.from(ranges.length === 1 ? found : new Set(found)).sort();
  };
  const near = (centre: Point, radiusKm: number): NearMembers => {
    const distancesKm = new Float64Array(starts.length - 1).fill(Infinity);
    const locations = new Int32Array(starts.length - 1).fill(-1);
    const consider = (at: number) => {
      const distance = distanceKm(centre, readPoint(at));
      if (distance > radiusKm) return;
      const member = memberOf(at);
      const known = locations[member] ?? -1;
      if (known !== -1) {
        const order =
          Number(isArea(at)) - Number(isArea(known)) || distance - (distancesKm[member] ?? 0) || at - known;
        if (order > 0) return;
      }
      distancesKm[member] = distance;
      locations[member] = at;
    };
    if (radiusKm > wideKm) for (let at = 0; at < members.length; at += 1) consider(at);
    else for (const at of locationsIn(boxAround(centre, radiusKm))) consider(at);
    return { distancesKm, locations };
  };
  return {
    starts,
    memberOf,
    pointOf,
    isArea,
    locationsIn,
    inBox: (box) => [...new Set(locationsIn(box).map(memberOf))],
    near,
  };
}

// From here on many locations are inside anyway, and looking at all of them is faster than finding them.
const wideKm = 2_000;
const wideSquareDegrees = 300;

function isWide({ south, north, west, east }: Box): boolean {
  return (north - south) * (west <= east ? east - west : east - west + 360) > wideSquareDegrees;
}

/** What a hit says of its closest location. */
export function describeNearest(centre: Point, location: PublicLocation) {
  return {
    location,
    distanceKm: distanceKm(centre, location.point),
    bearingDegrees: bearingDegrees(centre, location.point),
  };
}

/** The box as ranges of longitude without the 180th meridian inside; both names of that line are looked at. */
function spans({ west, east }: Box): [number, number][] {
  const reaches180 = west > east || west === -180 || east === 180;
  const ranges: [number, number][] =
    west <= east
      ? [[west, east]]
      : [
          [west, 180],
          [-180, east],
        ];
  return reaches180 ? [...ranges, [180, 180], [-180, -180]] : ranges;
}
