/**
 * The locations of an organisation in cells of a tenth of a degree. The locations in a circle can be counted, and
 * listed nearest first, without reading all of them. A cell is never changed, only replaced, so a list that is being
 * sent keeps the locations with which it began.
 */
import { boxAround, type Box } from '@/lib/map/geo/box';
import { distanceKm, toMetreKm, type Point } from '@/lib/map/geo/point';
import type { LocationsFilter } from '@/lib/contract/filter-types';
import type { FinancialStatus } from '@/lib/contract/words';
import type { Day } from '@/lib/store/day';

export interface GridPlace extends Point {
  id: number;
  membershipId: number;
  /** 0 or 1. */
  isOwing: number;
  /** The membership's last day, such as 20260630, or `noEnd`. */
  expiresOn: number;
}

export const noEnd = 99_999_999;

export interface NearHit {
  id: number;
  distanceKm: number;
}

export interface Circle {
  near: NonNullable<LocationsFilter['near']>;
  statuses: readonly FinancialStatus[];
  day: Pick<Day, 'today' | 'noticeEnd'>;
}

interface Cell {
  key: number;
  centre: Point;
  /** No location of the cell is further from the centre than this. */
  radiusKm: number;
  /** Six numbers for each location: an object for each would take three times the memory. */
  values: Float64Array;
}

const cellsPerDegree = 10;
const rowLength = 360 * cellsPerDegree + 1;
const numbersEach = 6;
/** Larger than the rounding errors of a distance, and far smaller than a cell. */
const marginKm = 1e-6;
/** Two points are at least this far apart for each degree of latitude between them: a little less than 111.19 km. */
const minKmPerDegree = 111;

export class PlaceGrid {
  readonly #cells = new Map<number, Cell>();
  /** The cells of a membership's locations. Memberships whose locations are all in the same cell share one list. */
  readonly #cellsOf = new Map<number, readonly number[]>();
  readonly #lists = new Map<number, readonly number[]>();
  size = 0;

  /** Replaces all locations of these memberships. */
  replace(membershipIds: ReadonlySet<number>, places: readonly GridPlace[]): void {
    const changed = new Map<number, GridPlace[]>();
    for (const id of membershipIds) {
      for (const key of this.#cellsOf.get(id) ?? []) changed.set(key, []);
      this.#cellsOf.delete(id);
    }
    for (const place of places) {
      const key = cellKey(place);
      const added = changed.get(key);
      if (added === undefined) changed.set(key, [place]);
      else added.push(place);
      this.#noteCell(place.membershipId, key);
    }
    for (const [key, added] of changed) this.#replaceCell(key, membershipIds, added);
  }

  /** Locations in the circle whose membership has one of the statuses. */
  search(circle: Circle): { total: number; nearestFirst: () => Generator<NearHit> } {
    const { point, distanceKm: radiusKm } = circle.near;
    const isShown = createStatusCheck(circle);
    const search = { near: circle.near, isShown, box: boxAround(point, radiusKm) };
    const found: FoundCell[] = [];
    let total = 0;
    for (const cell of this.#cells.values()) {
      const rowsKm = Math.abs(cell.centre.latitude - point.latitude) * minKmPerDegree;
      if (rowsKm - cell.radiusKm - marginKm > radiusKm) continue;
      const km = distanceKm(point, cell.centre);
      const fromKm = km - cell.radiusKm - marginKm;
      if (fromKm > radiusKm) continue;
      const isInside = km + cell.radiusKm + marginKm <= radiusKm;
      const hits = isInside ? null : hitsOf(cell, search);
      total += hits === null ? countShown(cell, isShown) : hits.length;
      if (hits?.length !== 0) found.push({ cell, fromKm, hits });
    }
    found.sort((a, b) => a.fromKm - b.fromKm || a.cell.key - b.cell.key);
    const read = ({ cell, hits }: FoundCell) => hits ?? hitsOf(cell, search);
    return { total, nearestFirst: () => nearestFirst(found, read) };
  }

  #noteCell(membershipId: number, key: number): void {
    const known = this.#cellsOf.get(membershipId);
    if (known?.includes(key)) return;
    let alone = this.#lists.get(key);
    if (alone === undefined) this.#lists.set(key, (alone = [key]));
    this.#cellsOf.set(membershipId, known === undefined ? alone : [...known, key]);
  }

