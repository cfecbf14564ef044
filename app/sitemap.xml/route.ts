import { chapterhouse } from '@/lib/chapterhouse';
import { countPublicPages } from '@/lib/directory/sitemap-pages';
import { sitemapCount, sitemapIndexXml } from '@/lib/directory/sitemap';

export const dynamic = 'force-dynamic';

export function GET(): Response {
  const { config, directory } = chapterhouse();
  const count = sitemapCount(countPublicPages(directory));
  const sitemaps = Array.from({ length: count }, (_, index) => ({
    url: `${config.baseUrl}/sitemaps/${index + 1}.xml`,
    changedOn: null,
  }));
  return new Response(sitemapIndexXml(sitemaps), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });
}
