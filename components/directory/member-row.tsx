import type { DistanceUnit } from '@/lib/directory/filter';
import { memberPath } from '@/lib/directory/member-address';
import type { SearchHit } from '@/lib/directory/search';
import { placeOf, whereOf } from './hit-place';
import { PrintedAddresses } from './printed-addresses';

/** One member as a line: name, type, place and distance in columns; on a phone the name above the rest. */
export function MemberRow({ hit, unit }: { hit: SearchHit; unit: DistanceUnit }) {
  const { entry } = hit;
  const where = whereOf(hit, unit);
  return (
    <article
      data-entry={entry.id}
      className={`relative grid gap-x-4 px-3 py-2 hover:bg-sunken has-[a:focus-visible]:bg-sunken data-raised:bg-accent-soft md:items-baseline ${where === null ? columns : columnsNear}`}
    >
      <h3 className="min-w-0 font-semibold wrap-break-word">
        <a
          href={memberPath(entry.slug)}
          className="inline-block text-ink no-underline -outline-offset-2 before:absolute before:inset-0 hover:text-accent hover:underline"
        >
          {entry.name}
        </a>
      </h3>
      <p className="text-sm text-ink-soft">{entry.membershipType?.name}</p>
      <p className="text-sm">{where?.place ?? placeOf(entry)}</p>
      {where !== null && <p className="text-sm font-semibold md:text-right">{where.distance}</p>}
      <PrintedAddresses entry={entry} />
    </article>
  );
}

const columns = 'md:grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,4fr)]';
const columnsNear = 'md:grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,4fr)_minmax(0,3fr)]';
