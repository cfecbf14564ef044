import { toWire } from '@/lib/contract/fields/wire-format';
import { isShownAt, listedLocationFields } from '@/lib/contract/fields/location';
import type { Point } from '@/lib/map/geo/point';
import type { LocationRecord } from '@/lib/store/schema/records';

/** The centre of a location's area at the location's precision. null: unknown. */
export type AreaCentre = (location: LocationRecord) => Point | null;

/**
 * The point that the API shows and searches. For the precision `exact`, this is the exact point. Otherwise it is one
 * fixed point for the whole area: the centre of the area. If that centre is unknown, the fixed point is the centre of a
 * grid cell. A cell is 0.1° wide for a suburb or postcode, and 1° wide for a state (docs/decisions.md 38).
 */
export function publicPoint(location: LocationRecord, areaCentre: AreaCentre): Point {
  if (location.precision === 'exact') return { latitude: location.latitude, longitude: location.longitude };
  const cellsPerDegree = location.precision === 'state' ? 1 : 10;
  return (
    areaCentre(location) ?? {
      latitude: cellCentre(location.latitude, cellsPerDegree, 90),
      longitude: cellCentre(location.longitude, cellsPerDegree, 180),
    }
  );
}

/** The location's JSON up to the value of `Membership`. Fields are blank if the location's precision hides them. */
export function toLocationHead(location: LocationRecord, point: Point): string {
  const hidden = Object.values(listedLocationFields).flatMap((one) =>
    'kind' in one && !isShownAt(one, location.precision) ? [[one.key, one.kind.blank]] : [],
  );
  const shown = { ...location, ...point, ...Object.fromEntries(hidden) };
  const start = JSON.stringify(toWire(listedLocationFields, shown));
  return `${start.slice(0, -1)},"Membership":`;
}

function cellCentre(degrees: number, cellsPerDegree: number, limit: number): number {
  const cell = Math.min(Math.floor(degrees * cellsPerDegree), limit * cellsPerDegree - 1);
  // 0.1 has no exact binary form.
  return Number(((cell + 0.5) / cellsPerDegree).toFixed(2));
}
