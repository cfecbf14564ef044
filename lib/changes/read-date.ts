import { Temporal } from 'temporal-polyfill';
import { textKey } from '@/lib/base/text-key';
import { DoubtfulValue, ValueError } from './value-error';

const monthNames = [
  'january february march april may june july august september october november december',
  'januar februar marz april mai juni juli august september oktober november dezember',
  'janner feber mrz april mai juni juli august sept okt nov dez',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  'enero febrero marzo abril mayo junio julio agosto setiembre octubre noviembre diciembre',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'jan feb mar apr may jun jul aug septiembre oct nov dec',
].map((names) => names.split(' '));

const dayNames =
  'monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo lunedi martedi mercoledi giovedi venerdi sabato domenica'.split(
    ' ',
  );

/** In a date cell, these words mean that the membership never ends. */
const neverWords = new Set(['never', 'lifetime', 'unlimited', 'unbefristet', 'nie', 'illimite', 'jamais']);

export interface DateOptions {
  /** The order of day and month in dates such as `3/4/2026`. null: such dates are refused. */
  dateOrder: 'dmy' | 'mdy' | null;
  /** The association's time zone, for a value that has a time zone of its own. Absent: the day is read as written. */
  timeZone?: string;
  /** ISO date. Absent: no year is too late for a first day. */
  today?: string;
}

/** What is known about the dates of a column. */
export interface DateColumn {
  /** A year or a month alone means its last day, otherwise its first day. */
  isLastDay: boolean;
  /** Other cells of the column have a spreadsheet's number instead of a date, such as 46203. */
  hasSerials: boolean;
}

interface Parts {
  /** Two or four digits. */
  year: string;
  /** From 1 to 12. */
  month: number;
  day: number;
}

/**
 * null: there is no last day.
 * @throws ValueError naming --date-order if day and month are ambiguous, DoubtfulValue for a date that means something
 * else in some files
 */
export function readDate(cell: string, options: DateOptions, column: DateColumn): string | null {
  const text = cell
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
  if (isZeroDate.test(text) || neverWords.has(textKey(text))) return null;
  if (isSerialZero.test(text)) {
    throw new DoubtfulValue(
      'empty-date',
      'is what a spreadsheet shows for an empty date: the cell would be left out',
    );
  }
  const zoned = isZoned.exec(text);
  const date = readDay(text.replace(timeAfterDate, ''), options, column);
  const day = zoned === null ? date : inZone(date, zoned, options.timeZone);
  if (Number(day.slice(0, 4)) < 1875 || Number(day.slice(0, 4)) > 2150) {
    throw new DoubtfulValue(
      'odd-year',
      'has a year that is probably wrong; it would be imported as it is',
      day,
    );
  }
  return day;
}

/** Databases write an empty date as `0000-00-00`, and Outlook as `0/0/00`. */
const isZeroDate = /^(?:0000([-/.])0{1,2}(?:\1)0{1,2}|0{1,2}([-/.])0{1,2}(?:\2)(?:0000|00))(?:[T ].*)?$/;
/** How spreadsheets show the number 0 as a date. */
const isSerialZero =
  /^(?:0?1\/00?\/1900|00?\/0?1\/1900|00?\.0?1\.1900|1900-01-00|1899-12-3[01]|3[01][/.]12[/.]1899|12\/3[01]\/1899)(?: .*)?$/;
