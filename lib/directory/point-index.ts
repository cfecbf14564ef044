/** The members' locations, and which of them are near a point or in a box. */
import type { Box } from '@/lib/geo/box';
import { chordTolerance, squaredChord, vectorOf } from '@/lib/geo/chord';
import { postcodeKey } from '@/lib/geo/place-key';
import { bearingDegrees, distanceKm, type Point } from '@/lib/geo/point';
import { mercator } from './cluster-groups';
import type { PublicLocation } from './entry';
import { placeName } from './pins';
import { createScratch } from './scratch';
import type { Breathe } from '@/lib/slices';

/**
 * Location columns and their queries. Each query reads all locations: comparing 100,000 takes 0.3 ms, and a tree would
 * be slower for views that show many.
 */
export interface PointIndex {
  /**
   * The closest location of each member within the radius; an exact location goes before an area. Valid until the next
   * call.
   */
  near(centre: Point, radiusKm: number): NearMembers;
  /** By member: 1 if a location is in the box. Valid until the next call. */
  inBox(box: Box): Uint8Array;
  /** The numbers of all locations in the box, including its edges, in ascending order. */
  locationsIn(box: Box): Uint32Array;
  /** The members without a location, in ascending order. */
  unplaced: Uint32Array;
  /** The locations of a member: from `starts[member]` up to `starts[member + 1]`. */
  starts: Uint32Array;
  /** Degrees. */
  latitudes: Float64Array;
  longitudes: Float64Array;
  /** Position on a web map: 0 at its northern edge, 1 at its southern edge. */
  rows: Float64Array;
  memberOf(location: number): number;
  isArea(location: number): boolean;
  /** As written by `placeName`. */
  placeOf(location: number): string;
  /** The numbers of all locations with a postcode (as written by `postcodeKey`), in ascending order. */
  withPostcode(code: string): readonly number[];
}

/** By member. Arrays, because all members may be near. */
export interface NearMembers {
  /** Distance of the location as a squared chord (`squaredChord`); Infinity: none of the member's is near. */
  chords: Float64Array;
  /** The number of the location; -1: none. */
  locations: Int32Array;
}

export interface PointIndexBuilder {
  /** Adds the next member's locations. */
  add(locations: PublicLocation[]): void;
  finish(breathe: Breathe): Promise<PointIndex>;
}

export function createPointIndexBuilder(): PointIndexBuilder {
  const starts = [0];
  const members: number[] = [];
  const latitudes: number[] = [];
  const longitudes: number[] = [];
  const areas: number[] = [];
  const places: number[] = [];
  const numbersOfPlaces = new Map<string, number>();
  const byPostcode = new Map<string, number[]>();
  const numberOf = (place: string) => {
    const number = numbersOfPlaces.get(place) ?? numbersOfPlaces.size;
    numbersOfPlaces.set(place, number);
    return number;
  };
  return {
    add(locations) {
      for (const location of locations) {
        addPostcode(byPostcode, location.postcode, members.length);
        members.push(starts.length - 1);
        latitudes.push(location.point.latitude);
        longitudes.push(location.point.longitude);
        areas.push(Number(location.precision !== 'exact'));
        places.push(numberOf(placeName(location)));
      }
      starts.push(members.length);
    },
    async finish(breathe) {
      const columns = {
        starts: Uint32Array.from(starts),
        members: Uint32Array.from(members),
        latitudes: Float64Array.from(latitudes),
        longitudes: Float64Array.from(longitudes),
        areas: Uint8Array.from(areas),
        places: Uint32Array.from(places),
        placeNames: [...numbersOfPlaces.keys()],
        byPostcode,
      };
      await breathe();
      const vectors = await vectorColumns(columns, breathe);
      return createPointIndex({ ...columns, ...vectors, rows: await rowColumn(columns, breathe) });
    },
  };
}

function addPostcode(byPostcode: Map<string, number[]>, postcode: string | null, location: number): void {
  const code = postcodeKey(postcode ?? '');
  if (code === '') return;
  const known = byPostcode.get(code);
  if (known === undefined) byPostcode.set(code, [location]);
  else known.push(location);
}

interface Columns {
  starts: Uint32Array;
  members: Uint32Array;
  latitudes: Float64Array;
  longitudes: Float64Array;
  areas: Uint8Array;
  /** Positions in `placeNames`. */
  places: Uint32Array;
  placeNames: string[];
  /** Vectors (`vectorOf`), and positions on a web map (`mercator`). */
  xs: Float64Array;
  ys: Float64Array;
  zs: Float64Array;
  rows: Float64Array;
  byPostcode: ReadonlyMap<string, number[]>;
}

