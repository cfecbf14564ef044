'use client';

import type { PlaceProblem } from '@/lib/directory/filter-coordinates';
import type { Noun } from '@/lib/base/noun';
import { createContext, useContext } from 'react';
import type { ParsedFilter } from '@/lib/directory/filter';
import type { DirectoryFilter } from '@/lib/directory/search';
import type { DirectoryPath } from './addresses';
import type { CardOptions } from './member-card';

/**
 * Says where the focus goes after a search. `stay` leaves the focus where it was. `results` moves it to the heading of
 * the results. If the visitor removes a chip, `chip` is the number of that chip. The next chip then has this number and
 * gets the focus.
 */
export type Then = 'stay' | 'results' | { chip: number };

export interface SearchControls extends CardOptions {
  path: DirectoryPath;
  filter: DirectoryFilter;
  /** An unknown place in the address. It stays in the form for correction. */
  unknownPlace: ParsedFilter['unresolvedPlace'];
  /** What is wrong with the unknown place. */
  placeProblem: PlaceProblem | null;
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
