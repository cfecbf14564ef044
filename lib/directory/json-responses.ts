/** JSON responses that are the same for everybody, cached by question and version of the directory. */
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { minCompressedBytes } from '@/lib/base/http/accepted-encoding';
import {
  bytesOf,
  chooseVariant,
  createVariants,
  respondWith,
  type Variants,
} from '@/lib/base/http/representation';

/** What a request asks for, however its URL is written. Requests with equal keys get equal responses. */
export interface CacheableQuery {
  key: string;
  make: () => unknown;
}

export interface JsonResponses {
  /**
   * Responds to the question that `read` finds in the request. If `read` returns a response, this response is sent. A
   * cached response is used only while `version`, the version of all inputs, stays the same. A request whose URL was
   * seen before is not parsed again.
   */
  send(
    context: Context,
    version: string,
    read: () => CacheableQuery | Response,
  ): Response | Promise<Response>;
}

// A question has about 200 characters, and its key about as many.
const cachedLetters = 1_000_000;

/**
 * @param maxBytes the maximum size of all cached responses together; the least recently used responses are removed
 * first
 */
export function createJsonResponses(maxBytes: number): JsonResponses {
  const cached = new LRUCache<string, Variants>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  const keys = new LRUCache<string, string>({
    maxSize: cachedLetters,
    sizeCalculation: (key, url) => key.length + url.length,
  });
  let cachedVersion = '';

  const makeAndCache = async (context: Context, version: string, { key, make }: CacheableQuery) => {
    const response = await toVariants(make());
    // The directory may have changed during compression.
    if (version === cachedVersion) cached.set(key, response);
    return respond(context, response);
  };
  return {
    send(context, version, read) {
      if (version !== cachedVersion) {
        cached.clear();
        keys.clear();
        cachedVersion = version;
      }
      const { url } = context.req;
      const again = cached.get(keys.get(url) ?? '');
      if (again !== undefined) return respond(context, again);
      const query = read();
      if (query instanceof Response) return query;
      keys.set(url, query.key);
      const variants = cached.get(query.key);
      return variants === undefined ? makeAndCache(context, version, query) : respond(context, variants);
    },
  };
}

function toVariants(content: unknown): Promise<Variants> {
  const body = Buffer.from(JSON.stringify(content));
  return createVariants({ headers, body, levels: body.length < minCompressedBytes ? [] : [['gzip', 5]] });
}

const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  // Browsers and proxies cache the response but check it each time: members who leave the directory must disappear
  // immediately.
  'Cache-Control': 'public, no-cache',
  Vary: 'Accept-Encoding',
};

function respond(context: Context, variants: Variants): Response {
  return respondWith(context, chooseVariant(variants, context.req.header('accept-encoding')));
}

/** Headers, tags and the cache entry itself take about 1,000 bytes. */
function sizeOf(variants: Variants, key: string): number {
  return key.length * 2 + bytesOf(variants) + 1_000;
}
