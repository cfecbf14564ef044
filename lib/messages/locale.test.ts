import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatList, formatNumber, locale, pluralOf } from './locale';

it('numbers are formatted as Intl formats them', () => {
  const numbers = new Intl.NumberFormat(locale);
  const thousandths = fc.integer({ min: -1e10, max: 1e10 }).map((value) => value / 1000);
  fc.assert(
    fc.property(fc.oneof(thousandths, fc.integer(), fc.nat(2000)), (value) => {
      expect(formatNumber(value)).toBe(numbers.format(value));
    }),
    { seed: 61, numRuns: 2000 },
  );
});

it('plural categories are those of Intl', () => {
  const plurals = new Intl.PluralRules(locale);
  for (const count of [0, 0.5, 1.5, ...Array.from({ length: 1200 }, (_, at) => at)])
    expect(pluralOf(count), String(count)).toBe(plurals.select(count));
});

it('lists are formatted as Intl formats them', () => {
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' });
  for (const parts of [[], ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c and d', 'e']])
    expect(formatList(parts)).toBe(lists.format(parts));
});