function createPointIndex(columns: Columns): PointIndex {
  const { starts, members, latitudes, longitudes, rows, areas, places, placeNames, byPostcode } = columns;
  const memberOf = (at: number) => members[at] ?? 0;
  return {
    starts,
    latitudes,
    longitudes,
    unplaced: withoutLocations(starts),
    rows,
    memberOf,
    isArea: (at) => areas[at] === 1,
    placeOf: (at) => placeNames[places[at] ?? 0] ?? '',
    withPostcode: (code) => byPostcode.get(code) ?? [],
    locationsIn: (box) => locationsInBox(columns, box),
    inBox(box) {
      const isInside = insideRoom(starts.length - 1).fill(0);
      for (const at of locationsInBox(columns, box)) isInside[memberOf(at)] = 1;
      return isInside;
    },
    near: (centre, radiusKm) => nearMembers(columns, centre, radiusKm),
  };
}

const insideRoom = createScratch((length) => new Uint8Array(length));
const foundRoom = createScratch((length) => new Uint32Array(length));
const chordsRoom = createScratch((length) => new Float64Array(length));
const locationsRoom = createScratch((length) => new Int32Array(length));

function withoutLocations(starts: Uint32Array): Uint32Array {
  const found = foundRoom(starts.length);
  let total = 0;
  for (let member = 0; member + 1 < starts.length; member += 1) {
    if (starts[member] === starts[member + 1]) found[total++] = member;
  }
  return found.slice(0, total);
}

type Degrees = Pick<Columns, 'latitudes' | 'longitudes'>;

async function vectorColumns({ latitudes, longitudes }: Degrees, breathe: Breathe) {
  const size = latitudes.length;
  const [xs, ys, zs] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  for (let at = 0; at < size; at += 1) {
    const { x, y, z } = vectorOf({ latitude: latitudes[at] ?? 0, longitude: longitudes[at] ?? 0 });
    [xs[at], ys[at], zs[at]] = [x, y, z];
    if (at % 4096 === 0) await breathe();
  }
  return { xs, ys, zs };
}

async function rowColumn({ latitudes }: Pick<Degrees, 'latitudes'>, breathe: Breathe): Promise<Float64Array> {
  const rows = new Float64Array(latitudes.length);
  for (let at = 0; at < rows.length; at += 1) {
    rows[at] = mercator(latitudes[at] ?? 0);
    if (at % 4096 === 0) await breathe();
  }
  return rows;
}

/** The same result as `boxHolds` for each location, without creating an object for each. */
function locationsInBox({ latitudes, longitudes }: Columns, { south, north, west, east }: Box): Uint32Array {
  const crosses180 = west > east;
  // 180 and -180 degrees are the same meridian.
  const reaches180 = crosses180 || Math.abs(west) === 180 || Math.abs(east) === 180;
  const found = foundRoom(latitudes.length);
  let total = 0;
  for (let at = 0; at < latitudes.length; at += 1) {
    const [latitude, longitude] = [latitudes[at]!, longitudes[at]!]; // in range
    if (latitude < south || latitude > north) continue;
    const isInside = crosses180
      ? longitude >= west || longitude <= east
      : longitude >= west && longitude <= east;
    if (isInside || (reaches180 && Math.abs(longitude) === 180)) found[total++] = at;
  }
  return found.slice(0, total);
}

/** Chords almost always decide as distances would. Only if two are too close is the distance calculated. */
function nearMembers(columns: Columns, centre: Point, radiusKm: number): NearMembers {
  const { starts, members, latitudes, longitudes, areas, xs, ys, zs } = columns;
  const chords = chordsRoom(starts.length - 1).fill(Infinity);
  const locations = locationsRoom(starts.length - 1).fill(-1);
  const { x, y, z } = vectorOf(centre);
  const limit = squaredChord(radiusKm);
  const distanceOf = (at: number) =>
    distanceKm(centre, { latitude: latitudes[at] ?? 0, longitude: longitudes[at] ?? 0 });
  const isBetter = (at: number, known: number, difference: number) => {
    if (areas[at] !== areas[known]) return areas[at] === 0;
    return Math.abs(difference) > chordTolerance ? difference < 0 : distanceOf(at) < distanceOf(known);
  };
  for (let at = 0; at < xs.length; at += 1) {
    const dx = xs[at]! - x; // in range, as is everything below: every location has a member
    const dy = ys[at]! - y;
    const dz = zs[at]! - z;
    const chord = dx * dx + dy * dy + dz * dz;
    if (chord > limit + chordTolerance) continue;
    if (chord > limit - chordTolerance && distanceOf(at) > radiusKm) continue;
    const member = members[at]!;
    const known = locations[member]!;
    if (known !== -1 && !isBetter(at, known, chord - chords[member]!)) continue;
    chords[member] = chord;
    locations[member] = at;
  }
  return { chords, locations };
}

/** A hit's distance and bearing to its closest location. */
export function describeNearest(centre: Point, location: PublicLocation) {
  return {
    location,
    distanceKm: distanceKm(centre, location.point),
    bearingDegrees: bearingDegrees(centre, location.point),
  };
}
