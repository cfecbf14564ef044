import { Temporal } from 'temporal-polyfill';
import { textKey } from '@/lib/text-key';
import { ValueError } from './value-error';

const monthNames = [
  'january february march april may june july august september october november december',
  'januar februar marz april mai juni juli august september oktober november dezember',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
].map((names) => names.split(' '));

/** In a date cell, these words mean that the membership never ends. */
const neverWords = new Set([
  'never',
  'none',
  'lifetime',
  'unlimited',
  'unbefristet',
  'nie',
  'illimite',
  'jamais',
]);

export interface DateOptions {
  /** The order of day and month in dates such as `3/4/2026`. null: such dates are refused. */
  dateOrder: 'dmy' | 'mdy' | null;
}

/** @throws ValueError naming --date-order if day and month are ambiguous */
export function readDate(cell: string, { dateOrder }: DateOptions): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(cell);
  if (iso !== null) return toDate(iso[1], iso[2], iso[3]);
  const worded = /^(\d{1,2})(?:st|nd|rd|th|er|\.)?[ -]([\p{L}]{3,})\.?,?[ -](\d{4})$/iu.exec(cell);
  if (worded !== null) return toDate(worded[3], monthNumber(worded[2]), worded[1]);
  const american = /^([a-z]{3,})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(cell);
  if (american !== null) return toDate(american[3], monthNumber(american[1]), american[2]);
  const numbers = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?: .*)?$/.exec(cell);
  if (numbers === null) {
    if (neverWords.has(textKey(cell))) return null;
    throw new ValueError('must be a date such as 2026-06-30');
  }
  const [, first = '', mark, second = '', year] = numbers;
  // All countries that write dates with full stops put the day first.
  if (dateOrder === 'dmy' || Number(first) > 12 || (dateOrder === null && mark === '.')) {
    return toDate(year, second, first);
  }
  if (dateOrder === 'mdy' || Number(second) > 12) return toDate(year, first, second);
  if (Number(first) === Number(second)) return toDate(year, first, second);
  throw new ValueError('can be read in two ways: add --date-order dmy (day first) or mdy (month first)');
}

function monthNumber(word = ''): string {
  const key = textKey(word);
  for (const names of monthNames) {
    const index = names.findIndex((name) => name.startsWith(key));
    if (index !== -1) return String(index + 1);
  }
  throw new ValueError(`has no month "${word}"; a date such as 2026-06-30 was expected`);
}

function toDate(year = '', month = '', day = ''): string {
  const fields = { year: Number(year), month: Number(month), day: Number(day) };
  try {
    return Temporal.PlainDate.from(fields, { overflow: 'reject' }).toString();
  } catch (error) {
    if (error instanceof RangeError) throw new ValueError('is not a real date');
    throw error;
  }
}

/** `$1,234.50` and `1.234,50 €` are 1234500 thousandths. `-5` and `(5)` are a credit of 5000 thousandths. */
export function readAmount(cell: string): number {
  const inBrackets = /^\((.*)\)$/.exec(cell)?.[1];
  const text = inBrackets ?? cell;
  const english = /^([^\d.,]*)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,3}))?([^\d.,]*)$/.exec(text);
  const continental = /^([^\d.,]*)(\d{1,3}(?:[. \u00a0\u202f]\d{3})+|\d+)(?:,(\d{1,2}))?([^\d.,]*)$/.exec(
    text,
  );
  const [, before = '', units = '', decimals = '', after = ''] = english ?? continental ?? [];
  if (units === '') throw new ValueError('must be an amount such as 1234.50; a credit is negative');
  const size = Number(units.replace(/\D/g, '')) * 1000 + Number(decimals.padEnd(3, '0'));
  const isCredit = inBrackets !== undefined || /[-\u2212]/.test(before) || /^\s*-/.test(after);
  return isCredit && size !== 0 ? -size : size;
}

const yesWords = new Set(['true', 'yes', 'y', '1', 'ja', 'j', 'oui', 'o', 'x', 'wahr', 'vrai']);
const noWords = new Set(['false', 'no', 'n', '0', 'nein', 'non', 'falsch', 'faux', '-']);

export function readBoolean(cell: string): boolean {
  const word = textKey(cell);
  if (yesWords.has(word)) return true;
  if (noWords.has(word)) return false;
  throw new ValueError('must be yes or no');
}

/** A date counts as yes: the property applies from this date on. */
export function readFlag(cell: string): boolean {
  const word = textKey(cell);
  if (yesWords.has(word)) return true;
  if (noWords.has(word)) return false;
  // A cell with a year is a date. The order of its day and month does not matter here.
  if (/\d{4}/.test(cell)) return true;
  throw new ValueError('must be yes, no or a date');
}
