import { expect, it } from 'vitest';
import { withLabel } from './filter-labels';

it('a refusal names the field as the page does', () => {
  expect(withLabel('"OwedFrom" must be an amount such as 120.50')).toBe(
    '“Owes at least” must be an amount such as 120.50',
  );
  expect(withLabel('"Search" must be at most 200 characters long')).toMatch(/^“Search” must/);
  for (const text of ['"Other" must be x', 'The organisation no longer exists'])
    expect(withLabel(text)).toBe(text);
});
