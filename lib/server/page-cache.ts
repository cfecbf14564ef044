import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Encoding } from '@/lib/http/accepted-encoding';
import type { CapturedAnswer } from './capture';

/** A page as it is cached, with everything that each form of its response needs: sending creates nothing new. */
export interface CachedPage {
  status: number;
  forms: Record<Encoding, PageForm>;
}

export interface PageForm {
  etag: string;
  /** Name, value, name, value …: the list that Node writes fastest. */
  headers: string[];
  /** The same without Content-Length, which a 304 does not have. */
  headersUnchanged: string[];
  body: Buffer;
}

/**
 * Caches anonymous public pages in memory: the most recently used up to `maxBytes`, each for at most `maxAgeMs`.
 * Simultaneous misses of one key render once. A page that sets a cookie, or failed, is not cached.
 */
export class PageCache {
  private readonly kept: LRUCache<string, CachedPage>;
  private readonly rendering = new Map<string, Promise<CachedPage | null>>();

  constructor({ maxBytes, maxAgeMs, now }: { maxBytes: number; maxAgeMs: number; now: () => number }) {
    this.kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: sizeOf,
      ttl: maxAgeMs,
      ttlResolution: 0,
      perf: { now },
    });
  }

  /** The page of `key` if in memory; else null. Synchronous, because a promise costs as much as finding the page. */
  find(key: string): CachedPage | null {
    return this.kept.get(key) ?? null;
  }

  /** The page of `key`, from memory or rendered; null when the rendered page must not be shared. */
  async get(key: string, render: () => Promise<CapturedAnswer>): Promise<CachedPage | null> {
    const { rendering } = this;
    const found = this.find(key) ?? rendering.get(key);
    if (found !== undefined) return found;
    const page = render().then(toCachedPage);
    rendering.set(key, page);
    try {
      const rendered = await page;
      if (rendered !== null && rendered.status < 500) this.kept.set(key, rendered);
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

function sizeOf({ forms: { identity, gzip, br } }: CachedPage): number {
  return identity.body.length + gzip.body.length + br.body.length + 4096;
}

async function toCachedPage(answer: CapturedAnswer): Promise<CachedPage | null> {
  if (answer.headers['set-cookie'] !== undefined) return null;
  const { status, body } = answer;
  const [zipped, br] = await Promise.all([compressGzip(body), compressBrotli(body)]);
  const digest = createHash('sha256').update(String(status)).update(body).digest('base64url').slice(0, 27);
  const shared: string[] = ['Vary', vary];
  for (const [name, value] of Object.entries(answer.headers)) {
    const isOwn = perAnswer.has(name) || (status === 200 && name === 'cache-control');
    if (value !== undefined && !isOwn) shared.push(name, String(value));
  }
  // A cache in front may store a page and must revalidate it: a member who leaves is gone at once. Without a header, a
  // cache stores an error or a redirect, which names the member, for as long as it likes (RFC 9111 §4.2.2).
  if (status === 200 || answer.headers['cache-control'] === undefined)
    shared.push('Cache-Control', 'public, max-age=0, must-revalidate');
  const form = (encoding: Encoding, bytes: Buffer): PageForm => {
    const etag = `"${digest}-${encoding}"`;
    const encoded = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
    const headersUnchanged = [...shared, 'ETag', etag, ...encoded];
    const headers = [...headersUnchanged, 'Content-Length', String(bytes.length)];
    return { etag, headers, headersUnchanged, body: bytes };
  };
  const forms = { identity: form('identity', body), gzip: form('gzip', zipped), br: form('br', br) };
  return { status, forms };
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
const compressGzip = promisify(gzip);
const brotli = promisify(brotliCompress);
// Quality 5: within 5 % of the size of 9 at a fifth of its time; each page is compressed once.
const compressBrotli = (body: Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
