'use client';

import { useMemo, type ReactNode } from 'react';
import { formatDirectoryFilter, type DistanceUnit, type ParsedFilter } from '@/lib/directory/filter';
import type { Box } from '@/lib/map/geo/box';
import type { MapBackground } from '@/lib/map/geo/map-background';
import type { Noun } from '@/lib/base/noun';
import type { FoundPlace } from '@/lib/map/geo/place';
import type { DirectoryPath } from '../directory/addresses';
import type { CardOptions } from '../directory/member-card';
import { DirectoryLayout } from './directory-layout';
import { fetchSearch, type SearchResponse } from '../directory/fetch-search';
import { SearchControlsContext } from '../directory/search-controls';
import { useSearchAddress } from '../directory/search-address';
import { useFetched } from '../directory/use-fetched';

/** The server's result for the requested address. */
export interface InitialSearch extends Omit<ParsedFilter, 'hasRadius'> {
  result: SearchResponse;
  alternatives: FoundPlace[];
}

export interface DirectoryViewProps extends CardOptions {
  path: DirectoryPath;
  /** JSON of the `InitialSearch`. */
  initial: string;
  defaultUnit: DistanceUnit;
  background: MapBackground | null;
  /** The box of the members that the first search finds. null: the page does not need it. */
  firstBox: Box | null;
  /** A picture of the map page's first view. null: there is none. */
  still: ReactNode;
  noun: Noun;
  /** The heading and lead of the page, rendered by the server. */
  children: ReactNode;
}

/**
 * The search's state is in the page's address. The server renders the first search completely. With JavaScript, later
 * searches are fetched as JSON.
 */
export function DirectoryView({
  initial: text,
  carriesMessages,
  showsType,
  questions,
  noun,
  ...layout
}: DirectoryViewProps) {
  // The JSON is not validated, because client and server are the same release.
  const initial = useMemo(() => JSON.parse(text) as InitialSearch, [text]);
  const { filter, problems, controls } = useSearchAddress({ ...layout, initial });
  const query = formatDirectoryFilter(filter);
  const isInitial = query === formatDirectoryFilter(initial.filter);
  const search = useFetched(
    isInitial ? null : { key: ['search', query], ask: (signal) => fetchSearch(query, signal) },
  );
  const allControls = useMemo(
    () => ({ ...controls, carriesMessages, showsType, questions, noun }),
    [controls, carriesMessages, showsType, questions, noun],
  );
  return (
    <SearchControlsContext value={allControls}>
      <DirectoryLayout
        {...layout}
        result={search.data ?? initial.result}
        state={search.state}
        retry={search.retry}
        problems={problems}
        firstBox={isInitial ? layout.firstBox : null}
        alternatives={isInitial ? initial.alternatives : null}
      />
    </SearchControlsContext>
  );
}
