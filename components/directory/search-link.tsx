'use client';

import type { ComponentProps, MouseEvent } from 'react';
import type { DirectoryFilter } from '@/lib/directory/search';
import { useSearchControls, type Then } from './search-controls';

interface SearchLinkProps extends ComponentProps<'a'> {
  href: string;
  filter: DirectoryFilter;
  then?: Then;
}

/**
 * A link to another search. Without JavaScript or with a modifier key, it works as a plain link. Otherwise it searches
 * without a page load.
 */
export function SearchLink({ href, filter, then, children, ...link }: SearchLinkProps) {
  const { search } = useSearchControls();
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    search(filter, then);
  };
  return (
    <a href={href} {...link} onClick={follow}>
      {children}
    </a>
  );
}
