import { expect, it } from 'vitest';
import { seal, unseal } from './seal';

it('a sealed text opens only with the same secret and purpose, and only if unchanged', () => {
  const sealed = seal('secret', 'cards 1', 'a private key');
  expect(sealed).not.toContain(Buffer.from('a private key').toString('base64url'));
  expect(unseal('secret', 'cards 1', sealed)).toBe('a private key');
  expect(unseal('another', 'cards 1', sealed)).toBe(null);
  expect(unseal('secret', 'cards 2', sealed)).toBe(null);
  const bytes = Buffer.from(sealed, 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(unseal('secret', 'cards 1', bytes.toString('base64url'))).toBe(null);
  expect(unseal('secret', 'cards 1', 'x')).toBe(null);
  expect(unseal('secret', 'cards 1', seal('secret', 'cards 1', ''))).toBe('');
});
