/**
 * Decides which redirect addresses can be registered. Chooses the address to which a request is redirected. Adds a
 * response to a redirect address.
 * @see RFC 9700 §2.1 and §4.1.3, RFC 8252 §7 and §8.4
 */

/** Returns the reason for a refusal, for the operator. null: the address can be registered. */
export function refuseRedirectUri(
  uri: string,
  { allowsHttp, isPublic }: { allowsHttp: boolean; isPublic: boolean },
): string | null {
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\"<>^`{|}]/.test(uri))
    return 'it contains characters that are not allowed in an address';
  const url = URL.canParse(uri) ? new URL(uri) : null;
  if (url === null) return 'it is not an absolute address';
  if (uri.includes('#')) return 'it has a fragment (#…)';
  if (url.username !== '' || url.password !== '') return 'it has a user name';
  // These characters would end the directive in a Content-Security-Policy that names the host (`redirectSource`).
  if (/[;,]/.test(url.host)) return 'its host has a ";" or a ","';
  if (url.protocol === 'https:') return null;
  if (url.protocol === 'http:') {
    return allowsHttp || isLoopback(url)
      ? null
      : 'http is allowed only for this machine, unless you allow it';
  }
  // RFC 8252 §7.1: an app's own scheme is a reversed domain name, so it has a dot. The schemes javascript: and data:
  // have no dot.
  if (isPublic && url.protocol.includes('.')) return null;
  return 'it is neither https nor http (an app’s own scheme needs a dot and a public client)';
}

/** Returns the reason for a refusal of a prefix for `isBelow`. null: it can be registered. */
export function refusePrefix(prefix: string, { allowsHttp }: { allowsHttp: boolean }): string | null {
  const refusal = refuseRedirectUri(prefix, { allowsHttp, isPublic: false });
  return refusal ?? (prefix.includes('?') ? 'it has a query (?…)' : null);
}

/**
 * Whether the address is the prefix or lies below it: the same origin, and a path that continues at a "/". The paths
 * are compared as a browser reads them, after ".." and "\\". Some servers decode "%2F" and read ".." afterwards, so a
 * decoded path may not have "..".
 */
export function isBelow(address: string, prefix: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(address) || !URL.canParse(address) || address.includes('#')) return false;
  const [asked, registered] = [new URL(address), new URL(prefix)];
  if (asked.origin !== registered.origin || asked.username !== '' || asked.password !== '') return false;
  const path = decodedPath(asked);
  if (path === null || path.split(/[/\\]/).includes('..')) return false;
  const start = registered.pathname.replace(/\/+$/, '');
  return asked.pathname === start || asked.pathname.startsWith(`${start}/`);
}

function decodedPath({ pathname }: URL): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    // The path is not percent-encoded UTF-8.
    return null;
  }
}

/**
 * The address to redirect to. The requested address must be registered. Only the port of the loopback address may
 * differ (RFC 8252 §7.3). Without a requested address, the only registered address is used. null: no address matches.
 */
export function chooseRedirectUri(requested: string | null, registered: readonly string[]): string | null {
  if (requested === null) return registered.length === 1 ? (registered[0] ?? null) : null;
  const isRegistered = registered.some((uri) => uri === requested || isSameButPort(uri, requested));
  return isRegistered ? requested : null;
}

/** `uri` may have a query and an empty path: `http://site.example?option=login`. */
export function appendToRedirectUri(uri: string, response: readonly (readonly [string, string])[]): string {
  const query = response.map(([name, encoded]) => `${name}=${encoded}`).join('&');
  if (!uri.includes('?')) return `${uri}?${query}`;
  return /[?&]$/.test(uri) ? uri + query : `${uri}&${query}`;
}

/** The Content-Security-Policy source that allows a form to lead to this address: the origin, or an app's scheme. */
export function redirectSource(uri: string): string {
  const url = new URL(uri);
  return url.origin === 'null' ? url.protocol : url.origin;
}

function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || loopbackAddress.test(url.hostname);
}

const loopbackAddress = /^(127\.0\.0\.1|\[::1\])$/;

/** Both addresses must start with `http://127.0.0.1` or `http://[::1]`, and may differ only in the port. */
function isSameButPort(registered: string, requested: string): boolean {
  const [a, b] = [loopbackParts.exec(registered), loopbackParts.exec(requested)];
  // 99999 has five digits but is not a port.
  return a !== null && b !== null && a[1] === b[1] && a[2] === b[2] && URL.canParse(requested);
}

const loopbackParts = /^http:\/\/(127\.0\.0\.1|\[::1\])(?::\d{1,5})?((?:[/?].*)?)$/;
