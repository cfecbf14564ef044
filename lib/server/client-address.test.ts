import { expect, test } from 'vitest';
import { clientAddress } from './client-address';

const request = (forwarded?: string) => ({
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  socket: { remoteAddress: '10.0.0.1' },
});

test('without a proxy, a forwarded address is not believed', () => {
  expect(clientAddress(request('1.2.3.4'), 0)).toBe('10.0.0.1');
});

test('behind one proxy the client cannot choose its address', () => {
  expect(clientAddress(request('6.6.6.6, 1.2.3.4'), 1)).toBe('1.2.3.4');
});

test('behind two proxies the outer one says who the client is', () => {
  expect(clientAddress(request('6.6.6.6, 1.2.3.4, 10.0.0.9'), 2)).toBe('1.2.3.4');
});

test('a proxy that forwards nothing leaves the socket', () => {
  expect(clientAddress(request(), 1)).toBe('10.0.0.1');
});
