import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { headersTooLarge, notAProxy, tooLarge, tooSlow, unreadable } from './refusals';
import { refusalBytes, type Refusal } from './refuse';
import { findRoute, type Part } from './route-table';

/** The time limits of a connection, in milliseconds. */
export interface HttpTimeouts {
  /** The limit for the head of a request, and for the first byte on a connection. */
  headersTimeout: number;
  /** The limit for a whole request. */
  requestTimeout: number;
  /** The limit for the time between a response and the start of the next request. */
  keepAliveTimeout: number;
  /** The client must read a part of a response in this time (`respondInTurn`). */
  unreadTimeout: number;
  /** How often Node checks the first two limits. */
  connectionsCheckingInterval: number;
}

// Proxies keep a connection open for up to a minute. The server must not close it while a request is on its way.
const defaultTimeouts: HttpTimeouts = {
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  // This is the limit between two reads by a client, as in nginx.
  unreadTimeout: 60_000,
  connectionsCheckingInterval: 10_000,
};

/**
 * Disconnects clients that send a request byte by byte, send no request, or do not read the response. Node itself
 * limits the head of a request to 16 kB.
 */
export function createHttpServer(timeouts: HttpTimeouts = defaultTimeouts): Server {
  const { unreadTimeout, ...times } = timeouts;
  // Node accepts requests without a host. `createFront` refuses them in the format of the requested part of the site.
  const server = createServer({ ...times, requireHostHeader: false });
  server.timeout = unreadTimeout;
  // Node's own response to an `Expect` header has no body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  respondToParserErrors(server);
  return server;
}

/**
 * Responds to bytes that Node cannot read as a request. Node's own response has no body, so API clients that parse JSON
 * would fail.
 */
function respondToParserErrors(server: Server): void {
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
