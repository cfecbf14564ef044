/** Finds the point to search around from a typed place. */
import type { Place } from '@/lib/geo/place';
import type { Places } from '@/lib/geo/places';
import { filterText } from '@/lib/messages/filter';
import { say } from '@/lib/messages/say';
import { roundedPoint, type FilterProblem, type ParsedFilter } from './filter';
import type { DirectoryFilter } from './search';

export interface FilterWithPlace {
  filter: DirectoryFilter;
  problems: FilterProblem[];
  /** The place that was found, to be shown; null if none was typed or none is known. */
  understood: Place | null;
}

/**
 * The filter with its typed place found in the gazetteer: uses the best match, `country` preferred. An unknown place is
 * a problem of the field `near`; the rest of the filter is unchanged.
 */
export function resolvePlace(parsed: ParsedFilter, places: Places, country: string | null): FilterWithPlace {
  const { filter, problems, unresolvedPlace } = parsed;
  if (unresolvedPlace === null) return { filter, problems, understood: null };
  const { text, radiusKm, unit } = unresolvedPlace;
  const [understood] = places.search(text, { country, limit: 1 });
  if (understood === undefined) {
    const message = say(filterText.place, { place: text });
    return { filter, problems: [...problems, { field: 'near', message }], understood: null };
  }
  const near = { point: roundedPoint(understood.point), radiusKm, unit, label: understood.label };
  return { filter: { ...filter, near }, problems, understood };
}
