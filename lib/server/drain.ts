import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

/** So long a connection that was kept alive may bring one more request, which may be on its way already. */
const lingerMs = 1_000;

/**
 * Stops a server without dropping an answer: no new connections; answers under way are finished, and those that begin
 * tell their clients not to send more (`closeAfterAnswer`); connections that bring nothing for a second are closed, and
 * whatever still runs after `graceMs` is cut.
 */
export async function drain(server: Server, graceMs: number): Promise<void> {
  // After a turn of the event loop whose connections have all been accepted: those still waiting would be reset.
  await new Promise((resolve) => setImmediate(resolve));
  const closed = new Promise<void>((resolve) => {
    // An HTTP server's own close also closes connections that are idle at this very moment.
    NetServer.prototype.close.call(server, () => resolve());
  });
  let sweep: NodeJS.Timeout | undefined;
  const linger = setTimeout(() => (sweep = setInterval(() => server.closeIdleConnections(), 100)), lingerMs);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  [linger, cut].forEach(clearTimeout);
  clearInterval(sweep);
}

/** Makes every answer that starts from now on close its connection. Call before `drain`. */
export function closeAfterAnswer(server: Server): void {
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
}
