import { LRUCache } from 'lru-cache';
import { bytesOf, createVariants, type Variants } from '@/lib/http/representation';
import type { CapturedAnswer } from './capture';

/**
 * Caches anonymous public pages in memory: the most recently used up to `maxBytes`, each for at most `maxAgeMs`.
 * Simultaneous misses of one key render once. A page that sets a cookie, or failed, is not cached.
 */
export class PageCache {
  private readonly kept: LRUCache<string, Variants>;
  private readonly rendering = new Map<string, Promise<Variants | null>>();

  constructor({ maxBytes, maxAgeMs, now }: { maxBytes: number; maxAgeMs: number; now: () => number }) {
    this.kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (page) => bytesOf(page) + 4096,
      ttl: maxAgeMs,
      ttlResolution: 0,
      perf: { now },
    });
  }

  /** The page of `key` if in memory; else null. Synchronous, because a promise costs as much as finding the page. */
  find(key: string): Variants | null {
    return this.kept.get(key) ?? null;
  }

  /** The page of `key`, from memory or rendered; null when the rendered page must not be shared. */
  async get(key: string, render: () => Promise<CapturedAnswer>): Promise<Variants | null> {
    const { rendering } = this;
    const found = this.find(key) ?? rendering.get(key);
    if (found !== undefined) return found;
    const page = render().then(toVariants);
    rendering.set(key, page);
    try {
      const rendered = await page;
      if (rendered !== null && rendered.identity.status < 500) this.kept.set(key, rendered);
      return rendered;
    } finally {
      rendering.delete(key);
    }
  }

  /** Bytes used by the cached pages. */
  get keptBytes(): number {
    return this.kept.calculatedSize;
  }
}

async function toVariants({ status, headers, body }: CapturedAnswer): Promise<Variants | null> {
  if (headers['set-cookie'] !== undefined) return null;
  const shared: Record<string, string> = { Vary: vary };
  for (const [name, value] of Object.entries(headers)) {
    const isOwn = perAnswer.has(name) || (status === 200 && name === 'cache-control');
    if (value !== undefined && !isOwn) shared[name] = String(value);
  }
  // A cache in front may store a page and must revalidate it: a member who leaves is gone at once. Without a header, a
  // cache stores an error or a redirect, which names the member, for as long as it likes (RFC 9111 §4.2.2).
  if (status === 200 || headers['cache-control'] === undefined)
    shared['cache-control'] = 'public, max-age=0, must-revalidate';
  return createVariants({ status, headers: shared, body, levels });
}

// Set for each response, or replaced by our own.
const perAnswer = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'date',
  'keep-alive',
  'etag',
  'vary',
  'content-encoding',
]);
const vary =
  'Accept-Encoding, rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch, next-url';
// Brotli 5: within 5 % of the size of 9 at a fifth of its time; each page is compressed once.
const levels = [
  ['br', 5],
  ['gzip', 6],
] as const;
