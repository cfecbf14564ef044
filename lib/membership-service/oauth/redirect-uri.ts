/**
 * Redirect addresses: which may be registered, which one a request means, and how an answer is added to it.
 * @see RFC 9700 §2.1 and §4.1.3, RFC 8252 §7 and §8.4
 */

/** Why an address cannot be registered, in words for the operator; null when it can. */
export function refuseRedirectUri(
  uri: string,
  { allowsHttp, isPublic }: { allowsHttp: boolean; isPublic: boolean },
): string | null {
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\"<>^`{|}]/.test(uri)) return 'it has characters that no address has';
  const url = URL.canParse(uri) ? new URL(uri) : null;
  if (url === null) return 'it is not an absolute address';
  if (uri.includes('#')) return 'it has a fragment (#…)';
  if (url.username !== '' || url.password !== '') return 'it has a user name';
  // A policy that names the host (redirectSource) would end there.
  if (/[;,]/.test(url.host)) return 'its host has a ";" or a ","';
  if (url.protocol === 'https:') return null;
  if (url.protocol === 'http:') {
    return allowsHttp || isLoopback(url)
      ? null
      : 'it is plain http, which is for this machine only unless allowed';
  }
  // RFC 8252 §7.1: an app's own scheme is a reversed domain name, so it holds a dot; javascript: and data: do not.
  if (isPublic && url.protocol.includes('.')) return null;
  return 'it is neither https nor http (an app’s own scheme needs a dot and a public client)';
}

/**
 * The registered address that a request means: the one that is equal as a string, or with another port on the
 * machine's own loopback address (RFC 8252 §7.3); without one in the request, the only one registered. null: none.
 */
export function chooseRedirectUri(requested: string | null, registered: readonly string[]): string | null {
  if (requested === null) return registered.length === 1 ? (registered[0] ?? null) : null;
  const isRegistered = registered.some((uri) => uri === requested || isSameButPort(uri, requested));
  return isRegistered ? requested : null;
}

/** The address with an answer appended. It may have a query and an empty path: `http://site.example?option=login`. */
export function appendToRedirectUri(uri: string, answer: readonly (readonly [string, string])[]): string {
  const query = answer.map(([name, encoded]) => `${name}=${encoded}`).join('&');
  if (!uri.includes('?')) return `${uri}?${query}`;
  return /[?&]$/.test(uri) ? uri + query : `${uri}&${query}`;
}

/** What a Content-Security-Policy names to let a form lead there: the origin, or an app's scheme. */
export function redirectSource(uri: string): string {
  const url = new URL(uri);
  return url.origin === 'null' ? url.protocol : url.origin;
}

function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || loopbackAddress.test(url.hostname);
}

const loopbackAddress = /^(127\.0\.0\.1|\[::1\])$/;

/** Both `http://127.0.0.1[:port]` (or `[::1]`) and equal as strings but for the port. */
function isSameButPort(registered: string, requested: string): boolean {
  const [a, b] = [loopbackParts.exec(registered), loopbackParts.exec(requested)];
  return a !== null && b !== null && a[1] === b[1] && a[2] === b[2];
}

const loopbackParts = /^http:\/\/(127\.0\.0\.1|\[::1\])(?::\d{1,5})?((?:[/?].*)?)$/;
