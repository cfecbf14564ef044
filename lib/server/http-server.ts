import { createServer, type Server } from 'node:http';
import { respondToParserErrors } from './parser-errors';

/** Time limits in milliseconds. */
export interface Patience {
  /** The limit for the head of a request, and for the first byte on a connection. */
  headersTimeout: number;
  /** The limit for a whole request. */
  requestTimeout: number;
  /** The limit for the start of the next request on a connection. */
  keepAliveTimeout: number;
  /** The limit in which the client must read a part of a response. See `respondInTurn`. */
  unreadTimeout: number;
  /** How often the first two limits are checked. */
  connectionsCheckingInterval: number;
}

// Proxies keep a connection open for up to a minute. We must not close it while a request is on its way.
const usualPatience: Patience = {
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  // nginx allows the same time between two reads by a client.
  unreadTimeout: 60_000,
  connectionsCheckingInterval: 10_000,
};

/**
 * A server that disconnects slow clients: those that send a request one byte at a time, send no request, or do not read
 * the response. Node itself limits a head to 16 kB.
 */
export function createHttpServer(patience: Patience = usualPatience): Server {
  const { unreadTimeout, ...times } = patience;
  // `createFront` itself refuses a request without a host. Its response has the format of the requested part of the
  // site.
  const server = createServer({ ...times, requireHostHeader: false });
  server.timeout = unreadTimeout;
  // Node's own response to an `Expect` header has no body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  respondToParserErrors(server);
  return server;
}