const timeAfterDate = /(?:T|,? )\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:\.\d+)?)?.*$/;
const isZoned = /[T ](\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$/i;

/** @throws DoubtfulValue if it is another day in the association's time zone */
function inZone(date: string, [, time = '', zone = '']: RegExpExecArray, timeZone = 'UTC'): string {
  const offset = /^[+-]/.test(zone) ? zone : '+00:00';
  const instant = Temporal.Instant.from(`${date}T${time.padStart(5, '0')}${offset}`);
  const here = instant.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  if (here === date || (timeZone === 'UTC' && offset !== '+00:00')) return date;
  if (/^0?0:00(?::00)?$/.test(time)) {
    const reason = 'is midnight in another time zone, and another day here: the day as written would be used';
    throw new DoubtfulValue('other-zone', reason, date);
  }
  throw new DoubtfulValue(
    'other-zone',
    'is another day in your time zone: the day in your time zone would be used',
    here,
  );
}

function readDay(text: string, options: DateOptions, column: DateColumn): string {
  const whole = findWhole(text) ?? findWorded(withoutDayName(text)) ?? findNumbers(text, options);
  if (whole !== null) return toDate(whole, options, column);
  const part = findMonth(text);
  if (part !== null) return toEdge(part, column);
  if (/^(?:19|20|21)\d\d$/.test(text)) {
    return toEdge({ year: text, month: column.isLastDay ? 12 : 1 }, column);
  }
  const serial = findSerial(text);
  if (serial !== null && column.hasSerials) return serial;
  if (serial !== null) {
    throw new DoubtfulValue(
      'date-as-number',
      'may be a date that a spreadsheet has saved as a number',
      serial,
    );
  }
  const short = /^(\p{L}{3,})\.?[ /'-]+(\d{2})$/u.exec(text);
  const month = monthNumber(short?.[1]);
  if (short !== null && month !== null) {
    const date = toEdge({ year: `20${short[2]}`, month }, column);
    throw new DoubtfulValue(
      'month-or-day',
      'may be a day or a year: it would be read as a month and a year',
      date,
    );
  }
  throw new ValueError('must be a date such as 2026-06-30');
}

function findWhole(text: string): Parts | null {
  const [, year, , month, day] = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text) ?? [];
  if (year !== undefined) return { year, month: Number(month), day: Number(day) };
  const [, year8, month8, day8] = /^((?:19|20|21)\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  return year8 === undefined ? null : { year: year8, month: Number(month8), day: Number(day8) };
}

/** `30 June 2027`, `30. Juni 27`, `1er juillet 2027`, `30 de junio de 2027`, `June 30, 2027`, `2027-Jun-30`. */
function findWorded(text: string): Parts | null {
  const dayFirst =
    /^(\d{1,2})(?:st|nd|rd|th|er|[.ºª°])?(?: (?:of|de|di)(?!\p{L}))?[ /.-]*(\p{L}{3,})\.?,?(?: of| de| del| di)?[ /.-]+(\d{4}|\d\d)$/iu;
  const monthFirst = /^(\p{L}{3,})\.?[ -](\d{1,2})(?:st|nd|rd|th)?(?:, ?|[ -])(\d{4}|\d\d)$/iu;
  const yearFirst = /^(\d{4})[ /-](\p{L}{3,})\.?[ /-](\d{1,2})$/u;
  const [, day, word, year] = dayFirst.exec(text) ?? [];
  if (day !== undefined) return worded(year, word, day);
  const [, word2, day2, year2] = monthFirst.exec(text) ?? [];
  if (day2 !== undefined) return worded(year2, word2, day2);
  const [, year3, word3, day3] = yearFirst.exec(text) ?? [];
  return day3 === undefined ? null : worded(year3, word3, day3);
}

function worded(year = '', word = '', day = ''): Parts {
  const month = monthNumber(word);
  if (month === null) throw new ValueError(`has no month "${word}"; a date such as 2026-06-30 was expected`);
  return { year, month, day: Number(day) };
}

function withoutDayName(text: string): string {
  const [, word = '', rest = ''] = /^(\p{L}{2,})\.?,? (.+)$/u.exec(text) ?? [];
  const isDay = word !== '' && dayNames.some((name) => name.startsWith(textKey(word)));
  return isDay && /\p{L}{3}/u.test(rest) ? rest : text;
}

function findNumbers(text: string, { dateOrder }: DateOptions): Parts | null {
  const numbers = /^(\d{1,2}) ?([/.-]) ?(\d{1,2}) ?\2 ?(\d{4}|\d\d)$/.exec(text);
  if (numbers === null) return null;
  const [, first = '', mark, second = '', year = ''] = numbers;
  const dayFirst = { year, month: Number(second), day: Number(first) };
  const monthFirst = { year, month: Number(first), day: Number(second) };
  // All countries that write dates with full stops put the day first.
  if (dateOrder === 'dmy' || Number(first) > 12 || (dateOrder === null && mark === '.')) return dayFirst;
  if (dateOrder === 'mdy' || Number(second) > 12 || Number(first) === Number(second)) return monthFirst;
  throw new ValueError('can be read in two ways: add --date-order dmy (day first) or mdy (month first)');
}

/** `2027-06`, `06/2027`, `June 2027`. */
function findMonth(text: string): { year: string; month: number } | null {
  const [, year, number] = /^(\d{4})[/.-](\d{1,2})$/.exec(text) ?? [];
  if (year !== undefined) return { year, month: Number(number) };
  const [, number2, year2] = /^(\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  if (year2 !== undefined) return { year: year2, month: Number(number2) };
  const [, word, year3] = /^(\p{L}{3,})\.?,?(?: of| de| del| di)?[ /-]+(\d{4})$/iu.exec(text) ?? [];
  const month = monthNumber(word);
  return year3 === undefined || month === null ? null : { year: year3, month };
}

/** The day that a spreadsheet counts from the end of 1899. Numbers outside 1954 to 2119 are something else. */
function findSerial(text: string): string | null {
  if (!isSerial(text)) return null;
  return Temporal.PlainDate.from('1899-12-30')
    .add({ days: Math.floor(Number(text)) })
    .toString();
}

export function isSerial(text: string): boolean {
  return /^[2-7]\d{4}(?:\.\d+)?$/.test(text);
}

/** null: no month or several begin with the word. */
function monthNumber(word = ''): number | null {
  const key = textKey(word);
  if (key.length < 3) return null;
  const found = new Set(
    monthNames.flatMap((names) => names.flatMap((name, at) => (name.startsWith(key) ? at + 1 : []))),
  );
  const [month = null] = found;
  return found.size === 1 ? month : null;
}

/** A year of two digits is 20xx. Nobody has joined in the future, so such a year is 19xx. */
function toDate({ year, month, day }: Parts, { today }: DateOptions, { isLastDay }: DateColumn): string {
  if (year.length === 4) return toIso(Number(year), month, day);
  const date = toIso(2000 + Number(year), month, day);
  return !isLastDay && today !== undefined && date > today ? toIso(1900 + Number(year), month, day) : date;
}

function toEdge({ year, month }: { year: string; month: number }, { isLastDay }: DateColumn): string {
  const first = Temporal.PlainDate.from(toIso(Number(year), month, 1));
  return (isLastDay ? first.with({ day: first.daysInMonth }) : first).toString();
}

function toIso(year: number, month: number, day: number): string {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString();
  } catch (error) {
    if (error instanceof RangeError) throw new ValueError('is not a real date');
    throw error;
  }
}
