import type { Context } from 'hono';
import type { IncomingMessage } from 'node:http';
import { ApiError } from '@/lib/membership-api/errors';

/** Token requests have a few hundred bytes; this allows long redirect addresses and states. */
const maxBodyBytes = 64 * 1024;

/**
 * The single value of a parameter. null: absent or empty, which RFC 6749 §3.1 treats as the same.
 * @throws ApiError if it is repeated
 */
export function readParameter(parameters: URLSearchParams, name: string): string | null {
  const values = parameters.getAll(name);
  if (values.length > 1) throw new ApiError('invalid_request', `${name} must be sent once`);
  return values[0] || null;
}

/** @throws ApiError if any parameter is repeated, even an unknown one (RFC 6749 §3.2) */
export function refuseRepeated(parameters: URLSearchParams): void {
  for (const name of new Set(parameters.keys())) {
    // Names come from the request and may contain anything; only plain ones are repeated to the caller.
    const shown = /^\w{1,40}$/.test(name) ? name : 'A parameter';
    if (parameters.getAll(name).length > 1)
      throw new ApiError('invalid_request', `${shown} must be sent once`);
  }
}

/**
 * The form in a request body, for POST and also for GET, because the contract's own example sends one.
 * @throws ApiError if the body is too large, not UTF-8, not a form, or has NUL characters, which PostgreSQL does not accept
 */
export async function readForm(context: Context): Promise<URLSearchParams> {
  const text =
    context.req.raw.method === 'GET'
      ? await readBodyOfGet(context)
      : await readBody(context.req.raw, maxBodyBytes);
  const type = (context.req.header('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (text !== '' && type !== 'application/x-www-form-urlencoded') {
    throw new ApiError('invalid_request', 'The Content-Type must be application/x-www-form-urlencoded');
  }
  if (text.includes('%00') || text.includes('\0'))
    throw new ApiError('invalid_request', 'The body must not have NUL characters');
  return new URLSearchParams(text);
}

/** The body, whose text is UTF-8. @throws ApiError 400 if it is not; 413 if it has more than `maxBytes` */
export async function readBody(request: Request, maxBytes: number): Promise<string> {
  const length = Number(request.headers.get('Content-Length') ?? NaN);
  if (length > maxBytes) throw tooLarge(maxBytes);
  // The HTTP parser enforces a stated length, so the body can be read at once, which is faster.
  if (!Number.isNaN(length)) return decode(await request.arrayBuffer());
  return request.body === null ? '' : decode(await collect(request.body, maxBytes));
}

/** Otherwise names in another encoding would be stored with replacement characters. */
function decode(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError('invalid_request', 'The body must be UTF-8');
  }
}

/** A web Request cannot carry the body of a GET, but Node's request can. */
async function readBodyOfGet(context: Context): Promise<string> {
  const incoming = (context.env as { incoming?: IncomingMessage } | undefined)?.incoming;
  if (incoming === undefined) return '';
  const hasBody =
    Number(incoming.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in incoming.headers;
  return hasBody ? decode(await collect(incoming, maxBodyBytes)) : '';
}

async function collect(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError('payload_too_large', `The body must be at most ${maxBytes} bytes`);
}