  #replaceCell(key: number, removed: ReadonlySet<number>, added: readonly GridPlace[]): void {
    const before = this.#cells.get(key);
    const centre = before?.centre ?? cellCentre(key);
    const values: number[] = [];
    for (let at = 0; before !== undefined && at < before.values.length; at += numbersEach) {
      if (removed.has(before.values[at + 1] ?? 0)) continue;
      for (let column = 0; column < numbersEach; column += 1) values.push(before.values[at + column] ?? 0);
    }
    let radiusKm = before?.radiusKm ?? 0;
    for (const place of added) {
      const { id, membershipId, latitude, longitude, isOwing, expiresOn } = place;
      values.push(id, membershipId, latitude, longitude, isOwing, expiresOn);
      radiusKm = Math.max(radiusKm, distanceKm(centre, place));
    }
    this.size += (values.length - (before?.values.length ?? 0)) / numbersEach;
    if (values.length === 0) this.#cells.delete(key);
    else this.#cells.set(key, { key, centre, radiusKm, values: Float64Array.from(values) });
  }
}

export function byDistance(a: NearHit, b: NearHit): number {
  return a.distanceKm - b.distanceKm || a.id - b.id;
}

interface FoundCell {
  cell: Cell;
  /** No location of the cell is nearer to the circle's centre than this. */
  fromKm: number;
  /** null: the cell is inside the circle, and its hits are found when they are needed. */
  hits: NearHit[] | null;
}

/**
 * A cell is read only when it may contain the next hit.
 * @param cells sorted by `fromKm`
 */
function* nearestFirst(
  cells: readonly FoundCell[],
  read: (found: FoundCell) => NearHit[],
): Generator<NearHit> {
  let waiting: NearHit[] = [];
  for (const [at, found] of cells.entries()) {
    waiting.push(...read(found));
    const laterFromKm = toMetreKm(cells[at + 1]?.fromKm ?? Infinity);
    const isNext = (hit: NearHit) => hit.distanceKm < laterFromKm;
    const next = waiting.filter(isNext);
    if (next.length === 0) continue;
    waiting = waiting.filter((hit) => !isNext(hit));
    yield* next.sort(byDistance);
  }
}

/** Most locations of a cell at the edge are outside the box, so their distances need not be computed. */
function hitsOf({ values }: Cell, { near, isShown, box }: Search): NearHit[] {
  const { south, north, west, east } = box;
  // Otherwise, longitudes on both sides of the 180th meridian may be in the box.
  const hasSides = west > -180 && east < 180 && west <= east;
  const hits: NearHit[] = [];
  for (let at = 0; at < values.length; at += numbersEach) {
    const [latitude, longitude] = [values[at + 2]!, values[at + 3]!]; // The index is in range.
    if (latitude < south || latitude > north) continue;
    if (hasSides && (longitude < west || longitude > east)) continue;
    if (!isShown(values, at)) continue;
    const km = distanceKm(near.point, { latitude, longitude });
    if (km <= near.distanceKm) hits.push({ id: values[at] ?? 0, distanceKm: toMetreKm(km) });
  }
  return hits;
}

interface Search extends Pick<Circle, 'near'> {
  isShown: StatusCheck;
  /** Around the circle. */
  box: Box;
}

function countShown({ values }: Cell, isShown: StatusCheck): number {
  let count = 0;
  for (let at = 0; at < values.length; at += numbersEach) if (isShown(values, at)) count += 1;
  return count;
}

type StatusCheck = (values: Float64Array, at: number) => boolean;

/** Gives the same statuses as `statusOn`. */
function createStatusCheck({ statuses, day }: Circle): StatusCheck {
  const [today, noticeEnd] = [toDayNumber(day.today), toDayNumber(day.noticeEnd)];
  const wanted = new Set(statuses);
  const [outstanding, expired] = [wanted.has('outstanding'), wanted.has('expired')];
  const [expiring, financial] = [wanted.has('expiring'), wanted.has('financial')];
  return (values, at) => {
    if (values[at + 4] === 1) return outstanding;
    const expiresOn = values[at + 5] ?? 0;
    if (expiresOn < today) return expired;
    return expiresOn <= noticeEnd ? expiring : financial;
  };
}

/** 2026-06-30 as 20260630. */
export function toDayNumber(date: string): number {
  return Number(date.replaceAll('-', ''));
}

function cellKey({ latitude, longitude }: Point): number {
  const row = Math.floor((latitude + 90) * cellsPerDegree);
  return row * rowLength + Math.floor((longitude + 180) * cellsPerDegree);
}

function cellCentre(key: number): Point {
  return {
    latitude: (Math.floor(key / rowLength) + 0.5) / cellsPerDegree - 90,
    longitude: ((key % rowLength) + 0.5) / cellsPerDegree - 180,
  };
}
