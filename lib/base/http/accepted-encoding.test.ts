import { expect, it } from 'vitest';
import { acceptedEncoding } from './accepted-encoding';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip ; q=0', 'identity'],
  ['BR;Q=0.5', 'br'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip, *;q=0', 'gzip'],
  ['deflate', 'identity'],
  ['xbrx', 'identity'],
  ['brotli', 'identity'],
  ['x-gzip', 'identity'],
  ['xbr, gzip', 'gzip'],
  ['deflate;br', 'identity'],
  ['br;q=0.2, gzip;q=0.9', 'gzip'],
  ['gzip;q=0.5, br;q=0.5', 'br'],
  ['gzip;q=0.5, identity', 'identity'],
  ['identity, gzip', 'gzip'],
  ['identity;q=0.1, gzip;q=0.5', 'gzip'],
  ['br;level=5;q=0, gzip', 'gzip'],
  ['br;q=high, gzip', 'gzip'],
  ['br;q=2', 'identity'],
  ['br;q=0.0001, gzip;q=0.001', 'gzip'],
  [',,br ,', 'br'],
])('Accept-Encoding %s gets %s', (header, encoding) =>
  expect(acceptedEncoding(header, ['br', 'gzip'])).toBe(encoding),
);

it('an encoding that is not offered is not chosen', () => {
  expect(acceptedEncoding('gzip, deflate, br', ['gzip'])).toBe('gzip');
  expect(acceptedEncoding('br', ['gzip'])).toBe('identity');
  expect(acceptedEncoding('br, gzip;q=0', ['gzip'])).toBe('identity');
});
