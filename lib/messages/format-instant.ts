import { locale } from './locale';

/** "30 June 2027 at 9:15 am", in the association's time zone. */
export function formatInstant(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(instant);
}
