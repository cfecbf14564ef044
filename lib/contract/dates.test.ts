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

  it('a date begins by its zone’s clocks, even on days that begin at 01:00', () => {
    const at = { now: context.now, timeZone: 'America/Santiago' };
    // Clocks went forward at midnight between 7 and 8 September 2024: the day began at 01:00 (-03:00).
    expect(parseDate('2024-09-08', at)?.instant.toISOString()).toBe('2024-09-08T04:00:00.000Z');
    expect(parseDate('2024-09-07', at)?.instant.toISOString()).toBe('2024-09-07T04:00:00.000Z');
    expect(parseDate('2024-09-09', at)?.instant.toISOString()).toBe('2024-09-09T03:00:00.000Z');
  });

  it.each([
    // Melbourne's clocks went back from 03:00 to 02:00. New York's clocks went back from 02:00 to 01:00. Lord Howe's
    // clocks went back by half an hour.
    ['2026-04-05T02:30', 'Australia/Melbourne', '2026-04-04T15:30:00.000Z'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
  ])('%s in %s, which occurs twice, is the first of the two', (text, timeZone, instant) => {
    expect(parseDate(text, { ...context, timeZone })?.instant.toISOString()).toBe(instant);
  });

  it.each([
    ['2025-10-05T02:30', 'Australia/Melbourne', '2025-10-04T16:30:00.000Z'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2025-10-05T02:15', 'Australia/Lord_Howe', '2025-10-04T15:45:00.000Z'],
    // Samoa had no 30 December 2011.
    ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
  ])('%s in %s, which is skipped, is moved forward', (text, timeZone, instant) => {
    expect(parseDate(text, { ...context, timeZone })?.instant.toISOString()).toBe(instant);
  });

  it('a day that begins within a skipped hour begins at the end of that hour', () => {
    // Toronto's clocks went forward from 23:30 to 00:30.
    const at = { now: context.now, timeZone: 'America/Toronto' };
    expect(parseDate('1919-03-31', at)?.instant.toISOString()).toBe('1919-03-31T04:30:00.000Z');
  });

  it.each([
    ['2026-01-02T10:00-08', '2026-01-02T18:00:00.000Z'],
    ['2026-01-02T00:00:00-14:00', '2026-01-02T14:00:00.000Z'],
    ['2026-01-02T00:00:00+14:59', '2026-01-01T09:01:00.000Z'],
    ['2026-01-02T10:00-15:00', null],
    ['2026-01-02T10:00-08:60', null],
    ['2026-01-02T23:59:60Z', null],
    ['0050-03-01T00:00Z', '0050-03-01T00:00:00.000Z'],
    ['29 February 0096 00:00', '0096-02-28T14:20:08.000Z'],
    ['0100-02-29', null],
    ['1900-02-29', null],
    ['2000-02-29T00:00Z', '2000-02-29T00:00:00.000Z'],
  ])('%s is %s, whatever its offset and year', (text, instant) => expect(read(text)).toBe(instant));

  it.each([
    ['+1 year', '2024-02-29T10:00:00Z', 'UTC', '2025-02-28T10:00:00.000Z'],
    ['-4 years', '2024-02-29T10:00:00Z', 'UTC', '2020-02-29T10:00:00.000Z'],
    ['+4 years', '0096-02-29T10:00:00Z', 'UTC', '0100-02-28T10:00:00.000Z'],
    // Days are counted by local time. On the resulting day, 02:30 is skipped in Melbourne, and 01:30 occurs twice in
    // New York.
    ['+1 day', '2025-10-03T16:30:00Z', 'Australia/Melbourne', '2025-10-04T16:30:00.000Z'],
    ['-1 day', '2026-11-02T06:30:00Z', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ])('%s from %s in %s is %s', (text, now, timeZone, instant) => {
    expect(parseDate(text, { now: new Date(now), timeZone })?.instant.toISOString()).toBe(instant);
  });
});
