import { toDegrees } from '@/lib/membership-api/fields/number-kinds';
import type { Point } from '@/lib/geo/point';
import type { LocationPrecision } from '@/lib/membership-api/words';
import type { LocationRecord } from './records';

/** The centre of the area that contains a location, at the location's precision. null: unknown. */
export type AreaCentre = (location: LocationRecord) => Point | null;

/**
 * The point that the API shows and searches: the exact one, or one fixed point for the whole area. Without a known
 * centre it is the centre of a cell of 0.1° (suburb, postcode) or 1° (state) (docs/decisions.md 38).
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

/** The location's JSON up to the value of `Membership`, without what its precision hides. */
export function toLocationHead(location: LocationRecord, point: Point): string {
  const shows = shownAddressParts[location.precision];
  const start = JSON.stringify({
    ID: String(location.id),
    Email: location.email,
    Name: location.name,
    Address: shows.address ? location.address : '',
    Suburb: shows.suburb ? location.suburb : '',
    State: location.state,
    Country: location.country,
    Postcode: shows.postcode ? location.postcode : '',
    FullPhone: location.phone,
    Website: location.website,
    Geolocation: { Lat: toDegrees(point.latitude), Lng: toDegrees(point.longitude) },
  });
  return `${start.slice(0, -1)},"Membership":`;
}

/** docs/decisions.md 38: each coarser precision leaves one more part of the address empty. */
const shownAddressParts: Record<LocationPrecision, { address: boolean; suburb: boolean; postcode: boolean }> =
  {
    exact: { address: true, suburb: true, postcode: true },
    suburb: { address: false, suburb: true, postcode: true },
    postcode: { address: false, suburb: false, postcode: true },
    state: { address: false, suburb: false, postcode: false },
  };

function cellCentre(degrees: number, cellsPerDegree: number, limit: number): number {
  const cell = Math.min(Math.floor(degrees * cellsPerDegree), limit * cellsPerDegree - 1);
  // Rounded, because 0.1 has no exact binary form.
  return Number(((cell + 0.5) / cellsPerDegree).toFixed(2));
}
