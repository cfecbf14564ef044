'use client';

import { useState } from 'react';
import type { Alternatives, DirectoryFilter, Facet } from '@/lib/directory/search';
import { formatDirectoryFilter } from '@/lib/directory/filter';
import { directoryText } from '@/lib/messages/directory';
import { sayRadius } from './distance-text';
import { say } from '@/lib/messages/say';
import { buttonStyle } from '../ui/button';
import { directoryHref, type DirectoryPath } from './addresses';
import { chosenOf, nothingChosen, type Chosen } from './chosen';
import { LocationButton } from './location-button';
import { MemberList } from './member-list';
import { useSearchControls } from './search-controls';
import { searchFormId } from './search-form';
import { SearchLink } from './search-link';
import { isLocationOffered } from './understood-from';

interface NothingFoundProps {
  path: DirectoryPath;
  filter: DirectoryFilter;
  facets: Facet[];
  /** Other searches to try. null: they are not known yet. */
  instead: Alternatives | null;
}

export function NothingFound({ path, filter, facets, instead }: NothingFoundProps) {
  const { noun } = useSearchControls();
  const { many } = noun;
  const offers = instead === null ? [] : offersOf(chosenOf(filter, facets), filter, instead);
  const nearest = instead?.nearest ?? [];
  const [problem, setProblem] = useState<string | null>(null);
  const all = nothingChosen(filter);
  // Without the only thing that was chosen, a search already offers everybody.
  const isAllOffered = offers.some((offer) => isSame(offer.filter, all));
  if (isSame(filter, all)) return <p>{say(directoryText.emptyTitle, { many })}</p>;
  const ways = (
    <div className="rounded-xl border border-line bg-surface p-5 wrap-anywhere">
      {filter.text !== '' && <p className="mb-3">{directoryText.nothingHint}</p>}
      {offers.length > 0 && <h3 className="font-semibold">{directoryText.nothingText}</h3>}
      <ul className="mt-1 mb-4 empty:hidden">
        {offers.map((offer) => (
          <li key={offer.name} className="flex flex-wrap items-center gap-x-2">
            <SearchLink
              href={directoryHref(path, offer.filter)}
              filter={offer.filter}
              then="results"
              className="inline-flex min-h-9 items-center text-accent underline"
            >
              {offer.name}
            </SearchLink>
            <span className="text-ink-soft">
              {say(directoryText.wayOutCount, { ...noun, count: offer.total })}
            </span>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-2">
        {!isAllOffered && (
          <SearchLink
            href={directoryHref(path, all)}
            filter={all}
            then="results"
            className={buttonStyle('quiet')}
          >
            {say(directoryText.everyone, { many })}
          </SearchLink>
        )}
        {!isLocationOffered(filter) && (
          <span className="inline-flex">
            <LocationButton form={searchFormId} onProblem={setProblem} />
          </span>
        )}
      </p>
      <p role="alert" className="mt-2 text-warn empty:hidden">
        {problem}
      </p>
    </div>
  );
  return (
    <div className="grid gap-6">
      {offers.length > 0 && ways}
      {nearest.length > 0 && (
        <section className="grid gap-2">
          <h3 className="text-lg font-semibold">
            {say(instead?.isNearestOfAll === true ? directoryText.nearestOfAll : directoryText.nearest, {
              many,
              place: filter.near?.label ?? directoryText.here,
            })}
          </h3>
          <MemberList path={path} filter={filter} hits={nearest} />
        </section>
      )}
      {/* Without a wider search to offer, the nearest members come first. */}
      {offers.length === 0 && ways}
    </div>
  );
}

function isSame(filter: DirectoryFilter, other: DirectoryFilter): boolean {
  return formatDirectoryFilter({ ...filter, page: 1 }) === formatDirectoryFilter(other);
}

interface Offer {
  name: string;
  filter: DirectoryFilter;
  total: number;
}

function offersOf(chosen: Chosen[], { near }: DirectoryFilter, { wider, without }: Alternatives): Offer[] {
  const distance = wider === null || near === null ? '' : sayRadius(wider.radiusKm, near.unit);
  const names = new Map(chosen.map((one) => [formatDirectoryFilter(one.without), sayWithout(one, near)]));
  return [
    ...(wider === null ? [] : [{ ...wider, name: say(directoryText.within, { distance }) }]),
    ...without.flatMap((offer) => {
      const name = names.get(formatDirectoryFilter(offer.filter));
      return name === undefined ? [] : [{ ...offer, name }];
    }),
  ];
}

/** Removing a place or an area needs its own wording: "Anywhere, not only near Geelong VIC 3220". */
function sayWithout({ key, name }: Chosen, near: DirectoryFilter['near']): string {
  if (key === 'near') return say(directoryText.anywhere, { place: near?.label ?? directoryText.here });
  if (key === 'in') return directoryText.outsideRegion;
  return key === 'box' ? directoryText.outsideBox : say(directoryText.without, { name });
}
