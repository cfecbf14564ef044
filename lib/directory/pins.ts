import type { Pin } from './directory';
import type { PublicEntry, PublicLocation } from './entry';

/** The pin of one of an entry's locations. */
export function pinOf(entry: PublicEntry, location: PublicLocation): Pin {
  return {
    entryId: entry.id,
    slug: entry.slug,
    name: entry.name,
    place: placeName(location),
    latitude: location.point.latitude,
    longitude: location.point.longitude,
    isArea: location.precision !== 'exact',
  };
}

/** "Suburb STATE"; '' where neither is known. */
export function placeName({ suburb, state }: Pick<PublicLocation, 'suburb' | 'state'>): string {
  return [suburb, state].filter((part) => part !== null).join(' ');
}
