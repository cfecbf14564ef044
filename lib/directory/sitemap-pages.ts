import type { Directory } from './directory';
import { landingPages } from './landing-pages';
import { memberPath } from './member-address';
import type { SitemapPage } from './sitemap';
import { searchPaths } from '@/lib/server/route-table';

/**
 * Yields every page for search engines: the search pages, the landing pages, and each profile with the date of its last
 * change. All pages show the state of the directory at the time when the first page is read.
 * @param from how many pages to skip
 */
export function* publicPages(
  directory: Pick<Directory, 'facets' | 'entries'>,
  baseUrl: string,
  from = 0,
): Generator<SitemapPage> {
  const paths = listPaths(directory);
  const entries = directory.entries(Math.max(0, from - paths.length));
  // These pages change with every member, so any date would soon be wrong.
  for (const path of paths.slice(from)) yield { url: `${baseUrl}${path}`, changedOn: null };
  for (const { entry, changedOn } of entries) {
    yield { url: `${baseUrl}${memberPath(entry.slug)}`, changedOn };
  }
}

/** Counts the pages without reading any profile. */
export function countPublicPages(directory: Pick<Directory, 'facets' | 'about'>): number {
  return listPaths(directory).length + directory.about().memberCount;
}

function listPaths(directory: Pick<Directory, 'facets'>): string[] {
  return [...searchPaths, ...landingPages(directory).map((page) => page.path)];
}
