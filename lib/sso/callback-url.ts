/**
 * Where to go after signing in or out, as an absolute address of this site; null for anything else: another origin, and
 * anything that is not an address, for which next-auth would respond with 500.
 */
export function ownAddressOrNull(value: unknown, baseUrl: string): string | null {
  if (typeof value !== 'string' || value.length > maxLength) return null;
  // Only a path or an http(s) address: "javascript:…" has no origin, and "account" would be relative to the base.
  if (!value.startsWith('/') && !/^https?:\/\//i.test(value)) return null;
  if (!URL.canParse(value, baseUrl)) return null;
  const url = new URL(value, baseUrl);
  return url.origin === new URL(baseUrl).origin ? url.href : null;
}

// It is stored in a cookie, and a browser stores at most 4096 bytes in one.
const maxLength = 2000;
