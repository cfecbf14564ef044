import { connect } from 'node:net';
import { expect, test } from './fixtures';

/**
 * Sends `first`, and sends `last` when the response to `first` begins. `last` closes the connection. Returns both
 * responses. If the server got both requests in one read, Node would drop the data after an Upgrade request.
 */
function exchange(base: string, first: string, last: string): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('error', reject);
    socket.once('data', () => socket.write(last));
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('close', () => resolve(received));
    socket.write(first);
  });
}

const last = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

// The headers that Java's own client sends with the first request of a connection.
const java = [
  'Connection: Upgrade, HTTP2-Settings',
  'Content-Length: 0',
  'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
  'Upgrade: h2c',
  'User-Agent: Java-http-client/17.0.15',
];
const webSocket = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];
const tls = ['Connection: Upgrade', 'Upgrade: TLS/1.2'];

test('a request to change the protocol and the next request on its connection get responses in HTTP/1.1', async ({
  baseURL,
  page,
}) => {
  // After Next.js has sent its first page, it would handle Upgrade requests itself.
  await page.goto('/');
  const base = baseURL ?? '';
  const paths = [
    ['/', 200],
    ['/account', 307],
    ['/healthz', 200],
    ['/api/openapi.json', 200],
    ['/api/v2/organisation/100/members', 401],
    ['/directory/search.json', 200],
    ['/tiles/light/0/0/0.svg', 200],
    ['/_next/webpack-hmr', 404],
  ] as const;
  for (const headers of [java, webSocket, tls])
    for (const [path, status] of paths) {
      const head = ['Host: localhost', ...headers].join('\r\n');
      const first = `GET ${path} HTTP/1.1\r\n${head}\r\n\r\n`;
      const received = await exchange(base, first, last);
      const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, code]) => Number(code));
      expect([path, headers.at(-1), statuses]).toEqual([path, headers.at(-1), [status, 200]]);
    }
});

test('a form sent with a request to change the protocol is read', async ({ baseURL }) => {
  const body = 'grant_type=client_credentials&client_id=nobody&client_secret=wrong';
  const head = ['Host: localhost', ...webSocket, `Content-Length: ${body.length}`];
  const type = 'Content-Type: application/x-www-form-urlencoded';
  const post = `POST /api/v2/organisation/100/token HTTP/1.1\r\n${[...head, type].join('\r\n')}\r\n\r\n${body}`;
  const received = await exchange(baseURL ?? '', post, last);
  expect(received).toContain('invalid_client');
  expect(received).toContain('{"status":"alive"}');
});
