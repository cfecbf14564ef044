import { createServer, type Server } from 'node:http';
import { respondToParserErrors } from './parser-errors';

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
