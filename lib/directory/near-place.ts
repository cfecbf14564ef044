/** From a place that a visitor typed to the point that is searched around. */
import type { Place, Places } from '@/lib/geo/places';
import { roundedPoint, type FilterProblem, type ParsedFilter } from './filter';
import type { DirectoryFilter } from './search';

export interface FilterWithPlace {
  filter: DirectoryFilter;
  problems: FilterProblem[];
  /** The place that was understood, to be echoed; null when none was typed or none is known. */
  understood: Place | null;
  /** Other places of that name, best first, at most 5: "not right?". */
  alternatives: Place[];
}

/**
 * The filter with its typed place found in the gazetteer: the best match is taken, and the others are offered.
 * A place that nobody knows is a problem of the field `near`; the rest of the filter holds. `country` is preferred.
 */
export function resolvePlace(parsed: ParsedFilter, places: Places, country: string | null): FilterWithPlace {
  const { filter, problems, unresolvedPlace } = parsed;
  const typed = unresolvedPlace?.text ?? filter.near?.label ?? null;
  if (typed === null) return { filter, problems, understood: null, alternatives: [] };
  const found = places.search(typed, { country, limit: 6 });
  if (unresolvedPlace === null)
    return { filter, problems, understood: null, alternatives: othersThan(filter, found) };
  const [understood, ...alternatives] = found;
  if (understood === undefined) {
    const message = `“near”: no place called “${typed}” is known. Try a suburb, a city or a postcode`;
    return {
      filter,
      problems: [...problems, { field: 'near', message }],
      understood: null,
      alternatives: [],
    };
  }
  const { radiusKm, unit } = unresolvedPlace;
  const near = { point: roundedPoint(understood.point), radiusKm, unit, label: understood.label };
  return { filter: { ...filter, near }, problems, understood, alternatives };
}

function othersThan(filter: DirectoryFilter, found: Place[]): Place[] {
  const sameName = found.filter((place) => place.label !== filter.near?.label);
  return sameName.slice(0, 5);
}
