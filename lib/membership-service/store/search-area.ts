import { boxAround } from '@/lib/geo/box';
import type { LocationsFilter } from '@/lib/membership-api/filter-types';

/** The box around a circle as the index of locations is asked for it. */
export interface SearchArea {
  south: number;
  north: number;
  /** From, to: one range, or two where the box has the 180th meridian: one line with two names. */
  longitudes: [from: number, to: number][];
  /**
   * The degrees of latitude (rounded down) that the box has a part of, the last again up to a power of two: each number
   * of them makes a statement of its own. Empty: so many that all places may as well be looked at.
   */
  bands: number[];
}

const maxBands = 32;

/** The area around a circle. */
export function areaAround({ point, distanceKm }: NonNullable<LocationsFilter['near']>): SearchArea {
  const { south, north, west, east } = boxAround(point, distanceKm);
  const [first, last] = [Math.floor(south), Math.floor(north)];
  const count = 2 ** Math.ceil(Math.log2(last - first + 1));
  const bands = Array.from({ length: count }, (_, index) => Math.min(first + index, last));
  const longitudes = longitudeRanges(west, east);
  return { south, north, longitudes, bands: count <= maxBands ? bands : [] };
}

function longitudeRanges(west: number, east: number): SearchArea['longitudes'] {
  if (west > east) {
    return [
      [west, 180],
      [-180, east],
    ];
  }
  if (west === -180) {
    return [
      [west, east],
      [180, 180],
    ];
  }
  const range: [number, number] = [west, east];
  return east === 180 ? [range, [-180, -180]] : [range];
}
