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
export class BodyCache {
  readonly #maxBytes: number;
  readonly #kept = new Map<string, KeptBody>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): KeptBody | null {
    const kept = this.#kept.get(key);
    if (kept === undefined) return null;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept;
  }

  set(key: string, kept: KeptBody): void {
    this.#drop(key);
    this.#kept.set(key, kept);
    this.#bytes += size(key, kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const kept = this.#kept.get(key);
    if (kept === undefined) return;
    this.#kept.delete(key);
    this.#bytes -= size(key, kept);
  }
}

/** Headers, tag and the map's own entry are some 500 bytes. */
function size(key: string, kept: KeptBody): number {
  return kept.body.length + key.length + 500;
}
