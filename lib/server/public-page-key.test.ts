import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { publicPageKey } from './public-page-key';

const send = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  // The function reads only these three fields.
  publicPageKey({ method, url, headers } as unknown as IncomingMessage);

test('the order of parameters, and unknown parameters, do not make another page', () => {
  expect(send('/?type=2&q=a&utm_source=x&state=VIC&state=NSW')?.cacheKey).toBe(
    send('/?state=VIC&state=NSW&q=a&type=2&page=')?.cacheKey,
  );
  expect(send('/?state=NSW&state=VIC')?.cacheKey).not.toBe(send('/?state=VIC&state=NSW')?.cacheKey);
});

test('parameters are sorted by name, and the values of one keep their order', () => {
  expect(send('/?type=2&state=VIC&q=a&state=NSW&state=ACT')?.url).toBe(
    '/?q=a&state=VIC&state=NSW&state=ACT&type=2',
  );
});

test('only requests that read are shared', () => {
  expect(send('/', {}, 'HEAD')).toEqual(send('/'));
  expect(send('/', {}, 'POST')).toBeNull();
  expect(send('/', {}, 'PUT')).toBeNull();
});

test('Next’s check parameter belongs only to its navigation', () => {
  expect(send('/?q=a&_rsc=b')?.url).toBe('/?q=a');
  expect(send('/?q=a&_rsc=b', { rsc: '1' })?.url).toBe('/?_rsc=b&q=a');
});

test.each(['/states/victoria/', '/states//victoria', '/members/1-a/', '/%E0%A4%A', '/states/%E0%A4%A'])(
  '%s is not in the form that links use, so Next handles it',
  (path) => {
    expect(send(path)).toBeNull();
  },
);

test('navigation payloads are cached separately from pages', () => {
  expect(send('/', { rsc: '1' })?.cacheKey).not.toBe(send('/')?.cacheKey);
});

test.each(['/states/victoria', '/types/1-full-member', '/categories/7-law'])('%s is shared', (path) => {
  expect(send(path)?.url).toBe(path);
});

test.each([
  '/account',
  '/sign-in',
  '/api/auth/session',
  '/verify/abc',
  '/verify',
  '/members-only',
  '/members/1-a/private',
])('%s is never shared', (path) => {
  expect(send(path)).toBeNull();
});

test.each(['/members/1-a', '/states/victoria', '/sitemap.xml'])(
  '%s reads no parameters, so it is one page with any query',
  (path) => {
    expect(send(`${path}?page=2&q=a`)?.cacheKey).toBe(send(path)?.cacheKey);
    expect(send(`${path}?page=2&_rsc=a`, { rsc: '1' })?.url).toBe(`${path}?_rsc=a`);
  },
);

test.each([
  ['/', true],
  ['/?q=a', true],
  ['/map', true],
  ['/print?q=a', false],
  ['/members/1-a', false],
  ['/members/1-a/report', false],
  ['/states/map', false],
])('%s needs scripts: %s', (url, isInteractive) => {
  expect(send(url)?.isInteractive).toBe(isInteractive);
});

test('the list for paper is one page for each search, although it needs no scripts', () => {
  expect(send('/print?q=a&utm_source=x')?.url).toBe('/print?q=a');
  expect(send('/print?q=a')?.cacheKey).not.toBe(send('/print?q=b')?.cacheKey);
});

test('the shortlist is one page for each list of members', () => {
  expect(send('/shortlist?members=1.2&q=a')?.url).toBe('/shortlist?members=1.2');
  expect(send('/?members=1')?.url).toBe('/');
});

test('an address or a key of more than 4096 characters is not shared', () => {
  const path = '/states/victoria?';
  expect(send(path.padEnd(4096, 'a'))?.url).toBe('/states/victoria');
  expect(send(path.padEnd(4097, 'a'))).toBeNull();
  // The key of "/" has one line for each of five headers.
  const tree = (length: number) => ({ 'next-router-state-tree': 'x'.repeat(length) });
  expect(send('/', tree(4090))?.cacheKey).toHaveLength(4096);
  expect(send('/', tree(4091))).toBeNull();
});
