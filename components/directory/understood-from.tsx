import { useState } from 'react';
import { asksForLocation } from '@/lib/directory/distance-words';
import type { DirectoryFilter } from '@/lib/directory/search';
import { emptyFilter } from '@/lib/directory/filter';
import { directoryText } from '@/lib/messages/directory';
import { say } from '@/lib/messages/say';
import { directoryHref, type DirectoryPath } from './addresses';
import { LocationButton } from './location-button';
import { useSearchControls } from './search-controls';
import { searchFormId } from './search-form';
import { SearchLink } from './search-link';

/**
 * If choices were recognised in what the visitor typed: shows the text, the words that match nobody, and a link to
 * search for the text as typed.
 */
export function UnderstoodFrom({ path, filter }: { path: DirectoryPath; filter: DirectoryFilter }) {
  const { one } = useSearchControls().noun;
  const { typed, leftOut, sort, layout } = filter;
  if (typed === '') return null;
  const words = { ...emptyFilter, text: typed, asTyped: true, sort, layout };
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 text-sm text-ink-soft wrap-anywhere print:hidden">
      {/* On a phone, the folded search form (SearchFold) shows the typed text instead. */}
      <span className="max-md:hidden">{say(directoryText.understoodFrom, { text: typed })}</span>
      {leftOut !== '' && <span>{say(directoryText.leftOut, { one, words: leftOut })}</span>}
      <SearchLink
        href={directoryHref(path, words)}
        filter={words}
        then="results"
        className="text-accent underline"
      >
        {directoryText.searchWords}
      </SearchLink>
    </div>
  );
}

/** For a visitor who typed "near me". It stands above the results, where a phone scrolls to after a search. */
export function LocationOffer({ filter }: { filter: DirectoryFilter }) {
  const { many } = useSearchControls().noun;
  const [problem, setProblem] = useState<string | null>(null);
  if (!isLocationOffered(filter)) return null;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-accent bg-accent-soft px-4 py-3 noscript:hidden print:hidden">
      <p className="grow basis-40">{say(directoryText.locationOffer, { many })}</p>
      <span className="inline-flex">
        <LocationButton form={searchFormId} onProblem={setProblem} />
      </span>
      <p role="alert" className="basis-full text-warn empty:hidden">
        {problem}
      </p>
    </div>
  );
}

export function isLocationOffered({ near, inside, box, typed }: DirectoryFilter): boolean {
  return near === null && inside === null && box === null && asksForLocation(typed);
}
