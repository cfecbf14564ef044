import type { Pin } from './directory';
import type { PublicEntry, PublicLocation } from './entry';

/** The pins of an entry, one for each location. */
export function pinsOf(entry: PublicEntry): Pin[] {
  return entry.locations.map((location) => pinOf(entry, location));
}

export function pinOf(entry: PublicEntry, location: PublicLocation): Pin {
  return {
    entryId: entry.id,
    slug: entry.slug,
    name: entry.name,
    place: [location.suburb, location.state].filter((part) => part !== null).join(' '),
    latitude: location.point.latitude,
    longitude: location.point.longitude,
    isArea: location.precision !== 'exact',
  };
}
