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
 * search for the text as typed. If the visitor typed "near me", it offers to use their location.
 */
export function UnderstoodFrom({ path, filter }: { path: DirectoryPath; filter: DirectoryFilter }) {
  const { one } = useSearchControls().noun;
  const [problem, setProblem] = useState<string | null>(null);
  const { typed, leftOut, sort, layout } = filter;
  if (typed === '') return null;
  const words = { ...emptyFilter, text: typed, asTyped: true, sort, layout };
  const isAnywhere = filter.near === null && filter.inside === null && filter.box === null;
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
      {isAnywhere && asksForLocation(typed) && (
        <span className="inline-flex">
          <LocationButton form={searchFormId} onProblem={setProblem} />
        </span>
      )}
      <span role="alert" className="text-warn empty:hidden">
        {problem}
      </span>
    </div>
  );
}
