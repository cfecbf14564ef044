import { parseDate, dateForms, type ParsedDate, type QueryContext } from './dates';
import { ApiError } from './errors';
import type { QueryParameters } from './query-string';

/**
 * All functions that read a value throw an ApiError if the value is wrong. The error names the parameter and the
 * expected value.
 */

export function readId(name: string, value: string): number {
  const id = /^-?\d{1,16}$/.test(value) ? Number(value) : NaN;
  if (!Number.isSafeInteger(id)) throw mustBe(name, 'an ID: an integer');
  return id;
}

/** Accepts `true`, `false`, `1` and `0` in any case. If the parameter is missing, the result is `missing`. */
export function readBoolean(name: string, value: string | null, missing: boolean): boolean {
  if (value === null) return missing;
  const lower = value.toLowerCase();
  if (lower === 'true' || lower === '1') return true;
  if (lower === 'false' || lower === '0') return false;
  throw mustBe(name, 'true, false, 1 or 0');
}

export function readChoice<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === value);
  if (choice === undefined) throw mustBe(name, `one of ${choices.join(', ')}`);
  return choice;
}

export function readDate(name: string, value: string | null, context: QueryContext): ParsedDate | null {
  if (value === null) return null;
  const parsed = parseDate(value, context);
  if (parsed !== null) return parsed;
  const isAmbiguous = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$/.test(value.trim());
  throw mustBe(name, isAmbiguous ? `${dateForms}; a day and month in figures are ambiguous` : dateForms);
}

/** Accepts a decimal number. Both bounds are inclusive. */
export function readNumber(
  name: string,
  value: string,
  bounds: { from: number; to: number; unit: string },
): number {
  const number = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value.trim()) ? Number(value) : NaN;
  if (!(number >= bounds.from && number <= bounds.to)) {
    throw mustBe(name, `a number of ${bounds.unit} from ${bounds.from} to ${bounds.to}`);
  }
  return number;
}

export function readWhole(
  query: QueryParameters,
  name: string,
  { from, to, missing }: { from: number; to: number; missing: number },
): number {
  const value = query.one(name);
  if (value === null) return missing;
  if (/^\d{1,4}$/.test(value) && Number(value) >= from && Number(value) <= to) return Number(value);
  throw mustBe(name, `an integer from ${from} to ${to}`);
}

export function mustBe(name: string, expected: string): ApiError {
  return new ApiError('invalid_request', `"${name}" must be ${expected}`);
}
