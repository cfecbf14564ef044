import type { Box } from '@/lib/map/geo/box';
import { chordTolerance, metreChord, metresOfChord, squaredChord, vectorOf } from '@/lib/map/geo/chord';
import { mercatorRow } from '@/lib/map/geo/mercator';
import { postcodeKey } from '@/lib/map/geo/place-key';
import { bearingDegrees, distanceKm, type Point } from '@/lib/map/geo/point';
import type { PublicEntry, PublicLocation } from './entry';
import { createNumbering, growing, type Growing, type Numbering } from '@/lib/base/collections/growing';
import { placeName } from './pins';
import { createReusableArray } from '@/lib/base/collections/reusable-array';
import type { LocationPrecision } from '@/lib/contract/words';
import type { Pause } from '@/lib/base/slices';

/**
 * Members' locations in columns. A member without a location on the map may have a town, which is in the columns like a
 * location, and which only `near` and the columns themselves have. Each query reads all of them: comparing 100,000 takes 0.3 ms, and a search tree would
 * be slower for views with many locations.
 */
export interface PointIndex {
  /** The location of each member within the radius that is likely to be the closest. Valid until the next call. */
  near(centre: Point, radiusKm: number): NearMembers;
  /** 1 for each member with a location in the box. Valid until the next call. */
  inBox(box: Box): Uint8Array;
  /** The locations in the box, including its edges, in ascending order. */
  locationsIn(box: Box): Uint32Array;
  /** The members who are not on the map. */
  unplaced: Uint32Array;
  isOnMap(member: number): boolean;
  /** Whether the member is on the map or has a town. */
  hasPlace(member: number): boolean;
  /** A member's locations are those from `starts[member]` up to, but not including, `starts[member + 1]`. */
  starts: Uint32Array;
  /** In degrees. */
  latitudes: Float64Array;
  longitudes: Float64Array;
  /** Position on a web map: 0 at the northern edge, 1 at the southern edge. */
  rows: Float64Array;
  memberOf(location: number): number;
  /** The likely distance from the centre. In whole metres, so that rounding errors decide no order. */
  likelyMetres(centre: Point, location: number): number;
  placeOf(location: number): string;
  /** For each location, the index of its state and country in `stateNames`. */
  states: Uint32Array;
  stateNames: readonly StateName[];
  /**
   * The locations with this postcode, or with a postcode whose first half this is ("SW1A"), in ascending order.
   * @param code as written by `postcodeKey`
   */
  withPostcode(code: string): readonly number[];
  with(more: PlacedEntry[]): PointIndex;
  /** The columns of an index of only these members, in this order. */
  columns(members: Uint32Array, pause: Pause): Promise<PointColumns>;
}

/** What an index is made of. All arrays except `starts` and the names have one element for each location or town. */
export interface PointColumns {
  starts: Uint32Array;
  latitudes: Float64Array;
  longitudes: Float64Array;
  /** Positions in `kinds`. */
  areas: Uint8Array;
  /** Positions in the names below. */
  places: Uint32Array;
  states: Uint32Array;
  postcodes: Uint32Array;
  placeNames: readonly string[];
  stateNames: readonly StateName[];
  /** As written by `postcodeKey`. */
  postcodeNames: readonly string[];
}

type PlacedEntry = Pick<PublicEntry, 'locations' | 'town' | 'suburb' | 'state' | 'country'>;

export type StateName = Pick<PublicLocation, 'state' | 'country'>;

/** The nearest location of each member. Both arrays are indexed by member. */
export interface NearMembers {
  /** Likely squared chords (`addedChords`). Infinity: no location of the member is near. */
  chords: Float64Array;
  /** -1: no location is near. */
  locations: Int32Array;
}

export interface PointIndexBuilder {
  add(entry: PlacedEntry): void;
  finish(pause: Pause): Promise<PointColumns>;
}

export function createPointIndexBuilder(): PointIndexBuilder {
  const columns = createCollector();
  return {
    add(entry) {
      for (const row of rowsOf(entry)) {
        const { latitude, longitude } = row.point;
        const postcode = postcodeKey(row.postcode ?? '');
        columns.add({
          latitude,
          longitude,
          area: kinds.indexOf(row.kind),
          place: placeName(row),
          state: row,
          postcode,
        });
      }
      columns.endMember();
    },
    finish: (pause) => columns.all(pause),
  };
}

