import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { Log } from './log';

export const unknownProxyWarning =
  'This server is behind a proxy, but TRUST_PROXY is 0: all visitors count as one network in the limits. ' +
  'Set TRUST_PROXY to the number of proxies.';

/**
 * Notices a proxy in front of this server when TRUST_PROXY is 0. A request from a proxy has a proxy's header, and comes
 * from this machine or a private network. A client on the internet can also send the header, so the header alone proves
 * nothing. The requests that this process sends to itself must not be checked: Next copies the header into them.
 */
export function createProxyWatch({ trustProxy, log }: { trustProxy: number; log: Log }) {
  let isSeen = false;
  return {
    check({
      headers,
      socket,
    }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string } }): void {
      if (trustProxy > 0 || isSeen || headers['x-forwarded-for'] === undefined) return;
      if (!isNear(socket.remoteAddress ?? '')) return;
      isSeen = true;
      log.warn(unknownProxyWarning);
    },
    warnings: (): string[] => (isSeen ? [unknownProxyWarning] : []),
  };
}

export type ProxyWatch = ReturnType<typeof createProxyWatch>;

// The addresses of this machine and of private networks (RFC 1122, RFC 1918, RFC 4193 and RFC 4291).
const near = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  near.addSubnet(network, prefix, 'ipv4');
near.addAddress('::1', 'ipv6');
for (const [network, prefix] of [
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  near.addSubnet(network, prefix, 'ipv6');

function isNear(address: string): boolean {
  // BlockList recognises an IPv4 address that is written as an IPv6 address (::ffff:127.0.0.1).
  return address !== '' && near.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
