/**
 * Writes sitemaps of at most 50,000 addresses each, and an index of these sitemaps.
 * @see https://www.sitemaps.org/protocol.html
 */
import type { Pause } from '@/lib/base/slices';

export interface SitemapPage {
  /** Absolute address. */
  url: string;
  /** The ISO date of the last change to the content. null: unknown. */
  changedOn: string | null;
}

// The protocol's limit.
export const maxPagesInSitemap = 50_000;

export function sitemapCount(pageCount: number): number {
  return Math.max(1, Math.ceil(pageCount / maxPagesInSitemap));
}

/**
 * Writes as many of these pages as one sitemap may have. The work is done in slices, because there may be very many
 * pages.
 */
export async function sitemapXml(pages: Iterable<SitemapPage>, pause: Pause): Promise<string> {
  const lines: string[] = [];
  for (const page of pages) {
    lines.push(`<url>${location(page)}</url>\n`);
    if (lines.length === maxPagesInSitemap) break;
    await pause();
  }
  return `${declaration}<urlset xmlns="${namespace}">\n${lines.join('')}</urlset>\n`;
}

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
