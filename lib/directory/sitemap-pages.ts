import type { Directory } from './directory';
import { landingPages } from './landing-pages';
import { memberPath } from './member-address';
import type { SitemapPage } from './sitemap';
import { searchPaths } from '@/lib/server/route-table';

/** Every page for search engines: the searches, the landing pages, and each profile with its day of change. */
export function* publicPages(
  directory: Pick<Directory, 'facets' | 'entries'>,
  baseUrl: string,
): Generator<SitemapPage> {
  // These change with every member, so any date would soon be wrong.
  for (const path of [...searchPaths, ...landingPages(directory).map((page) => page.path)]) {
    yield { url: `${baseUrl}${path}`, changedOn: null };
  }
  for (const { entry, changedOn } of directory.entries()) {
    yield { url: `${baseUrl}${memberPath(entry.slug)}`, changedOn };
  }
}
