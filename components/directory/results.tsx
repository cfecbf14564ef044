'use client';

import { maxPrinted } from '@/lib/directory/booklet';
import { formatDirectoryFilter } from '@/lib/directory/filter';
import type { DirectoryFilter, SearchResult } from '@/lib/directory/search';
import { printText } from '@/lib/messages/print';
import type { Noun } from '@/lib/base/noun';
import { directoryText } from '@/lib/messages/directory';
import { sayRadius } from './distance-text';
import { say } from '@/lib/messages/say';
import { buttonStyle } from '../ui/button';
import { Notice } from '../ui/notice';
import { directoryHref, isForMembers, isMapPage, otherViewOf, type DirectoryPath } from './addresses';
import type { SearchResponse } from './fetch-search';
import { resultsHeadingId } from './focus-after-search';
import { LayoutSwitch } from './layout-switch';
import { MemberList } from './member-list';
import { NothingFound } from './nothing-found';
import { useSearchControls } from './search-controls';
import { SearchLink } from './search-link';
import { SortField } from './sort-field';
import { MemberStates } from './member-states';
import { LocationOffer } from './understood-from';

export type SearchState = 'done' | 'loading' | 'failed';

interface ResultsProps {
  path: DirectoryPath;
  result: SearchResponse;
  state: SearchState;
  retry: () => void;
  /** Called with the ID of the member whose card the visitor points at. null: the visitor points at no card. */
  onRaise: (entryId: string | null) => void;
}

/** Screen readers announce the number of results (politely). */
export function Results({ path, result, state, retry, onRaise }: ResultsProps) {
  const { filter, noun } = useSearchControls();
  const raise = (target: EventTarget) => onRaise(entryOf(target));
  return (
    <section
      aria-labelledby={resultsHeadingId}
      aria-busy={state === 'loading'}
      className="min-w-0"
      onMouseOver={(event) => raise(event.target)}
      onFocus={(event) => raise(event.target)}
      onMouseLeave={() => onRaise(null)}
      onBlur={() => onRaise(null)}
    >
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
        <h2
          id={resultsHeadingId}
          tabIndex={-1}
          className="text-lg leading-snug font-semibold tracking-tight text-pretty wrap-anywhere outline-none"
        >
          <span aria-live="polite" aria-atomic="true">
            {state === 'loading' ? directoryText.loading : headingOf(filter, result, noun)}
          </span>
        </h2>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
          {result.total > 0 && (
            <>
              <SortField />
              <LayoutSwitch path={path} />
            </>
          )}
          <a
            href={directoryHref(otherViewOf(path), { ...filter, page: 1 })}
            className={`inline-flex min-h-9 items-center font-medium text-accent ${isMapPage(path) ? '' : 'max-md:hidden beside:hidden'}`}
          >
            {isMapPage(path) ? directoryText.showList : directoryText.showMap}
          </a>
        </div>
      </div>
      <LocationOffer filter={filter} />
      {state === 'failed' && <Failed retry={retry} />}
      {result.total === 0 ? (
        <NothingFound path={path} filter={filter} facets={result.facets} instead={result.instead} />
      ) : (
        <MemberList path={path} filter={filter} hits={result.hits} />
      )}
      {result.total > 0 && <MemberStates filter={filter} result={result} />}
      <Paging path={path} filter={filter} pageCount={result.pageCount} />
      {result.total > 0 && !isForMembers(path) && <PrintLink filter={filter} total={result.total} />}
    </section>
  );
}

/** A text such as "14 members within 25 km of Geelong VIC 3220". */
export function headingOf(
  { text, near, inside, box }: DirectoryFilter,
  { total }: Pick<SearchResult, 'total'>,
  noun: Noun,
): string {
  if (near !== null) {
    const distance = sayRadius(near.radiusKm, near.unit);
    return say(directoryText.resultsNear, {
      ...noun,
      count: total,
      distance,
      place: near.label ?? directoryText.here,
    });
  }
  if (inside !== null)
    return say(directoryText.resultsInside, { ...noun, count: total, place: inside.label });
  if (box !== null) return say(directoryText.resultsInBox, { ...noun, count: total });
  if (total === 0 && text !== '') return say(directoryText.nothingFor, { ...noun, text });
  return say(directoryText.results, { ...noun, count: total });
}

function Failed({ retry }: { retry: () => void }) {
  return (
    <div className="mb-4">
      <Notice role="alert">
        <p>{directoryText.failed}</p>
        <button type="button" onClick={retry} className={`${buttonStyle('quiet')} mt-2`}>
          {directoryText.tryAgain}
        </button>
      </Notice>
    </div>
  );
}

function entryOf(target: EventTarget): string | null {
  return target instanceof Element
    ? (target.closest('[data-entry]')?.getAttribute('data-entry') ?? null)
    : null;
}

function Paging({
  path,
  filter,
  pageCount,
}: {
  path: DirectoryPath;
  filter: DirectoryFilter;
  pageCount: number;
}) {
  if (pageCount < 2) return null;
  const page = Math.min(filter.page, pageCount);
  const at = (number: number) => ({
    filter: { ...filter, page: number },
    href: directoryHref(path, { ...filter, page: number }),
  });
  return (
    <nav aria-label={directoryText.pages} className="mt-8 print:hidden">
      <ul className="flex flex-wrap items-center gap-1">
        {page > 1 && (
          <li>
            <SearchLink {...at(page - 1)} rel="prev" then="results" className={linkStyle}>
              {directoryText.previous}
            </SearchLink>
          </li>
        )}
        {pagesAround(page, pageCount).map((number, index, all) => (
          <li key={number} className="flex items-center gap-1">
            {index > 0 && number - (all[index - 1] ?? 0) > 1 && <span aria-hidden="true">…</span>}
            {number === page ? (
              <span aria-current="page" className={`${linkStyle} bg-fill text-on-fill`}>
                <span className="sr-only">{say(directoryText.currentPage, { page: number })}</span>
                <span aria-hidden="true">{number}</span>
              </span>
            ) : (
              <SearchLink
                {...at(number)}
                then="results"
                aria-label={say(directoryText.page, { page: number })}
                className={linkStyle}
              >
                {number}
              </SearchLink>
            )}
          </li>
        ))}
        {page < pageCount && (
          <li>
            <SearchLink {...at(page + 1)} rel="next" then="results" className={linkStyle}>
              {directoryText.next}
            </SearchLink>
          </li>
        )}
      </ul>
    </nav>
  );
}

const linkStyle =
  'flex min-h-11 min-w-11 items-center justify-center rounded-lg px-3 font-medium no-underline hover:bg-sunken';

function pagesAround(page: number, pageCount: number): number[] {
  const candidates = [1, page - 2, page - 1, page, page + 1, page + 2, pageCount];
  const inside = candidates.filter((number) => number >= 1 && number <= pageCount);
  return [...new Set(inside)].sort((a, b) => a - b);
}

function PrintLink({ filter, total }: { filter: DirectoryFilter; total: number }) {
  const query = formatDirectoryFilter({ ...filter, page: 1, layout: 'cards' });
  const { noun } = useSearchControls();
  const count = Math.min(total, maxPrinted);
  return (
    <p className="mt-6 print:hidden">
      <a
        href={query === '' ? '/print' : `/print?${query}`}
        rel="nofollow"
        className="inline-flex min-h-11 items-center font-medium text-accent"
      >
        {total > maxPrinted
          ? say(printText.printSome, { count })
          : say(printText.printAll, { ...noun, count })}
      </a>
    </p>
  );
}
