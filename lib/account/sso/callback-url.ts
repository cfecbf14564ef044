/** The address of the page after signing in or out. null: not an address, or one of another origin. */
export function ownAddressOrNull(value: unknown, baseUrl: string): string | null {
  if (typeof value !== 'string' || value.length > maxLength) return null;
  // Only paths and http(s) addresses: "javascript:…" has no origin, and "account" would be relative to the base.
  if (!value.startsWith('/') && !/^https?:\/\//i.test(value)) return null;
  if (!URL.canParse(value, baseUrl)) return null;
  const url = new URL(value, baseUrl);
  return url.origin === new URL(baseUrl).origin ? url.href : null;
}

// The address is stored in a cookie, for which browsers allow 4096 bytes.
const maxLength = 2000;
