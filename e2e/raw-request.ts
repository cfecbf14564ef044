import { connect } from 'node:net';

export interface RawResponse {
  /** 0: the connection was closed without a response. */
  status: number;
  head: string;
  body: string;
}

/** Sends exactly these bytes on a new connection, and reads until the server closes it. Returns the first response. */
export function sendRaw(base: string, bytes: string): Promise<RawResponse> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    // After an error, for example a reset, the socket also emits `close`.
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const end = text.indexOf('\r\n\r\n');
      const head = end === -1 ? text : text.slice(0, end);
      resolve({ status: Number(head.split(' ')[1] ?? 0), head, body: text.slice(head.length + 4) });
    });
    socket.write(bytes, 'latin1');
  });
}
