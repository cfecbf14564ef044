/** The public pages for search engines: an index, and files of at most 50,000 addresses. */
import type { Directory } from './directory';
import { emptyFilter } from './filter';
import { landingPages } from './landing-pages';
import { memberPath } from './member-address';

/** @see https://www.sitemaps.org/protocol.html */
export const maxSitemapAddresses = 50_000;

/** The index of the sitemap's files. `baseUrl`: the public address without a trailing slash. */
export function sitemapIndex(directory: Pick<Directory, 'search'>, baseUrl: string): string {
  const files = Math.max(1, Math.ceil(pathsOf(directory).length / maxSitemapAddresses));
  const entries = Array.from({ length: files }, (_, index) => element('sitemap', `${baseUrl}/sitemaps/${index + 1}.xml`));
  return documentOf('sitemapindex', entries);
}

/** The `number`th file (from 1), or null when there is none. */
export function sitemapFile(directory: Pick<Directory, 'search'>, baseUrl: string, number: number): string | null {
  const start = (number - 1) * maxSitemapAddresses;
  const paths = pathsOf(directory).slice(start, start + maxSitemapAddresses);
  if (number < 1 || paths.length === 0) return null;
  return documentOf('urlset', paths.map((path) => element('url', `${baseUrl}${path}`)));
}

function pathsOf(directory: Pick<Directory, 'search'>): string[] {
  const landings = [...landingPages(directory, 'states'), ...landingPages(directory, 'types')];
  return ['/', '/map', ...landings.map((page) => page.path), ...profilePaths(directory)];
}

/** Every profile, page by page of the list from A to Z. */
function* profilePaths(directory: Pick<Directory, 'search'>): Generator<string> {
  for (let page = 1, pageCount = 1; page <= pageCount; page += 1) {
    const result = directory.search({ ...emptyFilter, sort: 'name', page });
    pageCount = result.pageCount;
    for (const { entry } of result.hits) yield memberPath(entry.slug);
  }
}

function element(name: 'sitemap' | 'url', address: string): string {
  return `<${name}><loc>${escaped(address)}</loc></${name}>`;
}

function documentOf(root: 'sitemapindex' | 'urlset', entries: string[]): string {
  const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">\n${entries.join('\n')}\n</${root}>\n`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
