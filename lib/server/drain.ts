import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

/** How long a keep-alive connection may still bring one more request, which may already be on its way. */
const lingerMs = 1_000;

/**
 * Stops a server without dropping a response: no new connections; responses in progress are finished, and new ones tell
 * their clients not to send more (`closeAfterResponse`); connections that send nothing for a second are closed. Resolves
 * after `graceMs` at the latest: HTTP connections are cut off then, and a connection with another protocol stays open
 * until the process ends.
 */
export async function drain(server: Server, graceMs: number): Promise<void> {
  // All waiting connections are accepted only after a turn of the event loop. Without it, some would be reset.
  await new Promise((resolve) => setImmediate(resolve));
  const closed = new Promise<void>((resolve) => {
    // An HTTP server's own close also closes connections that are idle at this moment.
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
