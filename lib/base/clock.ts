import { Temporal } from 'temporal-polyfill';
import { oncePerZone } from './once-per-zone';

/** All code that depends on the time gets a clock, so that a test can set the time. */
export type Clock = () => Date;

/** A clock that starts at `start` and then runs normally. null: the system's clock. */
export function createClock(start: Date | null): Clock {
  if (start === null) return () => new Date();
  const offsetMs = start.getTime() - Date.now();
  return () => new Date(Date.now() + offsetMs);
}

/**
 * The date as `YYYY-MM-DD`.
 * @param timeZone an IANA time zone
 */
export function dateInZone(instant: Date, timeZone: string): string {
  // Cached, because this is called for every request. In every zone that is in use, a day begins on a whole minute.
  const minute = Math.floor(instant.getTime() / 60_000);
  const last = lastDates.get(timeZone);
  if (last !== undefined && last.minute === minute) return last.date;
  const date = formatIn(timeZone).format(instant);
  lastDates.set(timeZone, { minute, date });
  return date;
}

const lastDates = new Map<string, { minute: number; date: string }>();

// The short date of the locale en-CA is ISO 8601.
const formatIn = oncePerZone(
  (timeZone) =>
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
);

/**
 * Subtracts whole months in UTC. If the earlier month is too short, the result is the last day of this month. For
 * example, one month before 31 March is the last day of February.
 */
export function monthsBefore(instant: Date, months: number): Date {
  const utc = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO('UTC');
  return new Date(utc.subtract({ months }).epochMilliseconds);
}

/**
 * @param date an ISO date
 * @param days may be negative
 */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}
