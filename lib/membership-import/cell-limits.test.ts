import { expect, it } from 'vitest';
import { describeEachEngine } from '@/lib/membership-store/stores.fixture';
import { fieldLimit, limitProblem, locationSlots, type FieldName } from './fields';
import { importContent, storedMembers } from './import-cases.fixture';

const columns = 'MembershipNumber,LastName,MembershipType,ExpiryDate';

describeEachEngine('cells outside the limits of their field', (store) => {
  it.each([
    ['LastName', 300, 'must be at most 300 characters long; this is 301'],
    ['FullName', 300, 'must be at most 300 characters long; this is 301'],
    ['Address', 1000, 'must be at most 1000 characters long; this is 1001'],
    ['MembershipType', 1000, 'must be at most 1000 characters long; this is 1001'],
    ['LocationName', 1000, 'must be at most 1000 characters long; this is 1001'],
    ['Location5Suburb', 300, 'must be at most 300 characters long; this is 301'],
  ] as const)('%s may have %i characters', (field, max, reason) => {
    const limit = fieldLimit(field);
    expect(limitProblem(limit, 'x'.repeat(max))).toBe(null);
    expect(limitProblem(limit, 'x'.repeat(max + 1))).toBe(reason);
    expect(limitProblem(limit, null)).toBe(null);
  });

  it('an amount has at most 9 digits before the point', () => {
    expect(limitProblem(fieldLimit('AmountOutstanding'), -999_999_999_999)).toBe(null);
    expect(limitProblem(fieldLimit('AmountOutstanding'), 1_000_000_000_000)).toMatch(/^must be an amount/);
  });

  it('all text columns of locations have a limit', () => {
    const names = locationSlots.flatMap((slot): FieldName[] => Object.values(slot.names));
    expect(names.filter((name) => !/La?t|Lng|Precision/.test(name) && fieldLimit(name) === null)).toEqual([]);
  });

  it('are refused with their line, column and limit, and nothing is written', async () => {
    const result = await importContent(store(), 1, [
      `${columns},Extra: Notes`,
      `M-1,Example,Full,2030-06-30,`,
      `M-2,${'x'.repeat(301)},Full,2030-06-30,${'y'.repeat(10_001)}`,
    ]);
    expect(result.problems.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [3, 'LastName', 'must be at most 300 characters long; this is 301'],
      [3, 'Notes', 'must be at most 10000 characters long; this is 10001'],
    ]);
    expect(await storedMembers(store(), 1)).toEqual([]);
  });
});