interface Collected {
  latitude: number;
  longitude: number;
  area: number;
  place: string;
  state: StateName;
  postcode: string;
}

function createCollector() {
  const starts = [0];
  const latitudes: number[] = [];
  const longitudes: number[] = [];
  const areas: number[] = [];
  const [places, states, postcodes]: [number[], number[], number[]] = [[], [], []];
  const [placeNumbers, postcodeNumbers] = [createNumbering<string>(), createNumbering<string>()];
  const names = stateNumbers();
  return {
    add({ latitude, longitude, area, place, state, postcode }: Collected) {
      latitudes.push(latitude);
      longitudes.push(longitude);
      areas.push(area);
      places.push(placeNumbers.numberOf(place));
      states.push(names.numberOf(state));
      postcodes.push(postcodeNumbers.numberOf(postcode));
    },
    endMember: () => void starts.push(places.length),
    async all(pause: Pause): Promise<PointColumns> {
      const numbersOf = async <T>(
        Kind: { from(values: readonly number[]): T },
        values: readonly number[],
      ) => {
        await pause();
        return Kind.from(values);
      };
      return {
        starts: await numbersOf(Uint32Array, starts),
        latitudes: await numbersOf(Float64Array, latitudes),
        longitudes: await numbersOf(Float64Array, longitudes),
        areas: await numbersOf(Uint8Array, areas),
        places: await numbersOf(Uint32Array, places),
        states: await numbersOf(Uint32Array, states),
        postcodes: await numbersOf(Uint32Array, postcodes),
        placeNames: placeNumbers.values,
        stateNames: names.names,
        postcodeNames: postcodeNumbers.values,
      };
    },
  };
}

export async function pointIndexOf(columns: PointColumns, pause: Pause): Promise<PointIndex> {
  const { starts, areas } = columns;
  const members = new Uint32Array(areas.length);
  const unplaced: number[] = [];
  for (let member = 0; member < starts.length - 1; member += 1) {
    const [from = 0, to = 0] = [starts[member], starts[member + 1]];
    members.fill(member, from, to);
    if (from === to || areas[from] === townKind) unplaced.push(member);
  }
  await pause();
  const { xs, ys, zs } = await vectorColumns(columns, pause);
  const rows = await rowColumn(columns, pause);
  return createPointIndex({
    starts: integers(starts),
    members: integers(members),
    unplaced: integers(Uint32Array.from(unplaced)),
    latitudes: floats(columns.latitudes),
    longitudes: floats(columns.longitudes),
    rows: floats(rows),
    xs: floats(xs),
    ys: floats(ys),
    zs: floats(zs),
    areas: growing(areas, (length) => new Uint8Array(length)),
    places: integers(columns.places),
    placeNumbers: createNumbering(columns.placeNames),
    states: integers(columns.states),
    stateNumbers: stateNumbers(columns.stateNames),
    postcodes: integers(columns.postcodes),
    postcodeNumbers: createNumbering(columns.postcodeNames),
    byPostcode: await groupByPostcode(columns, pause),
    groupedCount: areas.length,
  });
}

async function groupByPostcode(
  { postcodes, postcodeNames }: PointColumns,
  pause: Pause,
): Promise<ReadonlyMap<string, number[]>> {
  const byPostcode = new Map<string, number[]>();
  const groups = postcodeNames.map((name) =>
    codesOf(name).map((code) => {
      const known = byPostcode.get(code) ?? [];
      byPostcode.set(code, known);
      return known;
    }),
  );
  await pause();
  for (const [location, number] of postcodes.entries()) {
    for (const group of groups[number] ?? []) group.push(location);
    if (location % 4096 === 0) await pause();
  }
  return byPostcode;
}

interface StateNumbers {
  names: StateName[];
  numberOf(name: StateName): number;
}

