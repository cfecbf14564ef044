import { stringify } from 'csv-stringify/sync';

export type CsvCell = string | number | null | undefined;

/**
 * CSV (RFC 4180). A cell that looks like a formula gets an apostrophe, so that a spreadsheet program shows it as text
 * and does not run it.
 */
export function toCsvLines(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((cells) => cells.map(toText)),
    {
      record_delimiter: '\r\n',
      // Cells that begin or end with white space are quoted. White space around an unquoted cell is not part of the
      // cell. Without this option, the library quotes only \r\n, and after a single \n a spreadsheet begins a new row.
      quoted_match: /^\s|\s$|[\r\n]/,
    },
  );
}

/** Numbers are not formulas, although a negative number begins like one. */
function toText(cell: CsvCell): string {
  const text = typeof cell === 'number' ? toDecimal(cell) : (cell ?? '');
  return isNumber.test(text) ? text : text.replace(mayCompute, "'$&");
}

/** Removes the apostrophe that `toCsvLines` adds in front of a cell that looks like a formula. */
export function withoutApostrophe(cell: string): string {
  return cell.startsWith("'") && mayCompute.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** Matches the beginning of a cell that looks like a formula, with or without apostrophes in front. */
const mayCompute = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const isNumber = /^-?\d+(?:\.\d+)?$/;

/** Without an exponent. */
function toDecimal(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text;
}
