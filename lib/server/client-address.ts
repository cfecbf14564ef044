import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6, type Socket } from 'node:net';
import { LRUCache } from 'lru-cache';

/**
 * Without a proxy, the address of the socket. Behind `trustProxy` proxies, the address that the outermost proxy saw.
 * What the client itself wrote into X-Forwarded-For is to the left of this address and is never read.
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

export function isSameMachine({ remoteAddress = '', localAddress }: AddressedSocket): boolean {
  return loopback.test(remoteAddress) || remoteAddress === localAddress;
}

type AddressedSocket = Pick<Socket, 'remoteAddress' | 'localAddress'>;

export function networkOf(context: { env: unknown }, trustProxy: number): string {
  const request = nodeRequestOf(context);
  return request === null ? '' : clientNetwork(clientAddress(request, trustProxy));
}

/** Returns null if a test called the handler without a server. */
export function nodeRequestOf({ env }: { env: unknown }): IncomingMessage | null {
  // @hono/node-server puts the request there.
  const { incoming } = (env ?? {}) as { incoming?: IncomingMessage };
  return incoming ?? null;
}

/**
 * The key under which a client's attempts are counted: an IPv4 address, or the first 64 bits of an IPv6 address,
 * because one customer gets all addresses of a /64 (RFC 6177). Some proxies add a port. A text that is not an address
 * counts as `unknown`, so that keys are short.
 */
export function clientNetwork(address: string): string {
  const found = known.get(address);
  if (found !== undefined) return found;
  const network = computeNetwork(address);
  if (address.length <= maxKnownLength) known.set(address, network);
  return network;
}

// Most clients send several requests, so their networks are cached. Computing a network takes as long as all other
// limit checks together.
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
  // URL writes an IPv6 address in its shortest form.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined ? [] : tail.split(':');
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

/** A customer who asks for more IPv6 addresses gets a /48 (RFC 6177): 65,536 networks of size /64. */
export function siteNetwork(network: string): string {
  return network.replace(/^((?:[\da-f]+:){3})[\da-f]+::\/64$/, '$1:/48');
}
