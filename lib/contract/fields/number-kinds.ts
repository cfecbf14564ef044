import type { Kind } from './field';
import { refuse } from './field-error';

/**
 * The highest ID that is allowed. A new record gets the highest existing ID plus 1. JSON must be able to contain this
 * number exactly.
 */
const maxId = 900_000_000_000_000;

const idReason = `must be a positive whole number, at most ${maxId}`;

/** An ID that is a string in JSON. */
export const recordId: Kind<number, string> = {
  json: 'text',
  blank: 0,
  read(value) {
    const isText = typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) && Number(value) <= maxId;
    return isText ? Number(value) : refuse(value, `${idReason}, in quotation marks`);
  },
  write: String,
};

/** An ID that is a number in JSON. */
export const listedId: Kind<number> = {
  json: 'number',
  blank: 0,
  read: (value) => (isWhole(value, { min: 1, max: maxId }) ? value : refuse(value, idReason)),
  write: (value) => value,
};

export function wholeNumber(limits: { min: number; max: number }): Kind<number> {
  const { min, max } = limits;
  return {
    json: 'number',
    blank: min,
    read: (value) =>
      isWhole(value, limits) ? value : refuse(value, `must be a whole number from ${min} to ${max}`),
    write: (value) => value,
  };
}

export const quantity: Kind<number, string> = {
  json: 'text',
  blank: 1,
  read: (value) =>
    typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value)
      ? Number(value)
      : refuse(value, 'must be a whole number from 1 to 999999, in quotation marks'),
  write: String,
};

export const flag: Kind<boolean> = {
  json: 'flag',
  blank: false,
  read: (value) => (typeof value === 'boolean' ? value : refuse(value, 'must be true or false')),
  write: (value) => value,
  cell: 'boolean',
  column: { from: (stored) => stored === 1, to: (value) => (value ? 1 : 0) },
};

/**
 * Money, in thousandths of the currency's unit. In JSON, the amount has at least `decimals` decimals. A negative amount
 * is a credit.
 */
export function amount(decimals: 2 | 3, { mayBeNegative = false } = {}): Kind<number, string> {
  const form = mayBeNegative ? /^-?\d{1,9}(?:\.\d{1,3})?$/ : /^\d{1,9}(?:\.\d{1,3})?$/;
  const reason = `must be an amount of at most 9 digits before the decimal point, such as "120.${'0'.repeat(decimals)}"`;
  return {
    json: 'text',
    cell: 'amount',
    blank: 0,
    read: (value) =>
      typeof value === 'string' && form.test(value) ? toThousandths(value) : refuse(value, reason),
    write: (value) => toDecimal(value, decimals),
  };
}

/** For example, `545.00` becomes 545000. */
export function toThousandths(decimal: string): number {
  const [units = '0', decimals = ''] = decimal.replace('-', '').split('.');
  const thousandths = Number(units) * 1000 + Number(decimals.slice(0, 3).padEnd(3, '0'));
  return decimal.startsWith('-') && thousandths !== 0 ? -thousandths : thousandths;
}

/** The text has at least `decimals` decimals. A third decimal is added if the amount needs it. */
export function toDecimal(thousandths: number, decimals: 2 | 3): string {
  const size = Math.abs(thousandths);
  const [units, rest] = [Math.floor(size / 1000), String(size % 1000).padStart(3, '0')];
  const end = decimals === 2 && rest.endsWith('0') ? rest.slice(0, 2) : rest;
  return `${thousandths < 0 ? '-' : ''}${units}.${end}`;
}

export function degrees(limit: 90 | 180): Kind<number, string> {
  return {
    json: 'text',
    blank: 0,
    cell: limit === 90 ? 'latitude' : 'longitude',
    read(value) {
      const isDecimal = typeof value === 'string' && /^-?\d{1,3}(?:\.\d{1,20})?$/.test(value);
      if (!isDecimal) return refuse(value, 'must be degrees in quotation marks, such as "-38.1499"');
      const read = Number(value);
      return Math.abs(read) <= limit ? read : refuse(value, `must be ${-limit} to ${limit} degrees`);
    },
    write: toDegrees,
  };
}

function toDegrees(value: number): string {
  const text = String(value === 0 ? 0 : value);
  return text.includes('e') ? value.toFixed(12) : text;
}

function isWhole(value: unknown, { min, max }: { min: number; max: number }): value is number {
  return Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
}