function stateNumbers(known: readonly StateName[] = []): StateNumbers {
  const names = known.map(({ state, country }) => ({ state, country }));
  const keyOf = ({ state, country }: StateName) => `${state ?? ''}\n${country ?? ''}`;
  const numbers = new Map(names.map((name, number) => [keyOf(name), number]));
  return {
    names,
    numberOf({ state, country }) {
      const key = keyOf({ state, country });
      let number = numbers.get(key);
      if (number === undefined) numbers.set(key, (number = names.push({ state, country }) - 1));
      return number;
    },
  };
}

function integers(values: Uint32Array): Growing<Uint32Array> {
  return growing(values, (length) => new Uint32Array(length));
}

function floats(values: Float64Array): Growing<Float64Array> {
  return growing(values, (length) => new Float64Array(length));
}

interface Row extends Pick<PublicLocation, 'point' | 'suburb' | 'state' | 'postcode' | 'country'> {
  kind: Kind;
}

function rowsOf({ locations, town, ...area }: PlacedEntry): Row[] {
  if (locations.length === 0 && town !== undefined)
    return [{ ...area, postcode: null, point: town, kind: 'town' }];
  return locations.map((location) => ({ ...location, kind: location.precision }));
}

function withLocations(columns: Columns, more: PlacedEntry[]): Columns {
  const memberCount = columns.starts.values.length - 1;
  let end = columns.members.values.length;
  const rows = more.map(rowsOf);
  const ends = rows.map((own) => (end += own.length));
  const added = rows.flat();
  const vectors = added.map(({ point }) => vectorOf(point));
  return {
    ...columns,
    starts: columns.starts.with(ends),
    members: columns.members.with(rows.flatMap((own, at) => own.map(() => memberCount + at))),
    unplaced: columns.unplaced.with(
      more.flatMap(({ locations }, at) => (locations.length === 0 ? [memberCount + at] : [])),
    ),
    latitudes: columns.latitudes.with(added.map(({ point }) => point.latitude)),
    longitudes: columns.longitudes.with(added.map(({ point }) => point.longitude)),
    rows: columns.rows.with(added.map(({ point }) => mercatorRow(point.latitude))),
    xs: columns.xs.with(vectors.map(({ x }) => x)),
    ys: columns.ys.with(vectors.map(({ y }) => y)),
    zs: columns.zs.with(vectors.map(({ z }) => z)),
    areas: columns.areas.with(added.map(({ kind }) => kinds.indexOf(kind))),
    places: columns.places.with(added.map((location) => columns.placeNumbers.numberOf(placeName(location)))),
    states: columns.states.with(added.map((location) => columns.stateNumbers.numberOf(location))),
    postcodes: columns.postcodes.with(
      added.map(({ postcode }) => columns.postcodeNumbers.numberOf(postcodeKey(postcode ?? ''))),
    ),
  };
}

/**
 * The radius of a usual area of each kind, in km. The sizes of real areas are not known here, and differ widely. The
 * numbers only have to put members who are probably closer first.
 */
const areaRadiusKm: Record<Kind, number> = { exact: 0, suburb: 3, postcode: 6, state: 150, town: 3 };
const kinds = Object.keys(areaRadiusKm) as Kind[]; // A record has exactly these keys.
const townKind = kinds.indexOf('town');
type Kind = LocationPrecision | 'town';

/**
 * A member may be anywhere in an area. With r as the area's radius, the mean square of the distance is d² + r²/2, where
 * d is the distance to the centre of the area. The search never knows the hidden point. Chords add like distances on a
 * plane here.
 */
const addedChords = kinds.map((kind) => squaredChord(areaRadiusKm[kind]) / 2);

/** @see addedChords */
function likelyDistanceKm(kmToCentre: number, precision: LocationPrecision): number {
  return Math.sqrt(kmToCentre ** 2 + areaRadiusKm[precision] ** 2 / 2);
}

/** The postcode and, if it has letters, its first half: "SW1A 1AA" and "SW1A". */
function codesOf(code: string): string[] {
  if (code === '') return [];
  const [half = ''] = code.split(' ');
  return half !== code && /[A-Z]/.test(half) ? [code, half] : [code];
}

