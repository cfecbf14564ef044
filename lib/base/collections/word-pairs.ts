/** Pairs of a word and a member, collected while an index is built and then grouped by word. */
import type { Pause } from '@/lib/base/slices';

export interface WordPairs {
  /** `word` is the number of a word. `member` is any number below 2^32. */
  add(word: number, member: number): void;
  /**
   * The members of the word with the new number `n` are in `members`, from `starts[n]` up to, but not including,
   * `starts[n + 1]`.
   * @param ranks the new number of each word
   */
  group(ranks: Uint32Array, pause: Pause): Promise<{ starts: Uint32Array; members: Uint32Array }>;
}

// A single array that grows would be copied again and again, 80 MB at a time with 500,000 members.
const pieceLength = 1 << 16;

export function createWordPairs(): WordPairs {
  const pieces: Uint32Array[] = [];
  let last = new Uint32Array(0);
  let used = 0;
  return {
    add(word, member) {
      if (used === last.length) {
        last = new Uint32Array(pieceLength);
        pieces.push(last);
        used = 0;
      }
      last[used] = word;
      last[used + 1] = member;
      used += 2;
    },
    group: (ranks, pause) => {
      const filled = pieces.map((piece) => (piece === last ? piece.subarray(0, used) : piece));
      return groupByWord(filled, ranks, pause);
    },
  };
}

async function groupByWord(pieces: readonly Uint32Array[], ranks: Uint32Array, pause: Pause) {
  const starts = new Uint32Array(ranks.length + 1);
  let count = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += 2) starts[ranks[piece[at]!]! + 1]! += 1; // The index is in range, here and below.
    count += piece.length / 2;
    await pause();
  }
  for (let word = 0; word < ranks.length; word += 1) starts[word + 1]! += starts[word]!;
  const next = starts.slice();
  const members = new Uint32Array(count);
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += 2) members[next[ranks[piece[at]!]!]!++] = piece[at + 1]!;
    await pause();
  }
  return { starts, members };
}
