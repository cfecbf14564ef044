import { LRUCache } from 'lru-cache';
import type { Representation } from '@/lib/http/representation';

/**
 * The latest responses. A key consists of the data's version, the date, the query and the encoding, so that a cached
 * response is never out of date. The least recently used are dropped first.
 */
export type CachedLists = LRUCache<string, Representation>;

export function createCachedLists(maxBytes: number): CachedLists {
  // The headers, the tag and the cache's own entry take about 500 bytes.
  return new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, key) => body.length + key.length + 500,
  });
}
