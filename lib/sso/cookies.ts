/** A request's cookies by name; the first of a name counts. A value that is not percent-encoded as it should be is left as it is. */
export function parseCookies(header: string | null): Record<string, string> {
  const cookies: Record<string, string> = Object.create(null);
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (at > 0 && !(name in cookies)) cookies[name] = decode(pair.slice(at + 1).trim());
  }
  return cookies;
}

/** The cookies that an answer sets. */
export function setCookiesOf(response: Response): { name: string; value: string; line: string }[] {
  return response.headers.getSetCookie().map((line) => {
    const pair = line.split(';', 1)[0] ?? '';
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: decode(pair.slice(at + 1)), line };
  });
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
