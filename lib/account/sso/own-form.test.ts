import { expect, test } from 'vitest';
import { isOwnForm } from './own-form';

test.each([
  ['our own page', { origin: 'https://members.example.org' }, true],
  ['our own page that hides its origin', { origin: 'null', 'sec-fetch-site': 'same-origin' }, true],
  ['a client that sends no origin, as curl', {}, true],
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, false],
  ['another name of this server', { origin: 'https://localhost', 'sec-fetch-site': 'same-origin' }, false],
  [
    'our own address without https',
    { origin: 'http://members.example.org', 'sec-fetch-site': 'same-origin' },
    false,
  ],
  ['a sandboxed frame of another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }, false],
  ['an old browser that hides its origin', { origin: 'null' }, false],
])('a form of %s', (_who, headers: Record<string, string>, isOwn) => {
  const request = new Request('https://members.example.org/account', { method: 'POST', headers });
  expect(isOwnForm({ config: { baseUrl: 'https://members.example.org' } }, request)).toBe(isOwn);
});
