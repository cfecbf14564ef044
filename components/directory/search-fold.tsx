'use client';

import { useEffect, useState, type ReactNode } from 'react';
import { formatDirectoryFilter } from '@/lib/directory/filter';
import type { DirectoryFilter } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { say } from '@/lib/messages/say';
import { isSearch } from './addresses';

interface SearchFoldProps {
  filter: DirectoryFilter;
  /** The name of a chosen place, while its search is prepared. The form folds at the press, not at the answer. */
  chosen: string | null;
  hasProblem: boolean;
  children: ReactNode;
}

/**
 * After a search on a phone, the search form is one line, so that the results come first. Before a search, and in a
 * wider window, it is always open. After a search, the line or the form stays in view (globals.css).
 */
export function SearchFold({ filter, chosen, hasProblem, children }: SearchFoldProps) {
  const search = formatDirectoryFilter(filter);
  const isSearched = isSearch(filter) || chosen !== null;
  const isFolded = isSearched && !hasProblem;
  const [isOpen, setIsOpen] = useState(!isFolded);
  useEffect(() => setIsOpen(!isFolded), [isFolded, search]);
  return (
    <details
      className="search-fold print:hidden"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary
        hidden={!isSearched}
        className="mb-2 flex min-h-11 items-center gap-3 rounded-full border border-line-strong bg-surface px-4"
      >
        <span className="min-w-0 grow truncate">{chosen ?? questionOf(filter)}</span>
        <span className="shrink-0 text-accent underline">{directoryText.change}</span>
      </summary>
      {children}
    </details>
  );
}

/** A text such as "physio, near Geelong VIC 3220". */
function questionOf({ text, typed, near, inside }: DirectoryFilter): string {
  if (typed !== '') return typed;
  const place =
    near === null ? '' : say(directoryText.questionNear, { place: near.label ?? directoryText.here });
  const region = inside === null ? '' : say(directoryText.in, { place: inside.label });
  return [text, place, region].filter(Boolean).join(', ') || directoryText.changeSearch;
}
