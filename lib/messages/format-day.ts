import { locale } from './locale';

/** "30 June 2027" for an ISO day; any other text unchanged. */
export function formatDay(day: string): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : days.format(date);
}

const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
