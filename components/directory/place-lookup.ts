import type { DistanceUnit } from '@/lib/directory/filter';
import { roundedPoint } from '@/lib/directory/filter';
import type { NearFilter } from '@/lib/directory/search';
import type { Place } from '@/lib/geo/place';
import { directoryText } from '@/lib/messages/directory';
import { say } from '@/lib/messages/say';

/** Queries the server's gazetteer from the browser. @throws Error if it does not respond */
export async function fetchPlaces(text: string): Promise<Place[]> {
  const response = await fetch(`/directory/places.json?${new URLSearchParams({ q: text })}`);
  if (!response.ok) throw new Error(`places.json answered ${response.status}`);
  return (await response.json()) as Place[];
}

/** The search around a typed place, or a text that says why there is none. */
export async function nearFromPlace(typed: {
  text: string;
  radiusKm: number;
  unit: DistanceUnit;
}): Promise<NearFilter | string> {
  try {
    const [place] = await fetchPlaces(typed.text);
    if (place === undefined) return say(directoryText.placeUnknown, { place: typed.text });
    return nearPlace(place, typed);
  } catch {
    return directoryText.placesFailed;
  }
}

export function nearPlace(
  place: Place,
  { radiusKm, unit }: Pick<NearFilter, 'radiusKm' | 'unit'>,
): NearFilter {
  return { point: roundedPoint(place.point), radiusKm, unit, label: place.label };
}

/** Other places with the name of the one with this label, at most 5: "Springfield — not right?". */
export async function otherPlacesNamed(
  label: string,
  search: (text: string) => Place[] | Promise<Place[]>,
): Promise<Place[]> {
  const [understood] = await search(label);
  if (understood === undefined) return [];
  const sameName = (await search(understood.name)).filter((place) => place.name === understood.name);
  return sameName.filter((place) => place.label !== label).slice(0, 5);
}
