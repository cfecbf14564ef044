import { Temporal } from 'temporal-polyfill';
import { lookUp } from '@/lib/base/look-up';

export interface QueryContext {
  now: Date;
  timeZone: string;
}

export interface ParsedDate {
  instant: Date;
  /** Whether the text means a different instant at a later time. */
  isRelative: boolean;
}

export const dateForms =
  'a date such as 2026-01-31, 2026-01-31T10:00:00+11:00, 31 January 2026, @1767225600, today or -1 week';

/**
 * Reads a date as docs/decisions.md 13 describes. null: the text is not a date, or could mean two dates (01/02/2026). A
 * date without a time means the start of the day. A time without an offset is in the organisation's time zone.
 */
export function parseDate(text: string, context: QueryContext): ParsedDate | null {
  const trimmed = text.trim();
  const fixed = parseIso(trimmed, context) ?? parseNamedMonth(trimmed, context) ?? parseTimestamp(trimmed);
  // `parseShift` needs a space at the start of the text. This space may be a `+` that was not percent-encoded, as in
  // `+1 week`. So only the end is trimmed.
  const found = fixed ?? parseNamedDay(trimmed, context) ?? parseShift(text.trimEnd(), context);
  if (found === null || !isInRange(found)) return null;
  return { instant: new Date(found.epochMilliseconds), isRelative: fixed === null };
}

type Instant = Pick<Temporal.ZonedDateTime, 'epochMilliseconds'>;

const time = String.raw`(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?`;
// A space before digits is a `+` that was not percent-encoded. No zone is more than 14 hours from UTC.
const isoForm = new RegExp(
  String.raw`^(\d{4})-(\d{2})-(\d{2})(?:[Tt ]${time} ?([Zz]|[+\- ](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$`,
);
const namedMonthForm = new RegExp(String.raw`^(\d{1,2}) ([A-Za-z]{3,9}) (\d{4})(?: ${time})?$`);

function parseIso(text: string, { timeZone }: QueryContext): Instant | null {
  const match = isoForm.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, offset] = match;
  const zone = offset === undefined ? timeZone : offset.toUpperCase().replace('Z', 'UTC').replace(' ', '+');
  return toInstant({ year, month, day, hour, minute, second, fraction }, zone);
}

function parseNamedMonth(text: string, { timeZone }: QueryContext): Instant | null {
  const match = namedMonthForm.exec(text);
  if (match === null) return null;
  const [, day, name = '', year, hour, minute, second, fraction] = match;
  const month =
    months.findIndex((one) => one === name.toLowerCase() || one.slice(0, 3) === name.toLowerCase()) + 1;
  return toInstant({ year, month: String(month), day, hour, minute, second, fraction }, timeZone);
}

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction', string | undefined>;

/**
 * null: the calendar has no such date, or no day has such a time (25:00). If a time occurs twice in the time zone, the
 * first occurrence is used. A time that the time zone skips is moved forward by the length of the gap.
 */
function toInstant(parts: Parts, timeZone: string): Instant | null {
  const local = toLocal(parts);
  if (local === null) return null;
  return (parts.hour === undefined ? local.toPlainDate() : local).toZonedDateTime(timeZone);
}

function toLocal(parts: Parts): Temporal.PlainDateTime | null {
  const numbers = {
    year: Number(parts.year),
    month: Number(parts.month),
    day: Number(parts.day),
    hour: Number(parts.hour ?? 0),
    minute: Number(parts.minute ?? 0),
    second: Number(parts.second ?? 0),
    millisecond: Number((parts.fraction ?? '').slice(0, 3).padEnd(3, '0')),
  };
  try {
    return Temporal.PlainDateTime.from(numbers, { overflow: 'reject' });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function parseTimestamp(text: string): Instant | null {
  const match = /^@(-?\d{1,12})$/.exec(text);
  return match === null ? null : { epochMilliseconds: Number(match[1]) * 1000 };
}

function parseNamedDay(text: string, context: QueryContext): Instant | null {
  const name = text.toLowerCase();
  if (name === 'now') return { epochMilliseconds: context.now.getTime() };
  const days = lookUp({ yesterday: -1, today: 0, tomorrow: 1 }, name);
  if (days === undefined) return null;
  return localNow(context).toPlainDate().add({ days }).toZonedDateTime(context.timeZone);
}

function parseShift(text: string, context: QueryContext): Instant | null {
  const match = /^([+\- ]?) *(\d{1,5}) *(day|week|month|year)s?$/i.exec(text);
  if (match === null) return null;
  const [, sign, count, unit = ''] = match;
  return localNow(context).add({ [`${unit.toLowerCase()}s`]: Number(count) * (sign === '-' ? -1 : 1) });
}

function localNow({ now, timeZone }: QueryContext): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
}

/**
 * Whether the date is in the years 1 to 9999 in every time zone. In some time zones, part of the first day belongs to
 * the year 0. Part of the last day belongs to the year 10000. So both days (in UTC) are out of range.
 */
function isInRange({ epochMilliseconds }: Instant): boolean {
  return epochMilliseconds >= -62_135_510_400_000 && epochMilliseconds <= 253_402_214_400_000;
}

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
