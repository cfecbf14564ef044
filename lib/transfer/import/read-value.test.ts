import { describe, expect, it } from 'vitest';
import { readValue } from './read-value';
import { DoubtfulValue } from '@/lib/changes/value-error';

const options = { dateOrder: null, separators: ';|' };

describe('dates', () => {
  it.each([
    ['2026-06-30', '2026-06-30'],
    ['03.04.2026', '2026-04-03'],
    ['1. März 2026', '2026-03-01'],
    ['1er août 2026', '2026-08-01'],
    ['2026-06-30T00:00:00Z', '2026-06-30'],
    ['30 June 2026', '2026-06-30'],
    ['31. Dezember 2026', '2026-12-31'],
    ['31 December 2026', '2026-12-31'],
    ['31 décembre 2026', '2026-12-31'],
    ['31 de diciembre de 2026', '2026-12-31'],
    ['31 dicembre 2026', '2026-12-31'],
    ['1 di aprile 2026', '2026-04-01'],
    ['June 30, 2026', '2026-06-30'],
    ['30-Jun-2026', '2026-06-30'],
    ['30/06/2026', '2026-06-30'],
    ['06/30/2026', '2026-06-30'],
    ['3/3/2026', '2026-03-03'],
    ['29/02/2024', '2024-02-29'],
  ])('%s is read', (cell, date) => {
    expect(readValue('date', cell, options)).toBe(date);
  });

  it('that are ambiguous are refused until the order is given', () => {
    expect(() => readValue('date', '03/04/2026', options)).toThrow(/--date-order/);
    expect(readValue('date', '03/04/2026', { ...options, dateOrder: 'dmy' })).toBe('2026-04-03');
    expect(readValue('date', '03/04/2026', { ...options, dateOrder: 'mdy' })).toBe('2026-03-04');
  });

  it.each(['2026-02-29', '31/04/2026', '3/4/26', 'soon', '2026-13-01', '30 Juno 2026'])(
    '%s is refused',
    (cell) => {
      expect(() => readValue('date', cell, options)).toThrow();
    },
  );
});

describe('other values', () => {
  it.each([
    ['amount', '$1,234.50', 1_234_500],
    ['amount', '0', 0],
    ['amount', '0.125', 125],
    ['email', 'Ann Lee <ann@example.org>', 'ann@example.org'],
    ['amount', '-5', -5000],
    ['amount', '-$5.50', -5500],
    ['amount', '(12.00)', -12_000],
    ['amount', '1,23', 1230],
    ['amount', '1.234,50 €', 1_234_500],
    ['amount', '1 234,50 €', 1_234_500],
    ['boolean', 'YES', true],
    ['boolean', '0', false],
    ['boolean', 'ja', true],
    ['boolean', 'non', false],
    ['flag', 'Nein', false],
    ['flag', '3/4/2025', true],
    ['status', 'Pending - New', { means: 'applicant', word: 'Pending - New' }],
    ['status', 'Verstorben', { means: 'deceased', word: 'Verstorben' }],
    ['status', 'À jour', { means: 'current', word: 'À jour' }],
    ['status', 'Lapsed', { means: 'lapsed', word: 'Lapsed' }],
    ['email', 'ann@example.org', 'ann@example.org'],
    ['phone', '+61 491 570 006', '+61 491 570 006'],
    ['latitude', '-38.10', -38.1],
    ['latitude', '-0', 0],
    ['latitude', '90', 90],
    ['longitude', '-180', -180],
    ['web', 'www.example.org', 'http://www.example.org'],
    ['web', 'example.org:8080/shop', 'http://example.org:8080/shop'],
    ['web', 'http://www.jägerbräu.de', 'http://www.jägerbräu.de'],
    ['names', 'a; b|a;;', ['a', 'b']],
    ['names', 'Sports\\; Hands; a\\b; c\\\\', ['Sports; Hands', 'a\\b', 'c\\']],
    [
      'addons',
      'Journal x2 until 2026-12-31; Listing',
      [
        { name: 'Journal', quantity: 2, expiryDate: '2026-12-31' },
        { name: 'Listing', quantity: 1, expiryDate: null },
      ],
    ],
    [
      'seats',
      'Board from 2024-02-03; Board from Hell',
      [
        { name: 'Board', startsOn: '2024-02-03', endsOn: null },
        { name: 'Board from Hell', startsOn: null, endsOn: null },
      ],
    ],
    ['show', 'firstname; Email', ['FirstName', 'Email']],
    ['show', 'none', []],
  ] as const)('%s %s', (kind, cell, value) => {
    expect(readValue(kind, cell, options)).toEqual(value);
  });

  it.each([
    ['amount', '1,2345'],
    ['amount', 'five'],
    ['status', 'Married'],
    ['flag', 'maybe'],
    ['email', 'ann@example.org\nBcc: bo@example.net'],
    ['boolean', 'maybe'],
    ['latitude', '90.1'],
    ['longitude', '180.01'],
    ['integer', '1.5'],
    ['web', 'javascript:alert(1)'],
    ['web', 'none'],
    ['web', 'mailto:ada@example.org'],
    ['show', 'Password'],
    ['text', 'a\u0000b'],
    ['text', 'x'.repeat(40_000)],
  ] as const)('%s %s is refused', (kind, cell) => {
    expect(() => readValue(kind, cell, options)).toThrow();
  });
});

describe('doubtful values', () => {
  it.each([
    ['email', 'n/a', undefined],
    ['email', 'ann at example.org', undefined],
    ['email', 'one@example.com, two@example.net', 'one@example.com'],
    ['email', 'ann@example.org (home)', 'ann@example.org'],
    ['amount', '545.005', 545_005_000],
    ['email', 'one@example.com\ntwo@example.net', 'one@example.com'],
    ['phone', '3,5222E+08', undefined],
    ['phone', '6.1491570006E10', undefined],
    ['phone', 'keine', undefined],
    ['text', 'NULL', undefined],
    ['names', 'n/a', undefined],
    ['date', 'none', undefined],
    ['text', '#REF!', undefined],
    ['web', 'see Facebook', undefined],
  ] as const)('%s %j is reported, and read as %j once accepted', (kind, cell, accepted) => {
    const read = () => readValue(kind, cell, options);
    expect(read).toThrow(DoubtfulValue);
    expect(read).toThrow(expect.objectContaining({ accepted }));
  });
});
