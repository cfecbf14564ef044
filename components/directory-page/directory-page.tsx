import type { Metadata } from 'next';
import { chapterhouse, type Chapterhouse } from '@/lib/chapterhouse';
import {
  emptyFilter,
  formatDirectoryFilter,
  parseDirectoryFilter,
  defaultUnit,
  type QueryParameters,
} from '@/lib/directory/filter';
import { introductionHtml } from '@/lib/directory/introduction';
import { placeContext, resolvePlace } from '@/lib/directory/resolve-place';
import type { Directory } from '@/lib/directory/directory';
import type { DirectoryFilter } from '@/lib/directory/search';
import { boxAround, type Box } from '@/lib/map/geo/box';
import { capitalised, type Noun } from '@/lib/base/noun';
import { forMembersText, hiddenReasons } from '@/lib/messages/account';
import { directoryText } from '@/lib/messages/directory';
import { landingText, siteText } from '@/lib/messages/site';
import { mapText } from '@/lib/messages/map';
import { say } from '@/lib/messages/say';
import { isForMembers, isMapPage, type DirectoryPath } from '../directory/addresses';
import { BrowseLinks } from '../directory/browse-links';
import { DirectoryView, type InitialSearch } from './directory-view';
import { phone } from '../directory/phone-width';
import { boxOfDensest, everywhere } from '../map/densest';
import { PlaceStill } from '../map/place-still';
import { phoneFrame, viewOfBox } from '../map/place-view';
import { SafeHtml } from '../ui/safe-html';
import { cardOptions } from '../directory/card-options';
import { defaultHeading } from '../directory/default-heading';
import { labelOf, otherPlacesNamed } from '../directory/place-lookup';

export interface DirectoryPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** What the page shows: everything public, or the directory for members. */
type Source = Pick<Chapterhouse, 'directory' | 'places'>;

export async function DirectoryPage({
  path,
  searchParams,
  source = chapterhouse(),
}: DirectoryPageProps & { path: DirectoryPath; source?: Source }) {
  const { map, site } = chapterhouse();
  const { directory, places } = source;
  const { name, noun, heading, introduction, isDirectoryClosed, hasMembersDirectory } = site();
  const intro = path === '/' ? introductionHtml(introduction) : null;
  const title = path === '/' ? (heading ?? defaultHeading(noun)) : headingOf(path, noun);
  const { country, memberCount } = directory.about();
  if (memberCount === 0) {
    const closed = hasMembersDirectory === true ? hiddenReasons.closedForVisitors : landingText.closed;
    const isClosed = isDirectoryClosed === true && !isForMembers(path);
    return (
      <div className="grid gap-4">
        <h1 className="text-3xl font-bold tracking-tight">{title}</h1>
        <p>{isClosed ? closed : say(directoryText.emptyTitle, { many: noun.many })}</p>
        {intro !== null && <SafeHtml html={intro} />}
      </div>
    );
  }
  const { filter, problems, understood, unresolvedPlace } = readFilter(await searchParams, source);
  const label = labelOf(filter);
  const searchPlaces = (text: string) => places.suggest(text, { country, limit: 8, isComplete: true });
  const alternatives = label === null ? [] : await otherPlacesNamed(label, searchPlaces);
  const found = directory.search(filter);
  const result = { ...found, instead: found.total === 0 ? directory.alternatives(filter) : null };
  const box = isMapPage(path) || found.total <= found.unplaced ? firstBox(filter, directory) : null;
  const initial: InitialSearch = {
    filter,
    result,
    problems,
    alternatives,
    unresolvedPlace: understood === null ? unresolvedPlace : null,
  };
  return (
    <>
      <DirectoryView
        path={path}
        // `initial` is passed as one JSON text. As an object, it would have thousands of values. React would take
        // several times longer to write and read them.
        initial={JSON.stringify(initial)}
        defaultUnit={defaultUnit(country)}
        background={map}
        firstBox={box}
        still={box === null || map !== null || !isMapPage(path) ? null : <FirstView box={box} />}
        {...cardOptions()}
        noun={noun}
      >
        <h1 className="text-3xl font-bold tracking-tight group-data-searched:sr-only">{title}</h1>
        <p className="mt-1 mb-4 text-ink-soft md:mb-6 md:text-lg group-data-searched:hidden print:hidden">
          {say(landingText.listLead, { ...noun, count: memberCount, name })}
        </p>
        {intro !== null && (
          <div className="-mt-4 mb-6 group-data-searched:hidden print:hidden">
            <SafeHtml html={intro} />
          </div>
        )}
      </DirectoryView>
      {!isForMembers(path) && <BrowseLinks title={landingText.browse} />}
    </>
  );
}

function FirstView({ box }: { box: Box }) {
  return <PlaceStill view={viewOfBox(box, phoneFrame)} points={[]} frame={phoneFrame} media={phone} />;
}

function firstBox(filter: DirectoryFilter, directory: Pick<Directory, 'clusters'>): Box | null {
  const { near, box } = filter;
  if (near !== null) return boxAround(near.point, near.radiusKm);
  const boxOf = (shown: DirectoryFilter) =>
    boxOfDensest(directory.clusters(shown, { box: everywhere.view, zoom: everywhere.zoom }));
  // If nobody found is on the map, it shows where the members are, not the whole earth.
  return box ?? boxOf(filter) ?? boxOf(emptyFilter);
}

/**
 * Search engines should not index filtered searches, because there are endlessly many, and profiles are listed
 * elsewhere.
 */
export async function directoryMetadata(
  path: DirectoryPath,
  searchParams: DirectoryPageProps['searchParams'],
): Promise<Metadata> {
  const { filter, unresolvedPlace } = readFilter(await searchParams, chapterhouse());
  const isFiltered = unresolvedPlace !== null || formatDirectoryFilter(filter) !== '';
  const { name, noun } = chapterhouse().site();
  return {
    title:
      path === '/map' ? headingOf(path, noun) : { absolute: say(siteText.titleOf, { name, one: noun.one }) },
    alternates: { canonical: path },
    ...(isFiltered ? { robots: { index: false, follow: true } } : {}),
  };
}

function headingOf(path: DirectoryPath, noun: Noun): string {
  if (isForMembers(path)) return forMembersText.directory;
  return path === '/map' ? say(mapText.heading, { Many: capitalised(noun.many) }) : defaultHeading(noun);
}

function readFilter(parameters: QueryParameters, source: Source) {
  const parsed = parseDirectoryFilter(parameters, { unit: defaultUnit(source.directory.about().country) });
  return { ...resolvePlace(parsed, placeContext(source)), unresolvedPlace: parsed.unresolvedPlace };
}