interface Columns {
  starts: Growing<Uint32Array>;
  members: Growing<Uint32Array>;
  unplaced: Growing<Uint32Array>;
  latitudes: Growing<Float64Array>;
  longitudes: Growing<Float64Array>;
  areas: Growing<Uint8Array>;
  places: Growing<Uint32Array>;
  placeNumbers: Numbering<string>;
  states: Growing<Uint32Array>;
  stateNumbers: StateNumbers;
  postcodes: Growing<Uint32Array>;
  postcodeNumbers: Numbering<string>;
  xs: Growing<Float64Array>;
  ys: Growing<Float64Array>;
  zs: Growing<Float64Array>;
  rows: Growing<Float64Array>;
  /** Contains only the locations that existed when the index was built: the first `groupedCount`. */
  byPostcode: ReadonlyMap<string, number[]>;
  groupedCount: number;
}

interface Arrays extends Degrees {
  starts: Uint32Array;
  members: Uint32Array;
  areas: Uint8Array;
  xs: Float64Array;
  ys: Float64Array;
  zs: Float64Array;
}

function createPointIndex(columns: Columns): PointIndex {
  const { byPostcode, groupedCount } = columns;
  const [places, postcodes] = [columns.places.values, columns.postcodes.values];
  const { values: members } = columns.members;
  const arrays: Arrays = {
    starts: columns.starts.values,
    members,
    areas: columns.areas.values,
    latitudes: columns.latitudes.values,
    longitudes: columns.longitudes.values,
    xs: columns.xs.values,
    ys: columns.ys.values,
    zs: columns.zs.values,
  };
  const { starts, latitudes, longitudes } = arrays;
  const memberOf = (at: number) => members[at] ?? 0;
  const placeOf = (at: number) => columns.placeNumbers.values[places[at] ?? 0] ?? '';
  const postcodeOf = (at: number) => columns.postcodeNumbers.values[postcodes[at] ?? 0] ?? '';
  const hasPlace = (member: number) => starts[member] !== starts[member + 1];
  return {
    starts,
    latitudes,
    longitudes,
    unplaced: columns.unplaced.values,
    hasPlace,
    isOnMap: (member) => hasPlace(member) && arrays.areas[starts[member] ?? 0] !== townKind,
    rows: columns.rows.values,
    memberOf,
    likelyMetres: (centre, at) => likelyMetresOf(arrays, centre, at),
    states: columns.states.values,
    stateNames: columns.stateNumbers.names,
    placeOf,
    withPostcode(code) {
      const found = [...(byPostcode.get(code) ?? [])];
      for (let at = groupedCount; at < postcodes.length; at += 1)
        if (codesOf(postcodeOf(at)).includes(code)) found.push(at);
      return found;
    },
    locationsIn: (box) => locationsInBox(arrays, box),
    inBox(box) {
      const isInside = insideRoom(starts.length - 1).fill(0);
      for (const at of locationsInBox(arrays, box)) isInside[memberOf(at)] = 1;
      return isInside;
    },
    near: (centre, radiusKm) => nearMembers(arrays, centre, radiusKm),
    with: (more) => createPointIndex(withLocations(columns, more)),
    async columns(own, pause) {
      const collector = createCollector();
      for (const member of own) {
        for (let at = starts[member] ?? 0; at < (starts[member + 1] ?? 0); at += 1) {
          const [latitude = 0, longitude = 0, area = 0] = [latitudes[at], longitudes[at], arrays.areas[at]];
          const state = columns.stateNumbers.names[columns.states.values[at] ?? 0] ?? noState;
          collector.add({ latitude, longitude, area, place: placeOf(at), state, postcode: postcodeOf(at) });
        }
        collector.endMember();
        await pause();
      }
      return collector.all(pause);
    },
  };
}

const noState: StateName = { state: null, country: null };

const insideRoom = createReusableArray((length) => new Uint8Array(length));
const foundRoom = createReusableArray((length) => new Uint32Array(length));
const chordsRoom = createReusableArray((length) => new Float64Array(length));
const locationsRoom = createReusableArray((length) => new Int32Array(length));

interface Degrees {
  latitudes: Float64Array;
  longitudes: Float64Array;
}

