import { expect, test } from 'vitest';
import { clientAddress, clientNetwork, isSameMachine, networkOf, siteNetwork } from './client-address';

const request = (forwarded?: string) => ({
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  socket: { remoteAddress: '10.0.0.1' },
});

test('without a proxy, a forwarded address is ignored', () => {
  expect(clientAddress(request('1.2.3.4'), 0)).toBe('10.0.0.1');
});

test('behind one proxy the client cannot choose its address', () => {
  expect(clientAddress(request('6.6.6.6, 1.2.3.4'), 1)).toBe('1.2.3.4');
});

test('behind two proxies the outer one reports the client’s address', () => {
  expect(clientAddress(request('6.6.6.6, 1.2.3.4, 10.0.0.9'), 2)).toBe('1.2.3.4');
});

test('without a forwarded address, the socket’s address is used', () => {
  expect(clientAddress(request(), 1)).toBe('10.0.0.1');
});

test.each([
  ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
  ['2001:DB8:0:7:ffff:1:2:3', '2001:db8:0:7::/64'],
  ['[2001:db8:0:7::9]:443', '2001:db8:0:7::/64'],
  ['[2001:db8:0:7::9]', '2001:db8:0:7::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001::7:1:2:3:4', '2001:0:0:7::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['5::ffff:1.2.3.4', '5:0:0:0::/64'],
  ['1.2.3.4', '1.2.3.4'],
  ['1.2.3.4:5678', '1.2.3.4'],
  ['', 'unknown'],
  ['_hidden', 'unknown'],
  ['1.2.3', 'unknown'],
  ['1.2.3.4:5678x', 'unknown'],
  ['x[2001:db8::1]', 'unknown'],
  ['[2001:db8::1]x', 'unknown'],
  ['[2001:db8::1]:', 'unknown'],
  ['x'.repeat(15_000), 'unknown'],
])('attempts from %s are counted for %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

test('all /64 of a site are in its /48; an IPv4 address is its own network', () => {
  expect(siteNetwork(clientNetwork('2001:db8:5:7::1'))).toBe('2001:db8:5::/48');
  expect(siteNetwork(clientNetwork('2001:db8:5:ffff::1'))).toBe('2001:db8:5::/48');
  expect(siteNetwork(clientNetwork('2001:db8:6:7::1'))).toBe('2001:db8:6::/48');
  expect(siteNetwork('192.0.2.1')).toBe('192.0.2.1');
  expect(siteNetwork('unknown')).toBe('unknown');
});

test('a Hono request is counted for the network of Node’s own request', () => {
  const env = { incoming: request('2001:db8:0:7::1') };
  expect(networkOf({ env }, 0)).toBe('10.0.0.1');
  expect(networkOf({ env }, 1)).toBe('2001:db8:0:7::/64');
  expect(networkOf({ env: undefined }, 1)).toBe('');
});

test.each([
  ['127.0.0.9', '127.0.0.1', true],
  ['::1', '::1', true],
  ['::ffff:127.0.0.1', '::ffff:127.0.0.1', true],
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['::17', '2001:db8::1', false],
  ['2001:db8::127.0.0.1', '2001:db8::1', false],
  [undefined, '127.0.0.1', false],
])('a connection from %s to %s is from this machine: %s', (remoteAddress, localAddress, expected) => {
  expect(isSameMachine({ remoteAddress, localAddress })).toBe(expected);
});
