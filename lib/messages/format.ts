import { locale } from './locale';

/** "30 June 2027" for an ISO day; any other text unchanged. */
export function formatDay(day: string): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : days.format(date);
}

const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });

/** "30 June 2027 at 9:15 am", in the association's time zone. */
export function formatInstant(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(instant);
}

/** "30 Jun 2027, 9:15 am", for lists. */
export function formatShortInstant(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    instant,
  );
}

/** "9:15 am", below the day. */
export function formatClockInstant(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }).format(instant);
}
