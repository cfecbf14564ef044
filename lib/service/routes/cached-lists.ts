import { LRUCache } from 'lru-cache';
import type { Representation } from '@/lib/base/http/representation';

/** A key has the data's version, the date, the query and the encoding, so a cached response is never out of date. */
export type CachedLists = LRUCache<string, Representation>;

export function createCachedLists(maxBytes: number): CachedLists {
  // The headers, the tag and the cache's own entry take about 500 bytes.
  return new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, key) => body.length + key.length + 500,
  });
}
