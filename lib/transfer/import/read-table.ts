import { CsvError, parse, type Parser } from 'csv-parse';
import { withoutApostrophe } from '@/lib/base/csv-line';
import { invisible } from '@/lib/base/text-key';
import { ImportError } from './import-error';
import { readText } from './read-text';
import { forgetWorkbook, isWorkbook, readWorkbookRows } from './read-workbook';
import type { TableRow } from './table-row';

export interface TableOptions {
  /** A `TextDecoder` name. null: UTF-16 if the file begins with its byte-order mark, otherwise UTF-8. */
  encoding: string | null;
  /** The line of the column names, from 1: files may begin with a remark. */
  headerLine: number;
  /** Default: `,`. */
  delimiter?: Delimiter | null;
  /** Whether a quotation mark inside a cell follows a backslash. Default: it is doubled. */
  hasBackslashQuotes?: boolean;
  /** The name of the sheet in an Excel file. Default: the first sheet that has a row. */
  sheet?: string | null;
  corrections?: readonly Correction[];
}

export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

export interface Correction {
  line: number;
  column: string;
  value: string;
}

/** A longer row must have a quote that was never closed. */
const maxRowCharacters = 2 * 1024 * 1024;

/**
 * The rows of a delimited text file, or of a sheet of an Excel file, in batches. The header comes first, with each name
 * on one line. Empty rows and rows that only have totals are left out, and cells are trimmed.
 * @throws ImportError if the file cannot be read
 */
export async function* readTable(path: string, options: TableOptions): AsyncGenerator<TableRow[]> {
  const { sheet = null, headerLine, corrections = [] } = options;
  const all = (await isWorkbook(path))
    ? readWorkbookRows(path, { sheet, headerLine })
    : readTextRows(path, options);
  const correct = createCorrector(corrections);
  let isHeader = true;
  for await (const rows of all) {
    const [first, ...others] = rows;
    if (first === undefined) continue;
    if (isHeader) {
      const header = { ...first, cells: first.cells.map(toHeader) };
      correct.header(header.cells);
      yield [header, ...others.filter((row) => !isTotal(row)).map(correct.row)];
    } else yield rows.filter((row) => !isTotal(row)).map(correct.row);
    isHeader = false;
  }
}

function toHeader(cell: string): string {
  return cell.replace(invisible, '').replace(/\s+/g, ' ').trim();
}

function createCorrector(corrections: readonly Correction[]) {
  const byLine = new Map<number, Correction[]>();
  for (const one of corrections) byLine.set(one.line, [...(byLine.get(one.line) ?? []), one]);
  let columns: string[] = [];
  return {
    header: (cells: string[]) => void (columns = cells),
    row: (row: TableRow): TableRow => {
      const wanted = byLine.get(row.line);
      if (wanted === undefined) return row;
      const cells = [...row.cells];
      for (const { column, value } of wanted) {
        const index = columns.indexOf(column);
        while (cells.length < index) cells.push('');
        if (index !== -1) cells[index] = value.trim();
      }
      return { ...row, cells };
    },
  };
}

const totalWords = /^(grand )?(totals?|sum|summe|gesamt|count|anzahl|nombre)\b\s*:?/i;

/**
 * Whether the row only has totals, such as "Total: 214" below the members. The first cell of such a row begins with a
 * word for "total", and no other cell has letters.
 */
function isTotal({ cells }: TableRow): boolean {
  const filled = cells.filter((cell) => cell !== '');
  const [first = '', ...others] = filled;
  if (!totalWords.test(first) || filled.length > Math.max(2, cells.length / 2)) return false;
  return others.every((cell) => /^[^\p{L}@]*$/u.test(cell));
}

async function* readTextRows(path: string, options: TableOptions): AsyncGenerator<TableRow[]> {
  // A parser's error is about a line of the text. A row has the number that a spreadsheet shows.
  let line = options.headerLine;
  let number = options.headerLine - 1;
  const toRows = (records: ParsedRecord[]) =>
    records.flatMap(({ record, info }) => {
      number += 1;
      const row = { line: number, cells: record.map(withoutApostrophe) };
      line = info.lines + 1;
      return record.some((cell) => cell !== '') ? row : [];
    });
  try {
    for await (const records of readRecords(path, options)) yield toRows(records);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ImportError(`${path}, line ${line}: ${explain(error)}`);
  }
}

/**
 * The maximum size of the rows that are cached between two readings. This size is an eighth of the memory allowed for
 * an import.
 */
const maxCachedBytes = 32 * 1024 * 1024;

/**
 * Reads a table as `readTable` does, any number of times. The rows of the first complete reading are cached as bytes
 * outside the heap, so that the file is parsed only once. A file of more than 32 MB is parsed again.
 */
export function createTableReader(path: string, options: TableOptions): () => AsyncGenerator<TableRow[]> {
  let stored: Buffer[] | null = null;
  return async function* read() {
    if (stored !== null) {
      // The cached text was written by this function, so its type is known.
      for (const rows of stored) yield JSON.parse(rows.toString()) as TableRow[];
      return;
    }
    let batches: Buffer[] | null = [];
    let bytes = 0;
    for await (const rows of readTable(path, options)) {
      if (batches !== null) {
        const batch = Buffer.from(JSON.stringify(rows));
        bytes += batch.length;
        if (bytes > maxCachedBytes) batches = null;
        else batches.push(batch);
      }
      yield rows;
    }
    stored = batches;
    forgetWorkbook();
  };
}

/** Reads all rows of a chunk of the file together, because reading one row at a time takes twice as long. */
async function* readRecords(path: string, options: TableOptions): AsyncGenerator<ParsedRecord[]> {
  let parser: Parser | null = null;
  for await (const piece of readText(path, options.encoding)) {
    parser ??= createParser(options);
    parser.write(piece);
    const records: ParsedRecord[] = [];
    for (let one = parser.read(); one !== null; one = parser.read()) records.push(one);
    yield records;
    if (parser.errored) throw parser.errored;
  }
  if (parser === null) throw new ImportError(`${path} is empty`);
  parser.end();
  const last: ParsedRecord[] = [];
  for await (const one of parser) last.push(one);
  yield last;
}

export function createParser({
  headerLine,
  delimiter = null,
  hasBackslashQuotes = false,
}: Pick<TableOptions, 'headerLine' | 'delimiter' | 'hasBackslashQuotes'>): Parser {
  const parser = parse({
    delimiter: delimiter ?? ',',
    escape: hasBackslashQuotes ? '\\' : '"',
    relax_column_count: true,
    trim: true,
    info: true,
    max_record_size: maxRowCharacters,
    // Quotes inside an unquoted cell, such as 12" pipes, are common in hand-made files.
    relax_quotes: true,
    from_line: headerLine,
  });
  // `readRecords` checks for errors after each chunk.
  parser.on('error', () => undefined);
  return parser;
}

interface ParsedRecord {
  record: string[];
  info: { lines: number };
}

function explain(error: CsvError): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'a quotation mark is opened here and not closed';
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return 'the row that starts here is longer than 2 MB: is a quotation mark not closed?';
  }
  return error.message;
}
