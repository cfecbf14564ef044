import { CsvError, parse, type Parser } from 'csv-parse';
import { withoutApostrophe } from '@/lib/csv-line';
import { ImportError } from './import-error';
import { readText } from './read-text';

export interface TableOptions {
  /** A `TextDecoder` name; null: UTF-8. */
  encoding: string | null;
  /** The line of the column names, from 1: files may begin with a remark. */
  headerLine: number;
}

export interface TableRow {
  /** The line in the file, from 1, where the row begins. */
  line: number;
  cells: string[];
}

/** A longer row has a quote that was never closed. */
const maxRowCharacters = 2 * 1024 * 1024;

/**
 * A delimited text file in batches of rows, the header first; empty rows are left out. The delimiter is the most
 * frequent of `,` `;` tab and `|` in the header. Cells are trimmed.
 * @throws ImportError when the file cannot be read
 */
export async function* readTable(path: string, options: TableOptions): AsyncGenerator<TableRow[]> {
  let line = options.headerLine;
  const toRows = (records: ParsedRecord[]) =>
    records.flatMap(({ record, info }) => {
      const row = { line, cells: record.map(withoutApostrophe) };
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

/** Bytes of a file's rows that are cached between two readings; an eighth of the memory allowed for an import. */
const maxCachedBytes = 32 * 1024 * 1024;

/**
 * Reads a table as `readTable` does, twice: the first complete reading is cached as bytes outside the heap and returned
 * by the next, so that the file is parsed once. A file of more than 32 MB is parsed again.
 */
export function createTableReader(path: string, options: TableOptions): () => AsyncGenerator<TableRow[]> {
  let stored: Buffer[] | null = null;
  return async function* read() {
    if (stored !== null) {
      // This function wrote it.
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
  };
}

/** The parser's rows for a whole chunk of the file: one row at a time takes twice as long. */
async function* readRecords(path: string, options: TableOptions): AsyncGenerator<ParsedRecord[]> {
  let parser: Parser | null = null;
  for await (const piece of readText(path, options.encoding)) {
    parser ??= createParser(piece, options.headerLine);
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

function createParser(start: string, headerLine: number): Parser {
  const parser = parse({
    delimiter: delimiterOf(start, headerLine),
    relax_column_count: true,
    trim: true,
    info: true,
    max_record_size: maxRowCharacters,
    // Quotes inside an unquoted cell are common in hand-made files: 12" pipes.
    relax_quotes: true,
    from_line: headerLine,
  });
  // Read after each chunk.
  parser.on('error', () => undefined);
  return parser;
}

interface ParsedRecord {
  record: string[];
  info: { lines: number };
}

function delimiterOf(start: string, headerLine: number): string {
  const header = start.split(/\r\n|\n|\r/, headerLine)[headerLine - 1] ?? '';
  const unquoted = header.replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t', '|'].map((mark) => ({ mark, count: unquoted.split(mark).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).mark;
}

function explain(error: CsvError): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'a quotation mark is opened here and not closed';
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return 'the row that starts here is longer than 2 MB: is a quotation mark not closed?';
  }
  return error.message;
}
