import { hash } from 'node:crypto';

/** Identifies a set of texts, each counted as often as it occurs. Their order has no effect. */
export type ContentHash = Uint32Array;

const words = 4;

/**
 * Four numbers of 32 bits are read from the beginning of each text's SHA-256 hash. The result has four sums: the sum of
 * all first numbers, of all second numbers, and so on. A change adds or subtracts only the numbers of the changed
 * texts, so the other texts cost nothing.
 */
export function withContent(
  before: ContentHash | null,
  { added, removed }: { added: Iterable<Buffer>; removed: Iterable<Buffer> },
): ContentHash {
  const sum = before === null ? new Uint32Array(words) : before.slice();
  // Each element of a Uint32Array wraps at 2^32.
  for (const text of added) for (let at = 0, own = wordsOf(text); at < words; at += 1) sum[at]! += own[at]!; // The index is in range.
  for (const text of removed) for (let at = 0, own = wordsOf(text); at < words; at += 1) sum[at]! -= own[at]!; // The index is in range.
  return sum;
}

function wordsOf(text: Buffer): Uint32Array {
  const digest = hash('sha256', text, 'buffer');
  const own = new Uint32Array(words);
  for (let at = 0; at < words; at += 1) own[at] = digest.readUInt32LE(4 * at);
  return own;
}
