import { drawBrandPicture } from '@/lib/base/brand-picture';
import { chapterhouse } from '@/lib/chapterhouse';

export const dynamic = 'force-dynamic';

/**
 * The picture that social networks and chat programs show beside a link to the site. Our pages add the colour to the
 * address of this picture. So a new colour gives the picture a new address.
 */
export function GET(): Response {
  const png = new Uint8Array(drawBrandPicture(chapterhouse().site().colour));
  return new Response(png, { headers: { 'content-type': 'image/png' } });
}
