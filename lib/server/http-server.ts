import { createServer, type Server } from 'node:http';

/** In milliseconds. */
export interface Patience {
  /** For a request's head, and for the first byte of a connection. */
  headersTimeout: number;
  /** For a whole request. */
  requestTimeout: number;
  /** For the next request of a connection. */
  keepAliveTimeout: number;
  /** How often the first two are looked at. */
  connectionsCheckingInterval: number;
}

// Proxies keep a connection for up to a minute: whoever closes it must not be us while a request is on its way.
const usualPatience: Patience = {
  ...{ headersTimeout: 20_000, requestTimeout: 60_000, keepAliveTimeout: 65_000 },
  connectionsCheckingInterval: 10_000,
};

/** A server that cuts off who sends a request a byte at a time or no request at all. Node itself bounds a head to 16 kB. */
export function createHttpServer(patience: Patience = usualPatience): Server {
  return createServer({ ...patience });
}
