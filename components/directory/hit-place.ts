import type { PublicEntry, PublicLocation } from '@/lib/directory/model/entry';
import type { DistanceUnit } from '@/lib/directory/filter';
import type { SearchHit } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { sayAbout, sayDistanceAndBearing } from './distance-text';
import { formatList, locale } from '@/lib/messages/locale';
import { say } from '@/lib/messages/say';

/**
 * Says in words which of the member's places is nearest to the place of the search. Returns null if the search has no
 * place.
 */
export function whereOf(
  { nearest }: SearchHit,
  unit: DistanceUnit,
): { distance: string; place: string } | null {
  if (nearest === null) return null;
  const { location, distanceKm, bearingDegrees } = nearest;
  if (bearingDegrees !== null)
    return { distance: sayDistanceAndBearing(distanceKm, bearingDegrees, unit), place: placeOf(location) };
  return {
    distance: sayAbout(distanceKm, unit),
    place: say(directoryText.somewhereIn, { place: placeOf(location) }),
  };
}

/**
 * The member's places on the map besides the one that is shown, such as "in Leopold VIC" or "somewhere in Bendigo VIC".
 */
export function placesBeside({ entry, nearest }: SearchHit): string[] {
  const shown = nearest?.location ?? entry;
  const elsewhere = entry.locations.filter(
    (location) => !['', townOf(shown)].includes(townOf(location)) && !mayContain(location, shown),
  );
  return [...new Set(elsewhere.map(whereIn))];
}

type Area = Pick<PublicEntry, 'suburb' | 'state' | 'country'>;

/** Whether an area is so large that it may contain the place shown. If so, the area's name adds nothing. */
function mayContain(area: Area, place: Area): boolean {
  if (area.suburb !== null) return false;
  return area.state === null ? area.country === place.country : area.state === place.state;
}

// The number of places that fit on a card. The profile shows them all.
const namedPlaces = 3;

/** A text such as "Also in Leopold VIC and somewhere in Bendigo VIC". null: there is no other place. */
export function sayPlacesBeside(hit: SearchHit): string | null {
  const others = placesBeside(hit);
  if (others.length === 0) return null;
  const named = others.slice(0, others.length > namedPlaces + 1 ? namedPlaces : others.length);
  const unnamed = others.length - named.length;
  if (unnamed > 0) named.push(say(directoryText.otherPlaces, { count: unnamed }));
  return say(directoryText.alsoIn, { places: formatList(named) });
}

/**
 * Returns the name of a place without its postcode, such as "Geelong VIC". Among the names of other places, the
 * postcode would add nothing.
 */
function townOf(place: Area): string {
  return placeOf({ ...place, postcode: null });
}

function whereIn(location: PublicLocation): string {
  const place = townOf(location);
  return say(location.precision === 'exact' ? directoryText.in : directoryText.somewhereIn, { place });
}

export function capitalised(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1);
}

/** A text such as "Geelong VIC 3220, Australia". */
export function wholePlaceOf(place: Parameters<typeof placeOf>[0]): string {
  return [...new Set([placeOf(place), place.country])].filter(Boolean).join(', ');
}

/** A text such as "Geelong VIC", or the country if nothing more exact is known. */
export function placeOf(place: Area & { postcode?: string | null }): string {
  const near = [place.suburb, place.state, place.postcode].filter(Boolean).join(' ');
  return near === '' ? (place.country ?? '') : near;
}
