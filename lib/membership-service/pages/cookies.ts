/** The service's two cookies; the web side's are its own. */
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { sessionLifetimeSeconds } from '../accounts/sessions';
import { makeSecret } from '../oauth/secrets';

/** `visit`: which browser this is, so that a sign-in goes on where it began. `session`: who is signed in. */
export type CookieName = 'visit' | 'session';

export function readCookie(context: Context, baseUrl: string, name: CookieName): string | null {
  return getCookie(context, cookieName(baseUrl, name)) || null;
}

/** The browser's visit, begun now if it has none. */
export function visitOf(context: Context, baseUrl: string): string {
  const known = readCookie(context, baseUrl, 'visit');
  if (known !== null) return known;
  const visit = makeSecret();
  writeCookie(context, baseUrl, { name: 'visit', value: visit });
  return visit;
}

export function writeSessionCookie(context: Context, baseUrl: string, secret: string): void {
  writeCookie(context, baseUrl, { name: 'session', value: secret, maxAge: sessionLifetimeSeconds });
}

export function clearSessionCookie(context: Context, baseUrl: string): void {
  writeCookie(context, baseUrl, { name: 'session', value: '', maxAge: 0 });
}

function writeCookie(
  context: Context,
  baseUrl: string,
  { name, value, maxAge }: { name: CookieName; value: string; maxAge?: number },
): void {
  setCookie(context, cookieName(baseUrl, name), value, {
    path: '/',
    httpOnly: true,
    secure: isSecure(baseUrl),
    // Lax: the browser arrives from the client's site by a link or redirect, and the session must come along.
    sameSite: 'Lax',
    ...(maxAge === undefined ? {} : { maxAge }),
  });
}

/** Under https no other host and no plain page can set it (__Host-); browsers refuse that prefix under http. */
function cookieName(baseUrl: string, name: CookieName): string {
  return `${isSecure(baseUrl) ? '__Host-' : ''}chapterhouse-${name}`;
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}
