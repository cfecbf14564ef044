import type { PublicEntry } from '@/lib/directory/entry';
import type { DistanceUnit } from '@/lib/directory/filter';
import type { SearchHit } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { hereKm, sayDistanceAndBearing } from '@/lib/messages/distance';
import { locale } from '@/lib/messages/locale';
import { say } from '@/lib/messages/say';

/** Where the nearest place of a found member is, in words; null where the search is not near a place. */
export function whereOf(
  { nearest }: SearchHit,
  unit: DistanceUnit,
): { distance: string | null; place: string } | null {
  if (nearest === null) return null;
  const { location, distanceKm, bearingDegrees } = nearest;
  const isExact = location.precision === 'exact';
  const place = isExact ? placeOf(location) : say(directoryText.somewhereIn, { place: placeOf(location) });
  // "Here" would claim more than is known of a member who is somewhere in the area.
  if (!isExact && distanceKm < hereKm) return { distance: null, place: capitalised(place) };
  return { distance: sayDistanceAndBearing(distanceKm, bearingDegrees, unit), place };
}

function capitalised(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1);
}

/** "Geelong VIC"; the country where nothing nearer is known. */
export function placeOf(
  place: Pick<PublicEntry, 'suburb' | 'state' | 'country'> & { postcode?: string | null },
): string {
  const near = [place.suburb, place.state, place.postcode].filter(Boolean).join(' ');
  return near === '' ? (place.country ?? '') : near;
}
