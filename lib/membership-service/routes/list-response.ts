import { hash } from 'node:crypto';
import type { Context } from 'hono';
import {
  acceptedEncoding,
  allEncodings,
  minCompressedBytes,
  type Encoding,
} from '@/lib/http/accepted-encoding';
import { isKnown } from '@/lib/http/entity-tag';
import { sendWhole } from '@/lib/http/send-whole';
import type { OpenList } from '@/lib/membership-store/list';
import { createCompressor } from './compressor';
import { maxKeptBytes } from './kept-bodies';
import { readSmall, streamList } from './list-body';
import type { ListTicket } from './list-slots';
import type { ServiceContext } from './service-context';
import { openUnnamed, Spool } from './spool';

export interface ListAnswer {
  /** The list's place among those being read and sent. Taken when the list turns out to be long. */
  ticket: ListTicket;
  /** What the response depends on besides the query and the encoding. */
  version: readonly unknown[];
  /** The query as it was sent. */
  rawQuery: string;
  /** Parses the query. Not called for a cached response. */
  parse: () => ParsedList;
  /** The address of the page after a cursor. */
  nextUrl: (cursor: string) => string;
}

export interface ParsedList {
  /** The meaning of the query. null: it changes over time (relative dates), so the response has no tag. */
  tagged: unknown;
  open: () => Promise<OpenList>;
}

type ListServices = Pick<ServiceContext, 'bodies' | 'spoolDir' | 'logError'>;

/** Responds with a list: 304, from the cache, or from the database, streamed unless it is small. */
export async function answerList(
  context: Context,
  service: ListServices,
  answer: ListAnswer,
): Promise<Response> {
  const { bodies } = service;
  const { version, rawQuery, ticket } = answer;
  const encoding = acceptedEncoding(context.req.header('Accept-Encoding'), allEncodings);
  const ifNoneMatch = context.req.header('If-None-Match');
  const key = `${version.join(' ')} ${encoding} ${rawQuery}`;
  const kept = bodies.get(key);
  if (kept !== undefined && !isKnown(ifNoneMatch, kept.etag))
    return sendWhole(context, { status: 200, ...kept });
  const { tagged, open } = answer.parse();
  const etag = tagged === null ? null : entityTag([...version, tagged, encoding]);
  const headers = listHeaders(etag);
  if (etag !== null && isKnown(ifNoneMatch, etag))
    return sendWhole(context, { status: 304, headers, body: null });
  const list = await open().catch((error: unknown) => {
    ticket.leave();
    throw error;
  });
  headers['X-Total-Count'] = String(list.total);
  if (list.next !== null) headers['Link'] = `<${answer.nextUrl(list.next)}>; rel="next"`;
  // Hono drops the body of a response to HEAD without cancelling it.
  if (context.req.raw.method === 'HEAD') {
    await list.close();
    ticket.leave();
    return new Response(null, { headers });
  }
  return answerOpenList(context, list, {
    headers,
    encoding,
    ticket,
    service,
    keep: (body) => etag !== null && bodies.set(key, { body, etag, headers }),
  });
}

interface OpenListAnswer {
  headers: Record<string, string>;
  encoding: Encoding;
  ticket: ListTicket;
  service: ListServices;
  keep: (body: Uint8Array<ArrayBuffer>) => void;
}

async function answerOpenList(
  context: Context,
  list: OpenList,
  { headers, encoding, ticket, service, keep }: OpenListAnswer,
): Promise<Response> {
  const { parts, isWhole } = await readSmall(list, maxKeptBytes).catch(async (error: unknown) => {
    await list.close();
    ticket.leave();
    throw error;
  });
  const isCompressed = encoding !== 'identity' && !(isWhole && byteLength(parts) < minCompressedBytes);
  if (isCompressed) headers['Content-Encoding'] = encoding;
  if (!isWhole) {
    const { spoolDir, logError } = service;
    const spool = new Spool(() => openUnnamed(spoolDir));
    const stream = { begun: parts, encoding, spool, ticket, logError };
    return new Response(streamList(list, stream), { headers });
  }
  await list.close();
  ticket.leave();
  const whole = join(parts);
  const body = isCompressed ? join(await compress(whole, encoding)) : whole;
  headers['Content-Length'] = String(body.length);
  keep(body);
  return sendWhole(context, { status: 200, headers, body });
}

/** A strong tag of everything that determines the bytes. */
function entityTag(parts: readonly unknown[]): string {
  return `"${hash('sha256', JSON.stringify(parts), 'base64url')}"`;
}

function listHeaders(etag: string | null): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept-Encoding',
    ...(etag === null ? {} : { ETag: etag }),
  };
}

function byteLength(parts: readonly Buffer[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/** In its own memory: Buffer.concat may use part of a larger buffer, which a cached body would keep alive. */
function join(parts: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(byteLength(parts));
  let position = 0;
  for (const part of parts) {
    whole.set(part, position);
    position += part.length;
  }
  return whole;
}

async function compress(body: Uint8Array, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer[]> {
  const compressor = createCompressor(encoding);
  compressor.end(body);
  const chunks: Buffer[] = [];
  for await (const chunk of compressor) chunks.push(chunk);
  return chunks;
}
