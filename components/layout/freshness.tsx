import { locale } from '@/lib/messages/locale';
import { say } from '@/lib/messages/say';
import { siteText } from '@/lib/messages/site';
import { oncePerZone } from '@/lib/base/once-per-zone';

export interface FreshnessProps {
  /** null: nothing has been loaded yet. */
  loadedAt: Date | null;
  timeZone: string;
  now: Date;
}

/** A text such as "Data as of 14:02". If the data was not loaded today, the text has the day too. */
export function Freshness({ loadedAt, timeZone, now }: FreshnessProps) {
  if (loadedAt === null) return siteText.dataNone;
  return (
    <time dateTime={loadedAt.toISOString()}>
      {say(siteText.dataAsOf, { time: timeOf(loadedAt, timeZone, now) })}
    </time>
  );
}

/**
 * A text such as "14:02", in the organisation's time zone. For a day other than that of `now`, a text such as "20
 * November, 14:02".
 */
export function timeOf(instant: Date, timeZone: string, now: Date): string {
  const { day, time } = formatsIn(timeZone);
  const isToday = day.format(instant) === day.format(now);
  return isToday ? time.format(instant) : `${day.format(instant)}, ${time.format(instant)}`;
}

const formatsIn = oncePerZone((timeZone) => ({
  day: new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'long' }),
  time: new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
}));
