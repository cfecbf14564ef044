import type { PublicEntry, PublicLocation } from './entry';

export interface Pin {
  entryId: string;
  slug: string;
  name: string;
  /** "Suburb STATE", or the country if nothing else is known. '': nothing is known. */
  place: string;
  latitude: number;
  longitude: number;
  isArea: boolean;
  /** Absent: the entry shows no picture. */
  pictureId?: string;
}

export function pinOf(entry: PublicEntry, location: PublicLocation): Pin {
  return {
    entryId: entry.id,
    slug: entry.slug,
    name: entry.name,
    place: placeName(location),
    latitude: location.point.latitude,
    longitude: location.point.longitude,
    isArea: location.precision !== 'exact',
    ...(entry.picture !== undefined && { pictureId: entry.picture.id }),
  };
}

/** "Suburb STATE" as on cards, or the country if nothing else is known. '': nothing is known. */
export function placeName({
  suburb,
  state,
  country,
}: Pick<PublicLocation, 'suburb' | 'state' | 'country'>): string {
  return [suburb, state].filter((part) => part !== null).join(' ') || (country ?? '');
}
