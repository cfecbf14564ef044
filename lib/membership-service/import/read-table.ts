import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { ImportError } from './import-error';
import { readText } from './read-text';

export interface TableOptions {
  /** As `TextDecoder` names it; null: UTF-8. */
  encoding: string | null;
  /** The line that names the columns, from 1: files may begin with a remark. */
  headerLine: number;
}

export interface TableRow {
  /** Of the file, from 1; where the row begins. */
  line: number;
  cells: string[];
}

/** A row longer than this is a quote that was never closed. */
const maxRowCharacters = 2 * 1024 * 1024;

/**
 * A delimited text file row by row, the header first; rows without any content are left out. The delimiter is the
 * one of `,` `;` tab and `|` that the header has most of. Cells are trimmed.
 * @throws ImportError when the file cannot be read as such
 */
export async function* readTable(path: string, options: TableOptions): AsyncGenerator<TableRow> {
  const text = readText(path, options.encoding);
  const first = await text.next();
  if (first.done) throw new ImportError(`${path} is empty`);
  const delimiter = delimiterOf(first.value, options.headerLine);
  const source = Readable.from(together(first.value, text));
  const parser = source.pipe(
    parse({
      delimiter,
      relax_column_count: true,
      trim: true,
      info: true,
      max_record_size: maxRowCharacters,
      // Quotes inside an unquoted cell are common in hand-made files: 12" pipes.
      relax_quotes: true,
      from_line: options.headerLine,
    }),
  );
  // `pipe` carries no errors.
  source.on('error', (error) => parser.destroy(error));
  let line = options.headerLine;
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRecord>) {
      if (record.some((cell) => cell !== '')) yield { line, cells: record };
      line = info.lines + 1;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ImportError(`${path}, line ${line}: ${explain(error)}`);
  } finally {
    // A reader that stops early leaves the file open otherwise.
    source.destroy();
  }
}

interface ParsedRecord {
  record: string[];
  info: { lines: number };
}

async function* together(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

function delimiterOf(start: string, headerLine: number): string {
  const header = start.split(/\r\n|\n|\r/, headerLine)[headerLine - 1] ?? '';
  const bare = header.replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t', '|'].map((mark) => ({ mark, count: bare.split(mark).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).mark;
}

function explain(error: CsvError): string {
  if (error.code === 'CSV_MAX_RECORD_SIZE' || error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return 'a quotation mark that opens here is never closed';
  }
  return error.message;
}
