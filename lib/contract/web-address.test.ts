import { describe, expect, it } from 'vitest';
import { webAddressOrNull } from './web-address';

describe('webAddressOrNull', () => {
  it.each(['https://pay.example/41', 'http://pay.example/?a=1&b=2'])('returns %s unchanged', (address) => {
    expect(webAddressOrNull(address)).toBe(address);
  });

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
  ])('does not accept %j', (address) => expect(webAddressOrNull(address)).toBeNull());

  it('returns null for null', () => expect(webAddressOrNull(null)).toBeNull());
});
