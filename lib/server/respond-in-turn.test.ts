import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { respondInTurn } from './respond-in-turn';

let server: Server;
let client: Socket;
afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

async function open(
  text: string,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  { timeout = 0 } = {},
): Promise<void> {
  server = createServer(respondInTurn(listener));
  server.timeout = timeout;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write(text);
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const many = (count: number) => Array.from({ length: count }, (_, at) => get(`/${at}`)).join('');

async function read(until: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of client) {
    text += String(chunk);
    if (until.test(text)) return text;
  }
  return text;
}

describe('requests pipelined on one connection', () => {
  test('are answered in order, each started after the response before it has been sent', async () => {
    let inProgress = 0;
    let most = 0;
    await open(many(20), (request, response) => {
      most = Math.max(most, (inProgress += 1));
      response.once('close', () => (inProgress -= 1));
      setImmediate(() => response.end(`[${request.url}]`));
    });
    const text = await read(/\[\/19\]/);
    expect([...text.matchAll(/\[\/(\d+)\]/g)].map(([, at]) => Number(at))).toEqual(
      Array.from({ length: 20 }, (_, at) => at),
    );
    expect(most).toBe(1);
  });

  test('are answered when responses are immediate, and bodies stay with their requests', async () => {
    const post = (body: string) =>
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    await open(post('one') + get('/two') + post('three') + get('/four'), async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      response.end(`[${request.url}${body}]`);
    });
    expect((await read(/four\]/)).match(/\[[^\]]*\]/g)).toEqual(['[/one]', '[/two]', '[/three]', '[/four]']);
  });

  test('can be followed by more requests after they have been answered', async () => {
    await open(many(3), (request, response) => void response.end(`[${request.url}]`));
    const texts = client[Symbol.asyncIterator]();
    let text = '';
    while (!text.includes('[/2]')) text += String((await texts.next()).value);
    client.write(get('/more'));
    while (!text.includes('[/more]')) text += String((await texts.next()).value);
    expect(text.match(/\[[^\]]*\]/g)).toEqual(['[/0]', '[/1]', '[/2]', '[/more]']);
  });

  test('may be many, as long as only a few wait at a time', async () => {
    await open(many(20), (request, response) => void response.end(`[${request.url}]`));
    const answers: string[] = [];
    for await (const chunk of client) {
      answers.push(...(String(chunk).match(/\[[^\]]*\]/g) ?? []));
      if (answers.length === 60) break;
      if (answers.length % 20 === 0) client.write(many(20));
    }
    expect(answers).toHaveLength(60);
  });

  test('are not started while the client does not read the first response', async () => {
    const started: unknown[] = [];
    const huge = Buffer.alloc(64 * 1024 * 1024);
    let onStarted = () => {};
    const first = new Promise<void>((resolve) => (onStarted = resolve));
    await open(many(20), (request, response) => {
      started.push(request.url);
      response.end(huge, onStarted);
      onStarted();
    });
    client.pause();
    await first;
    // Waits for some turns of the event loop, so that other requests could start.
    const port = (server.address() as AddressInfo).port;
    for (let turn = 0; turn < 5; turn += 1) {
      const other = connect(port, '127.0.0.1');
      await once(other, 'connect');
      other.destroy();
    }
    expect(started).toEqual(['/0']);
  });

  test('may be 33 at once: one in progress and 32 waiting', async () => {
    await open(many(33), (request, response) => setImmediate(() => response.end(`[${request.url}]`)));
    expect((await read(/\[\/32\]/)).match(/\[[^\]]*\]/g)).toHaveLength(33);
  });

  test('close the connection when one more arrives', async () => {
    await open(many(34), (request, response) => setImmediate(() => response.end(`[${request.url}]`)));
    expect(await read(/\[\/33\]/)).not.toContain('[/1]');
  });

  test('close the connection when there are too many, and the rest are not started', async () => {
    const started: unknown[] = [];
    await open(many(500), (request, response) => {
      started.push(request.url);
      setImmediate(() => response.end());
    });
    client.resume();
    await once(client, 'close');
    expect(started).toEqual(['/0']);
  });
});

describe('a connection with no traffic for the timeout', () => {
  test('is closed when its client does not read', async () => {
    await open(get('/'), (_request, response) => response.end(Buffer.alloc(64 * 1024 * 1024)), {
      timeout: 100,
    });
    const [socket] = (await once(server, 'connection')) as [Socket];
    await once(socket, 'close');
    expect(socket.destroyed).toBe(true);
  });

  test('stays open while the response is not ready', async () => {
    let timeouts = 0;
    await open(
      get('/'),
      (_request, response) => {
        response.on('timeout', () => {
          timeouts += 1;
          if (timeouts === 3) response.end('late');
        });
      },
      { timeout: 50 },
    );
    expect(await read(/late/)).toMatch(/^HTTP\/1.1 200/);
    expect(timeouts).toBe(3);
  });
});
