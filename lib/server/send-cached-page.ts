import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdHeader } from './current-request';
import type { CachedPage, PageEncoding } from './page-cache';

/** Sends a kept page in the encoding that the visitor accepts; 304 when they have it already. */
export function sendCachedPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedPage,
  requestId: string,
): void {
  const form = page.forms[chooseEncoding(request.headers['accept-encoding'])];
  const { etag, headers, headersUnchanged, body } = form;
  if (page.status === 200 && matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304, [...headersUnchanged, requestIdHeader, requestId]).end();
    return;
  }
  response.writeHead(page.status, [...headers, requestIdHeader, requestId]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** The smallest encoding that an Accept-Encoding header allows. */
export function chooseEncoding(accepted: string | string[] | undefined): PageEncoding {
  const given = String(accepted ?? '').toLowerCase();
  // What nearly every browser sends needs no reading.
  if (!given.includes('q=0'))
    return given.includes('br') ? 'br' : given.includes('gzip') ? 'gzip' : 'identity';
  const names = given
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
