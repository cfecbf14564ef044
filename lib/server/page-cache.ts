import { LRUCache } from 'lru-cache';
import type { Encoding } from '@/lib/http/accepted-encoding';
import { bytesOf, createIdentity, pack, type Content, type Variants } from '@/lib/http/representation';
import type { CapturedResponse } from './capture';

/** A page, and whether its content is still current. */
export interface RenderedPage {
  result: CapturedResponse;
  isCurrent: () => boolean;
}

interface CachedPage {
  content: Content;
  /** A variant is compressed only when a client first needs it, because many pages are requested only once. */
  page: Variants;
  isCurrent: () => boolean;
}

/**
 * Caches anonymous public pages in memory. It keeps the most recently used pages, up to `maxBytes`. A page is used for
 * at most `maxAgeMs`, and only while it is current. If several requests need the same uncached page at once, it is
 * rendered once. A page that sets a cookie, or failed, is not cached.
 */
export class PageCache {
  private readonly cached: LRUCache<string, CachedPage>;
  private readonly rendering = new Map<string, Promise<CachedPage | null>>();
  private readonly packing = new Map<string, Promise<Variants>>();

  constructor({ maxBytes, maxAgeMs, now }: { maxBytes: number; maxAgeMs: number; now: () => number }) {
    this.cached = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ page }) => bytesOf(page) + 4096,
      ttl: maxAgeMs,
      ttlResolution: 0,
      perf: { now },
    });
  }

  /**
   * The page of `key` if it is in memory in this encoding, otherwise null. This is synchronous, because a promise takes
   * as long as finding the page.
   */
  find(key: string, encoding: Encoding = 'identity'): Variants | null {
    const found = this.findCurrent(key);
    return found !== null && hasEncoding(found, encoding) ? found.page : null;
  }

  /**
   * The page of `key` in this encoding, from memory or rendered. null: the rendered page must not be shared. `version`
   * is the version of the data that pages show. A page whose rendering began before a change is not sent to a request
   * that came after the change.
   */
  async get(
    key: string,
    version: string,
    render: () => Promise<RenderedPage>,
    encoding: Encoding = 'identity',
  ): Promise<Variants | null> {
    const current = `${version} ${key}`;
    const found =
      this.findCurrent(key) ?? (await once(this.rendering, current, () => this.rendered(key, render)));
    if (found === null || hasEncoding(found, encoding)) return found?.page ?? null;
    return once(this.packing, `${encoding} ${current}`, () => this.packed(key, found, encoding));
  }

  private findCurrent(key: string): CachedPage | null {
    const found = this.cached.get(key);
    if (found === undefined) return null;
    if (found.isCurrent()) return found;
    this.cached.delete(key);
    return null;
  }

  private async rendered(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage | null> {
    const { result, isCurrent } = await render();
    const content = toContent(result);
    if (content === null) return null;
    const found = { content, page: createIdentity(content, levels), isCurrent };
    if (found.page.identity.status < 500) this.cached.set(key, found);
    return found;
  }

  private async packed(key: string, found: CachedPage, encoding: Encoding): Promise<Variants> {
    const level = levels.find(([name]) => name === encoding);
    if (level === undefined) return found.page;
    const compressed = { ...found.page.compressed, ...(await pack(found.content, found.page, level)) };
    const page = { ...found.page, compressed };
    // Compressing the page does not extend its time in the cache. In the meantime the page may have been replaced, or
    // compressed in the other encoding; then this result is not cached.
    if (this.cached.peek(key) === found) this.cached.set(key, { ...found, page }, { noUpdateTTL: true });
    return page;
  }

  get cachedBytes(): number {
    return this.cached.calculatedSize;
  }
}

function hasEncoding({ page }: CachedPage, encoding: Encoding): boolean {
  return encoding === 'identity' || page.compressed[encoding] !== undefined;
}

/** The result of `work`, which runs once for simultaneous calls with the same key. */
async function once<T>(running: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const found = running.get(key);
  if (found !== undefined) return found;
  const result = work();
  running.set(key, result);
  try {
    return await result;
  } finally {
    running.delete(key);
  }
}

/** null: the response is for one visitor. */
function toContent({ status, headers, body }: CapturedResponse): Content | null {
  if (headers['set-cookie'] !== undefined) return null;
  const shared: Record<string, string> = { Vary: vary };
  for (const [name, value] of Object.entries(headers)) {
    const isOwn = perAnswer.has(name) || (status === 200 && name === 'cache-control');
    if (value !== undefined && !isOwn) shared[name] = String(value);
  }
  // A cache in front of this server may store a page, but must revalidate it before each use. A member who leaves
  // therefore disappears immediately. Without such a header, a cache may keep an error or a redirect for as long as it
  // likes (RFC 9111 §4.2.2). A redirect may name the member.
  if (status === 200 || headers['cache-control'] === undefined)
    shared['cache-control'] = 'public, max-age=0, must-revalidate';
  return { status, headers: shared, body };
}

// These headers are not cached: they are set for each response, or replaced by our own.
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
// Brotli level 5 takes a fifth of level 9's time, and the result is at most 5 % larger. Each page is compressed once.
const levels = [
  ['br', 5],
  ['gzip', 6],
] as const;
