import { Hono, type Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { isKnown } from '@/lib/base/http/entity-tag';
import type { Streets } from '@/lib/map/streets/open-streets';
import { isAddress } from '@/lib/map/streets/range-source';
import { StreetsError } from '@/lib/map/streets/streets-error';

const cacheBytes = 32 * 1024 * 1024;

interface StreetRoutesServices {
  /** null: this site has no streets. */
  streets: Pick<Streets, 'source' | 'version'> | null;
  warn: (message: string) => void;
}

/**
 * The archive of streets at `/streets/{version}.pmtiles`, which the map reads with range requests. Browsers keep the
 * parts for a year, because the version identifies the content.
 * @see RFC 9110 §14 (ranges), §13.1.5 (If-Range)
 */
export function streetRoutes({ streets, warn }: StreetRoutesServices): Hono {
  const routes = new Hono();
  const read = streets === null ? null : readerOf(streets.source);
  let hasWarned = false;
  routes.get('/streets/:file', async (context) => {
    if (streets === null || read === null || context.req.param('file') !== `${streets.version}.pmtiles`)
      return problem(context, 404, 'not_found', 'There is no archive of streets at this address');
    try {
      return await respond(context, {
        size: streets.source.size,
        etag: `"${streets.version}"`,
        partBytes: partBytes[isAddress(streets.source.name) ? 'address' : 'file'],
        read,
      });
    } catch (error) {
      if (!(error instanceof StreetsError)) throw error;
      // The problem is logged once, and not for each tile of each visitor.
      if (!hasWarned) warn(`the streets cannot be read: ${error.message}`);
      hasWarned = true;
      return problem(context, 503, 'temporarily_unavailable', 'The streets cannot be read');
    }
  });
  return routes;
}

interface Range {
  first: number;
  last: number;
}

interface Archive {
  size: number;
  etag: string;
  /** The number of bytes that are read at a time. They stay in memory while the client reads nothing. */
  partBytes: number;
  read: (offset: number, length: number) => Promise<Uint8Array>;
}

async function respond(context: Context, archive: Archive): Promise<Response> {
  const { size, etag } = archive;
  const headers = {
    'Content-Type': 'application/vnd.pmtiles',
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  };
  const request = (name: string) => context.req.header(name);
  if (isKnown(request('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  const isHead = context.req.method === 'HEAD';
  const range =
    isHead || !isCurrent(request('if-range'), etag) ? 'whole' : parseRange(request('range'), size);
  if (range === 'whole') {
    const body = isHead ? null : await streamOf(archive, { first: 0, last: size - 1 });
    return new Response(body, { headers: { ...headers, 'Content-Length': String(size) } });
  }
  if (range === 'outside')
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } });
  const { first, last } = range;
  return new Response(await streamOf(archive, range), {
    status: 206,
    headers: {
      ...headers,
      'Content-Length': String(last - first + 1),
      'Content-Range': `bytes ${first}-${last}/${size}`,
    },
  });
}

/** A range may be sent if If-Range is absent or has this strong tag. */
function isCurrent(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange === etag;
}

// The maximum size of a range response, in bytes. No tile is larger. A server may send less than was requested.
const maxRangeBytes = 4 * 1024 * 1024;

/**
 * `whole`: the header is missing or can be ignored. A server may ignore a list of several ranges, or an unknown format.
 * `outside`: the range begins after the end.
 */
function parseRange(header: string | undefined, size: number): Range | 'whole' | 'outside' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return 'whole';
  if (from !== '' && to !== '' && Number(to) < Number(from)) return 'whole';
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (first >= size) return 'outside';
  return { first, last: Math.min(end, first + maxRangeBytes - 1) };
}

// The number of bytes in one read. Most tiles are smaller. For a source on another server, the number is higher,
// because each read needs a request.
const partBytes = { file: 64 * 1024, address: 512 * 1024 };

/**
 * Each part is read when the client has received the previous one. The first part is read before the response starts,
 * so that a failure can be reported.
 */
async function streamOf(
  { read, partBytes: most }: Archive,
  { first, last }: Range,
): Promise<ReadableStream<Uint8Array>> {
  let at = first;
  const next = async () => {
    const length = Math.min(most, last + 1 - at);
    const bytes = Uint8Array.from(await read(at, length));
    at += length;
    return bytes;
  };
  let part: Uint8Array | null = await next();
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(part ?? (await next()));
      part = null;
      if (at > last) controller.close();
    },
  });
}

function readerOf(source: Streets['source']): Archive['read'] {
  if (!isAddress(source.name)) return (offset, length) => source.read(offset, length);
  const cache = new LRUCache<string, Promise<Uint8Array>>({
    maxSize: cacheBytes,
    // The size of a part is known only when it has arrived, so the requested size counts.
    sizeCalculation: (_bytes, key) => Number(key.split(' ')[1]) + 200,
  });
  return (offset, length) => {
    const key = `${offset} ${length}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const bytes = source.read(offset, length);
    cache.set(key, bytes);
    bytes.catch(() => cache.delete(key));
    return bytes;
  };
}

function problem(
  context: Context,
  status: 404 | 503,
  error: 'not_found' | 'temporarily_unavailable',
  description: string,
): Response {
  context.header('Cache-Control', 'no-store');
  return context.json({ error, error_description: description }, status);
}
