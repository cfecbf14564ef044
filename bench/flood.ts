/**
 * Opens 1,000 silent connections to a running server and sends it 90 bodies of 10 MB. Measures how fast the server
 * answers other requests at the same time, and how much memory it uses. Start the server with RATE_LIMITS=off
 * METRICS_TOKEN=TOKEN, then run `npm run bench:flood -- http://127.0.0.1:3000 TOKEN`.
 */
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';

const [base = 'http://127.0.0.1:3000', token = ''] = process.argv.slice(2);
const { hostname, port } = new URL(base);
const bodyBytes = 10_000_000;
const piece = Buffer.alloc(64 * 1024, 'a=b&');
const readers = [
  '/api/v2/organisation/100/token',
  '/auth/organisation/100/sign-in',
  '/api/auth/signin/membership',
];

const unloaded = await measure();
const idle = Array.from({ length: 1_000 }, openIdle);
const whileIdle = await measure();
idle.forEach((socket) => socket.destroy());
const floods = Promise.all(readers.flatMap((path) => Array.from({ length: 30 }, () => sendBody(path))));
const whileFlooded = await measure();
await floods;
const afterwards = await measure();
console.table({ quiet: unloaded, whileIdle, whileFlooded, afterwards });

async function measure(): Promise<{ slowestMs: number; residentMB: number }> {
  let slowestMs = 0;
  for (let count = 0; count < 10; count += 1) {
    const startedAt = performance.now();
    await (await fetch(`${base}/directory/places.json?q=melb`)).arrayBuffer();
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  }
  const figures = await (
    await fetch(`${base}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  ).text();
  const resident = Number(/^chapterhouse_process_resident_memory_bytes (\S+)$/m.exec(figures)?.[1]);
  return { slowestMs: Math.round(slowestMs), residentMB: Math.round(resident / 1e6) };
}

function openIdle(): Socket {
  const socket = connect(Number(port), hostname);
  // The server should cut off this connection, so an error is expected.
  socket.on('error', () => undefined);
  return socket;
}

/**
 * Sends a chunked body, so that the server does not know its length. Resolves when the server has responded or has
 * closed the connection.
 */
function sendBody(path: string): Promise<void> {
  return new Promise((resolve) => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'transfer-encoding': 'chunked',
      origin: base,
    };
    const request = httpRequest(base + path, { method: 'POST', headers });
    request.on('response', (response) => response.resume().on('close', () => request.destroy()));
    request.on('error', () => undefined).on('close', resolve);
    let remaining = bodyBytes;
    const more = () => {
      while (remaining > 0 && !request.destroyed) {
        remaining -= piece.length;
        if (!request.write(piece)) return void request.once('drain', more);
      }
      request.end();
    };
    more();
  });
}
