import { isIP } from 'node:net';
import { isPublicAddress } from './public-address';

/** A request about a webhook is refused. The message tells the operator why. */
export class WebhookSettingsError extends Error {
  override name = 'WebhookSettingsError';
}

/** Lower ports belong to other protocols. */
const minFreePort = 1024;
const maxUrlLength = 2000;

/**
 * @param allowsPrivate also accepts http, every port, and addresses of private networks
 * @throws WebhookSettingsError that does not contain the address, because its path and query may be secret
 */
export function parseWebhookUrl(text: string, { allowsPrivate }: { allowsPrivate: boolean }): URL {
  const url = URL.canParse(text) && text.length <= maxUrlLength ? new URL(text) : null;
  const refusal = url === null ? 'must be a web address' : refuse(url, allowsPrivate);
  if (url === null || refusal !== null) throw new WebhookSettingsError(`The address ${refusal}`);
  return url;
}

/** The address without the path and the query, because many receivers have their secret in these parts. */
export function shownAddress({ origin, pathname, search }: URL): string {
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}/…`;
}

function refuse(url: URL, allowsPrivate: boolean): string | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must start with https://';
  if (url.username !== '' || url.password !== '') {
    return 'must not have a user name or password: receivers identify the sender by the signature';
  }
  if (url.hash !== '') return 'must not have a fragment: it is not sent';
  if (allowsPrivate) return null;
  if (url.protocol !== 'https:') return 'must start with https://. For a private network add --allow-private';
  if (url.port !== '' && Number(url.port) < minFreePort) {
    return `must have port 443 or a port from ${minFreePort} on. For a private network add --allow-private`;
  }
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isPublicAddress(host)) {
    return 'is in a private or reserved network. If that is intended add --allow-private';
  }
  return null;
}

/** The host without the brackets of an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
