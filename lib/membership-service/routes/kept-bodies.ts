import { LRUCache } from 'lru-cache';

/** A whole answer that was small enough to keep. */
export interface KeptBody {
  body: Uint8Array<ArrayBuffer>;
  etag: string;
  headers: Record<string, string>;
}

/** Larger answers are streamed anew each time. */
export const maxKeptBytes = 256 * 1024;

/**
 * The last answers by a key that names the data's version, the date, the query and the encoding: a kept answer is never
 * out of date, only unused. The least recently used go first.
 */
export type KeptBodies = LRUCache<string, KeptBody>;

export function createKeptBodies(maxBytes: number): KeptBodies {
  // Headers, tag and the cache's own entry are some 500 bytes.
  return new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, key) => body.length + key.length + 500,
  });
}
