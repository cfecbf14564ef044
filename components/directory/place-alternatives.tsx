'use client';

import { useQuery } from '@tanstack/react-query';
import type { Place } from '@/lib/geo/place';
import { directoryText } from '@/lib/messages/directory';
import { say } from '@/lib/messages/say';
import { changed, directoryHref, type DirectoryPath } from './addresses';
import { fetchPlaces, nearPlace, otherPlacesNamed } from './place-lookup';
import { useSearchControls } from './search-controls';
import { SearchLink } from './search-link';

/** Other places with the name of the one found. `known`: from the server; null: this component fetches them. */
export function PlaceAlternatives({ path, known }: { path: DirectoryPath; known: Place[] | null }) {
  const { filter } = useSearchControls();
  const label = filter.near?.label ?? null;
  const request = useQuery({
    queryKey: ['places called as', label],
    queryFn: () => otherPlacesNamed(label ?? '', fetchPlaces),
    enabled: label !== null && known === null,
  });
  const others = known ?? request.data ?? [];
  const { near } = filter;
  if (near === null || others[0] === undefined) return null;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 print:hidden">
      {say(directoryText.placeNotRight, { name: others[0].name })}
      {others.map((place) => {
        const there = changed(filter, { near: nearPlace(place, near) });
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
