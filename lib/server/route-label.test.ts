import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { routeLabel } from './route-label';

test.each([
  ['/', 'page', '/'],
  ['/?q=a', 'page', '/'],
  ['/members/1-a', 'page', '/members/:slug'],
  ['/members/1-a/vcard', 'page', '/members/:slug/vcard'],
  ['/categories/7-law', 'page', '/categories/:slug'],
  ['/members/1-a/other', 'page', 'other'],
  ['/api/v2/organisation/100/members?Searchable=true', 'api', '/api/v2/organisation/:organisation/members'],
  ['//api//v2/organisation/100/token', 'api', '/api/v2/organisation/:organisation/token'],
  ['/api/v3/organisation/100/token', 'api', 'other'],
  [
    '/api/v2/organisation/100/authorize?client_id=a',
    'sign-in',
    '/api/v2/organisation/:organisation/authorize',
  ],
  ['/auth/sign-out', 'sign-in', '/auth/sign-out'],
  ['/auth/a/b/c', 'sign-in', 'other'],
  ['/api/auth/callback/membership?code=a', 'account', '/api/auth/:action/:name'],
  ['/_next/static/chunks/a/b.js', 'static', '/_next/static/*'],
  ['/directory/x.json', 'json', 'other'],
  ['/tiles/light/1/2/3.svg', 'tiles', '/tiles/:theme/:z/:x/:file'],
  ['/constructor/__proto__', 'page', 'other'],
])('%s is %s: %s', (url, part, route) => {
  expect(routeLabel(url)).toEqual({ part, route });
});

test('every page and route of app/ has a name', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' });
  const paths = files
    .filter((file) => /(^|\/)(page|route)\.tsx?$/.test(file))
    .map((file) => `/${dirname(file)}`.replace(/\/\([^)]+\)|\/\.$/g, '').replace(/\[[^\]]+\]/g, 'x') || '/');
  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((path) => routeLabel(path).route === 'other')).toEqual([]);
});
