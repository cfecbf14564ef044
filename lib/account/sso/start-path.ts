import type { Chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/base/http/cookies';
import { findSession } from './session';

/**
 * Where a person who must sign in is sent. On our own API, the form for email and password is the next page. Our
 * sign-in page would be only a button. It is shown if the API belongs to another site, because it names that site, and
 * if the browser does not say that the person came from a page of ours or typed the address.
 */
export function signInPath(app: Chapterhouse, headers: Pick<Headers, 'get'>, path: string): string {
  const query = `callbackUrl=${encodeURIComponent(path)}`;
  return startsSignIn(app, headers) ? `/api/auth/start?${query}` : `/sign-in?${query}`;
}

/**
 * Where a person goes who opened our sign-in page itself, if the page has nothing to say: to `path` if they are signed
 * in, and otherwise to the form. null: the page is shown. A sign-in that fails comes back with a problem, and then the
 * page is shown, so there is no loop.
 */
export async function wayPastSignInPage(
  app: Chapterhouse,
  headers: Pick<Headers, 'get'>,
  path: string,
): Promise<string | null> {
  if ((await findSession(app, parseCookies(headers.get('cookie')))) !== null) return path;
  return startsSignIn(app, headers) ? signInPath(app, headers, path) : null;
}

/** @see Fetch Metadata Request Headers */
export function startsSignIn({ config }: Chapterhouse, headers: Pick<Headers, 'get'>): boolean {
  const isNavigation =
    headers.get('sec-fetch-dest') === 'document' && headers.get('sec-fetch-mode') === 'navigate';
  const isOwn = ['same-origin', 'none'].includes(headers.get('sec-fetch-site') ?? '');
  return config.remoteApiUrl === null && isNavigation && isOwn;
}
