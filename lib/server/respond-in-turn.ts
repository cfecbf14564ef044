import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

// No browser or proxy sends a request before the previous request is answered; the few programs that do so send about
// ten requests.
const maxWaiting = 32;

/**
 * Answers the requests of a connection one at a time, each after the previous response has been sent, so that no
 * connection holds more than one response in memory. Node itself would start all of them together. A connection on
 * which too many wait is closed, and its client may resend them (RFC 9112 §9.3.2).
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

/** When a connection times out, no bytes were sent: either the client does not read, or our response takes long. */
function closeIfUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
  else socket.setTimeout(socket.timeout ?? 0);
}
