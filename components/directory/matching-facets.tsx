import type { Facet } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { say } from '@/lib/messages/say';
import { textKey } from '@/lib/base/text-key';
import { directoryHref, withFacet, type DirectoryPath } from './addresses';
import { useSearchControls } from './search-controls';

/**
 * A search cannot be near a state, chapter or country. If the visitor typed the name of one (`place`), this component
 * links to its members.
 */
export function MatchingFacets({
  path,
  facets,
  place,
}: {
  path: DirectoryPath;
  facets: Facet[];
  place: string | null;
}) {
  const { filter } = useSearchControls();
  const matching = place === null ? [] : optionsNamed(place, facets);
  if (matching.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 sm:col-span-full">
      {directoryText.didYouMean}
      {matching.map(({ key, label, id, name }) => {
        const there = withFacet({ ...filter, near: null, inside: null }, { key, value: id, isChosen: true });
        // The link loads the page, to clear the unknown place from the form.
        return (
          <a
            key={key + id}
            href={directoryHref(path, there)}
            className="inline-flex min-h-8 items-center text-accent underline"
          >
            {say(directoryText.chipOfFacet, { label, name })}
          </a>
        );
      })}
    </p>
  );
}

const facetsOfPlaces = ['state', 'chapter', 'country'];

/**
 * The options that have the same name as a place: the chapter Victoria for "Victoria BC, Canada", but not for "Victoria
 * Park WA".
 */
export function optionsNamed(place: string, facets: Facet[]) {
  return facets
    .filter(({ key }) => facetsOfPlaces.includes(key))
    .flatMap(({ key, label, options }) =>
      options
        .filter(({ name, isChosen }) => !isChosen && isNamed(place, name))
        .map(({ id, name }) => ({ key, label, id, name })),
    );
}

/** The text that may follow the name in a place's label: nothing, a country, or a state code. */
const afterName = /^$|^,|^ [A-Z]{2,3}\b/;

function isNamed(place: string, name: string): boolean {
  return textKey(place.slice(0, name.length)) === textKey(name) && afterName.test(place.slice(name.length));
}
