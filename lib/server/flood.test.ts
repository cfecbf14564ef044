import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startTestFront, type TestFront } from './test-front';

let front: TestFront;
const sockets: Socket[] = [];
const impatient = {
  ...{ headersTimeout: 300, requestTimeout: 600 },
  ...{ keepAliveTimeout: 5_000, connectionsCheckingInterval: 50 },
};
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await front.close();
});

/** Opens a connection and sends this; what comes back until it is cut. */
async function open(text: string): Promise<{ socket: Socket; cut: Promise<string> }> {
  const socket = connect(front.port, '127.0.0.1');
  sockets.push(socket);
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  // A reset is a way of being cut.
  socket.on('error', () => undefined);
  const cut = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  await once(socket, 'connect');
  socket.write(text);
  return { socket, cut };
}

/** Milliseconds for an ordinary request on a connection of its own. */
async function usualRequest(): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(front.url, { headers: { connection: 'close' } });
  expect(await answer.text()).toBe('answer');
  return performance.now() - startedAt;
}

// Some milliseconds on a machine that does nothing else; an attack that works keeps it waiting for good.
const soon = 10_000;

test('a thousand connections that send nothing keep nobody waiting, and are cut', async () => {
  front = await startTestFront({ patience: impatient });
  const idle = await Promise.all(Array.from({ length: 1_000 }, () => open('')));
  expect(await usualRequest()).toBeLessThan(soon);
  const answers = await Promise.all(idle.map(({ cut }) => cut));
  expect(answers.filter((text) => text !== '' && !text.startsWith('HTTP/1.1 408'))).toEqual([]);
  expect(await usualRequest()).toBeLessThan(soon);
});

test('heads and bodies that never end are cut; others are answered meanwhile', async () => {
  front = await startTestFront({ patience: impatient });
  const head = 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ';
  const body = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nslow';
  const chunked =
    'POST /auth/sign-out HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nslow\r\n';
  const slow = await Promise.all(
    [head, body, chunked].flatMap((text) => Array.from({ length: 100 }, () => open(text))),
  );
  expect(await usualRequest()).toBeLessThan(soon);
  // One byte now and then does not buy more time.
  const drip = setInterval(() => slow.forEach(({ socket }) => socket.writable && socket.write('a')), 20);
  const answers = await Promise.all(slow.map(({ cut }) => cut));
  clearInterval(drip);
  expect(answers.slice(0, 100).every((text) => text.startsWith('HTTP/1.1 408'))).toBe(true);
  expect(await usualRequest()).toBeLessThan(soon);
});

test('a flood of headers is refused at 16 kB', async () => {
  front = await startTestFront();
  const flood = Array.from({ length: 2_000 }, (_, index) => `X-Flood-${index}: ${'x'.repeat(50)}\r\n`);
  const floods = await Promise.all(
    Array.from({ length: 50 }, () => open(`GET / HTTP/1.1\r\nHost: a\r\n${flood.join('')}\r\n`)),
  );
  expect(await usualRequest()).toBeLessThan(soon);
  const answers = await Promise.all(floods.map(({ cut }) => cut));
  // One that is still sending when it is refused may be reset before it has read the answer.
  expect(answers.every((text) => text === '' || text.startsWith('HTTP/1.1 431'))).toBe(true);
});

test('bodies of 10 MB are refused by their length and not read', async () => {
  front = await startTestFront();
  const size = 10_000_000;
  const body = Buffer.alloc(size);
  const announced = await Promise.all(
    Array.from({ length: 20 }, () =>
      open(`POST /api/v2/organisation/1/token HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n`),
    ),
  );
  for (const { socket } of announced) socket.write(body);
  expect(await usualRequest()).toBeLessThan(soon);
  const answers = await Promise.all(announced.map(({ cut }) => cut));
  expect(answers.filter((text) => text !== '' && !text.startsWith('HTTP/1.1 413'))).toEqual([]);
});
