import fc from 'fast-check';
import { expect, test } from 'vitest';
import { selectNth } from './select-nth';

test('a position gets the value that it has in sorted order, and both sides contain the same values as sorted', () => {
  // Few distinct values, so that many are equal.
  const numbers = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(numbers, fc.nat(), fc.nat(), (given, a, b) => {
      const values = Float64Array.from(given);
      const sorted = values.toSorted();
      const first = a % values.length;
      expect(selectNth(values, first)).toBe(sorted[first]);
      const second = first + (b % (values.length - first));
      expect(selectNth(values, second, first)).toBe(sorted[second]);
      expect(values.slice(0, first).sort()).toEqual(sorted.slice(0, first));
      expect(values.slice(first, second).sort()).toEqual(sorted.slice(first, second));
    }),
    { seed: 41, numRuns: 1000 },
  );
});
