import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';

export interface CapturedResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer<ArrayBuffer>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * The handler gets only these headers, and therefore no cookie.
 * @throws what the handler throws
 */
export async function capture(
  handler: Handler,
  { url, headers }: { url: string; headers: Record<string, string> },
): Promise<CapturedResponse> {
  const request = new IncomingMessage(new Socket());
  request.method = 'GET';
  request.url = url;
  request.headers = headers;
  request.push(null);
  const response = new CapturingResponse(request);
  await handler(request, response);
  await response.ended;
  return {
    status: response.statusCode,
    headers: response.getHeaders(),
    body: Buffer.concat(response.chunks),
  };
}

/** Has no socket, so nothing is sent. */
class CapturingResponse extends ServerResponse {
  readonly chunks: Buffer[] = [];
  readonly ended: Promise<void>;
  private markEnded: () => void = () => {};

  constructor(request: IncomingMessage) {
    super(request);
    this.ended = new Promise((resolve) => (this.markEnded = resolve));
  }

  override write(chunk: unknown, encoding?: unknown, callback?: unknown): boolean {
    this.append(chunk, encoding);
    callBack(encoding, callback);
    return true;
  }

  override end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
    if (typeof chunk !== 'function') this.append(chunk, encoding);
    callBack(chunk, encoding, callback);
    this.finished = true;
    this.markEnded();
    this.emit('finish');
    this.emit('close');
    return this;
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    this.statusCode = status;
    const headers = rest.find((value) => typeof value === 'object' && value !== null) ?? {};
    if (Array.isArray(headers)) {
      for (let at = 0; at < headers.length; at += 2) this.setHeader(String(headers[at]), headers[at + 1]);
      return this;
    }
    // The headers given to writeHead are either a list or an object of names and values.
    for (const [name, value] of Object.entries(headers as OutgoingHttpHeaders)) {
      if (value !== undefined) this.setHeader(name, value);
    }
    return this;
  }

  override flushHeaders(): void {}

  private append(chunk: unknown, encoding: unknown): void {
    if (typeof chunk === 'string') {
      this.chunks.push(
        Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'),
      );
    } else if (chunk instanceof Uint8Array) this.chunks.push(Buffer.from(chunk));
  }
}

function callBack(...candidates: unknown[]): void {
  const callback = candidates.find((value) => typeof value === 'function');
  if (typeof callback === 'function') queueMicrotask(() => callback());
}
