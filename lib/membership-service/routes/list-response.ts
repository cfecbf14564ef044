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
import type { OpenList } from '../store/list';
import { createCompressor } from './compressor';
import { maxKeptBytes, type KeptBodies } from './kept-bodies';
import { readSmall, streamList } from './list-body';

export interface ListAnswer {
  /** What the answer depends on besides the query and the encoding. */
  version: readonly unknown[];
  /** The query as it was sent. */
  rawQuery: string;
  /** Reads the query; not called for an answer that was kept. */
  parse: () => ParsedList;
  /** The address of the page behind a cursor. */
  nextUrl: (cursor: string) => string;
}

export interface ParsedList {
  /** What the query means; null: it is not the same later (relative dates), so the answer has no tag. */
  tagged: unknown;
  open: () => Promise<OpenList>;
}

/** Answers a list: from what the client has, from what was kept, or from the database, streamed unless it is small. */
export async function answerList(
  context: Context,
  bodies: KeptBodies,
  answer: ListAnswer,
): Promise<Response> {
  const { version, rawQuery } = answer;
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
  const list = await open();
  headers['X-Total-Count'] = String(list.total);
  if (list.next !== null) headers['Link'] = `<${answer.nextUrl(list.next)}>; rel="next"`;
  // Hono drops the body of an answer to HEAD without cancelling it.
  if (context.req.raw.method === 'HEAD') {
    await list.close();
    return new Response(null, { headers });
  }
  return answerOpenList(context, list, {
    headers,
    encoding,
    keep: (body) => etag !== null && bodies.set(key, { body, etag, headers }),
  });
}

async function answerOpenList(
  context: Context,
  list: OpenList,
  {
    headers,
    encoding,
    keep,
  }: { headers: Record<string, string>; encoding: Encoding; keep: (body: Uint8Array<ArrayBuffer>) => void },
): Promise<Response> {
  const { parts, isWhole } = await readSmall(list, maxKeptBytes).catch(async (error: unknown) => {
    await list.close();
    throw error;
  });
  const isCompressed = encoding !== 'identity' && !(isWhole && byteLength(parts) < minCompressedBytes);
  if (isCompressed) headers['Content-Encoding'] = encoding;
  if (!isWhole) return new Response(streamList(list, parts, encoding), { headers });
  await list.close();
  const whole = join(parts);
  const body = isCompressed ? join(await compress(whole, encoding)) : whole;
  headers['Content-Length'] = String(body.length);
  keep(body);
  return sendWhole(context, { status: 200, headers, body });
}

/** A strong tag over everything that the bytes depend on. */
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

/** In memory of its own: Buffer.concat may take a piece of a larger one, which a kept body would hold on to. */
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
