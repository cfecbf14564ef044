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
])('Accept-Encoding %s gets %s', (header, encoding) =>
  expect(acceptedEncoding(header, ['br', 'gzip'])).toBe(encoding),
);

it('what is not offered is not chosen', () => {
  expect(acceptedEncoding('gzip, deflate, br', ['gzip'])).toBe('gzip');
  expect(acceptedEncoding('br', ['gzip'])).toBe('identity');
  expect(acceptedEncoding('br, gzip;q=0', ['gzip'])).toBe('identity');
});
