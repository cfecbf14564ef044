import { chapterhouse } from '@/lib/chapterhouse';
import { themeStylesheet } from '@/lib/base/theme';

export const dynamic = 'force-dynamic';

/** The address in the layout's link changes with the colour and the font, so browsers may cache the stylesheet. */
export function GET(): Response {
  return new Response(themeStylesheet(chapterhouse().site()), {
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
}
