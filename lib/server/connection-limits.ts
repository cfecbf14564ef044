import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetwork, isSameMachine } from './client-address';

export interface ConnectionLimits {
  perNetwork: number;
  total: number;
}

/**
 * A browser opens at most six connections, so this is enough for about seventy people in one office. An idle connection
 * is closed after a minute. Each connection takes about 30 kB of memory.
 */
const defaultLimits: ConnectionLimits = { perNetwork: 400, total: 4_000 };

/**
 * Closes new connections from a network that has its maximum, and all new connections if the server has its maximum.
 * Connections from this machine (our own web app, a local proxy) have no limit. Use this only without a proxy: all
 * connections of a proxy on another machine would count as one network.
 */
export function limitConnections(
  server: Server,
  { perNetwork, total }: ConnectionLimits = defaultLimits,
  isExempt: (socket: Socket) => boolean = isSameMachine,
): void {
  const open = new Map<string, number>();
  let openInTotal = 0;
  server.on('connection', (socket: Socket) => {
    if (isExempt(socket)) return;
    const network = clientNetwork(socket.remoteAddress ?? '');
    const before = open.get(network) ?? 0;
    if (before >= perNetwork || openInTotal >= total) return void socket.destroy();
    open.set(network, before + 1);
    openInTotal += 1;
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
      openInTotal -= 1;
    });
  });
}
