import { expect, test } from 'vitest';
import { ownAddressOrNull } from './callback-url';

const own = 'http://members.example.org';

test.each([
  ['/account', `${own}/account`],
  [`${own}/map?q=a`, `${own}/map?q=a`],
  ['HTTP://MEMBERS.example.org/', `${own}/`],
  [`/${'a'.repeat(1_999)}`, `${own}/${'a'.repeat(1_999)}`],
])('%s is an address of this site', (value, address) => {
  expect(ownAddressOrNull(value, own)).toBe(address);
});

test.each([
  '',
  'account',
  'ahttp://members.example.org/',
  'javascript:alert(1)',
  'https://members.example.org/',
  'http://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  'http://',
  `/${'a'.repeat(2_000)}`,
  undefined,
  ['/account'],
])('%s is not', (value) => {
  expect(ownAddressOrNull(value, own)).toBeNull();
});
