import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

// Browsers and proxies wait for a response before they send the next request. The few programs that do not wait send
// about ten requests.
const maxWaiting = 32;

/**
 * Handles the requests of a connection one after another, so that a connection has only one response in memory. Node
 * itself would start all of them together. If too many requests wait, the connection is closed; its client may send
 * them again (RFC 9112 §9.3.2).
 */
export function respondInTurn(listener: Listener): Listener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    response.on('timeout', closeIfUnread);
    // Node gives the connection to one response at a time, in the order of the requests.
    if (response.socket !== null) return listener(request, response);
    const before = waiting.get(socket) ?? 0;
    if (before >= maxWaiting) return void socket.destroy();
    waiting.set(socket, before + 1);
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      // The listener must not run while Node itself changes from one response to the next.
      setImmediate(() => {
        if (!socket.destroyed) listener(request, response);
      });
    });
  };
}

/**
 * A connection times out when no bytes were sent for some time: either the client does not read, or our response takes
 * long.
 */
function closeIfUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
  else socket.setTimeout(socket.timeout ?? 0);
}
