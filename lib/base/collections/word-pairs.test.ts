import { expect, test } from 'vitest';
import { seededRandom } from '@/lib/base/seeded-random';
import { neverPause } from '@/lib/base/slices';
import { createWordPairs } from './word-pairs';

test.each([0, 1, 32_768, 100_000])(
  '%i pairs are grouped by word, in the order in which they came',
  async (count) => {
    const random = seededRandom(18);
    const ranks = Uint32Array.of(2, 0, 3, 1);
    const pairs = createWordPairs();
    const expected: number[][] = [[], [], [], []];
    for (let member = 0; member < count; member += 1) {
      // The last word has no member.
      const word = Math.floor(random() * 3);
      pairs.add(word, member);
      expected[ranks[word] ?? 0]?.push(member);
    }
    const { starts, members } = await pairs.group(ranks, neverPause);
    const found = expected.map((_, rank) => [...members.subarray(starts[rank], starts[rank + 1])]);
    expect(found).toEqual(expected);
  },
);
