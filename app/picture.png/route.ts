import { drawBrandPicture } from '@/lib/brand-picture';
import { chapterhouse } from '@/lib/chapterhouse';

export const dynamic = 'force-dynamic';

// Drawn once for each colour: some 20 ms in which nobody else is answered.
let drawn: { colour: string | null; png: Uint8Array<ArrayBuffer> } | null = null;

/** The picture of links to the site where they are shared. The pages' address for it changes with the colour. */
export function GET(): Response {
  const { colour } = chapterhouse().site();
  if (drawn?.colour !== colour) drawn = { colour, png: new Uint8Array(drawBrandPicture(colour)) };
  return new Response(drawn.png, { headers: { 'content-type': 'image/png' } });
}
