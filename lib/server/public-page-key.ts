import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { isDirectoryParameter, shortlistParameter } from '@/lib/directory-parameters';
import { findRoute, pathOf, type Route } from './route-table';

export interface PublicPageKey {
  /** The normalised address and the request headers that the response depends on. */
  cacheKey: string;
  /** The normalised address: what is requested from Next. */
  url: string;
  /** The only visitor headers that Next gets. */
  headers: Record<string, string>;
  /** Whether the page needs scripts. Other pages have only text, links and forms. */
  isInteractive: boolean;
}

// Headers with which Next requests payloads for its navigation. Next.js then sends a different response at the same
// address.
const navigationHeaders = [
  'rsc',
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-router-state-tree',
  'next-url',
] as const;

const maxKeyLength = 4096;

/** The key under which the response to this request is shared. null: it must not be shared. */
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

// The keys of recent requests that had none of Next's headers, under the address of the request. They are cached,
// because parsing an address takes longer than sending a cached page.
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

/** Whether a path is written as in our links. Next.js redirects all other spellings of a path to this spelling. */
function isCanonical(path: string): boolean {
  return path === '/' || !(path.includes('//') || path.endsWith('/'));
}

/** Whether the percent-encoding of an address is valid. If it is not, Next responds with a plain 500. */
export function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(pathOf(url));
    return true;
  } catch {
    return false;
  }
}

function sharedHeaders(request: IncomingMessage): Record<string, string> {
  // Next needs a host. The host is a fixed one, so that a visitor's Host header never reaches a page.
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
  // A page depends only on the parameters that its route reads. Other parameters are left out of the key.
  const read = [...new URLSearchParams(query)].filter(
    // `_rsc` stays: Next.js compares it with the request's headers, and redirects a request without it.
    ([name, value]) => (isRead[kind](name) && value !== '') || (isNavigation && name === '_rsc'),
  );
  const parameters = new URLSearchParams(read);
  // The sort keeps the order of a parameter's values.
  parameters.sort();
  return parameters.toString();
}
