/**
 * The page after signing in or out, as an absolute address of this site. null: the text is an address of another
 * origin, or is not an address. next-auth would respond with 500 to a text that is not an address.
 */
export function ownAddressOrNull(value: unknown, baseUrl: string): string | null {
  if (typeof value !== 'string' || value.length > maxLength) return null;
  // Only a path or an http(s) address is accepted: "javascript:…" has no origin, and "account" would be relative to the
  // base.
  if (!value.startsWith('/') && !/^https?:\/\//i.test(value)) return null;
  if (!URL.canParse(value, baseUrl)) return null;
  const url = new URL(value, baseUrl);
  return url.origin === new URL(baseUrl).origin ? url.href : null;
}

// The address is stored in a cookie, and a browser stores at most 4096 bytes in one.
const maxLength = 2000;
