/**
 * A response that is in memory and may be sent many times. Everything that is needed to send it is prepared.
 * @see RFC 9110 §8 (representations), §12.5.3 (encodings), §13.1.2 (entity tags)
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { acceptedEncoding, type Encoding } from './accepted-encoding';
import { isKnown, tagOf } from './entity-tag';

type Bytes = Uint8Array<ArrayBuffer>;

export interface Representation {
  status: number;
  /** null: the response has no tag, so it is always sent whole. */
  etag: string | null;
  /** Name, value, name, value and so on, because Node writes this form fastest. */
  headers: string[];
  /** The headers of a 304, which has no Content-Length. */
  headersUnchanged: string[];
  body: Bytes;
}

export interface Variants {
  identity: Representation;
  /** The best encoding comes first. */
  offered: readonly Compression[];
  compressed: Partial<Record<Compression, Representation>>;
}

export type Compression = Exclude<Encoding, 'identity'>;

/** `headers` are sent with 200 and 304; Content-Encoding, ETag and Content-Length are added. */
export function toRepresentation({
  status = 200,
  headers,
  etag,
  encoding = 'identity',
  body,
}: {
  status?: number;
  headers: Readonly<Record<string, string>>;
  etag: string | null;
  encoding?: Encoding;
  body: Bytes;
}): Representation {
  const headersUnchanged = Object.entries(headers).flat();
  if (etag !== null) headersUnchanged.push('ETag', etag);
  if (encoding !== 'identity') headersUnchanged.push('Content-Encoding', encoding);
  return {
    status,
    etag,
    headers: [...headersUnchanged, 'Content-Length', String(body.length)],
    headersUnchanged,
    body,
  };
}

export interface Content {
  status?: number;
  headers: Readonly<Record<string, string>>;
  body: Bytes;
}

/** Compression levels, best encoding first: 1 to 9 for gzip, 0 to 11 for brotli. */
export type Levels = readonly (readonly [Compression, number])[];

/** `packed`: bodies that are compressed already. */
export async function createVariants({
  levels,
  packed: ready = {},
  ...content
}: Content & { levels: Levels; packed?: Partial<Record<Compression, Bytes>> }): Promise<Variants> {
  const variants = createIdentity(content, levels);
  const all = levels.map((level) => pack(content, variants, level, ready[level[0]]));
  for (const packed of await Promise.all(all)) Object.assign(variants.compressed, packed);
  return variants;
}

export function createIdentity(content: Content, levels: Levels): Variants {
  const identity = toRepresentation({ ...content, etag: tagOf(content.body) });
  return { identity, offered: levels.map(([encoding]) => encoding), compressed: {} };
}

export async function pack(
  { status, headers, body }: Content,
  { identity }: Variants,
  [encoding, level]: Levels[number],
  ready?: Bytes,
): Promise<Variants['compressed']> {
  const etag = identity.etag === null ? null : `${identity.etag.slice(0, -1)}-${encoding}"`;
  const packed = ready ?? (await compress(body, encoding, level));
  return { [encoding]: toRepresentation({ status: status ?? 200, headers, etag, encoding, body: packed }) };
}

/**
 * The result is a copy, because zlib's result may be part of a larger buffer. A cached body would keep this buffer in
 * memory.
 */
export async function compress(body: Uint8Array, encoding: Compression, level: number): Promise<Bytes> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: level };
  const packed = encoding === 'gzip' ? zipped(body, { level }) : brotli(body, { params });
  return new Uint8Array(await packed);
}

const zipped = promisify(gzip);
const brotli = promisify(brotliCompress);

export function bytesOf({ identity, compressed }: Variants): number {
  return identity.body.length + (compressed.gzip?.body.length ?? 0) + (compressed.br?.body.length ?? 0);
}

export function chooseVariant(variants: Variants, acceptEncoding: string | undefined): Representation {
  const encoding = acceptedEncoding(acceptEncoding, variants.offered);
  return encoding === 'identity' ? variants.identity : (variants.compressed[encoding] ?? variants.identity);
}

/**
 * If the client already has the response, sends 304. A HEAD request gets no body. `ownHeaders` is a list of name,
 * value, name, value and so on.
 */
export function sendRepresentation(
  request: IncomingMessage,
  response: ServerResponse,
  representation: Representation,
  ownHeaders: readonly string[] = [],
): void {
  const isUnchanged = clientHas(representation, request.headers['if-none-match']);
  const { status, body } = representation;
  const headers = isUnchanged ? representation.headersUnchanged : representation.headers;
  writeHead(
    response,
    isUnchanged ? 304 : status,
    ownHeaders.length === 0 ? headers : [...headers, ...ownHeaders],
  );
  response.end(isUnchanged || request.method === 'HEAD' ? undefined : body);
}

/**
 * Like `sendRepresentation`, for Hono. If Node's response object is available, the function writes to that object. A
 * web Response would first make a stream of the body. For a small response, making the stream takes longer than
 * everything else.
 */
export function respondWith(context: Context, representation: Representation): Response {
  // @hono/node-server sets these values. In a test, they are missing. For a HEAD request, nothing is written here. Hono
  // removes the body from the returned Response and sends it.
  const { incoming, outgoing } = (context.env ?? {}) as Partial<NodeEnvironment>;
  if (incoming !== undefined && outgoing !== undefined && context.req.raw.method === 'GET') {
    // A request that timed out already has its response.
    if (!outgoing.headersSent) sendRepresentation(incoming, outgoing, representation);
    return RESPONSE_ALREADY_SENT;
  }
  const isUnchanged = clientHas(representation, context.req.header('if-none-match'));
  const { status, headers, headersUnchanged, body } = representation;
  return isUnchanged
    ? new Response(null, { status: 304, headers: toPairs(headersUnchanged) })
    : new Response(body, { status, headers: toPairs(headers) });
}

export function clientHas({ status, etag }: Representation, ifNoneMatch: string | undefined): boolean {
  return status === 200 && etag !== null && isKnown(ifNoneMatch, etag);
}

/** If headers are already set, Node adds a list of headers more slowly than single headers. */
function writeHead(response: ServerResponse, status: number, headers: string[]): void {
  if (response.getHeaderNames().length === 0) {
    response.writeHead(status, headers);
    return;
  }
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
  response.writeHead(status);
}

interface NodeEnvironment {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

function toPairs(list: readonly string[]): [string, string][] {
  return list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1] ?? '']] : []));
}
