import { describe, expect, it, test } from 'vitest';
import {
  appendToRedirectUri,
  chooseRedirectUri,
  redirectSource,
  refuseRedirectUri,
  isBelow,
  refusePrefix,
} from './redirect-uri';

const confidential = { allowsHttp: false, isPublic: false };
const oldSite = { allowsHttp: true, isPublic: false };
const app = { allowsHttp: false, isPublic: true };

describe('an address that a client may register', () => {
  test.each([
    ['https', 'https://site.example/back?option=login', confidential],
    ['plain http, if it is allowed', 'http://site.example/back', oldSite],
    ['localhost', 'http://localhost:3000/back', confidential],
    ['the IPv4 loopback address', 'http://127.0.0.1/back', confidential],
    ['the IPv6 loopback address', 'http://[::1]:8080/back', confidential],
    ['the scheme of an app', 'org.example.app:/back', app],
  ])('%s', (_what, uri, settings) => expect(refuseRedirectUri(uri, settings)).toBeNull());
});

describe('an address that a client may not register', () => {
  test.each([
    ['a space', 'https://site.example/a b', confidential, /characters/],
    ['a letter outside ASCII', 'https://site.example/ä', confidential, /characters/],
    ['a backslash', 'https://site.example\\@evil.example', confidential, /characters/],
    ['a quotation mark', 'https://site.example/"', confidential, /characters/],
    ['no scheme', '/back', confidential, /not an absolute address/],
    ['a fragment', 'https://site.example/#part', confidential, /fragment/],
    ['an empty fragment', 'https://site.example/#', confidential, /fragment/],
    ['a user name', 'https://user@site.example/', confidential, /user name/],
    ['only a password', 'https://:secret@site.example/', confidential, /user name/],
    ['a semicolon in its host', 'https://site.example;x/', confidential, /host/],
    ['a comma in its host', 'https://site.example,x/', confidential, /host/],
    ['plain http', 'http://site.example/', confidential, /http is allowed only/],
    [
      'a host that begins like a loopback address',
      'http://127.0.0.1.evil.example/',
      confidential,
      /http is allowed only/,
    ],
    [
      'a host that ends like a loopback address',
      'http://evil-localhost/',
      confidential,
      /http is allowed only/,
    ],
    ['the scheme of an app, for a client with a secret', 'org.example.app:/back', confidential, /neither/],
    ['a scheme without a dot', 'javascript:alert(1)', app, /neither/],
  ])('%s', (_what, uri, settings, reason) => expect(refuseRedirectUri(uri, settings)).toMatch(reason));
});

describe('the registered address that a request means', () => {
  const one = ['https://site.example/back'];
  const loopback = ['http://127.0.0.1:4000/back?a=1', 'http://[::1]/six'];

  it('is the only registered one if the request has none', () => {
    expect(chooseRedirectUri(null, one)).toBe(one[0]);
    expect(chooseRedirectUri(null, [])).toBeNull();
    expect(chooseRedirectUri(null, [...one, 'https://site.example/other'])).toBeNull();
  });

  test.each([
    ['the identical one', 'https://site.example/back', one, true],
    ['another path', 'https://site.example/back/', one, false],
    ['another port of another host', 'https://site.example:444/back', one, false],
    ['another port of the loopback address', 'http://127.0.0.1:5000/back?a=1', loopback, true],
    ['no port of the loopback address', 'http://127.0.0.1/back?a=1', loopback, true],
    ['a port of the IPv6 loopback address', 'http://[::1]:9/six', loopback, true],
    ['a number that is not a port', 'http://127.0.0.1:99999/back?a=1', loopback, false],
    ['another path of the loopback address', 'http://127.0.0.1:5000/other', loopback, false],
    ['another query of the loopback address', 'http://127.0.0.1:5000/back?a=2', loopback, false],
    ['the path of the other loopback address', 'http://[::1]/back?a=1', loopback, false],
    ['a host after a user name', 'http://127.0.0.1:5000@evil.example/back?a=1', loopback, false],
  ])('%s', (_what, requested, registered, isRegistered) => {
    expect(chooseRedirectUri(requested, registered)).toBe(isRegistered ? requested : null);
  });
});

test.each([
  ['https://site.example/w', true],
  ['https://site.example/w/', true],
  ['https://site.example/w/index.php?title=A%2FB&returnto=x', true],
  ['https://site.example/w?a=1', true],
  ['https://site.example/wiki', false],
  ['https://site.example/', false],
  ['https://site.example/w/../admin', false],
  ['https://site.example/w/%2e%2e/admin', false],
  ['https://site.example/w/..%2fadmin', false],
  ['https://site.example/w/..%5cadmin', false],
  ['https://site.example/w/a#b', false],
  ['https://site.example:8443/w/a', false],
  ['http://site.example/w/a', false],
  ['https://site.example@evil.example/w/a', false],
  ['https://ada@site.example/w/a', false],
  ['https://site.example.evil.example/w/a', false],
  ['javascript://site.example/w/a', false],
  ['https://site.example/w/a b', false],
  ['/w/a', false],
])('%s is below https://site.example/w: %s', (address, expected) => {
  for (const prefix of ['https://site.example/w', 'https://site.example/w/'])
    expect(isBelow(address, prefix)).toBe(expected);
});

test('a prefix without a path allows the whole site, and a prefix has no query', () => {
  expect(isBelow('https://site.example/any/page?a=1', 'https://site.example')).toBe(true);
  expect(refusePrefix('https://site.example/', { allowsHttp: false })).toBeNull();
  expect(refusePrefix('https://site.example/?a=1', { allowsHttp: false })).toContain('query');
  expect(refusePrefix('javascript:alert(1)', { allowsHttp: true })).not.toBeNull();
});

test.each([
  ['https://site.example/back', 'https://site.example/back?code=1&state=a%20b'],
  ['http://site.example?option=login', 'http://site.example?option=login&code=1&state=a%20b'],
  ['https://site.example/?', 'https://site.example/?code=1&state=a%20b'],
  ['https://site.example/?a=1&', 'https://site.example/?a=1&code=1&state=a%20b'],
])('a response is appended to %s', (uri, expected) => {
  const response = [
    ['code', '1'],
    ['state', 'a%20b'],
  ] as const;
  expect(appendToRedirectUri(uri, response)).toBe(expected);
});

test('the source for a policy is the origin, or the scheme of an app', () => {
  expect(redirectSource('https://site.example:8443/back?a=1')).toBe('https://site.example:8443');
  expect(redirectSource('org.example.app:/back')).toBe('org.example.app:');
});
