import type { DistanceUnit } from '@/lib/directory/filter';
import type { SearchHit } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { say } from '@/lib/messages/say';
import { profilePath, type DirectoryPath } from './addresses';
import { placeOf, placesBeside, whereOf } from './hit-place';
import { PrintedAddresses } from './printed-addresses';

interface Props {
  hit: SearchHit;
  unit: DistanceUnit;
  showsType: boolean;
  path: DirectoryPath;
}

export function MemberRow({ hit, unit, showsType, path }: Props) {
  const { entry } = hit;
  const where = whereOf(hit, unit);
  const elsewhere = placesBeside(hit);
  return (
    <article
      data-entry={entry.id}
      className={`relative grid gap-x-4 px-3 py-2 wrap-anywhere hover:bg-sunken focus-within:bg-sunken data-raised:bg-accent-soft @3xl:items-baseline ${where === null ? columns : columnsNear}`}
    >
      <h3 className="min-w-0 font-semibold">
        <a
          href={profilePath(path, entry.slug)}
          className="inline-block text-ink no-underline -outline-offset-2 before:absolute before:inset-0 hover:text-accent hover:underline"
        >
          {entry.name}
        </a>
      </h3>
      <div className="flex flex-wrap gap-x-3 text-sm @3xl:contents">
        <p className="min-w-0 text-ink-soft empty:hidden @3xl:truncate @3xl:empty:block">
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
        {where !== null && <p className="font-semibold @3xl:text-right">{where.distance}</p>}
      </div>
      <PrintedAddresses entry={entry} />
    </article>
  );
}

const columns = '@3xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,4fr)]';
const columnsNear = '@3xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,4fr)_minmax(0,3fr)]';
