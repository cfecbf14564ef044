'use client';

import type { DistanceUnit } from '@/lib/directory/filter';
import type { DirectoryFilter, SearchHit } from '@/lib/directory/search';
import { contactOf } from '@/lib/directory/contact';
import { directoryText } from '@/lib/messages/directory';
import { say } from '@/lib/messages/say';
import { isMapPage, type DirectoryPath, profilePath } from './addresses';
import { placeOf, placesBeside, whereOf } from './hit-place';
import { MemberCard } from './member-card';
import { PrintedAddresses } from './printed-addresses';
import { useSearchControls } from './search-controls';

interface MemberListProps {
  path: DirectoryPath;
  filter: DirectoryFilter;
  hits: SearchHit[];
}

export function MemberList({ path, filter, hits }: MemberListProps) {
  const { carriesMessages, showsType, questions } = useSearchControls();
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
            <MemberCard {...{ hit, unit, carriesMessages, showsType, questions, path }} />
          )}
        </li>
      ))}
    </ul>
  );
}

const rows = '@container divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface';

interface Props {
  hit: SearchHit;
  unit: DistanceUnit;
  showsType: boolean;
  path: DirectoryPath;
}

function MemberRow({ hit, unit, showsType, path }: Props) {
  const { entry } = hit;
  const where = whereOf(hit, unit);
  const elsewhere = placesBeside(hit);
  const { phone } = contactOf(entry, hit.nearest?.location ?? null);
  return (
    <article
      data-entry={entry.id}
      className="member-row relative px-3 py-2 wrap-anywhere hover:bg-sunken focus-within:bg-sunken data-raised:bg-accent-soft"
    >
      <h3 className="min-w-0 font-semibold">
        <a
          href={profilePath(path, entry.slug)}
          className="inline-block text-ink no-underline -outline-offset-2 before:absolute before:inset-0 hover:text-accent hover:underline"
        >
          {entry.name}
        </a>
      </h3>
      {where !== null && <p className="text-sm leading-6 font-semibold">{where.distance}</p>}
      <div className="col-span-full flex flex-wrap gap-x-3 text-sm @3xl:contents">
        <p className="w-full min-w-0 text-ink-soft empty:hidden @3xl:truncate @3xl:empty:block">
          {showsType ? entry.membershipType?.name : entry.categories.map(({ name }) => name).join(' · ')}
        </p>
        <p>
          {where?.place ?? placeOf(entry)}
          {elsewhere.length > 0 && (
            <span className="text-ink-soft">
              {' '}
              {say(directoryText.morePlaces, { count: elsewhere.length })}
            </span>
          )}
        </p>
        {phone !== null && <p className="whitespace-nowrap print:hidden">{phone}</p>}
      </div>
      <PrintedAddresses entry={entry} />
    </article>
  );
}
