import { isIP } from 'node:net';
import { isPublicAddress } from './public-address';

export interface UrlRule {
  /** Also accepts http, every port, and addresses of private networks. */
  allowsPrivate: boolean;
  /** Accepts http, for addresses that only browsers load. */
  allowsHttp?: boolean;
  /** How the person can allow a private network, such as `add --allow-private`. null: not at all. */
  howToAllow: string | null;
}

/** Lower ports belong to other protocols. */
const minFreePort = 1024;
const maxUrlLength = 2000;

/**
 * Why an address that somebody typed is refused. null: it is a web address outside private networks. A host name may
 * still lead into a private network: `checkedLookup` checks this at each connection.
 * @returns the end of a sentence about the address. It does not contain the address, because its path and query may be
 * secret
 */
export function refuseUrl(
  text: string,
  { allowsPrivate, allowsHttp = false, howToAllow }: UrlRule,
): string | null {
  const url = URL.canParse(text) && text.length <= maxUrlLength ? new URL(text) : null;
  if (url === null) return 'must be a web address';
  const { protocol, username, password, hash, port } = url;
  if (protocol !== 'https:' && protocol !== 'http:') return 'must start with https://';
  if (username !== '' || password !== '') return 'must not have a user name or password';
  if (hash !== '') return 'must not have a fragment: it is not sent';
  if (allowsPrivate) return null;
  const hint = (start: string) => (howToAllow === null ? '' : `. ${start} ${howToAllow}`);
  if (protocol !== 'https:' && !allowsHttp) return `must start with https://${hint('For a private network')}`;
  if (port !== '' && Number(port) < minFreePort)
    return `must have the usual port or a port from ${minFreePort} on${hint('For a private network')}`;
  if (isPrivate(hostOf(url))) return `is in a private or reserved network${hint('If that is intended')}`;
  return null;
}

/** Also names that exist only in private networks, so nothing could ever be sent to them (RFC 6761, 6762, 8375). */
function isPrivate(host: string): boolean {
  if (isIP(host) !== 0) return !isPublicAddress(host);
  const name = host.replace(/\.$/, '');
  return !name.includes('.') || /\.(?:localhost|local|internal|home\.arpa|invalid)$/.test(name);
}

/** The host without the brackets of an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
