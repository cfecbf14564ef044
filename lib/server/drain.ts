import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

/** How long a keep-alive connection may still send one more request, which may already be on its way. */
const lingerMs = 1_000;

/**
 * Stops a server without dropping a response. It accepts no new connections and finishes responses in progress. New
 * responses tell their clients not to send more (`closeAfterResponse`), and connections that send nothing for a second
 * are closed. Resolves after `graceMs` at the latest. HTTP connections are cut off then, but a connection with another
 * protocol stays open until the process ends.
 */
export async function drain(server: Server, graceMs: number): Promise<void> {
  // After one turn of the event loop, all waiting connections have been accepted. Without this turn, some connections
  // would be reset.
  await new Promise((resolve) => setImmediate(resolve));
  const closed = new Promise<void>((resolve) => {
    // The method `close` of an HTTP server also closes connections that are idle at this moment.
    NetServer.prototype.close.call(server, () => resolve());
  });
  let sweep: NodeJS.Timeout | undefined;
  const linger = setTimeout(() => (sweep = setInterval(() => server.closeIdleConnections(), 100)), lingerMs);
  let cut: NodeJS.Timeout | undefined;
  const isOver = new Promise<void>((resolve) => (cut = setTimeout(resolve, graceMs)));
  await Promise.race([closed, isOver]);
  server.closeAllConnections();
  [linger, cut].forEach(clearTimeout);
  clearInterval(sweep);
}

/** Makes every response that starts from now on close its connection. Call before `drain`. */
export function closeAfterResponse(server: Server): void {
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
}
