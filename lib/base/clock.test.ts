import { expect, test, vi } from 'vitest';
import { addDays, createClock, dateInZone, monthsBefore } from './clock';

test('a day begins at midnight in its zone, to the millisecond, in any order of calls', () => {
  const midnight = new Date('2026-11-20T13:00:00Z');
  const before = new Date(midnight.getTime() - 1);
  for (let round = 0; round < 2; round += 1) {
    expect(dateInZone(before, 'Australia/Melbourne')).toBe('2026-11-20');
    expect(dateInZone(midnight, 'Australia/Melbourne')).toBe('2026-11-21');
  }
  expect(dateInZone(midnight, 'America/Los_Angeles')).toBe('2026-11-20');
  expect(dateInZone(new Date('2026-11-20T18:15:00Z'), 'Asia/Kathmandu')).toBe('2026-11-21');
  expect(dateInZone(new Date('2026-11-20T18:14:59.999Z'), 'Asia/Kathmandu')).toBe('2026-11-20');
});

test('a clock with a start time continues from that time', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T20:00:00Z') });
  try {
    const clock = createClock(new Date('2030-01-01T00:00:00Z'));
    expect(clock().toISOString()).toBe('2030-01-01T00:00:00.000Z');
    vi.setSystemTime(Date.parse('2026-11-22T21:00:00.001Z'));
    expect(clock().toISOString()).toBe('2030-01-01T01:00:00.001Z');
  } finally {
    vi.useRealTimers();
  }
});

test('days are counted across ends of months and leap days', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(addDays('2026-11-21', 365)).toBe('2027-11-21');
  expect(addDays('0004-02-28', 1)).toBe('0004-02-29');
  expect(addDays('0100-02-28', 1)).toBe('0100-03-01');
});

test.each([
  ['2026-03-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
  ['2024-02-29T23:59:59.999Z', 12, '2023-02-28T23:59:59.999Z'],
  ['2026-01-15T00:00:00.000Z', 24, '2024-01-15T00:00:00.000Z'],
])('%s minus %i months is %s', (instant, months, earlier) => {
  expect(monthsBefore(new Date(instant), months).toISOString()).toBe(earlier);
});
