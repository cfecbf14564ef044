import { chapterhouse } from '@/lib/chapterhouse';
import { themeStylesheet } from '@/lib/theme';

export const dynamic = 'force-dynamic';

/** The organisation's colour and font. The layout's link to this stylesheet changes with them. */
export function GET(): Response {
  return new Response(themeStylesheet(chapterhouse().site()), {
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
}
