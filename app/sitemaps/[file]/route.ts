import { chapterhouse } from '@/lib/chapterhouse';
import { publicPages } from '@/lib/directory/sitemap-pages';
import { sitemapXml } from '@/lib/directory/sitemap';
import { siteText } from '@/lib/messages/site';

export const dynamic = 'force-dynamic';

export async function GET(
  _request: Request,
  { params }: { params: Promise<{ file: string }> },
): Promise<Response> {
  const { config, directory } = chapterhouse();
  const number = /^([1-9]\d{0,5})\.xml$/.exec((await params).file)?.[1];
  const file =
    number === undefined ? null : sitemapXml(publicPages(directory, config.baseUrl), Number(number));
  if (file === null) return new Response(siteText.noSitemapFile, { status: 404 });
  return new Response(file, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}
