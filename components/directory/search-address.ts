'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  formatDirectoryFilter,
  parseDirectoryFilter,
  type DistanceUnit,
  type FilterProblem,
  type ParsedFilter,
} from '@/lib/directory/filter';
import { placeProblemOf } from '@/lib/directory/filter-coordinates';
import type { DirectoryFilter } from '@/lib/directory/search';
import { directoryHref, type DirectoryPath } from './addresses';
import { focusAfterSearch } from './focus-after-search';
import type { CardOptions } from './member-card';
import type { SearchControls, Then } from './search-controls';

interface SearchAddress {
  filter: DirectoryFilter;
  problems: FilterProblem[];
  controls: Omit<SearchControls, keyof CardOptions | 'noun'>;
}

/**
 * Uses the address as the state of the search. Each search that differs from the one shown adds one entry to the
 * history.
 */
export function useSearchAddress({
  path,
  initial,
  defaultUnit,
}: {
  path: DirectoryPath;
  initial: Omit<ParsedFilter, 'hasRadius'>;
  defaultUnit: DistanceUnit;
}): SearchAddress {
  const address = useSearchParams().toString();
  const parsedFilter = useMemo(() => {
    const parsed = parseDirectoryFilter(new URLSearchParams(address), { unit: defaultUnit });
    // An unresolved place is a name that the visitor typed, without coordinates. Only the server can look up such a
    // place. It has done so for `initial`, so `initial` is used.
    return parsed.unresolvedPlace === null ? parsed : initial;
  }, [address, defaultUnit, initial]);
  // Next.js reports a new address in a transition. Until then, a ticked box must stay ticked.
  const [request, setAsked] = useState<{ at: string; filter: DirectoryFilter } | null>(null);
  useEffect(() => setAsked(null), [address]);
  // The visitor may press Back before Next.js has reported the new address. The requested filter is then out of date,
  // so it is removed.
  useEffect(() => {
    const forget = () => setAsked(null);
    window.addEventListener('popstate', forget);
    return () => window.removeEventListener('popstate', forget);
  }, []);
  const filter = request?.at === address ? request.filter : parsedFilter.filter;
  const unknownPlace = filter === parsedFilter.filter ? parsedFilter.unresolvedPlace : null;
  const search = useCallback(
    (next: DirectoryFilter, then: Then = 'stay') => {
      // An unknown place is in the address but not in the filter. So the address may have to change although the filter
      // stays the same.
      if (unknownPlace !== null || formatDirectoryFilter(next) !== formatDirectoryFilter(filter)) {
        setAsked({ at: address, filter: next });
        window.history.pushState(null, '', directoryHref(path, next));
      }
      focusAfterSearch(then);
    },
    [address, filter, path, unknownPlace],
  );
  const { problems } = parsedFilter;
  const placeProblem = useMemo(() => unknownPlace && placeProblemOf(problems), [unknownPlace, problems]);
  const controls = useMemo(
    () => ({ path, filter, unknownPlace, placeProblem, search }),
    [path, filter, unknownPlace, placeProblem, search],
  );
  return { filter, problems: parsedFilter.problems, controls };
}
