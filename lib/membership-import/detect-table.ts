/** How a file is to be read: its encoding, delimiter, header and order of dates. */
import { ImportError } from './import-error';
import { fieldKind, guessField } from './fields';
import { proposeMapping, type MappingOptions } from './mapping';
import { delimiterOf, delimiters, readTable, type Delimiter, type TableOptions } from './read-table';
import { readText } from './read-text';
import { isWorkbook, readWorkbook } from './read-workbook';

export interface DetectedTable {
  /** null: UTF-8, or an Excel file. */
  encoding: string | null;
  /** null: an Excel file. */
  delimiter: Delimiter | null;
  headerLine: number;
  dateOrder: 'dmy' | 'mdy';
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
}

/** A title, a remark or blank lines may come before the header. */
const maxLinesAbove = 30;
/** The number of rows in which dates are looked for. */
const maxRows = 20_000;
/** Most files that are not in UTF-8 were written by an older Excel in Western Europe. */
const olderEncoding = 'windows-1252';

/**
 * Options that are not given are detected.
 * @throws ImportError if the file cannot be read
 */
export async function detectTable(path: string, given: Given): Promise<DetectedTable> {
  const table = (await isWorkbook(path)) ? await detectSheet(path, given) : await detectText(path, given);
  const dateOrder = given.dateOrder ?? (await detectDateOrder(path, table, given));
  return { ...table, dateOrder };
}

async function detectSheet(path: string, given: Given): Promise<Omit<DetectedTable, 'dateOrder'>> {
  const { sheets, sheet, rows } = await readWorkbook(path, given.sheet ?? null);
  const candidates = rows.filter(({ line }) => line <= maxLinesAbove);
  const headerLine = given.headerLine ?? headerAmong(candidates)?.line ?? rows[0]?.line ?? 1;
  return { encoding: null, delimiter: null, headerLine, sheets, sheet };
}

async function detectText(path: string, given: Given): Promise<Omit<DetectedTable, 'dateOrder'>> {
  const encoding = given.encoding ?? (await detectEncoding(path));
  const lines = await firstLines(path, encoding);
  const delimitersToTry = given.delimiter ? [given.delimiter] : delimiters;
  const candidates = lines.flatMap((text, index) =>
    delimitersToTry.map((delimiter) => ({
      line: index + 1,
      delimiter,
      cells: splitRoughly(text, delimiter),
    })),
  );
  const headerLine = given.headerLine ?? headerAmong(candidates)?.line ?? 1;
  const delimiter = given.delimiter ?? delimiterOf(lines.join('\n'), headerLine);
  return { encoding, delimiter, headerLine, sheets: [], sheet: null };
}

/** Finds the line in which the most cells are names of fields. null: no line has such a cell. */
function headerAmong<R extends { cells: string[] }>(rows: readonly R[]): R | null {
  let best: { row: R; score: number } | null = null;
  for (const row of rows) {
    const score = row.cells.filter((cell) => guessField(cell) !== null).length;
    if (score > (best?.score ?? 0)) best = { row, score };
  }
  return best?.row ?? null;
}

/** This split is good enough for counting names, because a header rarely has a delimiter in quotation marks. */
function splitRoughly(line: string, delimiter: Delimiter): string[] {
  return line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

/** null: UTF-8, or UTF-16 with a byte-order mark. */
async function detectEncoding(path: string): Promise<string | null> {
  try {
    for await (const text of readText(path, null)) void text;
    return null;
  } catch (error) {
    if (!(error instanceof ImportError) || error.code !== 'encoding') throw error;
    return olderEncoding;
  }
}

async function firstLines(path: string, encoding: string | null): Promise<string[]> {
  let start = '';
  for await (const text of readText(path, encoding)) {
    start += text;
    if (start.length > 256 * 1024 || start.split('\n').length > maxLinesAbove) break;
  }
  return start.split(/\r\n|\n|\r/).slice(0, maxLinesAbove);
}

/**
 * Detects the order of day and month. The majority of the dates that can be read in only one way decides. Without a
 * majority, the usual order in the organisation's country is returned.
 */
async function detectDateOrder(
  path: string,
  table: Omit<DetectedTable, 'dateOrder'>,
  { mapping, country }: Given,
): Promise<'dmy' | 'mdy'> {
  const usual = /^(united states|usa?$)/i.test(country ?? '') ? 'mdy' : 'dmy';
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
  if (difference === 0) return usual;
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
  const [, first, second] = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{4}\b/.exec(cell) ?? [];
  if (first === undefined || second === undefined) return 0;
  if (Number(first) > 12) return 1;
  return Number(second) > 12 ? -1 : 0;
}
