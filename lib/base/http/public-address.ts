import { BlockList, isIP } from 'node:net';

type Range = readonly [network: string, prefix: number];

/**
 * Networks that are not globally reachable, or that forward to other networks. 168.63.129.16 is Azure's platform
 * service, which is outside the private ranges.
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const closedIpv4: readonly Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/**
 * Only 2000::/3 of IPv6 is global. Loopback, link-local, unique local, multicast, mapped IPv4 and NAT64 addresses
 * (64:ff9b::/96) are outside it. `closedIpv6` has the special ranges inside it: Teredo and other protocols,
 * documentation, 6to4 and AS112.
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const globalIpv6: Range = ['2000::', 3];
const closedIpv6: readonly Range[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const ipv4 = listOf(closedIpv4, 'ipv4');
const ipv6 = listOf(closedIpv6, 'ipv6');
const global = listOf([globalIpv6], 'ipv6');

/** Returns false for a text that is not an IP address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !ipv4.check(address, 'ipv4');
  // An address with a zone is link-local.
  if (version !== 6 || address.includes('%')) return false;
  return global.check(address, 'ipv6') && !ipv6.check(address, 'ipv6');
}

function listOf(ranges: readonly Range[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}
