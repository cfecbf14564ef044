import type { PublicEntry, PublicLocation } from '@/lib/directory-model/entry';
import { memberPath } from '@/lib/directory/member-address';
import { placeOf, wholePlaceOf } from './hit-place';

interface PrintedMemberProps {
  entry: PublicEntry;
  /** The distance from the place of the search. null: the search has no place. */
  distance: string | null;
  /** The association's country, which is left out of addresses. */
  country: string | null;
}

export function PrintedMember({ entry, distance, country }: PrintedMemberProps) {
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
