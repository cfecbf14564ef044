import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { findRoute, searchPaths } from './route-table';

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
  ['/verify/0123456789ABC', 'card', '/verify/:code'],
  ['/verify?code=0123', 'account', '/verify'],
  ['/_next/static/chunks/a/b.js', 'static', '/_next/static/*'],
  ['/directory/x.json', 'json', 'other'],
  ['/tiles/light/1/2/3.svg', 'tiles', '/tiles/:theme/:z/:x/:file'],
  ['/constructor/__proto__', 'page', 'other'],
])('%s is %s: %s', (url, part, route) => {
  expect(findRoute(url)).toMatchObject({ part, route });
});

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
  ['/authors/', 'pages'],
  ['/auth', 'service'],
  ['//auth//x', 'service'],
  ['/docs/api/a/b', 'service'],
  ['/docs/apis', 'pages'],
  ['/directory', 'pages'],
  ['/directory/', 'data'],
  ['/.well-known/other', 'pages'],
  ['/', 'pages'],
  ['/members/1-a?x=/api/v2/', 'pages'],
])('%s is answered by the %s', (url, handler) => {
  expect(findRoute(url).handler).toBe(handler);
});

test('every page and route of app/ has a name', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' });
  const paths = files
    .filter((file) => /(^|\/)(page|route)\.tsx?$/.test(file))
    .map((file) => `/${dirname(file)}`.replace(/\/\([^)]+\)|\/\.$/g, '').replace(/\[[^\]]+\]/g, 'x') || '/');
  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((path) => findRoute(path).route === 'other')).toEqual([]);
});

test('every file of public/ has a name', () => {
  const found = readdirSync('public', { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  const files = found.map(({ parentPath, name }) =>
    relative('public', join(parentPath, name)).replaceAll('\\', '/'),
  );
  expect(files).toContain('favicon.ico');
  expect(files.filter((name) => findRoute(`/${name}`).part !== 'static')).toEqual([]);
});

test('the script that keeps the search has the paths of the search pages', () => {
  const [, list = ''] =
    /^const searchPaths = \[(.*)\];$/m.exec(readFileSync('public/kept-search.js', 'utf8')) ?? [];
  expect(list.split(', ')).toEqual(searchPaths.map((path) => `'${path}'`));
});
