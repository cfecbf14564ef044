import type { Context } from 'hono';
import {
  acceptedEncoding,
  allEncodings,
  minCompressedBytes,
  type Encoding,
} from '@/lib/base/http/accepted-encoding';
import { tagOfJson } from '@/lib/base/http/entity-tag';
import {
  clientHas,
  compress,
  respondWith,
  toRepresentation,
  type Representation,
} from '@/lib/base/http/representation';
import type { OpenList } from '@/lib/store/lists/list';
import { listLevels } from './compressor';
import { readSmall, streamList } from './list-body';
import type { ListTicket } from './list-slots';
import type { DataServices } from './data-services';
import { openUnnamed, Spool } from './spool';

export interface ListResponse {
  /** Takes the list's slot when the list turns out to be long. */
  ticket: ListTicket;
  /** What the response depends on besides the query and the encoding. */
  version: readonly unknown[];
  rawQuery: string;
  /** Not called if the response is in the cache. */
  parse: () => ParsedList;
  /**
   * `respondWithList` calls this function if the list is in `cachedLists`. The function can then put the response into
   * `ResponseCache` for the next identical request.
   */
  repeated: (whole: Representation) => void;
  /** The address of the page that begins after the cursor. */
  nextUrl: (cursor: string) => string;
}

export interface ParsedList {
  /**
   * The parsed query, from which the response's ETag is computed. null: the query has relative dates, so its meaning
   * changes over time. The response then has no ETag.
   */
  tagged: unknown;
  open: () => Promise<OpenList>;
}

/** Larger responses are not cached but streamed each time. */
const maxCachedBytes = 256 * 1024;

type ListServices = Pick<DataServices, 'cachedLists' | 'spoolDir' | 'logError'>;

/**
 * Responds with 304, or with the list from the cache or the database. A list from the database is streamed unless it is
 * small.
 */
export async function respondWithList(
  context: Context,
  services: ListServices,
  response: ListResponse,
): Promise<Response> {
  const { version, rawQuery, ticket } = response;
  const encoding = acceptedEncoding(context.req.header('Accept-Encoding'), allEncodings);
  const ifNoneMatch = context.req.header('If-None-Match');
  const key = `${version.join(' ')} ${encoding} ${rawQuery}`;
  const cached = services.cachedLists.get(key);
  if (cached !== undefined) response.repeated(cached);
  if (cached !== undefined && !clientHas(cached, ifNoneMatch)) return respondWith(context, cached);
  const { tagged, open } = response.parse();
  // The tag is strong, because it is computed from everything that determines the bytes.
  const etag = tagged === null ? null : tagOfJson([...version, tagged, encoding]);
  const unread = toRepresentation({ headers: listHeaders, etag, body: new Uint8Array() });
  if (clientHas(unread, ifNoneMatch)) return respondWith(context, unread);
  const list = await open().catch((error: unknown) => {
    ticket.leave();
    throw error;
  });
  const headers: Record<string, string> = { ...listHeaders, 'X-Total-Count': String(list.total) };
  if (list.next !== null) headers['Link'] = `<${response.nextUrl(list.next)}>; rel="next"`;
  // Hono drops the body of a response to HEAD without cancelling it. So the list must be closed here.
  if (context.req.raw.method === 'HEAD') {
    await list.close();
    ticket.leave();
    return new Response(null, { headers: withTag(headers, etag) });
  }
  return respondWithOpenList(context, list, {
    headers,
    etag,
    encoding,
    ticket,
    service: services,
    cache: (whole) => etag !== null && services.cachedLists.set(key, whole),
  });
}

interface OpenListResponse {
  headers: Record<string, string>;
  etag: string | null;
  encoding: Encoding;
  ticket: ListTicket;
  service: ListServices;
  cache: (whole: Representation) => void;
}

async function respondWithOpenList(
  context: Context,
  list: OpenList,
  { headers, etag, encoding: accepted, ticket, service: services, cache }: OpenListResponse,
): Promise<Response> {
  const { parts, isWhole } = await readSmall(list, list.isLong ? 0 : maxCachedBytes).catch(
    async (error: unknown) => {
      await list.close();
      ticket.leave();
      throw error;
    },
  );
  if (!isWhole) {
    const { spoolDir, logError } = services;
    const spool = new Spool(() => openUnnamed(spoolDir));
    const stream = { firstParts: parts, encoding: accepted, spool, ticket, logError };
    if (accepted !== 'identity') headers['Content-Encoding'] = accepted;
    return new Response(streamList(list, stream), { headers: withTag(headers, etag) });
  }
  await list.close();
  ticket.leave();
  const plain = join(parts);
  const encoding = plain.length < minCompressedBytes ? 'identity' : accepted;
  const body = encoding === 'identity' ? plain : await compress(plain, encoding, listLevels[encoding]);
  const whole = toRepresentation({ headers, etag, encoding, body });
  cache(whole);
  return respondWith(context, whole);
}

const listHeaders = {
  'Content-Type': 'application/json',
  'Cache-Control': 'private, no-cache',
  Vary: 'Accept-Encoding',
};

function withTag(headers: Record<string, string>, etag: string | null): Record<string, string> {
  return etag === null ? headers : { ...headers, ETag: etag };
}

/**
 * Copies the body into its own memory. Buffer.concat may use a part of a larger buffer, which a cached body would keep
 * in memory.
 */
function join(parts: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let position = 0;
  for (const part of parts) {
    whole.set(part, position);
    position += part.length;
  }
  return whole;
}
