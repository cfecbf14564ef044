/**
 * Where to go after signing in or out, as an absolute address of this site; null for anything else: another origin,
 * and what is no address at all, which next-auth would answer with a 500.
 */
export function ownAddressOrNull(value: unknown, baseUrl: string): string | null {
  if (typeof value !== 'string' || value === '' || value.length > maxLength) return null;
  // Only a path or an http(s) address: "javascript:…" has no origin, "account" would be read against the base.
  if (!value.startsWith('/') && !/^https?:\/\//i.test(value)) return null;
  if (!URL.canParse(value, baseUrl)) return null;
  const url = new URL(value, baseUrl);
  return url.origin === new URL(baseUrl).origin ? url.href : null;
}

// It is kept in a cookie, and a browser keeps 4096 bytes of one.
const maxLength = 2000;
