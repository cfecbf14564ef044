import { expect, it } from 'vitest';
import { sentAddress, sentText } from './sent-text';

it.each([
  ['https://site.example/callback', 'https://site.example/callback'],
  [
    'https://site.example/?option=login&code=s3cret&state',
    'https://site.example/?option=login&code=...&state=',
  ],
  [
    'https://site.example?title=Special:PluggableAuthLogin',
    'https://site.example?title=Special:PluggableAuthLogin',
  ],
  ['https://site.example/#access_token=s3cret', 'https://site.example/'],
  ['https://ada:s3cret@site.example/x@y', 'https://site.example/x@y'],
  ['https://site.example/?s3cretWithoutName', 'https://site.example/?...='],
  ['callback?code=s3cret', 'callback?...'],
  ['com.example.app:/callback', 'com.example.app:/callback'],
  ['https://site.example/\u202egpj\n', 'https://site.example/?gpj?'],
])('the office shows of the address %j only %j', (address, shown) => {
  expect(sentAddress(address)).toBe(shown);
});

it('a long text is cut, and has only printable characters', () => {
  expect(sentText('x'.repeat(9000))).toBe(`${'x'.repeat(300)}…`);
  expect(sentText('a\u0000b\u2067c')).toBe('a?b?c');
});
