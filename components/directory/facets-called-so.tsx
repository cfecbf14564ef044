import type { Facet } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { say } from '@/lib/messages/say';
import { textKey } from '@/lib/text-key';
import { directoryHref, withFacet, type DirectoryPath } from './addresses';
import { useSearchControls } from './search-controls';

/** A state or chapter is no place to be near to: who typed one (`place`) gets a link to its members. */
export function FacetsCalledSo({
  path,
  facets,
  place,
}: {
  path: DirectoryPath;
  facets: Facet[];
  place: string | null;
}) {
  const { filter } = useSearchControls();
  const meant = place === null ? [] : optionsCalled(place, facets);
  if (meant.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 sm:col-span-full">
      {directoryText.didYouMean}
      {meant.map(({ key, label, id, name }) => {
        const there = withFacet({ ...filter, near: null }, { key, value: id, isChosen: true });
        // A page load: what was typed in vain goes from the form.
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

/** The options with the name of a place: of "Victoria BC, Canada" the chapter Victoria, of "Victoria Park WA" not. */
export function optionsCalled(place: string, facets: Facet[]) {
  return facets
    .filter(({ key }) => facetsOfPlaces.includes(key))
    .flatMap(({ key, label, options }) =>
      options
        .filter(({ name, isChosen }) => !isChosen && isCalled(place, name))
        .map(({ id, name }) => ({ key, label, id, name })),
    );
}

/** What follows the name in a place's label: nothing, a country, or the code of a state. */
const afterName = /^$|^,|^ [A-Z]{2,3}\b/;

function isCalled(place: string, name: string): boolean {
  return textKey(place.slice(0, name.length)) === textKey(name) && afterName.test(place.slice(name.length));
}
