import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { closeAfterResponse, drain } from './drain';

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

test('a response in progress is finished, and a new connection is refused', async () => {
  let finish = () => {};
  let onArrival = () => {};
  const isHere = new Promise<void>((resolve) => (onArrival = resolve));
  const server = createServer((_request, response) => {
    finish = () => response.end('whole');
    onArrival();
  });
  const port = await listen(server);
  const body = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
  await isHere;
  closeAfterResponse(server);
  const drained = drain(server, 10_000);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  finish();
  expect(await body).toBe('whole');
  await drained;
});

test('a keep-alive connection can send one more request, gets its response, and is then closed', async () => {
  const server = createServer((_request, response) => response.end('whole'));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (port: number) =>
    new Promise<{ isReused: boolean; connection: string | undefined }>((resolve, reject) => {
      const clientRequest = request({ port, host: '127.0.0.1', agent }, (response) => {
        response.resume();
        response.on('end', () =>
          resolve({ isReused: clientRequest.reusedSocket, connection: response.headers.connection }),
        );
      });
      clientRequest.on('error', reject).end();
    });
  const port = await listen(server);
  await send(port);
  closeAfterResponse(server);
  const drained = drain(server, 10_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await send(port)).toEqual({ isReused: true, connection: 'close' });
  await drained;
});

test('a connection that no longer uses HTTP does not prevent the stop', async () => {
  const server = createServer();
  let upgraded: Duplex | null = null;
  const isHere = new Promise<void>((resolve) =>
    server.on('upgrade', (_request, socket) => {
      upgraded = socket;
      resolve();
    }),
  );
  const port = await listen(server);
  const headers = { connection: 'Upgrade', upgrade: 'websocket' };
  request({ port, host: '127.0.0.1', headers })
    .on('error', () => undefined)
    .end();
  await isHere;
  await expect(drain(server, 50)).resolves.toBeUndefined();
  (upgraded as Duplex | null)?.destroy();
});

test('a response that never ends is cut off after the grace period', async () => {
  let onArrival = () => {};
  const isHere = new Promise<void>((resolve) => (onArrival = resolve));
  const server = createServer(() => onArrival());
  const port = await listen(server);
  const failed = new Promise((resolve) => request({ port, host: '127.0.0.1' }).on('error', resolve).end());
  await isHere;
  await drain(server, 50);
  expect(await failed).toBeInstanceOf(Error);
});
