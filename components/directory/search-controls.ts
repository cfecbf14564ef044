'use client';

import { createContext, useContext } from 'react';
import type { ParsedFilter } from '@/lib/directory/filter';
import type { DirectoryFilter } from '@/lib/directory/search';

/** Where the focus goes after a search: stays, or to the heading of the results, or to the chip that took a removed one's place. */
export type Then = 'stay' | 'results' | { chip: number };

export interface SearchControls {
  /** What the address says now. */
  filter: DirectoryFilter;
  /** What it says of a place that nobody knows: stays in the form, to be put right. */
  unknownPlace: ParsedFilter['unresolvedPlace'];
  /** Searches without a page load; adds one entry to the history. */
  search: (filter: DirectoryFilter, then?: Then) => void;
}

export const SearchControlsContext = createContext<SearchControls | null>(null);

/** @throws Error outside a DirectoryView */
export function useSearchControls(): SearchControls {
  const controls = useContext(SearchControlsContext);
  if (controls === null) throw new Error('useSearchControls needs a DirectoryView around it');
  return controls;
}
