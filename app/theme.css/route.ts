import { chapterhouse } from '@/lib/chapterhouse';
import { themeStylesheet } from '@/lib/theme';

export const dynamic = 'force-dynamic';

/** The organisation's colour and font. Its address in the layout changes with them. */
export function GET(): Response {
  return new Response(themeStylesheet(chapterhouse().site()), {
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
}
