import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * The address of the client of a request: the socket's, or behind `trustProxy` proxies the one that the outermost
 * of them saw. What a client itself puts into X-Forwarded-For stands further left and is never read.
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

/** The network that a request of Hono's came from; '' in a test, whose requests come from nowhere. */
export function networkOf({ env }: { env: unknown }, trustProxy: number): string {
  // @hono/node-server puts Node's own request there.
  const { incoming } = (env ?? {}) as { incoming?: IncomingMessage };
  return incoming === undefined ? '' : clientNetwork(clientAddress(incoming, trustProxy));
}

/**
 * What stands for the client of an address where attempts are counted: an IPv4 address, or the first 64 bits of an
 * IPv6 one, all of which a single customer has and can choose from (RFC 6177). Some proxies add a port.
 */
export function clientNetwork(address: string): string {
  const host = /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1');
  const bare = host.split('%', 1)[0] ?? '';
  if (!isIPv6(bare)) return bare;
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  // A URL writes an IPv6 address in its one shortest form.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}
