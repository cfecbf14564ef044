'use client';

import type { DirectoryFilter, SearchHit } from '@/lib/directory/search';
import { isMapPage, type DirectoryPath } from './addresses';
import { MemberCard } from './member-card';
import { MemberRow } from './member-row';
import { useSearchControls } from './search-controls';

interface MemberListProps {
  path: DirectoryPath;
  filter: DirectoryFilter;
  hits: SearchHit[];
}

export function MemberList({ path, filter, hits }: MemberListProps) {
  const { carriesMessages, showsType } = useSearchControls();
  const unit = filter.near?.unit ?? 'km';
  const isRows = filter.layout === 'rows';
  const columns = !isMapPage(path) ? 'lg:grid-cols-2 beside:grid-cols-1' : 'lg:grid-cols-2';
  return (
    // Other members are another list. If cards of the former list moved to new places, the page would seem to jump.
    <ul key={hits.map(({ entry }) => entry.id).join()} className={isRows ? rows : `grid gap-3 ${columns}`}>
      {hits.map((hit) => (
        <li key={hit.entry.id}>
          {isRows ? (
            <MemberRow hit={hit} unit={unit} showsType={showsType} path={path} />
          ) : (
            <MemberCard {...{ hit, unit, carriesMessages, showsType, path }} />
          )}
        </li>
      ))}
    </ul>
  );
}

const rows = '@container divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface';
