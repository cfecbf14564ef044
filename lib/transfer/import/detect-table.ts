/** How a file is to be read: its encoding, delimiter, header and order of dates. */
import { findCountry } from '@/lib/map/geo/countries';
import { detectEncoding } from './detect-encoding';
import type { ImportContext } from './import-context';
import { ImportError } from './import-error';
import { fieldKind, guessField } from './fields';
import { proposeMapping, type MappingOptions } from './mapping';
import { createParser, delimiters, readTable, type Delimiter, type TableOptions } from './read-table';
import { readText } from './read-text';
import { isWorkbook, readWorkbook } from './read-workbook';
import type { TableRow } from './table-row';

export interface DetectedTable {
  /** null: UTF-8, or an Excel file. */
  encoding: string | null;
  /** null: an Excel file. */
  delimiter: Delimiter | null;
  headerLine: number;
  dateOrder: 'dmy' | 'mdy';
  /** Whether `dateOrder` is only the usual order of the country, because no date in the file decides. */
  isDateOrderGuessed: boolean;
  /** Whether a quotation mark inside a cell follows a backslash. In most files, it is doubled. */
  hasBackslashQuotes: boolean;
  /** If the encoding is a guess: some words that look different in another encoding. */
  guessedWords: string[];
  /** The sheets of an Excel file. A text file has no sheets. */
  sheets: string[];
  sheet: string | null;
}

interface Given extends Partial<Pick<TableOptions, 'encoding' | 'delimiter' | 'sheet'>> {
  headerLine?: number | null;
  dateOrder?: 'dmy' | 'mdy' | null;
  mapping: MappingOptions;
  /** The organisation's country. null: unknown. */
  country: string | null;
  onProgress?: ImportContext['onProgress'];
}

/** A title, a remark or blank lines may come before the header. */
const maxLinesAbove = 30;
/** The number of rows in which dates are looked for. */
const maxRows = 20_000;
/** The rows in which the number of cells shows the delimiter. */
const comparedRows = 200;

/**
 * Options that are not given are detected.
 * @throws ImportError if the file cannot be read
 */
export async function detectTable(path: string, given: Given): Promise<DetectedTable> {
  const table = (await isWorkbook(path)) ? await detectSheet(path, given) : await detectText(path, given);
  if (given.dateOrder) return { ...table, dateOrder: given.dateOrder, isDateOrderGuessed: false };
  const found = await detectDateOrder(path, table, given);
  const isAmerican = findCountry(given.country ?? '')?.code === 'US';
  return { ...table, dateOrder: found ?? (isAmerican ? 'mdy' : 'dmy'), isDateOrderGuessed: found === null };
}

type Found = Omit<DetectedTable, 'dateOrder' | 'isDateOrderGuessed'>;

async function detectSheet(path: string, given: Given): Promise<Found> {
  const { sheets, sheet, rows } = await readWorkbook(path, given.sheet ?? null, given.onProgress);
  const candidates = rows.filter(({ line }) => line <= maxLinesAbove);
  const headerLine = given.headerLine ?? bestHeader(candidates)?.line ?? rows[0]?.line ?? 1;
  const text = { encoding: null, delimiter: null, hasBackslashQuotes: false, guessedWords: [] };
  return { ...text, headerLine, sheets, sheet };
}

async function detectText(path: string, given: Given): Promise<Found> {
  const { encoding, guessedWords } = given.encoding
    ? { encoding: given.encoding, guessedWords: [] }
    : await detectEncoding(path);
  const start = await readStart(path, encoding);
  const hasBackslashQuotes = start.includes('\\"') && isQuotedWithBackslash(start);
  const delimitersToTry = given.delimiter ? [given.delimiter] : delimiters;
  const candidates = delimitersToTry.flatMap((delimiter) => {
    const records = parseStart(start, { delimiter, headerLine: given.headerLine ?? 1, hasBackslashQuotes });
    const last = given.headerLine ?? maxLinesAbove;
    return records.flatMap(({ line, cells }, at) =>
      line > last ? [] : { line, cells, delimiter, alike: countAlike(cells, records.slice(at + 1)) },
    );
  });
  const best =
    bestHeader(candidates) ??
    candidates.reduce<(typeof candidates)[number] | null>(
      (found, one) => (found === null || one.alike > found.alike ? one : found),
      null,
    );
  return {
    encoding,
    guessedWords,
    delimiter: best?.delimiter ?? given.delimiter ?? ',',
    headerLine: given.headerLine ?? (best !== null && bestHeader(candidates) !== null ? best.line : 1),
    hasBackslashQuotes,
    sheets: [],
    sheet: null,
  };
}

