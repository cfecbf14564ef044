/** A whole answer that was small enough to keep. */
export interface KeptBody {
  body: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/** Larger answers are streamed anew each time. */
export const maxKeptBytes = 256 * 1024;

/**
 * The last answers by entity tag, which names the data's version, the date, the query and the encoding: a kept answer
 * is never out of date, only unused. The least recently used go first.
 */
export class BodyCache {
  readonly #maxBytes: number;
  readonly #kept = new Map<string, KeptBody>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(etag: string): KeptBody | null {
    const kept = this.#kept.get(etag);
    if (kept === undefined) return null;
    this.#kept.delete(etag);
    this.#kept.set(etag, kept);
    return kept;
  }

  set(etag: string, kept: KeptBody): void {
    this.#drop(etag);
    this.#kept.set(etag, kept);
    this.#bytes += size(kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(oldest);
    }
  }

  #drop(etag: string): void {
    const kept = this.#kept.get(etag);
    if (kept === undefined) return;
    this.#kept.delete(etag);
    this.#bytes -= size(kept);
  }
}

/** Headers, tag and the map's own entry are some 500 bytes. */
function size(kept: KeptBody): number {
  return kept.body.length + 500;
}
