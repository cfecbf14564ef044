import { boxAround } from '@/lib/map/geo/box';
import type { LocationsFilter } from '@/lib/contract/filter-types';

/** The box around a circle, in the form for the index of locations. */
export interface SearchArea {
  south: number;
  north: number;
  /** One range, or two if the box crosses the 180th meridian, where the longitude jumps from 180 to −180. */
  longitudes: [from: number, to: number][];
  /**
   * The bands of latitude that overlap the box. A band is one degree high. Its number is the degree, rounded down. Each
   * length of this list needs a separate statement. So the last band is repeated until the list's length is a power of
   * two. Empty: the box overlaps so many bands that reading all locations is just as fast.
   */
  bands: number[];
}

const maxBands = 32;

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
