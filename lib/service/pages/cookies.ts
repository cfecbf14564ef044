/** The service's cookies. The web app has others. */
import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import { parseCookies } from '@/lib/base/http/cookies';
import { sharedComputerCookie } from '@/lib/base/http/shared-computer';
import { lookUp } from '@/lib/base/look-up';
import { sessionLifetimeSeconds } from '@/lib/sign-in/accounts/sessions';
import { makeSecret } from '@/lib/sign-in/accounts/secrets';

/**
 * `visit` identifies the browser, so that a sign-in continues in the browser that started it. `session` identifies who
 * is signed in. `device` lists the accounts that have signed in here before. `email` is what the person typed last, so
 * that they need not type it again. `new-email` is the token of a link that confirms a new email address.
 */
export type CookieName = 'visit' | 'session' | 'device' | 'email' | 'new-email';

/** The longest lifetime that browsers allow. */
export const deviceLifetimeSeconds = 400 * 24 * 3600;

export function readCookie(context: Context, baseUrl: string, name: CookieName): string | null {
  return lookUp(parseCookies(context.req.header('Cookie')), cookieName(baseUrl, name)) || null;
}

/** Returns the value of the `visit` cookie. If the browser has no such cookie, creates one. */
export function interactionOf(context: Context, baseUrl: string): string {
  const known = readCookie(context, baseUrl, 'visit');
  if (known !== null) return known;
  const interaction = makeSecret();
  writeCookie(context, baseUrl, { name: 'visit', value: interaction });
  return interaction;
}

/** On a shared computer, the session ends with the browser. */
export function writeSessionCookie(
  context: Context,
  baseUrl: string,
  { secret, isShared }: { secret: string; isShared: boolean },
): void {
  const maxAge = isShared ? {} : { maxAge: sessionLifetimeSeconds };
  writeCookie(context, baseUrl, { name: 'session', value: secret, ...maxAge });
  const options = { path: '/', httpOnly: true, secure: isSecure(baseUrl), sameSite: 'Lax' as const };
  const name = sharedComputerCookie(baseUrl);
  if (isShared) setCookie(context, name, 'yes', options);
  else if (isSharedComputer(context, baseUrl)) setCookie(context, name, '', { ...options, maxAge: 0 });
}

function isSharedComputer(context: Context, baseUrl: string): boolean {
  return lookUp(parseCookies(context.req.header('Cookie')), sharedComputerCookie(baseUrl)) === 'yes';
}

/** Kept only in the browser, until the end of the sign-in or for half an hour. */
export function keepTypedEmail(context: Context, baseUrl: string, email: string): void {
  if (email === '' || email.length > maxEmailLength) return;
  const value = Buffer.from(email).toString('base64url');
  writeCookie(context, baseUrl, { name: 'email', value, maxAge: 30 * 60 });
}

export function readTypedEmail(context: Context, baseUrl: string): string {
  const email = Buffer.from(readCookie(context, baseUrl, 'email') ?? '', 'base64url').toString();
  return email.length > maxEmailLength ? '' : email;
}

/** Also what the same request has just kept. */
export function forgetTypedEmail(context: Context, baseUrl: string): void {
  writeCookie(context, baseUrl, { name: 'email', value: '', maxAge: 0 });
}

/** Until the person has signed in, if they must. */
export function keepNewEmail(context: Context, baseUrl: string, token: string): void {
  writeCookie(context, baseUrl, { name: 'new-email', value: token.slice(0, 100), maxAge: 30 * 60 });
}

export function forgetNewEmail(context: Context, baseUrl: string): void {
  writeCookie(context, baseUrl, { name: 'new-email', value: '', maxAge: 0 });
}

/** RFC 5321 §4.5.3.1.3, without the angle brackets. */
const maxEmailLength = 254;

export function writeDeviceCookie(context: Context, baseUrl: string, value: string): void {
  writeCookie(context, baseUrl, { name: 'device', value, maxAge: deviceLifetimeSeconds });
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
    // Lax: the browser arrives by a link or redirect from the client's site, and must send the session.
    sameSite: 'Lax',
    ...(maxAge === undefined ? {} : { maxAge }),
  });
}

/**
 * With https, the prefix `__Host-` prevents other hosts and plain-http pages from setting the cookie. Browsers refuse
 * the prefix with http.
 */
function cookieName(baseUrl: string, name: CookieName): string {
  return `${isSecure(baseUrl) ? '__Host-' : ''}chapterhouse-${name}`;
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}
