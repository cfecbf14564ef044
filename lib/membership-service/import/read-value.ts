import { directoryFields } from '@/lib/membership-api/directory-fields';
import { locationPrecisions } from '@/lib/membership-api/resources';
import type { FieldKind } from './fields';

/** How values are to be understood that can be written in several ways. */
export interface ValueOptions {
  /** Of `3/4/2026`; null: such a date is refused. */
  dateOrder: 'dmy' | 'mdy' | null;
  /** What stands between several values of a cell: any of these characters. */
  separators: string;
}

/** A cell cannot be read; the message says what was expected. */
export class ValueError extends Error {
  override name = 'ValueError';
}

/** Reads a cell as `readValue` does, with the same options each time. */
export type ValueReader = (kind: FieldKind, cell: string) => string;

/** Kinds of which a file has few different cells, which take long to read. */
const repeatedKinds: ReadonlySet<FieldKind> = new Set([
  'date',
  'names',
  'addons',
  'show',
  'boolean',
  'amount',
]);
/** Results kept for each kind. */
const maxKept = 2000;

/** `readValue` for a whole file: what a cell of few different values means is found once. */
export function createValueReader(options: ValueOptions): ValueReader {
  const kept = new Map([...repeatedKinds].map((kind) => [kind, new Map<string, string>()]));
  return (kind, cell) => {
    const known = kept.get(kind);
    if (known === undefined) return readValue(kind, cell, options);
    let value = known.get(cell);
    if (value === undefined) {
      value = readValue(kind, cell, options);
      if (known.size < maxKept) known.set(cell, value);
    }
    return value;
  };
}

/** Longer cells are a mistake in the file: the longest real ones are descriptions of a few thousand characters. */
const maxCellCharacters = 32_000;

/**
 * A cell's value in one form of writing: ISO dates, `true` and `false`, whole thousandths, web addresses with their
 * scheme, lists with line breaks between their elements. '' stays ''.
 * @throws ValueError
 */
export function readValue(kind: FieldKind, cell: string, options: ValueOptions): string {
  if (cell === '') return '';
  if (cell.length > maxCellCharacters) throw new ValueError(`is longer than ${maxCellCharacters} characters`);
  if (hasControlCharacter.test(cell)) throw new ValueError('holds a character that is no text');
  if (kind === 'text') return cell;
  return readers[kind](cell, options);
}

// All but tab and line breaks.

const hasControlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const readers: Record<Exclude<FieldKind, 'text'>, (cell: string, options: ValueOptions) => string> = {
  integer: readInteger,
  date: readDate,
  amount: readAmount,
  boolean: readBoolean,
  latitude: (cell) => readDegrees(cell, 90),
  longitude: (cell) => readDegrees(cell, 180),
  web: readWebAddress,
  kind: (cell) => readOneOf(cell, ['individual', 'corporate']),
  precision: (cell) => readOneOf(cell, locationPrecisions),
  show: (cell, options) =>
    splitList(cell, options)
      .map((name) => readOneOf(name, directoryFields))
      .join('\n'),
  addons: (cell, options) =>
    splitList(cell, options)
      .map((one) => readAddon(one, options))
      .join('\n'),
  seats: (cell, options) =>
    splitList(cell, options)
      .map((one) => readSeat(one, options))
      .join('\n'),
  names: (cell, options) => splitList(cell, options).join('\n'),
};

/** The elements of a cell, trimmed, without empty and repeated ones. */
export function splitList(cell: string, { separators }: Pick<ValueOptions, 'separators'>): string[] {
  let parts = [cell];
  for (const separator of `${separators}\n`) parts = parts.flatMap((part) => part.split(separator));
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
}

function readInteger(cell: string): string {
  if (!/^[1-9]\d{0,14}$/.test(cell)) throw new ValueError('must be a positive whole number');
  return cell;
}

const monthNames =
  'january february march april may june july august september october november december'.split(' ');

