import type { DistanceUnit } from '@/lib/directory/filter';
import { memberPath } from '@/lib/directory/member-address';
import type { SearchHit } from '@/lib/directory/search';
import { Initials } from '../ui/initials';
import { Tags } from '../ui/tags';
import { sayPlacesBeside, placeOf, whereOf } from './hit-place';
import { PrintedAddresses } from './printed-addresses';

/** One member in the list. The whole card is clickable, but the link text is only the member's name. */
export function MemberCard({ hit, unit }: { hit: SearchHit; unit: DistanceUnit }) {
  const { entry } = hit;
  const elsewhere = sayPlacesBeside(hit);
  const facts = [entry.membershipType?.name, entry.organisation].filter(Boolean).join(' · ');
  return (
    <article
      data-entry={entry.id}
      className="relative flex h-full gap-4 rounded-xl border border-line bg-surface p-4 hover:border-line-strong focus-within:border-accent data-raised:border-accent"
    >
      <Initials name={entry.name} />
      <div className="min-w-0 grow wrap-anywhere">
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
        {elsewhere !== null && <p className="text-sm text-ink-soft">{elsewhere}</p>}
        <PrintedAddresses entry={entry} />
        <Tags names={entry.categories.map((category) => category.name)} />
      </div>
    </article>
  );
}

function CardPlace({ hit, unit }: { hit: SearchHit; unit: DistanceUnit }) {
  const where = whereOf(hit, unit);
  if (where === null) return placeOf(hit.entry) === '' ? null : <p>{placeOf(hit.entry)}</p>;
  if (where.distance === null) return <p>{where.place}</p>;
  return (
    <p>
      <strong className="font-semibold">{where.distance}</strong>
      {' · '}
      <span className="inline-block">{where.place}</span>
    </p>
  );
}
