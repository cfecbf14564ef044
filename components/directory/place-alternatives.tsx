'use client';

import { radiusChoices, kilometresInUnit, type DistanceUnit } from '@/lib/directory/filter';
import { withPlace } from '@/lib/directory/with-place';
import type { FoundPlace } from '@/lib/map/geo/place';
import { directoryText } from '@/lib/messages/directory';
import { say } from '@/lib/messages/say';
import { changed, directoryHref, type DirectoryPath } from './addresses';
import { fetchPlaces, labelOf, otherPlacesNamed } from './place-lookup';
import { useSearchControls } from './search-controls';
import { SearchLink } from './search-link';
import { useFetched } from './use-fetched';

/**
 * Other places with the same name as the place that was found.
 * @param known the places from the server; null: this component fetches them
 */
export function PlaceAlternatives({ path, known, defaultUnit }: PlaceAlternativesProps) {
  const { filter } = useSearchControls();
  const label = labelOf(filter);
  const request = useFetched(
    label === null || known !== null
      ? null
      : { key: ['places called as', label], ask: () => otherPlacesNamed(label, fetchPlaces) },
  );
  const others = known ?? (request.state === 'done' ? request.data : null) ?? [];
  if (label === null || others[0] === undefined) return null;
  const usual = {
    radiusKm: radiusChoices[defaultUnit].usual * kilometresInUnit[defaultUnit],
    unit: defaultUnit,
  };
  return (
    <p className="mt-3 flex items-center gap-x-3 max-md:mt-2 max-md:overflow-x-auto max-md:text-sm max-md:whitespace-nowrap md:flex-wrap print:hidden">
      {say(directoryText.placeNotRight, { name: others[0].name })}
      {others.map((place) => {
        const there = withPlace(changed(filter, {}), place, filter.near ?? usual);
        return (
          <SearchLink
            key={place.id}
            href={directoryHref(path, there)}
            filter={there}
            then="results"
            className="inline-flex min-h-8 items-center text-accent underline"
          >
            {place.label}
          </SearchLink>
        );
      })}
    </p>
  );
}

interface PlaceAlternativesProps {
  path: DirectoryPath;
  known: FoundPlace[] | null;
  defaultUnit: DistanceUnit;
}
