import { chapterhouse } from '@/lib/chapterhouse';
import { countPublicPages, publicPages } from '@/lib/directory/sitemap-pages';
import { maxPagesInSitemap, sitemapCount, sitemapXml } from '@/lib/directory/sitemap';
import { siteText } from '@/lib/messages/site';
import { createPause } from '@/lib/base/slices';

export const dynamic = 'force-dynamic';

export async function GET(
  _request: Request,
  { params }: { params: Promise<{ file: string }> },
): Promise<Response> {
  const { config, directory } = chapterhouse();
  const number = Number(/^([1-9]\d{0,5})\.xml$/.exec((await params).file)?.[1] ?? 0);
  if (number === 0 || number > sitemapCount(countPublicPages(directory)))
    return new Response(siteText.noSitemapFile, { status: 404 });
  const pages = publicPages(directory, config.baseUrl, (number - 1) * maxPagesInSitemap);
  return new Response(await sitemapXml(pages, createPause()), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });
}
