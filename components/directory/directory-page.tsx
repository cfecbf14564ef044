import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { chapterhouse } from '@/lib/chapterhouse';
import {
  formatDirectoryFilter,
  parseDirectoryFilter,
  usualUnit,
  type QueryParameters,
} from '@/lib/directory/filter';
import { resolvePlace } from '@/lib/directory/near-place';
import { directoryText } from '@/lib/messages/directory';
import { landingText } from '@/lib/messages/landing';
import { mapText } from '@/lib/messages/map';
import { say } from '@/lib/messages/say';
import { siteText } from '@/lib/messages/site';
import { directoryHref, type DirectoryPath } from './addresses';
import { BrowseLinks } from './browse-links';
import { DirectoryView } from './directory-view';
import { otherPlacesCalledSo } from './near-place';

export interface DirectoryPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The search at one of its two addresses, drawn whole by the server. */
export async function DirectoryPage({ path, searchParams }: DirectoryPageProps & { path: DirectoryPath }) {
  const { config, directory, places, site } = chapterhouse();
  const { country, name } = site();
  const { filter, problems, understood } = readFilter(await searchParams);
  // The address gets the coordinates of what was typed: shared and reloaded, it means the same place. Not before what
  // was wrong with it is said.
  if (understood && problems.length === 0) redirect(directoryHref(path, filter));
  const label = filter.near?.label ?? null;
  const searchPlaces = (text: string) => places.search(text, { country, limit: 8 });
  const alternatives = label === null ? [] : await otherPlacesCalledSo(label, searchPlaces);
  const found = directory.search(filter);
  const result = { ...found, instead: found.total === 0 ? directory.alternatives(filter) : null };
  return (
    <>
      <DirectoryView
        path={path}
        initial={{ filter, result, problems, alternatives }}
        usualUnit={usualUnit(country)}
        tiles={config.mapTiles}
      >
        <h1 className="text-3xl font-bold tracking-tight">
          {path === '/map' ? mapText.heading : directoryText.heading}
        </h1>
        <p className="mt-1 mb-6 text-lg text-ink-soft print:hidden">
          {say(directoryText.lead, { count: directory.about().memberCount, name })}
        </p>
      </DirectoryView>
      <BrowseLinks title={landingText.browse} />
    </>
  );
}

/** Filtered searches are not for search engines: each is one of endless many, and the profiles are listed elsewhere. */
export async function directoryMetadata(
  path: DirectoryPath,
  searchParams: DirectoryPageProps['searchParams'],
): Promise<Metadata> {
  const { filter, unresolved } = readFilter(await searchParams);
  const isFiltered = unresolved || formatDirectoryFilter(filter) !== '';
  const { name } = chapterhouse().site();
  return {
    title: path === '/map' ? mapText.heading : { absolute: say(siteText.titleOf, { name }) },
    alternates: { canonical: path },
    ...(isFiltered ? { robots: { index: false, follow: true } } : {}),
  };
}

function readFilter(parameters: QueryParameters) {
  const { places, site } = chapterhouse();
  const { country } = site();
  const parsed = parseDirectoryFilter(parameters, { unit: usualUnit(country) });
  const { filter, problems, understood } = resolvePlace(parsed, places, country);
  return { filter, problems, understood: understood !== null, unresolved: parsed.unresolvedPlace !== null };
}
