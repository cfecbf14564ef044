import { LRUCache } from 'lru-cache';
import type { Encoding } from '@/lib/base/http/accepted-encoding';
import { bytesOf, createIdentity, pack, type Content, type Variants } from '@/lib/base/http/representation';
import type { CapturedResponse } from './capture';

export interface RenderedPage {
  result: CapturedResponse;
  isCurrent: () => boolean;
}

interface CachedPage {
  content: Content;
  /**
   * The page in its encodings. Each compressed form is made when a client first needs it, because many pages are
   * requested only once.
   */
  page: Variants;
  isCurrent: () => boolean;
}

/**
 * Public pages in memory, up to `maxBytes`; the least recently used ones are removed. A page is used for at most
 * `maxAgeMs`, and only while its content is current. Simultaneous requests for an uncached page render it once. A page
 * that failed or sets a cookie is not cached.
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
   * null: the page is not in memory in this encoding. This method is synchronous, because a promise would double the
   * time of a call.
   */
  find(key: string, encoding: Encoding = 'identity'): Variants | null {
    const found = this.findCurrent(key);
    return found !== null && hasEncoding(found, encoding) ? found.page : null;
  }

  /**
   * @param version changes with the public data. A page whose rendering began before a change is not sent to requests
   * that came after it.
   * @returns null if the rendered page must not be shared
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
    // Compression does not extend the page's time in the cache. If the page was replaced or compressed in the other
    // encoding meanwhile, this result is not cached.
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

/** null: the response is for one visitor only. */
function toContent({ status, headers, body }: CapturedResponse): Content | null {
  if (headers['set-cookie'] !== undefined) return null;
  const shared: Record<string, string> = { Vary: vary };
  for (const [name, value] of Object.entries(headers)) {
    const isOwn = perAnswer.has(name) || (status === 200 && name === 'cache-control');
    if (value !== undefined && !isOwn) shared[name] = String(value);
  }
  // A cache in front of this server may store a page, but must revalidate it before each use. A member who leaves
  // therefore disappears immediately. Errors and redirects may also name a member. Without `Cache-Control`, a cache
  // could keep them as long as it likes (RFC 9111 §4.2.2).
  if (status === 200 || headers['cache-control'] === undefined)
    shared['cache-control'] = 'public, max-age=0, must-revalidate';
  return { status, headers: shared, body };
}

// These headers are not cached. They are set for each response, or replaced by our own headers.
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
// Brotli level 5 takes a fifth of the time of level 9, and its result is at most 5 % larger.
const levels = [
  ['br', 5],
  ['gzip', 6],
] as const;