async function vectorColumns({ latitudes, longitudes }: Degrees, pause: Pause) {
  const size = latitudes.length;
  const [xs, ys, zs] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  for (let at = 0; at < size; at += 1) {
    const { x, y, z } = vectorOf({ latitude: latitudes[at] ?? 0, longitude: longitudes[at] ?? 0 });
    [xs[at], ys[at], zs[at]] = [x, y, z];
    if (at % 4096 === 0) await pause();
  }
  return { xs, ys, zs };
}

async function rowColumn({ latitudes }: Pick<Degrees, 'latitudes'>, pause: Pause): Promise<Float64Array> {
  const rows = new Float64Array(latitudes.length);
  for (let at = 0; at < rows.length; at += 1) {
    rows[at] = mercatorRow(latitudes[at] ?? 0);
    if (at % 4096 === 0) await pause();
  }
  return rows;
}

/** Applies the rule of `boxHolds`, without creating an object for each location. */
function locationsInBox(
  { latitudes, longitudes, areas }: Arrays,
  { south, north, west, east }: Box,
): Uint32Array {
  const crosses180 = west > east;
  // 180 and -180 degrees are the same meridian.
  const reaches180 = crosses180 || Math.abs(west) === 180 || Math.abs(east) === 180;
  const found = foundRoom(latitudes.length);
  let total = 0;
  for (let at = 0; at < latitudes.length; at += 1) {
    const [latitude, longitude] = [latitudes[at]!, longitudes[at]!]; // The index is in range.
    if (latitude < south || latitude > north) continue;
    const isInside = crosses180
      ? longitude >= west || longitude <= east
      : longitude >= west && longitude <= east;
    if (areas[at] === townKind) continue;
    if (isInside || (reaches180 && Math.abs(longitude) === 180)) found[total++] = at;
  }
  return found.slice(0, total);
}

/**
 * Chords almost always give the same order as distances. A distance is calculated only if two chords are too similar to
 * decide.
 */
function nearMembers(columns: Arrays, centre: Point, radiusKm: number): NearMembers {
  const { starts, members, latitudes, longitudes, areas, xs, ys, zs } = columns;
  const chords = chordsRoom(starts.length - 1).fill(Infinity);
  const locations = locationsRoom(starts.length - 1).fill(-1);
  const { x, y, z } = vectorOf(centre);
  const limit = squaredChord(radiusKm);
  const distanceOf = (at: number) =>
    distanceKm(centre, { latitude: latitudes[at] ?? 0, longitude: longitudes[at] ?? 0 });
  const isBetter = (at: number, known: number, difference: number) =>
    Math.abs(difference) > metreChord
      ? difference < 0
      : likelyMetresOf(columns, centre, at) < likelyMetresOf(columns, centre, known);
  for (let at = 0; at < xs.length; at += 1) {
    const dx = xs[at]! - x; // The index is in range, here and below: every location has a member.
    const dy = ys[at]! - y;
    const dz = zs[at]! - z;
    const chord = dx * dx + dy * dy + dz * dz;
    if (chord > limit + chordTolerance) continue;
    if (chord > limit - chordTolerance && distanceOf(at) > radiusKm) continue;
    const member = members[at]!;
    const known = locations[member]!;
    const likely = chord + addedChords[areas[at]!]!;
    if (known !== -1 && !isBetter(at, known, likely - chords[member]!)) continue;
    chords[member] = likely;
    locations[member] = at;
  }
  return { chords, locations };
}

function likelyMetresOf({ latitudes, longitudes, areas }: Arrays, centre: Point, at: number): number {
  const point = { latitude: latitudes[at] ?? 0, longitude: longitudes[at] ?? 0 };
  return metresOfChord(squaredChord(distanceKm(centre, point)) + (addedChords[areas[at] ?? 0] ?? 0));
}

export function describeNearest(centre: Point, location: PublicLocation) {
  const { point, precision } = location;
  return {
    location,
    distanceKm: likelyDistanceKm(distanceKm(centre, point), precision),
    // The direction of the centre may not be the direction of the member.
    bearingDegrees: precision === 'exact' ? bearingDegrees(centre, point) : null,
  };
}
