import type { Server } from 'node:http';

/**
 * Stops a server without dropping an answer: no new connections, idle ones closed, answers under way finished
 * (each tells its client not to send more), and whatever still runs after `graceMs` is cut.
 */
export async function drain(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Connections kept alive between two requests would hold the server open until they time out.
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  server.closeIdleConnections();
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

/** Makes every answer that starts from now on close its connection. Call before `drain`. */
export function closeAfterAnswer(server: Server): void {
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
}
