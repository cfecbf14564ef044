import type { Context } from 'hono';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { makeSecret } from '@/lib/sign-in/accounts/secrets';
import { ApiError } from '@/lib/contract/errors';

/** Token requests have a few hundred bytes. The limit allows longer redirect addresses and `state` values. */
const maxBodyBytes = 64 * 1024;

/**
 * null: absent or empty, which RFC 6749 §3.1 treats as the same.
 * @throws ApiError if the parameter is repeated
 */
export function readParameter(parameters: URLSearchParams, name: string): string | null {
  const values = parameters.getAll(name);
  if (values.length > 1) throw new ApiError('invalid_request', `${name} must be sent once`);
  return values[0] || null;
}

/** @throws ApiError if any parameter is repeated, even an unknown one (RFC 6749 §3.2) */
export function refuseRepeated(parameters: URLSearchParams): void {
  const repeated = findRepeated(parameters);
  if (repeated === null) return;
  // Names come from the request and may contain anything, so only plain names are shown.
  const shown = /^\w{1,40}$/.test(repeated) ? repeated : 'A parameter';
  throw new ApiError('invalid_request', `${shown} must be sent once`);
}

/**
 * The first name that occurs again. null: none does. Checks each name only once, because a body may have thousands of
 * names.
 */
export function findRepeated(parameters: URLSearchParams): string | null {
  const seen = new Set<string>();
  for (const name of parameters.keys()) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return null;
}

/** Content types of bodies with parameters, except a form's. */
const otherTypes = new Map<string, (text: string, context: Context) => Promise<URLSearchParams>>([
  ['application/json', readJson],
  ['multipart/form-data', readMultipart],
]);

/**
 * Reads the parameters from a form, JSON or multipart body. Our documentation describes only the form, but some clients
 * send JSON or multipart.
 * @throws ApiError in the same cases as `readForm`, and if the JSON or multipart body is not valid
 */
export async function readTokenForm(context: Context): Promise<URLSearchParams> {
  const read = otherTypes.get(typeOf(context));
  if (read === undefined) return readForm(context);
  const text = await readText(context);
  return text === '' ? new URLSearchParams() : withoutNul(await read(text, context));
}

/**
 * The body must be one flat JSON object. A duplicate name counts as a repeated parameter, as in a form. `JSON.parse`
 * alone would use the last value.
 */
async function readJson(text: string): Promise<URLSearchParams> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new ApiError('invalid_request', 'The body must be valid JSON');
    throw error;
  }
  const fields = jsonFieldsSchema.safeParse(parsed);
  if (!fields.success)
    throw new ApiError('invalid_request', 'The body must be a JSON object whose values are all strings');
  const entries = Object.entries(fields.data).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  );
  if (countNames(text) !== Object.keys(fields.data).length)
    throw new ApiError('invalid_request', 'Every parameter must be sent once');
  return new URLSearchParams(entries);
}

/**
 * Counts the names in the text of a flat JSON object. A name is a string that is followed by a colon. The pattern
 * matches values too. So a quote inside a value is not taken for the start of a name.
 */
export function countNames(text: string): number {
  const texts = [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)];
  return texts.filter(([, colon]) => colon !== undefined).length;
}

const jsonFieldsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

async function readMultipart(text: string, { req }: Context): Promise<URLSearchParams> {
  const parameters = new URLSearchParams();
  for (const [name, value] of await parseMultipart(text, req.header('Content-Type') ?? '')) {
    if (typeof value !== 'string') throw new ApiError('invalid_request', 'The body must not contain files');
    parameters.append(name, value);
  }
  return parameters;
}

/** Some clients send boundaries of fewer than 27 characters. Node's parser refuses them, so they are replaced. */
async function parseMultipart(text: string, type: string): Promise<FormData> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  const sent = quoted ?? plain ?? '';
  const boundary = makeSecret();
  const lines = text.split('\r\n').map((line) => {
    const marker = line.trimEnd();
    if (marker === `--${sent}`) return `--${boundary}`;
    return marker === `--${sent}--` ? `--${boundary}--` : line;
  });
  const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
  try {
    return await new Response(lines.join('\r\n'), { headers }).formData();
  } catch (error) {
    if (error instanceof TypeError)
      throw new ApiError('invalid_request', 'The body must be valid multipart/form-data');
    throw error;
  }
}

/**
 * Reads the form in the body of a POST or GET request. The contract's own example sends a body with GET.
 * @throws ApiError if the body is too large, not UTF-8, not a form, or has NUL characters, which PostgreSQL does not
 * accept
 */
export async function readForm(context: Context): Promise<URLSearchParams> {
  const text = await readText(context);
  if (text !== '' && typeOf(context) !== 'application/x-www-form-urlencoded') {
    throw new ApiError('invalid_request', 'The Content-Type must be application/x-www-form-urlencoded');
  }
  return withoutNul(new URLSearchParams(text));
}

function typeOf({ req }: Context): string {
  return (req.header('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function readText(context: Context): Promise<string> {
  return context.req.raw.method === 'GET' ? readBodyOfGet(context) : readBody(context.req.raw, maxBodyBytes);
}

function withoutNul(parameters: URLSearchParams): URLSearchParams {
  for (const part of [...parameters].flat())
    if (part.includes('\0')) throw new ApiError('invalid_request', 'The body must not have NUL characters');
  return parameters;
}

/** @throws ApiError 400 if the body is not UTF-8; 413 if it has more than `maxBytes` */
export async function readBody(request: Request, maxBytes: number): Promise<string> {
  return decode(await readBytes(request, maxBytes));
}

/** @throws ApiError 413 if the body has more than `maxBytes` */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const length = Number(request.headers.get('Content-Length') ?? NaN);
  if (length > maxBytes) throw tooLarge(maxBytes);
  // The HTTP parser enforces a stated length, so the body can be read in one step, which is faster.
  if (!Number.isNaN(length)) return new Uint8Array(await request.arrayBuffer());
  return request.body === null ? new Uint8Array() : collect(request.body, maxBytes);
}

/** Names in another encoding would otherwise be stored with replacement characters. */
function decode(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError('invalid_request', 'The body must be UTF-8');
  }
}

/** A web Request with the method GET cannot have a body, but Node's request can. */
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
