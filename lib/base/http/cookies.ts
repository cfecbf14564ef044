/**
 * A request's cookies by name. A name with two different values is left out: another host or path has set one of the
 * values, and their order does not show which. A value with invalid percent-encoding is left unchanged.
 */
export function parseCookies(header: string | null | undefined): Record<string, string> {
  const values = new Map<string, string | null>();
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (at <= 0 || name === '') continue;
    const value = pair.slice(at + 1).trim();
    values.set(name, values.has(name) && values.get(name) !== value ? null : value);
  }
  const cookies: Record<string, string> = Object.create(null);
  for (const [name, value] of values) if (value !== null) cookies[name] = decodeCookie(value);
  return cookies;
}

export function decodeCookie(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
