import { expect, test } from 'vitest';
import { whichPart } from './which-part';

test.each([
  ['/api/v2/organisation/100/members?Searchable=true', 'service'],
  ['//api/v2/organisation/100/token', 'service'],
  ['/api//v1/organisation/100/token', 'service'],
  ['/api/v2', 'service'],
  ['/.well-known/oauth-authorization-server/api/v2/organisation/100', 'service'],
  ['/auth/organisation/100/sign-in', 'service'],
  ['/api/openapi.json', 'service'],
  ['/directory/search.json?q=a', 'data'],
  ['/tiles/light/0/0/0.svg', 'data'],
  ['/api/auth/session', 'pages'],
  ['/authors', 'pages'],
  ['/', 'pages'],
  ['/members/1-a?x=/api/v2/', 'pages'],
])('%s is answered by the %s', (url, part) => {
  expect(whichPart(url)).toBe(part);
});
