import { lookUp } from '@/lib/look-up';
import { toInstant, toLocalTime, type LocalTime } from './zoned-time';

/** The context of dates in a query. */
export interface QueryContext {
  now: Date;
  /** The organisation's IANA time zone. */
  timeZone: string;
}

export interface ParsedDate {
  instant: Date;
  /** The same text means another instant later. */
  isRelative: boolean;
}

/** What an error message asks for. */
export const dateForms =
  'a date such as 2026-01-31, 2026-01-31T10:00:00+11:00, 31 January 2026, @1767225600, today or -1 week';

/**
 * The instant that a text gives (docs/decisions.md 13), or null when it gives none or could mean two (01/02/2026). A
 * date without a time is its start, and a time without an offset is in the organisation's zone.
 */
export function parseDate(text: string, context: QueryContext): ParsedDate | null {
  const trimmed = text.trim();
  const fixed = parseIso(trimmed, context) ?? parseNamedMonth(trimmed, context) ?? parseTimestamp(trimmed);
  if (fixed !== null) return isInRange(fixed) ? { instant: fixed, isRelative: false } : null;
  // Not trimmed: an unencoded `+` arrives as a space.
  const relative = parseNamedDay(trimmed, context) ?? parseShift(text.trimEnd(), context);
  return relative !== null && isInRange(relative) ? { instant: relative, isRelative: true } : null;
}

const time = String.raw`(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?`;
// A space before digits is a `+` that was not percent-encoded.
const isoForm = new RegExp(
  String.raw`^(\d{4})-(\d{2})-(\d{2})(?:[Tt ]${time} ?([Zz]|[+\- ]\d{2}(?::?\d{2})?)?)?$`,
);
const namedMonthForm = new RegExp(String.raw`^(\d{1,2}) ([A-Za-z]{3,9}) (\d{4})(?: ${time})?$`);

function parseIso(text: string, context: QueryContext): Date | null {
  const match = isoForm.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, offset] = match;
  const local = checkedLocal({ year, month, day, hour, minute, second, fraction });
  if (local === null) return null;
  if (offset === undefined) return toInstant(local, context.timeZone);
  const minutes = offsetMinutes(offset);
  return minutes === null ? null : new Date(toInstant(local, 'UTC').getTime() - minutes * 60_000);
}

function parseNamedMonth(text: string, context: QueryContext): Date | null {
  const match = namedMonthForm.exec(text);
  if (match === null) return null;
  const [, day, name = '', year, hour, minute, second, fraction] = match;
  const month =
    months.findIndex((one) => one === name.toLowerCase() || one.slice(0, 3) === name.toLowerCase()) + 1;
  const local =
    month === 0 ? null : checkedLocal({ year, month: String(month), day, hour, minute, second, fraction });
  return local === null ? null : toInstant(local, context.timeZone);
}

function parseTimestamp(text: string): Date | null {
  const match = /^@(-?\d{1,12})$/.exec(text);
  return match === null ? null : new Date(Number(match[1]) * 1000);
}

function parseNamedDay(text: string, { now, timeZone }: QueryContext): Date | null {
  const name = text.toLowerCase();
  if (name === 'now') return now;
  const days = lookUp({ yesterday: -1, today: 0, tomorrow: 1 }, name);
  if (days === undefined) return null;
  const { year, month, day } = toLocalTime(now, timeZone);
  return toInstant(shifted({ ...midnight, year, month, day }, 'day', days), timeZone);
}

function parseShift(text: string, { now, timeZone }: QueryContext): Date | null {
  const match = /^([+\- ]?) *(\d{1,5}) *(day|week|month|year)s?$/i.exec(text);
  if (match === null) return null;
  const [, sign, count, unit = ''] = match;
  const amount = Number(count) * (sign === '-' ? -1 : 1);
  return toInstant(shifted(toLocalTime(now, timeZone), unit.toLowerCase(), amount), timeZone);
}

/** Moves a date. A month or year later is the same day, or the month's last day if that day does not exist. */
function shifted(local: LocalTime, unit: string, amount: number): LocalTime {
  if (unit === 'day' || unit === 'week') {
    const date = new Date(
      Date.UTC(local.year, local.month - 1, local.day + amount * (unit === 'week' ? 7 : 1)),
    );
    return { ...local, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  }
  const monthIndex = local.year * 12 + local.month - 1 + amount * (unit === 'year' ? 12 : 1);
  const [year, month] = [Math.floor(monthIndex / 12), (((monthIndex % 12) + 12) % 12) + 1];
  return { ...local, year, month, day: Math.min(local.day, daysInMonth(year, month)) };
}

type Part = string | undefined;

function checkedLocal(
  parts: Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction', Part>,
) {
  const local: LocalTime = {
    year: Number(parts.year),
    month: Number(parts.month),
    day: Number(parts.day),
    hour: Number(parts.hour ?? 0),
    minute: Number(parts.minute ?? 0),
    second: Number(parts.second ?? 0),
    millisecond: Number((parts.fraction ?? '').slice(0, 3).padEnd(3, '0')),
  };
  const isDate =
    local.month >= 1 &&
    local.month <= 12 &&
    local.day >= 1 &&
    local.day <= daysInMonth(local.year, local.month);
  return isDate && local.hour <= 23 && local.minute <= 59 && local.second <= 59 ? local : null;
}

function offsetMinutes(offset: string): number | null {
  if (offset.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3).replace(':', '') || 0)];
  if (hours > 14 || minutes > 59) return null;
  return (hours * 60 + minutes) * (offset.startsWith('-') ? -1 : 1);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Years that ISO 8601 writes with four digits, minus a day at each end for zones. */
function isInRange(instant: Date): boolean {
  const time = instant.getTime();
  return time >= -62_135_510_400_000 && time <= 253_402_214_400_000;
}

const midnight = { hour: 0, minute: 0, second: 0, millisecond: 0 };
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
