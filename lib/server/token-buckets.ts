/** What may be taken at once, and how much of it comes back each second. */
export interface Rate {
  burst: number;
  perSecond: number;
}

interface Bucket {
  held: number;
  filledAtMs: number;
}

/**
 * Token buckets by key, in this process's memory. Of at most `maxKeys` those used last; one that is forgotten is full
 * again, which is what it would soon have been.
 */
export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>();

  /** `now` in milliseconds of a clock that never goes back. */
  constructor(
    private readonly rate: Rate,
    private readonly options: { maxKeys: number; now: () => number },
  ) {}

  /** Takes one. @returns 0, or the seconds until there is one to take; then nothing is taken */
  take(key: string): number {
    const bucket = this.fill(key);
    if (bucket.held < 1) return Math.ceil((1 - bucket.held) / this.rate.perSecond);
    bucket.held -= 1;
    return 0;
  }

  /** The seconds until the bucket holds something again; 0 when it does. For what is paid afterwards by `charge`. */
  wait(key: string): number {
    const { held } = this.fill(key);
    return held > 0 ? 0 : Math.max(1, Math.ceil(-held / this.rate.perSecond));
  }

  /** Takes `amount`, though the bucket may hold less; a negative amount puts back. */
  charge(key: string, amount: number): void {
    const bucket = this.fill(key);
    bucket.held = Math.min(this.rate.burst, bucket.held - amount);
  }

  has(key: string): boolean {
    return this.buckets.has(key);
  }

  get size(): number {
    return this.buckets.size;
  }

  private fill(key: string): Bucket {
    const now = this.options.now();
    const bucket = this.buckets.get(key) ?? { held: this.rate.burst, filledAtMs: now };
    bucket.held = Math.min(
      this.rate.burst,
      bucket.held + ((now - bucket.filledAtMs) / 1000) * this.rate.perSecond,
    );
    bucket.filledAtMs = now;
    // A map keeps the order of insertion: the first is the one not used for longest.
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    for (const oldest of this.buckets.keys()) {
      if (this.buckets.size <= this.options.maxKeys) break;
      this.buckets.delete(oldest);
    }
    return bucket;
  }
}
