import type { IncomingMessage } from 'node:http';

/**
 * The address of the client of a request: the socket's, or behind `trustProxy` proxies the one that the outermost
 * of them saw. What a client itself puts into X-Forwarded-For stands further left and is never read.
 */
export function clientAddress(
  request: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  trustProxy: number,
): string {
  const direct = request.socket.remoteAddress ?? '';
  if (trustProxy === 0) return direct;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return forwarded[forwarded.length - trustProxy] ?? forwarded[0] ?? direct;
}
