import { describe, expect, it } from 'vitest';
import { parseDate } from './dates';

// 12:00 on Thursday 15 January 2026 in Melbourne (+11:00).
const context = { now: new Date('2026-01-15T01:00:00Z'), timeZone: 'Australia/Melbourne' };
const read = (text: string) => parseDate(text, context)?.instant.toISOString() ?? null;

describe('dates in a query', () => {
  it.each([
    ['2026-01-02', '2026-01-01T13:00:00.000Z'],
    ['2026-07-02', '2026-07-01T14:00:00.000Z'],
    ['2026-01-02T10:00:00Z', '2026-01-02T10:00:00.000Z'],
    ['2026-01-02T10:00:00.123z', '2026-01-02T10:00:00.123Z'],
    ['2026-01-02T10:00+11:00', '2026-01-01T23:00:00.000Z'],
    ['2026-01-02T10:00:00 11:00', '2026-01-01T23:00:00.000Z'],
    ['2026-01-02T10:00:00-0330', '2026-01-02T13:30:00.000Z'],
    ['2026-01-02T10:00', '2026-01-01T23:00:00.000Z'],
    ['2026-01-02 10:00', '2026-01-01T23:00:00.000Z'],
    ['2026-01-02 10:00:30', '2026-01-01T23:00:30.000Z'],
    ['1 January 2026', '2025-12-31T13:00:00.000Z'],
    ['31 jan 2026', '2026-01-30T13:00:00.000Z'],
    ['@1767225600', '2026-01-01T00:00:00.000Z'],
    ['now', '2026-01-15T01:00:00.000Z'],
    ['today', '2026-01-14T13:00:00.000Z'],
    ['Yesterday', '2026-01-13T13:00:00.000Z'],
    ['tomorrow', '2026-01-15T13:00:00.000Z'],
    ['-1 week', '2026-01-08T01:00:00.000Z'],
    ['+3 days', '2026-01-18T01:00:00.000Z'],
    [' 3 days', '2026-01-18T01:00:00.000Z'],
    ['-6 months', '2025-07-15T02:00:00.000Z'],
    ['+1 year', '2027-01-15T01:00:00.000Z'],
    ['2024-02-29', '2024-02-28T13:00:00.000Z'],
  ])('%s is %s', (text, instant) => expect(read(text)).toBe(instant));

  it.each([
    '01/02/2026',
    '1.2.2026',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-02T24:00',
    '2026-01-02T10:60',
    '2026-01-02T10:00+25:00',
    '32 January 2026',
    '1 Brumaire 2026',
    '1767225600',
    'next week',
    '+999999 years',
    '+99999 years',
    '',
    ' ',
    '0000-00-00',
    'today; drop table member',
    '__proto__',
    'constructor',
    'toString',
    '1 constructor 2026',
  ])('"%s" is not', (text) => expect(read(text)).toBe(null));

  it('a month later is the last day of a shorter month', () => {
    const at = { now: new Date('2026-01-31T01:00:00Z'), timeZone: 'UTC' };
    expect(parseDate('+1 month', at)?.instant.toISOString()).toBe('2026-02-28T01:00:00.000Z');
  });

  it('a date begins by its zone’s clocks, also on days that begin at 01:00', () => {
    const at = { now: context.now, timeZone: 'America/Santiago' };
    // Clocks went forward at midnight between 7 and 8 September 2024: the day began at 01:00 (-03:00).
    expect(parseDate('2024-09-08', at)?.instant.toISOString()).toBe('2024-09-08T04:00:00.000Z');
    expect(parseDate('2024-09-07', at)?.instant.toISOString()).toBe('2024-09-07T04:00:00.000Z');
    expect(parseDate('2024-09-09', at)?.instant.toISOString()).toBe('2024-09-09T03:00:00.000Z');
  });

  it('a local time that occurs twice is the first one', () => {
    // Melbourne's clocks went back from 03:00 to 02:00 on 5 April 2026.
    expect(read('2026-04-05T02:30')).toBe('2026-04-04T15:30:00.000Z');
  });
});
