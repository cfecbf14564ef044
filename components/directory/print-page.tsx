import { chapterhouse } from '@/lib/chapterhouse';
import type { PublicEntry, PublicLocation } from '@/lib/directory/model/entry';
import { maxPrinted, toBooklet } from '@/lib/directory/booklet';
import {
  parseDirectoryFilter,
  defaultUnit,
  type DistanceUnit,
  type QueryParameters,
} from '@/lib/directory/filter';
import { memberPath } from '@/lib/directory/member-address';
import { placeContext, resolvePlace } from '@/lib/directory/resolve-place';
import type { DirectoryFilter, SearchHit, SearchResult } from '@/lib/directory/search';
import { formatList, locale } from '@/lib/messages/locale';
import { capitalised, type Noun } from '@/lib/base/noun';
import { printText } from '@/lib/messages/print';
import { say } from '@/lib/messages/say';
import { buttonStyle } from '../ui/button';
import { directoryHref } from './addresses';
import { chosenOf } from './chosen';
import { whereOf, placeOf, wholePlaceOf } from './hit-place';

const collator = new Intl.Collator(locale);

/**
 * Shows at most 500 members, ordered by state, suburb and name. If the search has a place, the nearest members come
 * first.
 */
export async function PrintPage({ searchParams }: { searchParams: Promise<QueryParameters> }) {
  const app = chapterhouse();
  const { directory, site } = app;
  const { country, noun } = site();
  const unit = defaultUnit(directory.about().country);
  const parsed = parseDirectoryFilter(await searchParams, { unit });
  const { filter } = resolvePlace(parsed, placeContext(app));
  const isNear = filter.near !== null;
  const result = directory.search({ ...filter, page: 1, sort: isNear ? 'default' : 'name' }, maxPrinted);
  return (
    <>
      <h1 className="text-3xl font-bold tracking-tight wrap-anywhere">{capitalised(noun.many)}</h1>
      <Summary filter={filter} result={result} noun={noun} />
      <p className="mt-4 flex flex-wrap items-center gap-4 print:hidden">
        {result.total > 0 && (
          <button type="button" data-print="" className={buttonStyle('main')}>
            {printText.print}
          </button>
        )}
        <a href={directoryHref('/', filter)} className="inline-flex min-h-11 items-center text-accent">
          {printText.back}
        </a>
      </p>
      {isNear ? (
        <Members hits={result.hits} unit={filter.near?.unit ?? unit} country={country} />
      ) : (
        <Booklet hits={result.hits} unit={unit} country={country} />
      )}
    </>
  );
}

function Summary({
  filter,
  result: { total, hits, facets },
  noun,
}: {
  filter: DirectoryFilter;
  result: SearchResult;
  noun: Noun;
}) {
  const choices = chosenOf(filter, facets).map((chosen) => chosen.name);
  const isWhole = hits.length === total;
  return (
    <>
      {choices.length > 0 && (
        <p className="mt-1 text-lg wrap-anywhere">
          {say(printText.chosen, { choices: formatList(choices) })}
        </p>
      )}
      <p className="mt-1 text-ink-soft">
        {isWhole
          ? say(printText.total, { ...noun, count: total })
          : say(printText.part, { many: noun.many, shown: hits.length, count: total })}
        {filter.near !== null && total > 0 && ` · ${printText.nearest}`}
      </p>
    </>
  );
}

interface MembersProps {
  hits: SearchHit[];
  unit: DistanceUnit;
  /** The association's country, which is left out of addresses. */
  country: string | null;
}

function Booklet({ hits, unit, country }: MembersProps) {
  return toBooklet(hits, collator).map((state) => (
    <section key={state.name} className="mt-8">
      <h2 className="border-b border-line-strong pb-1 text-xl font-semibold tracking-tight break-after-avoid">
        {state.name || printText.placeUnknown}
      </h2>
      <div className="mt-3 gap-8 md:columns-2 print:columns-2">
        {state.suburbs.map((suburb) => (
          <section key={suburb.name} className="mb-4">
            {suburb.name !== '' && (
              <h3 className="mb-2 border-b border-line text-lg font-semibold tracking-tight text-accent break-after-avoid">
                {suburb.name}
              </h3>
            )}
            <List hits={suburb.hits} unit={unit} country={country} />
          </section>
        ))}
      </div>
    </section>
  ));
}

function Members(props: MembersProps) {
  return (
    <div className="mt-6 gap-8 md:columns-2 print:columns-2">
      <List {...props} />
    </div>
  );
}

function List({ hits, unit, country }: MembersProps) {
  return (
    <ul className="space-y-2">
      {hits.map((hit) => (
        <li key={hit.entry.id} className="break-inside-avoid">
          <PrintedMember
            entry={hit.entry}
            distance={whereOf(hit, unit)?.distance ?? null}
            country={country}
          />
        </li>
      ))}
    </ul>
  );
}

interface PrintedMemberProps {
  entry: PublicEntry;
  /** The distance from the place of the search. null: the search has no place. */
  distance: string | null;
  /** The association's country, which is left out of addresses. */
  country: string | null;
}

function PrintedMember({ entry, distance, country }: PrintedMemberProps) {
  const facts = [entry.membershipType?.name, entry.organisation, ...entry.categories.map(({ name }) => name)];
  const sites = new Set(entry.locations.map(siteOf));
  // If all locations have the same website, it is shown only once.
  const [site] = sites.size === 1 ? sites : [];
  const contact = [unbroken(entry.phone), entry.email, site].filter(Boolean).join(' · ');
  return (
    <article className="text-sm wrap-anywhere">
      <p className="text-base font-semibold">
        <a href={memberPath(entry.slug)} className="text-ink no-underline hover:underline">
          {entry.name}
        </a>
        {distance !== null && (
          <span className="font-normal">
            {', '}
            <span className="whitespace-nowrap">{distance}</span>
          </span>
        )}
      </p>
      <p className="text-ink-soft empty:hidden">{facts.filter(Boolean).join(' · ')}</p>
      <p className="empty:hidden">{contact}</p>
      {linesOf(entry, { country, hasSites: site === undefined }).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </article>
  );
}

/** One line for each public location, without repeated lines. If there is no location, the member's own place. */
function linesOf(
  entry: PublicEntry,
  { country, hasSites }: { country: string | null; hasSites: boolean },
): string[] {
  if (entry.locations.length === 0) return [sayPlace(entry, country)].filter(Boolean);
  const lines = entry.locations.map((location) =>
    [location.address, sayPlace(location, country), unbroken(location.phone), hasSites && siteOf(location)]
      .filter(Boolean)
      .join(', '),
  );
  return [...new Set(lines)].filter(Boolean);
}

function sayPlace(place: Parameters<typeof wholePlaceOf>[0], country: string | null): string {
  return place.country === country ? placeOf(place) : wholePlaceOf(place);
}

function unbroken(text: string | null): string {
  return (text ?? '').replaceAll(' ', '\u00a0');
}

/** The website in the form in which people type it, such as "example.org/clinic". */
function siteOf({ website }: PublicLocation): string {
  return website === null ? '' : website.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
}
