import { chapterhouse } from '@/lib/chapterhouse';

/** The public parts of the keys that sign membership cards, as a JWK Set (RFC 7517). */
export async function GET(): Promise<Response> {
  const keys = await chapterhouse().cards.checkKeys();
  return Response.json(
    { keys: keys.map(({ publicJwk }) => publicJwk) },
    { headers: { 'Cache-Control': 'public, max-age=3600' } },
  );
}
