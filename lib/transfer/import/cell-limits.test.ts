import { expect, it } from 'vitest';
import { readStructure } from '@/lib/store/structure';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { fieldLimit, locationSlots, readWithin, type FieldName } from './fields';
import { importContent, storedMembers } from './import-cases.fixture';

const raise = () => {
  throw new Error('not there');
};

const columns = 'MembershipNumber,LastName,MembershipType,ExpiryDate';

const names = (count: number) => Array.from({ length: count }, (_, index) => `Name ${index}`);
const problemOf = (...given: Parameters<typeof readWithin>) => readWithin(...given).reason;
const addon = (change: object) => ({ name: 'Journal', quantity: 1, expiryDate: null, ...change });

describeUsualEngines('cells outside the limits of their field', (store) => {
  it.each([
    ['LastName', 300, 'must be at most 300 characters long; this is 301'],
    ['FullName', 300, 'must be at most 300 characters long; this is 301'],
    ['Address', 1000, 'must be at most 1000 characters long; this is 1001'],
    ['MembershipType', 1000, 'must be at most 1000 characters long; this is 1001'],
    ['LocationName', 1000, 'must be at most 1000 characters long; this is 1001'],
    ['Location5Suburb', 300, 'must be at most 300 characters long; this is 301'],
  ] as const)('%s may have %i characters', (field, max, reason) => {
    const limit = fieldLimit(field);
    expect(problemOf(limit, 'x'.repeat(max))).toBe(null);
    expect(problemOf(limit, 'x'.repeat(max + 1))).toBe(reason);
    expect(problemOf(limit, null)).toBe(null);
  });

  it.each([
    [
      'MembershipCategory',
      ['x'.repeat(1000)],
      ['x'.repeat(1001)],
      'must be at most 1000 characters long; this is 1001',
    ],
    ['MembershipCategory', names(1000), names(1001), 'must have at most 1000 elements; this has 1001'],
    [
      'Addons',
      [addon({ name: 'x'.repeat(1000) })],
      [addon({ name: 'x'.repeat(1001) })],
      /^Name must be at most 1000/,
    ],
    [
      'Addons',
      [addon({ quantity: 999_999 })],
      [addon({ quantity: 1_000_000 })],
      /^Quantity must be .* to 999999$/,
    ],
    ['Addons', [addon({ quantity: 1 })], [addon({ quantity: 0 })], /^Quantity must be a whole number from 1/],
    [
      'Addons',
      names(1000).map((name) => addon({ name })),
      names(1001).map((name) => addon({ name })),
      /at most 1000/,
    ],
  ] as const)('%s has the limits of the API', (field, within, outside, reason) => {
    expect(problemOf(fieldLimit(field), within)).toBe(null);
    expect(problemOf(fieldLimit(field), outside)).toMatch(reason);
  });

  it('an amount has at most 9 digits before the point', () => {
    expect(problemOf(fieldLimit('AmountOutstanding'), -999_999_999_999)).toBe(null);
    expect(problemOf(fieldLimit('AmountOutstanding'), 1_000_000_000_000)).toMatch(/^must be an amount/);
  });

  it('all text columns of locations have a limit', () => {
    const names = locationSlots.flatMap((slot): FieldName[] => Object.values(slot.names));
    expect(names.filter((name) => !/La?t|Lng|Precision/.test(name) && fieldLimit(name) === null)).toEqual([]);
  });

  it('a line break in a name or a header becomes a space', async () => {
    const cells = ['M-9', 'Ex\r\nample', 'Full\nmember', '2030-06-30', 'vegan', '1 High St\nRear'];
    const result = await importContent(
      store(),
      4,
      [`${columns},"Extra: Dietary\nneeds",Address`, cells.map((cell) => `"${cell}"`).join(',')],
      { create: { name: 'Guild\nof Bakers', timeZone: null, country: 'New\nZealand', currency: null } },
    );
    expect(result.problems).toEqual([]);
    const [{ person } = raise()] = await storedMembers(store(), 4);
    const structure = (await readStructure(store().members, 4)) ?? raise();
    expect([...structure.types.values()].map(({ name }) => name)).toEqual(['Full member']);
    expect([...structure.extras.values()].map(({ question }) => question)).toEqual(['Dietary needs']);
    expect(structure.organisation).toMatchObject({ name: 'Guild of Bakers', country: 'New Zealand' });
    expect(person).toMatchObject({ lastName: 'Ex ample', address: { address: '1 High St\nRear' } });
  });

  it('are refused with their line, column and limit, and nothing is written', async () => {
    const result = await importContent(store(), 1, [
      `${columns},Extra: Notes,Categories,Addons`,
      `M-1,Example,Full,2030-06-30,,,`,
      `M-2,${'x'.repeat(301)},Full,2030-06-30,${'y'.repeat(10_001)},Teams;${'z'.repeat(1001)},Journal x0`,
      `M-3,Third,Full,2030-06-30,,,Journal x1000000`,
    ]);
    expect(result.problems.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [3, 'LastName', 'must be at most 300 characters long; this is 301'],
      [3, 'Categories', 'must be at most 1000 characters long; this is 1001'],
      [3, 'Addons', 'Quantity must be a whole number from 1 to 999999'],
      [3, 'Notes', 'must be at most 10000 characters long; this is 10001'],
      [4, 'Addons', 'Quantity must be a whole number from 1 to 999999'],
    ]);
    expect(await storedMembers(store(), 1)).toEqual([]);
  });
});
