import { drawBrandPicture } from '@/lib/brand-picture';
import { chapterhouse } from '@/lib/chapterhouse';

export const dynamic = 'force-dynamic';

// The picture is drawn once for each colour, because drawing takes about 20 ms and blocks all other requests.
let drawn: { colour: string | null; png: Uint8Array<ArrayBuffer> } | null = null;

/**
 * The picture that social networks and chat programs show beside a link to the site. Our pages add the colour to the
 * address of this picture. So a new colour gives the picture a new address.
 */
export function GET(): Response {
  const { colour } = chapterhouse().site();
  if (drawn?.colour !== colour) drawn = { colour, png: new Uint8Array(drawBrandPicture(colour)) };
  return new Response(drawn.png, { headers: { 'content-type': 'image/png' } });
}
