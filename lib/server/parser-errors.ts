import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { headersTooLarge, notAProxy, tooLarge, tooSlow, unreadable } from './refusals';
import { refusalBytes, type Refusal } from './refuse';
import { findRoute, type Part } from './route-table';

/**
 * Responds to bytes that Node cannot read as a request. Node's own response has no body, so API clients that parse JSON
 * would fail.
 */
export function respondToParserErrors(server: Server): void {
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    if (socket.writable && error.code !== 'ECONNRESET' && !isResponding(socket))
      socket.write(refusalBytes(refusalOf(error), partOf(error)));
    socket.destroy();
  });
  server.on('connect', (_request, socket: Duplex) => {
    socket.on('error', () => undefined);
    socket.end(refusalBytes(notAProxy, 'api'));
  });
}

interface ParserError extends Error {
  code?: string;
  rawPacket?: Buffer;
}

function refusalOf({ code }: ParserError): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return headersTooLarge;
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return tooLarge;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return tooSlow;
    default:
      return unreadable;
  }
}

/** If the beginning of the request is no longer available, the request counts as one for the API. */
function partOf({ rawPacket }: ParserError): Part {
  const beginning = rawPacket?.toString('latin1', 0, 2_000) ?? '';
  const url = /^[A-Z-]+ ([^ \r\n]+)/.exec(beginning)?.[1];
  return url === undefined ? 'api' : findRoute(url).part;
}

/** A second response would be read as part of the first one. */
function isResponding(socket: Duplex): boolean {
  // Node's internal name for the response that uses the connection. Node's own listener for these errors reads it too.
  const response: unknown = Reflect.get(socket, '_httpMessage');
  return (
    typeof response === 'object' &&
    response !== null &&
    'headersSent' in response &&
    response.headersSent === true
  );
}
