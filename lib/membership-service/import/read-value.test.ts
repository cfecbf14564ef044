import { describe, expect, it } from 'vitest';
import { readValue } from './read-value';

const options = { dateOrder: null, separators: ';|' };

describe('dates', () => {
  it.each([
    ['2026-06-30', '2026-06-30'],
    ['2026-06-30T00:00:00Z', '2026-06-30'],
    ['30 June 2026', '2026-06-30'],
    ['June 30, 2026', '2026-06-30'],
    ['30-Jun-2026', '2026-06-30'],
    ['30/06/2026', '2026-06-30'],
    ['06/30/2026', '2026-06-30'],
    ['3/3/2026', '2026-03-03'],
    ['29/02/2024', '2024-02-29'],
  ])('%s is read', (cell, date) => {
    expect(readValue('date', cell, options)).toBe(date);
  });

  it('that can be read two ways are refused until the order is given', () => {
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
    ['amount', '$1,234.50', '1234500'],
    ['amount', '0', '0'],
    ['amount', '545.005', '545005'],
    ['boolean', 'YES', 'true'],
    ['boolean', '0', 'false'],
    ['latitude', '-38.10', '-38.1'],
    ['latitude', '-0', '0'],
    ['latitude', '90', '90'],
    ['longitude', '-180', '-180'],
    ['web', 'www.example.org', 'http://www.example.org'],
    ['web', 'http://www.jägerbräu.de', 'http://www.jägerbräu.de'],
    ['names', 'a; b|a;;', 'a\nb'],
    ['addons', 'Journal x2 until 2026-12-31; Listing', 'Journal\t2\t2026-12-31\nListing\t1\t'],
    ['show', 'firstname; Email', 'FirstName\nEmail'],
  ] as const)('%s %s', (kind, cell, value) => {
    expect(readValue(kind, cell, options)).toBe(value);
  });

  it.each([
    ['amount', '-5'],
    ['amount', '1,23'],
    ['boolean', 'maybe'],
    ['latitude', '90.1'],
    ['longitude', '180.01'],
    ['integer', '1.5'],
    ['web', 'javascript:alert(1)'],
    ['web', 'none'],
    ['show', 'Password'],
    ['text', 'a\u0000b'],
    ['text', 'x'.repeat(40_000)],
  ] as const)('%s %s is refused', (kind, cell) => {
    expect(() => readValue(kind, cell, options)).toThrow();
  });
});
