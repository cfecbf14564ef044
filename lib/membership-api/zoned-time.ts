/** Wall-clock time in an IANA zone. Months count from 1. */
export interface LocalTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

/** The wall-clock time in `timeZone` at `instant`. */
export function toLocalTime(instant: Date, timeZone: string): LocalTime {
  const shown = new Date(instant.getTime() + offsetMs(instant.getTime(), timeZone));
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    second: shown.getUTCSeconds(),
    millisecond: shown.getUTCMilliseconds(),
  };
}

/**
 * The instant of the wall-clock time `local`. A time that occurs twice (clocks go back) is the first one; a skipped
 * time (clocks go forward) is moved forward by the length of the gap.
 */
export function toInstant(local: LocalTime, timeZone: string): Date {
  const shown = Date.UTC(
    2000,
    local.month - 1,
    local.day,
    local.hour,
    local.minute,
    local.second,
    local.millisecond,
  );
  const wall = new Date(shown).setUTCFullYear(local.year, local.month - 1, local.day);
  // No zone changes twice within two days.
  const before = wall - offsetMs(wall - dayMs, timeZone);
  const after = wall - offsetMs(wall + dayMs, timeZone);
  const isShown = (instant: number) => instant + offsetMs(instant, timeZone) === wall;
  const [earlier, later] = before <= after ? [before, after] : [after, before];
  if (isShown(earlier)) return new Date(earlier);
  if (isShown(later)) return new Date(later);
  return new Date(before);
}

const dayMs = 86_400_000;

/** How far the zone's clock is ahead of UTC at an instant, in milliseconds. */
function offsetMs(anyInstant: number, timeZone: string): number {
  // No zone changed before 1800, and Intl counts years before 1582 in another calendar.
  const instant = Math.max(anyInstant, Date.UTC(1800, 0));
  const parts: Record<string, number> = {};
  for (const { type, value } of clockFormat(timeZone).formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const shown = new Date(Date.UTC(2000, month - 1, day, hour, minute, second)).setUTCFullYear(
    year,
    month - 1,
    day,
  );
  return shown - Math.floor(instant / 1000) * 1000;
}

function clockFormat(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timeZone, format);
  }
  return format;
}

// Creating a DateTimeFormat costs about 50 µs; there are as many as organisations have zones.
const formats = new Map<string, Intl.DateTimeFormat>();
