import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

/** During a drain, idle keep-alive connections stay open for this time, because a request may already be on its way. */
const lingerMs = 1_000;

/**
 * Accepts no new connections and finishes responses in progress. New responses tell their clients not to send more
 * (`closeAfterResponse`), and connections that send nothing for a second are closed. Resolves after `graceMs` at the
 * latest. HTTP connections are then cut off. A connection with another protocol stays open until the process ends.
 */
export async function drain(server: Server, graceMs: number): Promise<void> {
  // After one turn of the event loop, all waiting connections have been accepted. Otherwise some would be reset.
  await new Promise((resolve) => setImmediate(resolve));
  const closed = new Promise<void>((resolve) => {
    // `close` of an HTTP server would also close idle connections now.
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

/** Call this before `drain`. */
export function closeAfterResponse(server: Server): void {
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
}
