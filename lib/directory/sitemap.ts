/**
 * Sitemaps for search engines: an index, and lists of at most 50,000 addresses.
 * @see https://www.sitemaps.org/protocol.html
 */

export interface SitemapPage {
  /** Absolute address. */
  url: string;
  /** ISO date when the content of the page last changed; null: not known. */
  changedOn: string | null;
}

// The protocol's limit.
export const maxPagesInSitemap = 50_000;

/** How many sitemaps a number of pages needs; at least one. */
export function sitemapCount(pageCount: number): number {
  return Math.max(1, Math.ceil(pageCount / maxPagesInSitemap));
}

/** The pages of sitemap `number` (1-based) as XML; null past the last. */
export function sitemapXml(pages: Iterable<SitemapPage>, number: number): string | null {
  const [from, to] = [(number - 1) * maxPagesInSitemap, number * maxPagesInSitemap];
  const lines: string[] = [];
  let at = 0;
  for (const page of pages) {
    if (at >= to) break;
    if (at >= from) lines.push(`<url>${location(page)}</url>`);
    at += 1;
  }
  if (lines.length === 0 && number !== 1) return null;
  return `${declaration}<urlset xmlns="${namespace}">\n${lines.map((line) => `${line}\n`).join('')}</urlset>\n`;
}

/** The index of the sitemaps at these addresses. */
export function sitemapIndexXml(sitemaps: SitemapPage[]): string {
  const lines = sitemaps.map((sitemap) => `<sitemap>${location(sitemap)}</sitemap>\n`);
  return `${declaration}<sitemapindex xmlns="${namespace}">\n${lines.join('')}</sitemapindex>\n`;
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

function location({ url, changedOn }: SitemapPage): string {
  return `<loc>${escaped(url)}</loc>${changedOn === null ? '' : `<lastmod>${escaped(changedOn)}</lastmod>`}`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
