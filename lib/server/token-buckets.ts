import { LRUCache } from 'lru-cache';
import type { RateLimit } from '@/lib/base/rate-limit';

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

export interface TokenBucketsServices {
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  /** Above this size, the least recently used buckets are deleted. */
  maxBytes?: number;
  /** The number of processes that share the limit. */
  divisor?: () => number;
}

// Enough for about 15,000 networks.
const defaultMaxBytes = 4 * 1024 * 1024;
// The memory that a bucket needs in the cache, without its key. The size was measured in Node 20 and rounded up.
const bytesBesideKey = 250;

/**
 * The buckets are in this process's memory, one for each key. Only the least recently used buckets are deleted. A
 * deleted bucket counts as full, because it would soon have been full anyway.
 */
export class TokenBuckets {
  private readonly buckets: LRUCache<string, Bucket>;

  constructor(
    private readonly limit: RateLimit,
    private readonly options: TokenBucketsServices,
  ) {
    this.buckets = new LRUCache({
      maxSize: options.maxBytes ?? defaultMaxBytes,
      sizeCalculation: (_bucket, key) => bytesBesideKey + 2 * key.length,
    });
  }

  /** @returns 0 if a token was taken, otherwise the seconds until one is available */
  take(key: string): number {
    const bucket = this.fill(key);
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / this.addedPerSecond);
    bucket.tokens -= 1;
    return 0;
  }

  /**
   * The seconds until the bucket is positive again. Call this method before work whose amount is known only afterwards.
   * Then pass the amount to `charge`.
   */
  wait(key: string): number {
    const { tokens } = this.fill(key);
    return tokens > 0 ? 0 : Math.max(1, Math.ceil(-tokens / this.addedPerSecond));
  }

  /** Takes `amount`, even if the bucket has less. A negative amount gives tokens back. */
  charge(key: string, amount: number): void {
    const bucket = this.fill(key);
    bucket.tokens = Math.min(this.burst, bucket.tokens - amount);
  }

  private get burst(): number {
    return Math.max(1, this.limit.burst / (this.options.divisor?.() ?? 1));
  }

  private get addedPerSecond(): number {
    return this.limit.burst / this.limit.perSeconds / (this.options.divisor?.() ?? 1);
  }

  get bytes(): number {
    return this.buckets.calculatedSize;
  }

  private fill(key: string): Bucket {
    const now = this.options.now();
    const bucket = this.buckets.get(key);
    if (bucket === undefined) return this.add(key, { tokens: this.burst, filledAtMs: now });
    const added = ((now - bucket.filledAtMs) / 1000) * this.addedPerSecond;
    bucket.tokens = Math.min(this.burst, bucket.tokens + added);
    bucket.filledAtMs = now;
    return bucket;
  }

  private add(key: string, bucket: Bucket): Bucket {
    // A text that was cut out of a long header keeps the whole header in memory, so the key is copied.
    this.buckets.set(Buffer.from(key).toString(), bucket);
    return bucket;
  }
}
