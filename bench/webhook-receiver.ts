/**
 * The receiver of bench/webhooks.ts in its own process. The receiver checks every signature, and sends its port to its
 * parent. After each message from the parent, the receiver sends three numbers. They count the requests, the members in
 * the requests, and the wrong signatures.
 */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let key = Buffer.alloc(0);
let members = new Set<string>();
let requests = 0;
let wrong = 0;

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => (body += chunk));
  request.on('end', () => {
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = request.headers;
    const expected = createHmac('sha256', key)
      .update(`${String(id)}.${String(time)}.${body}`)
      .digest('base64');
    if (signature !== `v1,${expected}`) wrong += 1;
    requests += 1;
    const { data } = JSON.parse(body) as { data: { ID: string } };
    members.add(data.ID);
    response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

process.on('message', (message: { secret?: string }) => {
  if (message.secret !== undefined) {
    key = Buffer.from(message.secret.slice('whsec_'.length), 'base64');
    members = new Set();
    requests = 0;
    wrong = 0;
  }
  process.send?.({ requests, members: members.size, wrong });
});
process.once('disconnect', () => process.exit());
