'use client';

import { useMemo, useState, type ReactNode } from 'react';
import type { DistanceUnit, FilterProblem } from '@/lib/directory/filter';
import type { DirectoryFilter, SearchResult } from '@/lib/directory/search';
import type { Noun } from '@/lib/base/noun';
import type { FoundPlace } from '@/lib/map/geo/place';
import type { Box } from '@/lib/map/geo/box';
import type { Point } from '@/lib/map/geo/point';
import type { MapBackground } from '@/lib/map/geo/map-background';
import { directoryText } from '@/lib/messages/directory';
import { MapPanel } from '../map/map-panel';
import { Notice } from '../ui/notice';
import { isMapPage, isSearch, type DirectoryPath } from '../directory/addresses';
import { Chips } from '../directory/chips';
import type { SearchResponse } from '../directory/fetch-search';
import { FacetPanel } from '../directory/facet-panel';
import { resultsHeadingId } from '../directory/focus-after-search';
import { FloatingMapLink } from '../directory/floating-map-link';
import { PlaceAlternatives } from '../directory/place-alternatives';
import { headingOf, Results, type SearchState } from '../directory/results';
import { useSearchControls } from '../directory/search-controls';
import { SearchForm } from '../directory/search-form';
import { Switches } from '../directory/switches';
import { UnderstoodFrom } from '../directory/understood-from';

interface DirectoryLayoutProps {
  path: DirectoryPath;
  result: SearchResponse;
  state: SearchState;
  retry: () => void;
  problems: FilterProblem[];
  /**
   * Other places that have the same name as the place of the search. The page offers them, because the visitor may mean
   * one of them. null: they are not known yet.
   */
  alternatives: FoundPlace[] | null;
  defaultUnit: DistanceUnit;
  background: MapBackground | null;
  firstBox: Box | null;
  still: ReactNode;
  children: ReactNode;
}

/**
 * At `/`, the list and (if there is room) the map are side by side. At `/map`, the map is above the list. After a search,
 * the title and the introduction are hidden, so that the first screen belongs to the results.
 */
export function DirectoryLayout({
  path,
  result,
  background,
  firstBox,
  still,
  children,
  ...rest
}: DirectoryLayoutProps) {
  const { filter, noun, unknownPlace } = useSearchControls();
  const [chosen, setChosen] = useState<string | null>(null);
  const [raised, setRaised] = useState<string | null>(null);
  const raisedPoints = useMemo(() => pointsOf(raised, result), [raised, result]);
  const isMap = isMapPage(path);
  const map = (
    <MapPanel
      filter={filter}
      background={background}
      firstBox={firstBox}
      still={still}
      isPage={isMap}
      title={titleOf(filter, result, noun)}
      // A map that fills the screen would hide the message about a problem, an unknown place or an empty result.
      startsFull={rest.problems.length === 0 && unknownPlace === null && result.total > 0}
      raised={raisedPoints}
      onChoose={showCard}
    />
  );
  return (
    <div
      className="group data-searched:-mt-6"
      data-searched={isSearch(filter) || chosen !== null || undefined}
    >
      {children}
      <SearchForm
        path={path}
        defaultUnit={rest.defaultUnit}
        facets={result.facets}
        chosen={chosen}
        onChoose={setChosen}
      />
      <OtherProblems problems={rest.problems} />
      <PlaceAlternatives path={path} known={rest.alternatives} defaultUnit={rest.defaultUnit} />
      <UnderstoodFrom path={path} filter={filter} />
      <a href={`#${resultsHeadingId}`} className="skip-link">
        {directoryText.skipToResults}
      </a>
      <div className={filterRow}>
        <FacetPanel facets={result.facets} total={result.total} />
        <Chips path={path} filter={filter} facets={result.facets} />
        <Switches facets={result.facets} />
      </div>
      <div
        className={`below-search mt-2 grid items-start gap-x-6 gap-y-3 print:block ${isMap ? '' : listGrid}`}
      >
        {isMap && map}
        <Results path={path} result={result} state={rest.state} retry={rest.retry} onRaise={setRaised} />
        {!isMap && map}
      </div>
      {!isMap && result.total > 0 && <FloatingMapLink path={path} filter={filter} />}
    </div>
  );
}

const listGrid = 'beside:grid-cols-[minmax(0,55fr)_minmax(0,45fr)]';

/** The button that opens the filters, the chips and the switches. On a phone, this line scrolls sideways. */
const filterRow =
  '-mx-1 mt-3 group-data-searched:mt-1 flex min-w-0 items-center gap-2 overflow-x-auto p-1 md:flex-wrap print:hidden';

/** The words come first, because the heading has only the place. */
function titleOf(filter: DirectoryFilter, result: SearchResult, noun: Noun): string {
  const heading = headingOf(filter, result, noun);
  return filter.text === '' ? heading : `${filter.text}: ${heading}`;
}

function pointsOf(entryId: string | null, { hits }: SearchResult): Point[] {
  const hit = hits.find(({ entry }) => entry.id === entryId);
  return hit?.entry.locations.map((location) => location.point) ?? [];
}

function showCard(entryId: string): void {
  const card = document.querySelector(`[data-entry="${CSS.escape(entryId)}"]`);
  for (const other of document.querySelectorAll('[data-raised]')) other.removeAttribute('data-raised');
  card?.setAttribute('data-raised', '');
  // On the map page the list is below, so scrolling would move the map out of view.
  if (!isMapPage(window.location.pathname)) card?.scrollIntoView({ block: 'nearest' });
}

/** Shows every problem except a problem with the place. The place field itself shows that problem. */
function OtherProblems({ problems }: { problems: FilterProblem[] }) {
  const others = problems.filter(({ field }) => field !== 'near');
  if (others.length === 0) return null;
  return (
    <div className="mt-4">
      <Notice>
        <p className="font-semibold">{directoryText.problemTitle}</p>
        <ul>
          {others.map(({ field, message }) => (
            <li key={field + message}>{message}</li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
