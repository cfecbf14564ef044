import { expect, test } from 'vitest';
import { equalTexts } from './equal-texts';

test.each([
  ['', '', true],
  ['a', 'a', true],
  ['é💥', 'é💥', true],
  ['a', 'b', false],
  ['a', 'ab', false],
  ['', 'a', false],
  ['é', 'e\u0301', false],
])('%j and %j: %s', (a, b, isEqual) => {
  expect(equalTexts(a, b)).toBe(isEqual);
});
