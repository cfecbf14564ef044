import type { LookupAddress } from 'node:dns';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ManualTime } from './manual-time.fixture';
import { accept, startReceiver, type Receiver } from './receiver.fixture';
import { limits, type PosterServices } from './poster';
import { createSender, type Sender } from './sender';
import { makeWebhookSecret } from './signature';

const event = {
  type: 'member.updated',
  timestamp: '2026-06-15T02:00:00.000Z',
  data: { kind: 'Member', ID: '1', operation: 'updated', position: '5', organisation: '1' },
};
const message = { id: 'msg_1', body: JSON.stringify(event) };
const secret = makeWebhookSecret();
const gigabyte = 1024 ** 3;

describe('the sender of webhooks', () => {
  let receiver: Receiver;
  let senders: Sender[];
  beforeEach(async () => {
    senders = [];
    receiver = await startReceiver({ now: Date.now });
    receiver.setSecret(secret);
  });
  afterEach(async () => {
    for (const sender of senders) sender.close();
    await receiver.close();
  });

  const open = (options: Partial<PosterServices> = {}, url = receiver.url) => {
    const sender = createSender(new URL(url), {
      allowsPrivate: true,
      connections: 8,
      now: Date.now,
      ...options,
    });
    senders.push(sender);
    return sender;
  };
  const send = (options: Partial<PosterServices> = {}, url?: string) =>
    open(options, url).send(message, [secret]);
  const named = () => receiver.url.replace('127.0.0.1', 'hooks.example');
  const onlyFirst = (address: string) => address === '127.0.0.1';
  const at = (...addresses: string[]): LookupAddress[] =>
    addresses.map((address) => ({ address, family: 4 }));

  it('signs events so that the receiver can verify them, and sends several over one connection', async () => {
    const sender = open();
    for (let count = 0; count < 5; count += 1) {
      expect(await sender.send(message, [secret])).toEqual({
        result: 'delivered',
        status: 204,
        detail: 'status 204',
        retryAfterMs: null,
      });
    }
    expect(receiver.received).toHaveLength(5);
    expect(receiver.connections).toBe(1);
  });

  it('adds two signatures while two secrets are valid', async () => {
    const other = makeWebhookSecret();
    for (const known of [secret, other]) {
      receiver.setSecret(known);
      expect((await open().send(message, [other, secret])).result).toBe('delivered');
    }
    receiver.setSecret(secret);
    expect((await open().send(message, [other])).status).toBe(401);
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect (%i)', async (status) => {
    const target = await startReceiver({ now: Date.now });
    target.setSecret(secret);
    receiver.respond = (_, response) => void response.writeHead(status, { Location: target.url }).end();
    expect(await send()).toMatchObject({ result: 'redirect', status });
    expect(target.connections).toBe(0);
    await target.close();
  });

  it('does not read a body of 1 GB: it closes the connection, and only the status counts', async () => {
    let sent = 0;
    let ended: () => void;
    const closed = new Promise<void>((resolve) => (ended = resolve));
    receiver.respond = (_, response) => {
      response.writeHead(200, { 'Content-Length': gigabyte });
      response.once('close', () => ended());
      pour(response, (bytes) => (sent += bytes));
    };
    expect((await send()).result).toBe('delivered');
    await closed;
    // The buffers of both sides may hold this many bytes.
    expect(sent).toBeLessThan(64 * 1024 * 1024);
    receiver.respond = accept;
    expect((await send()).result).toBe('delivered');
  });

  it('fails if the receiver does not respond in time', async () => {
    const time = new ManualTime(new Date());
    receiver.respond = () => time.advance(limits.headersMs);
    expect(await send({ schedule: time.schedule })).toMatchObject({ result: 'timeout', status: null });
    receiver.respond = (own, response) => {
      time.advance(limits.headersMs - 1);
      accept(own, response);
    };
    expect((await send({ schedule: time.schedule })).result).toBe('delivered');
  });

  it('fails in time if the headers arrive byte by byte', async () => {
    const time = new ManualTime(new Date());
    receiver.respond = (_, response) => {
      const { socket } = response;
      socket?.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => {
        socket?.write('X: y\r\n');
        time.advance(1_000);
      }, 1);
      socket?.once('close', () => clearInterval(timer));
    };
    expect((await send({ schedule: time.schedule })).result).toBe('timeout');
  });

  it('closes the connection if the body does not end: only the status counts', async () => {
    // The time for the body is over as soon as it has begun.
    const schedule: PosterServices['schedule'] = (ms, work) => {
      if (ms === limits.bodyMs) setImmediate(work);
      return () => undefined;
    };
    receiver.respond = (_, response) => void response.writeHead(200).write('one');
    expect((await send({ schedule })).result).toBe('delivered');
  });

  it('fails if the connection is closed', async () => {
    receiver.respond = (_, response) => response.socket?.destroy();
    expect(await send()).toMatchObject({ result: 'connection', status: null });
  });

  it('sends again at once when the receiver has closed an unused connection', async () => {
    const used = new Set<Socket>();
    receiver.respond = (own, response) => {
      const { socket } = response;
      if (socket === null) return;
      if (used.has(socket)) return void socket.destroy();
      used.add(socket);
      accept(own, response);
    };
    const sender = open();
    for (let count = 0; count < 3; count += 1) {
      expect((await sender.send(message, [secret])).result).toBe('delivered');
    }
  });

  it('returns the time after which the receiver wants another attempt', async () => {
    const now = Date.parse('2026-06-15T02:00:00Z');
    receiver = await startReceiver({ now: () => now });
    receiver.setSecret(secret);
    const ask = async (header: string) => {
      receiver.respond = (_, response) => void response.writeHead(503, { 'Retry-After': header }).end();
      return (await send({ now: () => now })).retryAfterMs;
    };
    expect(await ask('120')).toBe(120_000);
    expect(await ask('Mon, 15 Jun 2026 02:01:00 GMT')).toBe(60_000);
    for (const wrong of ['0', '-5', 'soon', 'Mon, 15 Jun 2026 01:00:00 GMT', '99999999999']) {
      expect(await ask(wrong), wrong).toBeNull();
    }
  });

  it.each([
    [200, 'delivered'],
    [299, 'delivered'],
    [400, 'status'],
    [404, 'status'],
    [410, 'gone'],
    [500, 'status'],
  ])('returns for status %i the result %s', async (status, result) => {
    receiver.respond = (_, response) => void response.writeHead(status).end();
    expect(await send()).toMatchObject({ result, status });
  });

  it('sends nothing to a private address, whether the URL contains it or the name resolves to it', async () => {
    expect(await send({ allowsPrivate: false })).toMatchObject({ result: 'blocked' });
    const resolve = async () => at('127.0.0.1');
    expect(await send({ allowsPrivate: false, resolve }, named())).toMatchObject({ result: 'blocked' });
    expect(receiver.connections).toBe(0);
    expect((await send({ allowsPrivate: true, resolve }, named())).result).toBe('delivered');
  });

  it('sends nothing to a host name that has a private address', async () => {
    const options = { allowsPrivate: false, isAllowed: onlyFirst };
    for (const addresses of [at('127.0.0.1', '127.0.0.2'), at('127.0.0.2', '127.0.0.1')]) {
      expect((await send({ ...options, resolve: async () => addresses }, named())).result).toBe('blocked');
    }
    expect(receiver.connections).toBe(0);
    expect((await send({ ...options, resolve: async () => at('127.0.0.1') }, named())).result).toBe(
      'delivered',
    );
  });

  it('sends to the address that was checked, even if the name resolves to a private one after the check', async () => {
    const inside = await startInside(Number(new URL(receiver.url).port));
    let asked = 0;
    const resolve = async () => at((asked += 1) === 1 ? '127.0.0.1' : '127.0.0.2');
    const options = { allowsPrivate: false, isAllowed: onlyFirst, resolve };
    expect((await send(options, named())).result).toBe('delivered');
    expect(asked).toBe(1);
    expect((await send(options, named())).result).toBe('blocked');
    expect(inside.requests()).toBe(0);
    await inside.close();
  });

  it('ignores the proxy of the environment', async () => {
    const proxy = await startInside(0);
    for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'all_proxy']) {
      vi.stubEnv(name, `http://127.0.0.2:${proxy.port}`);
    }
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    expect((await send()).result).toBe('delivered');
    expect(proxy.requests()).toBe(0);
    vi.unstubAllEnvs();
    await proxy.close();
  });

  it('fails if the host name has no address or the resolver has an error', async () => {
    expect((await send({ resolve: async () => [] }, named())).result).toBe('connection');
    const resolve = () => Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }));
    const attempt = await send({ resolve }, `${named()}?token=hidden-word`);
    expect(attempt).toMatchObject({ result: 'connection', detail: 'the connection failed (ENOTFOUND)' });
  });
});

function pour(response: ServerResponse, count: (bytes: number) => void): void {
  const chunk = Buffer.alloc(64 * 1024);
  const write = () => {
    while (!response.destroyed) {
      count(chunk.length);
      if (!response.write(chunk)) return void response.once('drain', write);
    }
  };
  write();
}

async function startInside(port: number) {
  let requests = 0;
  const server: Server = createServer((_, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.2', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests: () => requests,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
