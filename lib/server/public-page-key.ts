import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { isDirectoryParameter, shortlistParameter } from '@/lib/base/directory-parameters';
import { findRoute, pathOf, type Route } from './route-table';

export interface PublicPageKey {
  /** The normalised address, and the request headers on which the response depends. */
  cacheKey: string;
  /** The normalised address, which Next gets. */
  url: string;
  headers: Record<string, string>;
  /** Pages that are not interactive have only text, links and forms, and need no scripts. */
  isInteractive: boolean;
}

// Next's scripts send these headers when they request the payload of a page. The payload has the same address as the
// page, but other content.
const navigationHeaders = [
  'rsc',
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-router-state-tree',
  'next-url',
] as const;

const maxKeyLength = 4096;

/** null: the response must not be shared. */
export function publicPageKey(request: IncomingMessage): PublicPageKey | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  const url = request.url ?? '/';
  if (url.length > maxKeyLength) return null;
  if (navigationHeaders.some((name) => request.headers[name] !== undefined)) return readKey(url, request);
  let known = plainKeys.get(url);
  if (known === undefined) {
    known = { key: readKey(url, request) };
    plainKeys.set(url, known);
  }
  return known.key;
}

// The keys of recent requests that had no navigation headers. The map finds a key by the request's address, because
// parsing an address takes longer than sending a cached page.
const plainKeys = new LRUCache<string, { key: PublicPageKey | null }>({
  // About 5,000 addresses of the usual length.
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: ({ key }, url) => 500 + url.length + (key === null ? 0 : 2 * key.cacheKey.length),
});

function readKey(url: string, request: IncomingMessage): PublicPageKey | null {
  const path = pathOf(url);
  const { isShared, hasScripts: isInteractive, parameters } = findRoute(path);
  if (!isShared || !isCanonical(path) || !isDecodable(path)) return null;
  const headers = sharedHeaders(request);
  const isNavigation = headers.rsc !== undefined;
  const query = normalisedQuery(url.slice(path.length + 1), { parameters, isNavigation });
  const normalised = query === '' ? path : `${path}?${query}`;
  const cacheKey = [normalised, ...navigationHeaders.map((name) => headers[name] ?? '')].join('\n');
  if (cacheKey.length > maxKeyLength) return null;
  return { cacheKey, url: normalised, headers, isInteractive };
}

/** Next redirects all other spellings of a path to the spelling of our links. */
function isCanonical(path: string): boolean {
  return path === '/' || !(path.includes('//') || path.endsWith('/'));
}

/** If the percent-encoding of an address is invalid, Next responds with a plain 500. */
export function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(pathOf(url));
    return true;
  } catch {
    return false;
  }
}

function sharedHeaders(request: IncomingMessage): Record<string, string> {
  // Next needs a host. This one is fixed, so that a visitor's Host header never reaches a page.
  const headers: Record<string, string> = { host: 'localhost' };
  for (const name of navigationHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return headers;
}

const isRead: Record<Route['parameters'], (name: string) => boolean> = {
  search: isDirectoryParameter,
  shortlist: (name) => name === shortlistParameter,
  none: () => false,
};

function normalisedQuery(
  query: string,
  { parameters: kind, isNavigation }: { parameters: Route['parameters']; isNavigation: boolean },
): string {
  // A page depends only on the parameters that its route reads.
  const read = [...new URLSearchParams(query)].filter(
    // Next compares `_rsc` with the request's headers. If a request has no `_rsc`, Next redirects the request. The key
    // therefore keeps this parameter.
    ([name, value]) => (isRead[kind](name) && value !== '') || (isNavigation && name === '_rsc'),
  );
  const parameters = new URLSearchParams(read);
  // The values of one parameter keep their order.
  parameters.sort();
  return parameters.toString();
}
