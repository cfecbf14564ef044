import { openCardKey } from '@/lib/account/card-key';
import { chapterhouse } from '@/lib/chapterhouse';

/** The public part of the key that signs membership cards, as a JWK Set (RFC 7517). */
export async function GET(): Promise<Response> {
  const { publicJwk } = await openCardKey(chapterhouse().config.dataDir);
  return Response.json({ keys: [publicJwk] }, { headers: { 'Cache-Control': 'public, max-age=3600' } });
}
