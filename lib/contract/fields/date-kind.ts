import type { Kind } from './field';
import { refuse } from './field-error';

/** An ISO date in the year 1000 or later, because earlier dates are mistakes. */
export const date: Kind<string> = {
  json: 'text',
  blank: '',
  read: (value) =>
    typeof value === 'string' && isDate(value)
      ? value
      : refuse(value, 'must be a real date, such as 2026-06-30, not before 1000-01-01'),
  write: (value) => value,
  cell: 'date',
};

export function isDate(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  // `Date.parse` reads 31 February as 3 March.
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}
