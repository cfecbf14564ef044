import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptedEncoding, allEncodings } from '@/lib/http/accepted-encoding';
import { isKnown } from '@/lib/http/entity-tag';
import { requestIdHeader } from './current-request';
import type { CachedPage } from './page-cache';

/** Sends a cached page in the encoding that the visitor accepts; 304 when the visitor has it already. */
export function sendCachedPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedPage,
  requestId: string,
): void {
  const form = page.forms[acceptedEncoding(request.headers['accept-encoding'], allEncodings)];
  const { etag, headers, headersUnchanged, body } = form;
  if (page.status === 200 && isKnown(request.headers['if-none-match'], etag)) {
    response.writeHead(304, [...headersUnchanged, requestIdHeader, requestId]).end();
    return;
  }
  response.writeHead(page.status, [...headers, requestIdHeader, requestId]);
  response.end(request.method === 'HEAD' ? undefined : body);
}
