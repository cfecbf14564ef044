import type { PlaceProblem } from '@/lib/directory/filter-coordinates';
import type { DirectoryFilter } from '@/lib/directory/search';
import type { FoundPlace } from '@/lib/map/geo/place';
import { fetchData } from './fetch-data';

/**
 * Queries the server's gazetteer from the browser.
 * @throws Error if the server does not respond
 */
export function fetchPlaces(text: string, signal?: AbortSignal): Promise<FoundPlace[]> {
  return fetchData('places.json', new URLSearchParams({ q: text }).toString(), signal);
}

/** A search in which the server has recognised the place and the words. */
export interface Resolved {
  query: string;
  /** What is wrong with the typed place. null: nothing. */
  placeProblem: PlaceProblem | null;
}

/** @throws Error if the server does not respond */
export function fetchResolved(query: string): Promise<Resolved> {
  return fetchData('resolve.json', query);
}

/** The name of the search's place. null: the search has no place, or only a point without a name. */
export function labelOf({ near, inside }: Pick<DirectoryFilter, 'near' | 'inside'>): string | null {
  return near?.label ?? inside?.label ?? null;
}

/**
 * Returns at most 3 other places with the same name as the place with this label. The page shows these places after the
 * text "Not the right Springfield?".
 */
export async function otherPlacesNamed(
  label: string,
  search: (text: string) => FoundPlace[] | Promise<FoundPlace[]>,
): Promise<FoundPlace[]> {
  const [understood] = await search(label);
  if (understood === undefined) return [];
  const sameName = (await search(understood.name)).filter((place) => place.name === understood.name);
  return sameName.filter((place) => place.label !== label).slice(0, 3);
}
