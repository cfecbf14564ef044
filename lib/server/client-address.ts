import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6, type Socket } from 'node:net';
import { LRUCache } from 'lru-cache';

/**
 * The client's address. Without proxies it is the socket's address. Behind `trustProxy` proxies it is the address that
 * the outermost proxy saw. What a client itself puts into X-Forwarded-For is to the left of that address and is never
 * read.
 */
export function clientAddress(
  request: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  trustProxy: number,
): string {
  const direct = request.socket.remoteAddress ?? '';
  if (trustProxy === 0) return direct;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return forwarded[forwarded.length - trustProxy] ?? forwarded[0] ?? direct;
}

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/** Whether the other end of a connection is on this machine: our own web app, a proxy, or another local program. */
export function isSameMachine({ remoteAddress = '', localAddress }: AddressedSocket): boolean {
  return loopback.test(remoteAddress) || remoteAddress === localAddress;
}

type AddressedSocket = Pick<Socket, 'remoteAddress' | 'localAddress'>;

/** The network that a Hono request came from; '' in a test, whose requests have no address. */
export function networkOf(context: { env: unknown }, trustProxy: number): string {
  const request = nodeRequestOf(context);
  return request === null ? '' : clientNetwork(clientAddress(request, trustProxy));
}

/** The Node request behind a Hono request. null: a test made the request. */
export function nodeRequestOf({ env }: { env: unknown }): IncomingMessage | null {
  // @hono/node-server puts it there.
  const { incoming } = (env ?? {}) as { incoming?: IncomingMessage };
  return incoming ?? null;
}

/**
 * The key under which a client's attempts are counted: an IPv4 address, or the first 64 bits of an IPv6 address. A
 * single customer gets all addresses of a /64 (RFC 6177). Some proxies add a port. Anything that is not an address
 * counts as `unknown`, so that every key is short.
 */
export function clientNetwork(address: string): string {
  const found = known.get(address);
  if (found !== undefined) return found;
  const network = computeNetwork(address);
  if (address.length <= maxKnownLength) known.set(address, network);
  return network;
}

// Networks are cached, because most clients send several requests, and computing a network takes as long as all other
// limit checks.
const known = new LRUCache<string, string>({ max: 1_000 });
// The longest IPv6 address with a port has 47 characters.
const maxKnownLength = 50;

function computeNetwork(address: string): string {
  const host = /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1');
  const plain = host.split('%', 1)[0] ?? '';
  if (isIP(plain) === 0) return 'unknown';
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:([\d.]+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  // A URL writes an IPv6 address in its shortest form.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined ? [] : tail.split(':');
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

/**
 * The network of a whole site. A customer who asks for more IPv6 addresses gets a /48 (RFC 6177). A /48 contains 65,536
 * networks of size /64.
 */
export function siteNetwork(network: string): string {
  return network.replace(/^((?:[\da-f]+:){3})[\da-f]+::\/64$/, '$1:/48');
}
