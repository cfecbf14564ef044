/** Verifies every request with the library of the Standard Webhooks specification. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';

export interface Received {
  messageId: string;
  type: string;
  kind: string;
  id: string;
  operation: string;
  position: number;
  organisation: string;
  timestamp: string;
  headers: IncomingMessage['headers'];
  body: string;
  isAccepted: boolean;
}

/** May end the response or leave it open. */
export type Respond = (event: { type: string; id: string }, response: ServerResponse) => void;

export interface Receiver {
  url: string;
  /** Requests with a valid signature, in order of arrival. */
  received: Received[];
  /** Requests with a wrong signature. */
  rejected: string[];
  connections: number;
  setSecret(secret: string): void;
  respond: Respond;
  /** The accepted events, each as `type id`. */
  accepted(): string[];
  close(): Promise<void>;
}

export const accept: Respond = (_, response) => void response.writeHead(204).end();
export const refuse: Respond = (_, response) => void response.writeHead(500).end('no');

export async function startReceiver({
  now,
  host = '127.0.0.1',
  port = 0,
  tls = null,
}: {
  now: () => number;
  host?: string;
  port?: number;
  tls?: { cert: string; key: string } | null;
}): Promise<Receiver> {
  const sockets = new Set<Socket>();
  let secret: string | null = null;
  const receiver: Receiver = {
    url: '',
    received: [],
    rejected: [],
    connections: 0,
    setSecret: (text) => void (secret = text),
    respond: accept,
    accepted: () =>
      receiver.received.filter(({ isAccepted }) => isAccepted).map(({ type, id }) => `${type} ${id}`),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks).toString();
    try {
      verify(body, { request, secret, now: now() });
    } catch (error) {
      receiver.rejected.push(String(error));
      return void response.writeHead(401).end();
    }
    const { type, timestamp, data } = JSON.parse(body) as Event;
    receiver.respond({ type, id: data.ID }, response);
    receiver.received.push({
      messageId: String(request.headers['webhook-id']),
      type,
      timestamp,
      id: data.ID,
      kind: data.kind,
      operation: data.operation,
      organisation: data.organisation,
      position: Number(data.position),
      headers: request.headers,
      body,
      isAccepted: response.headersSent && response.statusCode >= 200 && response.statusCode < 300,
    });
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    handle(request, response).catch((error: unknown) => receiver.rejected.push(String(error)));
  };
  const server: Server = tls === null ? createServer(listener) : createTlsServer(tls, listener);
  server.on('connection', (socket) => {
    receiver.connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  receiver.url = `${tls === null ? 'http' : 'https'}://${host}:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

interface Event {
  type: string;
  timestamp: string;
  data: { kind: string; ID: string; operation: string; position: string; organisation: string };
}

function verify(
  body: string,
  { request, secret, now }: { request: IncomingMessage; secret: string | null; now: number },
): void {
  if (secret === null) throw new Error('the receiver has no secret yet');
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
  try {
    new Webhook(secret).verify(body, request.headers as Record<string, string>);
  } finally {
    clock.mockRestore();
  }
}
