import type { IncomingMessage } from 'node:http';

export interface PublicPageKey {
  /** The normalised address and what of the request's headers the answer depends on. */
  cacheKey: string;
  /** The normalised address: what Next is asked for. */
  url: string;
  /** The only headers of the visitor's that Next gets. */
  headers: Record<string, string>;
  /** Whether scripts have something to do on the page; the others are documents, links and forms. */
  isInteractive: boolean;
}

const interactivePaths = [/^\/$/, /^\/map$/];

// Pages that are the same for everybody. Whatever is not named here is never cached.
const publicPaths = [
  ...interactivePaths,
  /^\/members\/[^/]+$/,
  /^\/members\/[^/]+\/vcard$/,
  /^\/members\/[^/]+\/(report|message)(\/[a-z]+)?$/,
  /^\/(states|types|categories)(\/[^/]+)*$/,
  /^\/(sitemap|sitemaps)(\/[^/]+)?\.xml$/,
  /^\/robots\.txt$/,
  /^\/theme\.css$/,
  /^\/picture\.png$/,
];

// The directory's own parameters (lib/directory/filter.ts), which the interactive pages alone read. Others change no page,
// so they are left out of the key.
const knownParameter =
  /^(q|type|category|chapter|state|country|extra-\d{1,10}|near|was|lat|lng|radius|unit|box|sort|layout|page)$/;

// Next's payloads for its own navigation: another answer at the same address.
const navigationHeaders = [
  'rsc',
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-router-state-tree',
  'next-url',
];

const maxKeyLength = 4096;

/** How the answer to this request is shared, or null when it must not be. */
export function publicPageKey(request: IncomingMessage): PublicPageKey | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  const url = request.url ?? '/';
  if (url.length > maxKeyLength) return null;
  if (navigationHeaders.some((name) => request.headers[name] !== undefined)) return readKey(url, request);
  let key = plainKeys.get(url);
  if (key === undefined) {
    key = readKey(url, request);
    if (plainKeys.size >= maxPlainKeys) plainKeys.clear();
    plainKeys.set(url, key);
  }
  return key;
}

// The keys of addresses asked for lately without Next's headers; reading one costs more than sending a kept page.
const plainKeys = new Map<string, PublicPageKey | null>();
const maxPlainKeys = 5_000;

function readKey(url: string, request: IncomingMessage): PublicPageKey | null {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  if (!publicPaths.some((pattern) => pattern.test(path)) || !isDecodable(path)) return null;
  const headers = sharedHeaders(request);
  const isInteractive = interactivePaths.some((pattern) => pattern.test(path));
  const isNavigation = headers.rsc !== undefined;
  const query = normalisedQuery(mark === -1 ? '' : url.slice(mark + 1), { isInteractive, isNavigation });
  const normalised = query === '' ? path : `${path}?${query}`;
  const cacheKey = [normalised, ...navigationHeaders.map((name) => headers[name] ?? '')].join('\n');
  if (cacheKey.length > maxKeyLength) return null;
  return { cacheKey, url: normalised, headers, isInteractive };
}

/** Whether an address is valid percent-encoding; Next fails with a plain 500 where one is not. */
export function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

function sharedHeaders(request: IncomingMessage): Record<string, string> {
  // Next wants a host; a fixed one, so that nothing a visitor sends as Host reaches a page.
  const headers: Record<string, string> = { host: 'localhost' };
  for (const name of navigationHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return headers;
}

function normalisedQuery(
  query: string,
  { isInteractive, isNavigation }: { isInteractive: boolean; isNavigation: boolean },
): string {
  const parameters = [...new URLSearchParams(query)].filter(
    // Next checks `_rsc` against its own headers and redirects when it is missing.
    ([name, value]) =>
      (isInteractive && knownParameter.test(name) && value !== '') || (isNavigation && name === '_rsc'),
  );
  // A stable sort: the order of one parameter's values stays.
  parameters.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return new URLSearchParams(parameters).toString();
}
