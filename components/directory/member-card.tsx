import type { PublicEntry } from '@/lib/directory/entry';
import type { DistanceUnit } from '@/lib/directory/filter';
import { memberPath } from '@/lib/directory/member-address';
import type { SearchHit } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { hereKm, sayDistanceAndBearing } from '@/lib/messages/distance';
import { locale } from '@/lib/messages/locale';
import { say } from '@/lib/messages/say';
import { Initials } from '../ui/initials';
import { Tags } from '../ui/tags';

/** One member of the list. The whole card is the link's target; its text is the member's name alone. */
export function MemberCard({ hit, unit }: { hit: SearchHit; unit: DistanceUnit }) {
  const { entry } = hit;
  const facts = [entry.membershipType?.name, entry.organisation].filter(Boolean).join(' · ');
  return (
    <article
      data-entry={entry.id}
      className="relative flex h-full gap-4 rounded-xl border border-line bg-surface p-4 hover:border-line-strong has-[a:focus-visible]:border-accent data-raised:border-accent"
    >
      <Initials name={entry.name} />
      <div className="min-w-0 grow">
        <h3 className="text-lg font-semibold tracking-tight">
          <a
            href={memberPath(entry.slug)}
            className="text-ink no-underline before:absolute before:inset-0 before:rounded-xl hover:text-accent hover:underline"
          >
            {entry.name}
          </a>
        </h3>
        {facts !== '' && <p className="text-ink-soft">{facts}</p>}
        <CardPlace hit={hit} unit={unit} />
        <Tags names={entry.categories.map((category) => category.name)} />
      </div>
    </article>
  );
}

function CardPlace({ hit: { entry, nearest }, unit }: { hit: SearchHit; unit: DistanceUnit }) {
  if (nearest === null) return placeOf(entry) === '' ? null : <p>{placeOf(entry)}</p>;
  const { location, distanceKm, bearingDegrees } = nearest;
  const isExact = location.precision === 'exact';
  const place = isExact ? placeOf(location) : say(directoryText.somewhereIn, { place: placeOf(location) });
  // "Here" would claim more than is known of a member who is somewhere in the area.
  if (!isExact && distanceKm < hereKm) return <p>{capitalised(place)}</p>;
  return (
    <p>
      <strong className="font-semibold">{sayDistanceAndBearing(distanceKm, bearingDegrees, unit)}</strong>
      {' · '}
      {place}
    </p>
  );
}

function capitalised(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1);
}

/** "Geelong VIC"; the country where nothing nearer is known. */
export function placeOf(
  place: Pick<PublicEntry, 'suburb' | 'state' | 'country'> & { postcode?: string | null },
): string {
  const near = [place.suburb, place.state, place.postcode].filter(Boolean).join(' ');
  return near === '' ? (place.country ?? '') : near;
}
