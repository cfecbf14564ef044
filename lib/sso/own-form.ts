import type { Chapterhouse } from '@/lib/chapterhouse';

/**
 * Whether a POST comes from a form of our own pages. The proof is what the browser says of the form's origin, which no
 * page can change; so forms need neither a token in the page nor JavaScript. No browser leaves Origin out of another
 * site's POST. Our own form under another name of this server counts as another site's: no cookie would come back there.
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function isOwnForm(house: Chapterhouse, request: Request): boolean {
  const own = new URL(house.config.baseUrl).origin;
  const origin = request.headers.get('origin') ?? own;
  // A browser told to send no referrer says "null" of our own pages too.
  return origin === own || (origin === 'null' && request.headers.get('sec-fetch-site') === 'same-origin');
}
