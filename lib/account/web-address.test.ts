import { describe, expect, it } from 'vitest';
import { webAddressOrNull } from './web-address';

describe('webAddressOrNull', () => {
  it.each(['https://pay.example/41', 'http://pay.example/?a=1&b=2'])(
    'lets %s through unchanged',
    (address) => {
      expect(webAddressOrNull(address)).toBe(address);
    },
  );

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    '//pay.example/41',
    '/pay/41',
    'pay.example/41',
    'ftp://pay.example/41',
    'https://association.example@evil.example/',
    '',
  ])('makes no link of %j', (address) => expect(webAddressOrNull(address)).toBeNull());

  it('has none for none', () => expect(webAddressOrNull(null)).toBeNull());
});
