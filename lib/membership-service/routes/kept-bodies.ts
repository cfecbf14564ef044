import { LRUCache } from 'lru-cache';

/** A complete response that was small enough to cache. */
export interface KeptBody {
  body: Uint8Array<ArrayBuffer>;
  etag: string;
  headers: Record<string, string>;
}

/** Larger responses are streamed each time. */
export const maxKeptBytes = 256 * 1024;

/**
 * The latest responses, by a key of the data's version, the date, the query and the encoding, so that a cached response
 * is never out of date. The least recently used are dropped first.
 */
export type KeptBodies = LRUCache<string, KeptBody>;

export function createKeptBodies(maxBytes: number): KeptBodies {
  // Headers, tag and the cache's own entry take about 500 bytes.
  return new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, key) => body.length + key.length + 500,
  });
}