/** @throws ValueError naming --date-order where day and month could be either */
function readDate(cell: string, { dateOrder }: ValueOptions): string {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(cell);
  if (iso !== null) return toDate(iso[1], iso[2], iso[3]);
  const worded = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,})\.?,?[ -](\d{4})$/i.exec(cell);
  if (worded !== null) return toDate(worded[3], monthNumber(worded[2]), worded[1]);
  const american = /^([a-z]{3,})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(cell);
  if (american !== null) return toDate(american[3], monthNumber(american[1]), american[2]);
  const numbers = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: .*)?$/.exec(cell);
  if (numbers === null) throw new ValueError('must be a date such as 2026-06-30');
  const [, first = '', second = '', year] = numbers;
  if (dateOrder === 'dmy' || Number(first) > 12) return toDate(year, second, first);
  if (dateOrder === 'mdy' || Number(second) > 12) return toDate(year, first, second);
  if (Number(first) === Number(second)) return toDate(year, first, second);
  throw new ValueError('can be read two ways: add --date-order dmy (day first) or mdy (month first)');
}

function monthNumber(word = ''): string {
  const index = monthNames.findIndex((name) => name.startsWith(word.toLowerCase()));
  if (index === -1) throw new ValueError(`has no month "${word}"; a date such as 2026-06-30 was expected`);
  return String(index + 1);
}

function toDate(year = '', month = '', day = ''): string {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  // The parser takes 31 February for 3 March.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date) {
    throw new ValueError('is no date of the calendar');
  }
  return date;
}

/** `$1,234.50` is 1234500 thousandths. */
function readAmount(cell: string): string {
  const amount = /^[^\d.,-]*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,3}))?[^\d.,]*$/.exec(cell);
  if (amount === null) throw new ValueError('must be an amount such as 1234.50, not negative');
  const [, units = '', decimals = ''] = amount;
  return String(Number(units.replaceAll(',', '')) * 1000 + Number(decimals.padEnd(3, '0')));
}

function readBoolean(cell: string): string {
  const word = cell.toLowerCase();
  if (['true', 'yes', 'y', '1'].includes(word)) return 'true';
  if (['false', 'no', 'n', '0'].includes(word)) return 'false';
  throw new ValueError('must be yes or no');
}

function readDegrees(cell: string, limit: 90 | 180): string {
  const degrees = /^[-+]?\d{1,3}(\.\d+)?$/.test(cell) ? Number(cell) : NaN;
  if (Number.isNaN(degrees)) throw new ValueError('must be degrees such as -38.1499');
  if (Math.abs(degrees) > limit) {
    const hint = limit === 90 && Math.abs(degrees) <= 180 ? '; are latitude and longitude swapped?' : '';
    throw new ValueError(`must be ${-limit} to ${limit} degrees${hint}`);
  }
  return String(degrees === 0 ? 0 : degrees);
}

/** An address without a scheme gets `http://`; one that cannot be an address is refused. */
function readWebAddress(cell: string): string {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(cell);
  const address = hasScheme ? cell : `http://${cell}`;
  const isWeb = /^https?:\/\//i.test(address) && isUrl(address) && !/\s/.test(address);
  if (!isWeb || (!hasScheme && !cell.includes('.'))) throw new ValueError('must be an http or https address');
  return address;
}

/** Not `URL.canParse`: in Node 20 it refuses hosts with umlauts once it has been compiled. */
function isUrl(address: string): boolean {
  try {
    new URL(address);
    return true;
  } catch {
    return false;
  }
}

function readOneOf(cell: string, choices: readonly string[]): string {
  const found = choices.find((choice) => choice.toLowerCase() === cell.toLowerCase());
  if (found === undefined) throw new ValueError(`must be one of ${choices.join(', ')}`);
  return found;
}

/** `Name`, `Name x2`, `Name until 2026-12-31` or both, as name, quantity and date with tabs between. */
function readAddon(text: string, options: ValueOptions): string {
  const parts = /^(.+?)(?: x(\d{1,6}))?(?: until (.+))?$/i.exec(text);
  if (parts === null) throw new ValueError('must be names of addons');
  const [, name = '', quantity = '1', until] = parts;
  return [name, String(Number(quantity)), until === undefined ? '' : readDate(until, options)].join('\t');
}

/** `Name`, `Name from 2025-01-01`, `Name until 2026-12-31` or both, as name and two dates with tabs between. */
function readSeat(text: string, options: ValueOptions): string {
  const dated = /^(.+?)(?: from (\S+))?(?: until (\S+))?$/i.exec(text);
  const [, name = text, from = '', until = ''] = dated ?? [];
  return [name, from && readDate(from, options), until && readDate(until, options)].join('\t');
}
