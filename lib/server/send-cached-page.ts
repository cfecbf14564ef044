import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CachedPage } from './page-cache';

/** Sends a kept page in the encoding that the visitor accepts; 304 when they have it already. */
export function sendCachedPage(request: IncomingMessage, response: ServerResponse, page: CachedPage): void {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const etag = `"${page.etag}-${encoding}"`;
  for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
  response.setHeader('ETag', etag);
  response.setHeader('Vary', vary);
  // A cache in front may keep a page and must ask whether it still holds: a member who leaves is gone at once.
  if (page.status === 200) response.setHeader('Cache-Control', 'public, max-age=0, must-revalidate');
  if (page.status === 200 && matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end();
    return;
  }
  const body = page.bodies[encoding];
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', body.length);
  response.writeHead(page.status);
  response.end(request.method === 'HEAD' ? undefined : body);
}

const vary =
  'Accept-Encoding, rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch, next-url';

function chooseEncoding(accepted: string | string[] | undefined): 'br' | 'gzip' | 'identity' {
  const names = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : 'identity';
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .some((part) => part.trim().replace(/^W\//, '') === etag || part.trim() === '*');
}
