import { plural } from '@/lib/base/plural';
import type { Mapping } from './mapping';
import { readAmount } from '@/lib/changes/read-amount';
import { readEmail } from './read-contact';
import { readDate } from '@/lib/changes/read-date';
import { readBoolean } from './read-plain-value';
import { noCustoms } from './read-value';

/** What a column may contain. The first match is used. */
const kinds: [one: string, many: string, fits: (cell: string) => unknown][] = [
  ['yes/no value', 'yes/no values', readBoolean],
  ['date', 'dates', (cell) => readDate(cell, { dateOrder: 'dmy' }, noCustoms)],
  ['date', 'dates', (cell) => readDate(cell, { dateOrder: 'mdy' }, noCustoms)],
  ['number', 'numbers', (cell) => readAmount(cell, noCustoms)],
  ['email address', 'email addresses', readEmail],
];

/** If this share of a column's cells is of one kind, the column is of that kind. */
const maxShare = 0.9;

/** Summarises the columns that are not imported, so that the operator sees what would be lost. */
export class UnusedColumns {
  readonly #cells: { index: number; filled: number; fitting: number[] }[];

  constructor({ columns }: Mapping) {
    this.#cells = columns
      .filter(({ target }) => target === null)
      .map(({ index }) => ({ index, filled: 0, fitting: kinds.map(() => 0) }));
  }

  note(cells: readonly string[]): void {
    const { stackTraceLimit } = Error;
    // Most cells are refused by most kinds. The stacks of these errors are never read, and take most of the time.
    Error.stackTraceLimit = 0;
    try {
      this.#count(cells);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  }

  #count(cells: readonly string[]): void {
    for (const column of this.#cells) {
      const cell = cells[column.index] ?? '';
      if (cell === '') continue;
      column.filled += 1;
      for (const [at, [name, , fits]] of kinds.entries()) {
        if (mayFit(name, cell) && isAccepted(fits, cell)) column.fitting[at] = (column.fitting[at] ?? 0) + 1;
      }
    }
  }

  /** Returns a text such as `598 dates` for each column. The keys are the indexes of the columns. */
  contents(): Map<number, string> {
    return new Map(
      this.#cells.map(({ index, filled, fitting }) => {
        const most = kinds.find((_, at) => (fitting[at] ?? 0) >= filled * maxShare);
        const [one, many] = most ?? ['text', 'texts'];
        return [index, filled === 0 ? 'empty' : plural(filled, one, many)];
      }),
    );
  }
}

/** A long text without a digit is no date, number or yes/no value. Most cells of text are refused this way. */
function mayFit(kind: string, cell: string): boolean {
  return kind === 'email address' || cell.length <= 20 || /\p{Nd}/u.test(cell);
}

function isAccepted(read: (cell: string) => unknown, cell: string): boolean {
  try {
    read(cell);
    return true;
  } catch {
    // The value is invalid. The message of the error does not matter here.
    return false;
  }
}
