import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { limitConnections, type ConnectionLimits } from './connection-limits';

let server: Server;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
  await once(server, 'close');
});

async function start(limits: ConnectionLimits, isExempt?: () => boolean): Promise<void> {
  server = createServer((_request, response) => response.end('answer'));
  limitConnections(server, limits, isExempt);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

async function send(): Promise<{ socket: Socket; hasResponse: boolean }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const hasResponse = await Promise.race([
    once(socket, 'data').then(() => true),
    once(socket, 'close').then(() => false),
  ]);
  return { socket, hasResponse };
}
const nobodyIsExempt = () => false;

test.each([
  { perNetwork: 3, total: 100 },
  { perNetwork: 100, total: 3 },
])('connections beyond %o are closed at once, and accepted again when others end', async (limits) => {
  await start(limits, nobodyIsExempt);
  const first = await send();
  const responses = [first, await send(), await send(), await send(), await send()];
  expect(responses.map(({ hasResponse }) => hasResponse)).toEqual([true, true, true, false, false]);
  first.socket.destroy();
  await once(first.socket, 'close');
  // The server notices the closed connection some turns of the event loop later.
  let again = await send();
  for (let tries = 0; tries < 100 && !again.hasResponse; tries += 1) again = await send();
  expect(again.hasResponse).toBe(true);
  expect((await send()).hasResponse).toBe(false);
});

test('each network has its own share', () => {
  const connections = new EventEmitter();
  limitConnections(connections as Server, { perNetwork: 1, total: 100 }, nobodyIsExempt);
  const isAccepted = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: vi.fn() });
    connections.emit('connection', socket);
    return socket.destroy.mock.calls.length === 0;
  };
  const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2'];
  expect(addresses.map(isAccepted)).toEqual([true, true, false, false, true, false]);
});

test('connections from this machine have no limit', async () => {
  await start({ perNetwork: 1, total: 1 });
  const responses = [await send(), await send(), await send()];
  expect(responses.map(({ hasResponse }) => hasResponse)).toEqual([true, true, true]);
});
