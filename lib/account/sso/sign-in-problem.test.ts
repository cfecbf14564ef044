import { expect, it } from 'vitest';
import { parseSignInProblem } from './sign-in-problem';

it('a problem in an address is one of the known words, and text of the address is never shown', () => {
  expect(parseSignInProblem('interrupted')).toBe('interrupted');
  for (const text of ['<script>', 'Call 555-0100', ['ended', 'ended'], 'toString']) {
    expect(parseSignInProblem(text)).toBe('failed');
  }
  for (const nothing of [undefined, '']) expect(parseSignInProblem(nothing)).toBe(null);
});
