import type { AuthOptions } from 'next-auth';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { decodeCookie } from '@/lib/base/http/cookies';
import { lookUp } from '@/lib/base/look-up';

/** How long a sign-in may take. */
export const signInSeconds = 15 * 60;

const names = {
  sessionToken: 'session-token',
  callbackUrl: 'callback-url',
  csrfToken: 'csrf-token',
  state: 'state',
  pkceCodeVerifier: 'pkce.code_verifier',
} as const;

type Kind = keyof typeof names;

/**
 * With https, all cookies have the prefix `__Host-`, so that other hosts of the domain and pages on plain http cannot
 * set them. With http, browsers refuse the prefix.
 */
export function cookieName(app: Chapterhouse, kind: Kind): string {
  return `${cookiePrefix(app)}next-auth.${names[kind]}`;
}

export function cookiePrefix(app: Chapterhouse): '__Host-' | '' {
  return isHttps(app) ? '__Host-' : '';
}

export function nextAuthCookies(app: Chapterhouse): NonNullable<AuthOptions['cookies']> {
  const options = { httpOnly: true, sameSite: 'lax' as const, path: '/', secure: isHttps(app) };
  const cookie = (kind: Kind) => ({ name: cookieName(app, kind), options });
  const shortLived = (kind: Kind) => ({
    name: cookieName(app, kind),
    options: { ...options, maxAge: signInSeconds },
  });
  return {
    sessionToken: cookie('sessionToken'),
    callbackUrl: cookie('callbackUrl'),
    csrfToken: cookie('csrfToken'),
    state: shortLived('state'),
    pkceCodeVerifier: shortLived('pkceCodeVerifier'),
  };
}

/** The cookie of the session, or the chunks 0, 1 … of a long one. */
export function sessionCookies(app: Chapterhouse, cookies: Record<string, string>): [string, string][] {
  const name = cookieName(app, 'sessionToken');
  const whole = lookUp(cookies, name);
  if (whole !== undefined) return [[name, whole]];
  const chunks: [string, string][] = [];
  for (;;) {
    const next = `${name}.${chunks.length}`;
    const chunk = lookUp(cookies, next);
    if (chunk === undefined) return chunks;
    chunks.push([next, chunk]);
  }
}

/** Also removes old chunks that no longer belong to the session. */
export function sessionRemovals(app: Chapterhouse, cookies: Record<string, string>): string[] {
  const name = cookieName(app, 'sessionToken');
  const flags = `Path=/; Max-Age=0; HttpOnly; SameSite=Lax${isHttps(app) ? '; Secure' : ''}`;
  const own = Object.keys(cookies).filter((one) => one === name || one.startsWith(`${name}.`));
  return own.map((one) => `${one}=; ${flags}`);
}

export function setCookiesOf(response: Response): { name: string; value: string; line: string }[] {
  return response.headers.getSetCookie().map((line) => {
    const pair = line.split(';', 1)[0] ?? '';
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: decodeCookie(pair.slice(at + 1)), line };
  });
}

function isHttps({ config }: Chapterhouse): boolean {
  return config.baseUrl.startsWith('https://');
}
