import { answeredYes } from '@/lib/directory/contact';
import type { DistanceUnit } from '@/lib/directory/filter';
import { memberPath } from '@/lib/directory/member-address';
import type { SearchHit } from '@/lib/directory/search';
import { actionsText } from '@/lib/messages/actions';
import { formatList } from '@/lib/messages/locale';
import { say } from '@/lib/messages/say';
import { Initials } from '../ui/initials';
import { Tags } from '../ui/tags';
import { sayPlacesBeside, placeOf, whereOf } from './hit-place';
import { MemberActions } from './member-actions';
import { PrintedAddresses } from './printed-addresses';

interface MemberCardProps {
  hit: SearchHit;
  unit: DistanceUnit;
  carriesMessages: boolean;
}

/** Name and place are clickable together, but the link text is only the member's name. */
export function MemberCard({ hit, unit, carriesMessages }: MemberCardProps) {
  const { entry } = hit;
  const elsewhere = sayPlacesBeside(hit);
  const facts = [entry.membershipType?.name, entry.organisation].filter(Boolean).join(' · ');
  return (
    <article
      data-entry={entry.id}
      className="grid h-full grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4 rounded-xl border border-line bg-surface p-4 hover:border-line-strong focus-within:border-accent wrap-anywhere data-raised:border-accent print:block"
    >
      <Initials name={entry.name} />
      {/* The link covers this block, not the buttons below. */}
      <div className="relative">
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
      </div>
      {/* On a phone, the buttons need the whole width. */}
      <div className="col-span-full sm:col-start-2">
        <MemberActions
          entry={entry}
          location={hit.nearest?.location ?? null}
          carriesMessages={carriesMessages}
        />
        <PrintedAddresses entry={entry} />
        <Tags names={entry.categories.map((category) => category.name)} />
        <Yes labels={answeredYes(entry)} />
      </div>
    </article>
  );
}

function Yes({ labels }: { labels: string[] }) {
  if (labels.length === 0) return null;
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 text-sm">
      <span className="sr-only">{say(actionsText.yes, { labels: formatList(labels) })}</span>
      {labels.map((label) => (
        <span key={label} aria-hidden="true">
          ✓ {label}
        </span>
      ))}
    </p>
  );
}

function CardPlace({ hit, unit }: { hit: SearchHit; unit: DistanceUnit }) {
  const where = whereOf(hit, unit);
  if (where === null) return placeOf(hit.entry) === '' ? null : <p>{placeOf(hit.entry)}</p>;
  if (where.distance === null) return <p>{where.place}</p>;
  return (
    <p>
      <strong className="font-semibold">{where.distance}</strong>
      {', '}
      <span className="inline-block">{where.place}</span>
    </p>
  );
}
