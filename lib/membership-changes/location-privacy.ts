import type { FieldProblem } from '@/lib/membership-api/fields/field-error';
import { locationPrecisions, type LocationPrecision } from '@/lib/membership-api/words';
import type { MemberResource } from '@/lib/membership-api/resources';
import type { LocationRecord } from '@/lib/membership-schema/records';

/**
 * A client could choose a more exact precision for a point that is hidden from the client. The client could then read
 * the hidden point and address (docs/decisions.md, J2).
 * @returns the locations without the hidden parts of their addresses, and a problem for each hidden point
 */
export function protectHiddenPlaces(
  locations: readonly LocationRecord[],
  { stored, served }: { stored: readonly LocationRecord[]; served: MemberResource['Locations'] },
): { locations: LocationRecord[]; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const shown = locations.map((location, index) => {
    const before = stored.find(({ id }) => id === location.id);
    const seen = served.find(({ ID }) => ID === String(location.id));
    if (before === undefined || seen === undefined || !isRaised(before.precision, location.precision)) {
      return location;
    }
    const isPointStored = location.latitude === before.latitude && location.longitude === before.longitude;
    const { Lat, Lng } = seen.Geolocation;
    const isPointSeen = Number(Lat) === before.latitude && Number(Lng) === before.longitude;
    if (isPointStored && !isPointSeen) {
      const reason = 'can only become more exact together with a new Geolocation';
      problems.push({ path: `Locations[${index}].Precision`, value: '', reason });
    }
    return {
      ...location,
      address: seenOnly(location.address, before.address, seen.Address),
      suburb: seenOnly(location.suburb, before.suburb, seen.Suburb),
      postcode: seenOnly(location.postcode, before.postcode, seen.Postcode),
    };
  });
  return { locations: shown, problems };
}

function isRaised(before: LocationPrecision, after: LocationPrecision): boolean {
  return locationPrecisions.indexOf(after) < locationPrecisions.indexOf(before);
}

function seenOnly(after: string, before: string, seen: string): string {
  return after === before ? seen : after;
}
