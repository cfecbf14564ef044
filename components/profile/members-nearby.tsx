import { chapterhouse } from '@/lib/chapterhouse';
import type { PublicEntry } from '@/lib/directory/model/entry';
import { defaultUnit, emptyFilter, roundedPoint } from '@/lib/directory/filter';
import type { Directory } from '@/lib/directory/directory';
import type { Point } from '@/lib/map/geo/point';
import { profileText } from '@/lib/messages/site';
import { say } from '@/lib/messages/say';
import { capitalised } from '@/lib/base/noun';
import { profilePath, type DirectoryPath } from '../directory/addresses';
import { placeOf, whereOf } from '../directory/hit-place';

const shownCount = 4;
const radiusKm = 50;

interface Props {
  entry: PublicEntry;
  country: string | null;
  directory: Directory;
  path: DirectoryPath;
}

/** The closest other members to the first location or the town of a member, in the directory that shows the member. */
export function MembersNearby({ entry, country, directory, path }: Props) {
  const point = entry.locations[0]?.point ?? entry.town;
  if (point === undefined) return null;
  const { site } = chapterhouse();
  const unit = defaultUnit(country);
  const { hits } = directory.search(near(point, unit), shownCount + 1);
  const others = hits.filter((hit) => hit.entry.id !== entry.id).slice(0, shownCount);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby={`nearby-${entry.id}`} className="mt-10 print:hidden">
      <h2 id={`nearby-${entry.id}`} className="mb-3 text-xl font-semibold tracking-tight">
        {say(profileText.nearby, { Many: capitalised(site().noun.many) })}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {others.map((hit) => {
          const where = whereOf(hit, unit);
          const work = hit.entry.categories.map(({ name }) => name).slice(0, 2);
          return (
            <li key={hit.entry.id} className="rounded-xl border border-line bg-surface px-4 py-3">
              <a
                href={profilePath(path, hit.entry.slug)}
                className="inline-flex min-h-8 items-center font-semibold text-accent underline"
              >
                {hit.entry.name}
              </a>
              {work.length > 0 && <p className="text-sm text-ink-soft">{work.join(' · ')}</p>}
              <p className="text-sm">
                {where === null ? placeOf(hit.entry) : `${where.distance}, ${where.place}`}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function near(point: Point, unit: 'km' | 'mi') {
  return { ...emptyFilter, near: { point: roundedPoint(point), radiusKm, unit, label: null } };
}
