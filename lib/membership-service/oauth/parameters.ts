import type { Context } from 'hono';
import type { IncomingMessage } from 'node:http';
import { ApiError } from '@/lib/membership-api/errors';

/** Token requests are some hundred bytes; this leaves room for long redirect addresses and states. */
const maxBodyBytes = 64 * 1024;

/**
 * The one value of a parameter; null when it is absent or empty, which RFC 6749 §3.1 makes the same.
 * @throws ApiError when it is repeated
 */
export function readParameter(parameters: URLSearchParams, name: string): string | null {
  const values = parameters.getAll(name);
  if (values.length > 1) throw new ApiError('invalid_request', `${name} must be sent once`);
  return values[0] || null;
}

/** @throws ApiError when any parameter is repeated, even one that is not known (RFC 6749 §3.2) */
export function refuseRepeated(parameters: URLSearchParams): void {
  for (const name of new Set(parameters.keys())) {
    // Names come from the request and may hold anything; only ours are repeated to the caller.
    const shown = /^\w{1,40}$/.test(name) ? name : 'A parameter';
    if (parameters.getAll(name).length > 1)
      throw new ApiError('invalid_request', `${shown} must be sent once`);
  }
}

/**
 * The form in a request's body, under POST and also under GET, where the contract's own example sends one.
 * @throws ApiError when the body is too large, no form, or has NUL characters, which PostgreSQL takes in no text
 */
export async function readForm(context: Context): Promise<URLSearchParams> {
  const text =
    context.req.raw.method === 'GET' ? await readBodyOfGet(context) : await readBody(context.req.raw);
  const type = (context.req.header('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (text !== '' && type !== 'application/x-www-form-urlencoded') {
    throw new ApiError('invalid_request', 'The body must be of the type application/x-www-form-urlencoded');
  }
  if (text.includes('%00') || text.includes('\0'))
    throw new ApiError('invalid_request', 'The body must not have NUL characters');
  return new URLSearchParams(text);
}

async function readBody(request: Request): Promise<string> {
  const length = Number(request.headers.get('Content-Length') ?? NaN);
  if (length > maxBodyBytes) throw tooLarge();
  // A stated length is held to by the HTTP parser; the text can then be read in one go, which is faster.
  if (!Number.isNaN(length)) return request.text();
  return request.body === null ? '' : collect(request.body);
}

/** A web Request cannot carry the body of a GET; it is still in Node's own request beneath. */
async function readBodyOfGet(context: Context): Promise<string> {
  const incoming = (context.env as { incoming?: IncomingMessage } | undefined)?.incoming;
  if (incoming === undefined) return '';
  const hasBody =
    Number(incoming.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in incoming.headers;
  return hasBody ? collect(incoming) : '';
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBodyBytes) throw tooLarge();
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString('utf8');
}

function tooLarge(): ApiError {
  return new ApiError('payload_too_large', `The body must be at most ${maxBodyBytes} bytes`);
}
