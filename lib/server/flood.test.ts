import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startTestFront, type TestFront } from './front.fixture';

let front: TestFront;
const sockets: Socket[] = [];
const impatient = {
  headersTimeout: 300,
  requestTimeout: 600,
  keepAliveTimeout: 5_000,
  unreadTimeout: 5_000,
  connectionsCheckingInterval: 50,
};
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await front.close();
});

async function open(text: string): Promise<{ socket: Socket; cut: Promise<string> }> {
  const socket = connect(front.port, '127.0.0.1');
  sockets.push(socket);
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('error', () => undefined);
  const cut = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  await once(socket, 'connect');
  socket.write(text);
  return { socket, cut };
}

/** bench/flood.ts measures how soon the response arrives. */
async function expectResponse(): Promise<void> {
  const response = await fetch(front.url, { headers: { connection: 'close' } });
  expect(await response.text()).toBe('answer');
}

test('a thousand silent connections delay nobody and are cut off', async () => {
  front = await startTestFront({ timeouts: impatient });
  const idle = await Promise.all(Array.from({ length: 1_000 }, () => open('')));
  await expectResponse();
  const responses = await Promise.all(idle.map(({ cut }) => cut));
  expect(responses.filter((text) => text !== '' && !text.startsWith('HTTP/1.1 408'))).toEqual([]);
  await expectResponse();
});

test('heads and bodies that never end are cut off; other requests are handled meanwhile', async () => {
  front = await startTestFront({ timeouts: impatient });
  const head = 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ';
  const body = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nslow';
  const chunked =
    'POST /auth/sign-out HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nslow\r\n';
  const slow = await Promise.all(
    [head, body, chunked].flatMap((text) => Array.from({ length: 100 }, () => open(text))),
  );
  await expectResponse();
  // A byte now and then does not extend the time.
  const drip = setInterval(() => slow.forEach(({ socket }) => socket.writable && socket.write('a')), 20);
  const responses = await Promise.all(slow.map(({ cut }) => cut));
  clearInterval(drip);
  expect(responses.slice(0, 100).every((text) => text.startsWith('HTTP/1.1 408'))).toBe(true);
  await expectResponse();
});

test('a flood of headers is refused at 16 kB', async () => {
  front = await startTestFront();
  const flood = Array.from({ length: 2_000 }, (_, index) => `X-Flood-${index}: ${'x'.repeat(50)}\r\n`);
  const floods = await Promise.all(
    Array.from({ length: 50 }, () => open(`GET / HTTP/1.1\r\nHost: a\r\n${flood.join('')}\r\n`)),
  );
  await expectResponse();
  const responses = await Promise.all(floods.map(({ cut }) => cut));
  // A connection that is refused while its client is sending may be reset before the client reads the response.
  expect(responses.every((text) => text === '' || text.startsWith('HTTP/1.1 431'))).toBe(true);
});

test('bodies of 10 MB are refused by their length and are not read', async () => {
  front = await startTestFront();
  const size = 10_000_000;
  const body = Buffer.alloc(size);
  const announced = await Promise.all(
    Array.from({ length: 20 }, () =>
      open(`POST /api/v2/organisation/1/token HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n`),
    ),
  );
  for (const { socket } of announced) socket.write(body);
  await expectResponse();
  const responses = await Promise.all(announced.map(({ cut }) => cut));
  expect(responses.filter((text) => text !== '' && !text.startsWith('HTTP/1.1 413'))).toEqual([]);
});
