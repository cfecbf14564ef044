/** Bytes by key, the least recently used dropped first. */
export interface ByteCache {
  get(key: string): Buffer | undefined;
  set(key: string, bytes: Buffer): void;
}

/** What an entry costs beside its bytes: key, map slot and buffer object, rounded up. */
const entryBytes = 250;

/** A cache that never holds more than `maxBytes`; what alone is larger is not kept. */
export function createByteCache(maxBytes: number): ByteCache {
  // A map keeps the order of insertion: the first is the one not used for longest.
  const entries = new Map<string, Buffer>();
  let held = 0;
  const drop = (key: string) => {
    const bytes = entries.get(key);
    if (bytes === undefined) return;
    entries.delete(key);
    held -= bytes.length + entryBytes;
  };
  return {
    get(key) {
      const bytes = entries.get(key);
      if (bytes !== undefined) {
        entries.delete(key);
        entries.set(key, bytes);
      }
      return bytes;
    },
    set(key, bytes) {
      drop(key);
      const size = bytes.length + entryBytes;
      if (size > maxBytes) return;
      for (const oldest of entries.keys()) {
        if (held + size <= maxBytes) break;
        drop(oldest);
      }
      entries.set(key, bytes);
      held += size;
    },
  };
}