/**
 * Finds the line in which the most cells are names of fields. If several have as many, the line with as many cells as
 * most rows below it is the header. null: no line has such a cell.
 */
function bestHeader<R extends { cells: string[]; alike?: number }>(rows: readonly R[]): R | null {
  let best: { row: R; score: number; alike: number } | null = null;
  for (const row of rows) {
    const score = row.cells.filter((cell) => guessField(cell) !== null).length;
    const alike = row.alike ?? 0;
    if (score === 0) continue;
    if (best === null || score > best.score || (score === best.score && alike > best.alike)) {
      best = { row, score, alike };
    }
  }
  return best?.row ?? null;
}

/** The number of cells in the rows that have as many cells as the header. */
function countAlike(header: readonly string[], rows: readonly { cells: string[] }[]): number {
  const same = rows.filter(({ cells }) => cells.length === header.length).length;
  return header.length > 1 ? same * header.length : 0;
}

async function readStart(path: string, encoding: string | null): Promise<string> {
  let start = '';
  for await (const text of readText(path, encoding)) {
    start += text;
    if (start.length > 256 * 1024) return start;
  }
  return `${start}\n`;
}

/** The rows in the beginning of a file. A cell that the beginning cuts off is in no row. */
function parseStart(
  start: string,
  options: Pick<TableOptions, 'headerLine' | 'delimiter' | 'hasBackslashQuotes'>,
): TableRow[] {
  const parser = createParser(options);
  parser.write(start);
  const rows: TableRow[] = [];
  let line = options.headerLine;
  for (let one = parser.read(); one !== null && rows.length < comparedRows; one = parser.read()) {
    rows.push({ line, cells: one.record });
    line = one.info.lines + 1;
  }
  return rows;
}

/**
 * Whether the quotation marks are only paired if those after a backslash belong to the text, as in `"The \"Old\" Mill"`.
 * In a file with doubled quotation marks, a cell may end with a backslash.
 */
function isQuotedWithBackslash(start: string): boolean {
  return /[^\\",;\t|\r\n]\\"[^",;\t|\r\n]/.test(start) && !/[^,;\t|\r\n]""[^,;\t|\r\n]/.test(start);
}

/**
 * Detects the order of day and month. The majority of the dates that can be read in only one way decides. null: no
 * majority.
 */
async function detectDateOrder(
  path: string,
  table: Found,
  { mapping }: Given,
): Promise<'dmy' | 'mdy' | null> {
  let dates: number[] | null = null;
  let count = 0;
  let difference = 0;
  for await (const rows of readTable(path, table)) {
    for (const { cells } of rows) {
      if (dates === null) {
        dates = dateColumns(cells, mapping);
        continue;
      }
      for (const index of dates) difference += dayFirst(cells[index] ?? '');
    }
    count += rows.length;
    if (dates?.length === 0 || count > maxRows) break;
  }
  if (difference === 0) return null;
  return difference > 0 ? 'dmy' : 'mdy';
}

function dateColumns(header: string[], options: MappingOptions): number[] {
  try {
    return proposeMapping(header, options).columns.flatMap(({ target, index }) =>
      target !== null && 'field' in target && fieldKind(target.field) === 'date' ? index : [],
    );
  } catch (error) {
    // This error is not reported here. The import proposes the mapping again later, and reports the error then.
    if (error instanceof ImportError) return [];
    throw error;
  }
}

/** 1: the day must come first. -1: the month must come first. 0: neither is certain. */
function dayFirst(cell: string): number {
  const [, first, second] = /^(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{4}|\d\d)\b/.exec(cell) ?? [];
  if (first === undefined || second === undefined) return 0;
  if (Number(first) > 12) return 1;
  return Number(second) > 12 ? -1 : 0;
}
