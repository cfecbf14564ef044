import type { Point } from '@/lib/map/geo/point';
import type { Model } from '@/lib/directory/model/model';

/** A square of a quarter of a degree: 28 km from south to north, about the size of a city. */
const perDegree = 4;
const columns = 360 * perDegree;
const rows = 180 * perDegree;

const grids = new WeakMap<Model, Map<number, number>>();

/**
 * The number of members' locations in the square of the point. The locations are counted once per model, in a few
 * milliseconds.
 */
export function membersNear(model: Model, point: Point): number {
  let grid = grids.get(model);
  if (grid === undefined) grids.set(model, (grid = countLocations(model)));
  return grid.get(squareOf(point.latitude, point.longitude)) ?? 0;
}

function countLocations({ points, store }: Model): Map<number, number> {
  const counts = new Map<number, number>();
  const { latitudes, longitudes } = points;
  for (let at = 0; at < latitudes.length; at += 1) {
    if (store.used[points.memberOf(at)] !== 1) continue;
    const square = squareOf(latitudes[at] ?? 0, longitudes[at] ?? 0);
    counts.set(square, (counts.get(square) ?? 0) + 1);
  }
  return counts;
}

function squareOf(latitude: number, longitude: number): number {
  const row = Math.min(rows - 1, Math.floor((latitude + 90) * perDegree));
  return row * columns + (Math.floor((longitude + 180) * perDegree) % columns);
}
