import { expect, test } from 'vitest';
import { isMassRemoval } from './mass-removal';

test.each([
  [0, 0, false],
  [0, 10, false],
  [1, 1, true],
  [1, 2, false],
  [1, 9, false],
  [2, 9, true],
  [2, 19, true],
  [2, 20, false],
  [3, 30, false],
  [4, 30, true],
  [50, 500, false],
  [51, 510, true],
  [50, 100_000, false],
  [51, 100_000, true],
  [334, 334, true],
])('%d of %d members disappearing at once: stop %s', (removed, known, isMass) => {
  expect(isMassRemoval(removed, known)).toBe(isMass);
});
