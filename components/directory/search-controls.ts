'use client';

import type { Noun } from '@/lib/noun';
import { createContext, useContext } from 'react';
import type { ParsedFilter } from '@/lib/directory/filter';
import type { DirectoryFilter } from '@/lib/directory/search';
import type { DirectoryPath } from './addresses';

/**
 * Where the focus is after a search: where it was (`stay`), on the results heading, or (after a chip was removed) on
 * the next chip.
 */
export type Then = 'stay' | 'results' | { chip: number };

export interface SearchControls {
  path: DirectoryPath;
  filter: DirectoryFilter;
  /** An unknown place in the address. It stays in the form for correction. */
  unknownPlace: ParsedFilter['unresolvedPlace'];
  carriesMessages: boolean;
  noun: Noun;
  /** Searches without a page load, and adds one entry to the history. */
  search: (filter: DirectoryFilter, then?: Then) => void;
}

export const SearchControlsContext = createContext<SearchControls | null>(null);

/** @throws Error outside a DirectoryView */
export function useSearchControls(): SearchControls {
  const controls = useContext(SearchControlsContext);
  if (controls === null) throw new Error('useSearchControls needs a DirectoryView around it');
  return controls;
}
