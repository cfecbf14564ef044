import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '@/lib/base/seeded-random';
import { orderedNumbers } from './ordered-numbers';

/** Gives each number a different key. The keys of ascending numbers are neither ascending nor descending. */
const keyOf = (value: number) => (value * 7919) % 100_003;
const compare = (a: number, b: number) => keyOf(a) - keyOf(b);

test('a version has the numbers in order after any changes, and earlier versions stay as they were', () => {
  const sizes = fc.constantFrom(0, 1, 2, 1023, 1024, 1025, 5000);
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 1_000_000 }), (size, seed) => {
      const random = seededRandom(seed);
      const first = Array.from({ length: size }, (_, value) => value).sort(compare);
      const versions = [{ ordered: orderedNumbers(Uint32Array.from(first)), expected: first }];
      let next = size;
      for (let step = 0; step < 12; step += 1) {
        const { ordered, expected } = versions.at(-1)!; // There is at least the first version.
        // Some steps add many numbers, so that chunks are split, and some remove all.
        const share = random() < 0.1 ? 1 : random() * 0.01;
        const removed = expected.filter(() => random() < share);
        const added = Array.from(
          { length: Math.floor(random() * (random() < 0.2 ? 3000 : 3)) },
          () => next++,
        );
        const removedNumbers = new Set(removed);
        const rest = expected.filter((value) => !removedNumbers.has(value));
        versions.push({
          ordered: ordered.with({ removed, added }, compare),
          expected: [...rest, ...added].sort(compare),
        });
      }
      for (const { ordered, expected } of versions) {
        expect([...ordered.all()]).toEqual(expected);
        expect(ordered.length).toBe(expected.length);
        expect(ordered.chunks.every((chunk) => chunk.length > 0)).toBe(true);
        for (const value of [...expected.slice(0, 20), next]) {
          const found = ordered.find((other) => compare(other, value));
          expect(found).toBe(expected.includes(value) ? value : null);
        }
      }
    }),
    { seed: 18, numRuns: 40 },
  );
});

test('a change shares the chunks that it does not change', () => {
  const before = orderedNumbers(Uint32Array.from({ length: 100_000 }, (_, value) => 2 * value));
  const after = before.with({ removed: [50_000], added: [150_001] }, (a, b) => a - b);
  const shared = after.chunks.filter((chunk) => before.chunks.includes(chunk));
  expect(before.chunks.length - shared.length).toBe(2);
});

test('a number that is not there cannot be removed', () => {
  const some = orderedNumbers(Uint32Array.of(1, 3));
  expect(() => some.with({ removed: [2], added: [] }, (a, b) => a - b)).toThrow(/2 is not at its place/);
});
