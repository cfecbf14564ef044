'use client';

import { useQueries } from '@tanstack/react-query';
import { formatDirectoryFilter } from '@/lib/directory/filter';
import type { DirectoryFilter, Facet } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { say } from '@/lib/messages/say';
import { buttonStyle } from '../ui/button';
import { directoryHref, type DirectoryPath } from './addresses';
import { nothingChosen } from './chosen';
import { fetchSearch } from './fetch-search';
import { SearchLink } from './search-link';
import { waysOut } from './ways-out';

/** No dead end: looser searches, each with the true number of members it finds. */
export function NothingFound({
  path,
  filter,
  facets,
}: {
  path: DirectoryPath;
  filter: DirectoryFilter;
  facets: Facet[];
}) {
  const offers = waysOut(filter, facets);
  const counts = useQueries({
    queries: offers.map((offer) => ({
      queryKey: ['search', formatDirectoryFilter(offer.filter)],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        fetchSearch(formatDirectoryFilter(offer.filter), signal),
    })),
  });
  if (offers.length === 0) return <p>{directoryText.emptyTitle}</p>;
  return (
    <div className="rounded-xl border border-line bg-surface p-6">
      <h3 className="text-lg font-semibold">{directoryText.nothingTitle}</h3>
      <p className="mt-1 text-ink-soft">{directoryText.nothingText}</p>
      <ul className="mt-3">
        {offers.map((offer, index) => {
          const count = counts[index]?.data?.total;
          // Before the answer (and without JavaScript) the link stands without a promise.
          if (count === 0) return null;
          return (
            <li key={offer.name} className="flex flex-wrap items-center gap-x-2">
              <SearchLink
                href={directoryHref(path, offer.filter)}
                filter={offer.filter}
                then="results"
                className="inline-flex min-h-9 items-center text-accent underline"
              >
                {offer.name}
              </SearchLink>
              {count !== undefined && (
                <span className="text-ink-soft">{say(directoryText.wayOutCount, { count })}</span>
              )}
            </li>
          );
        })}
      </ul>
      <SearchLink
        href={directoryHref(path, nothingChosen(filter))}
        filter={nothingChosen(filter)}
        then="results"
        className={`${buttonStyle('quiet')} mt-4`}
      >
        {directoryText.everyone}
      </SearchLink>
    </div>
  );
}
