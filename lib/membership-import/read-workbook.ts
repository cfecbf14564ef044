/** Excel files (.xlsx). Formulas are never evaluated: a cell has the value that was last saved. */
import { open, readFile } from 'node:fs/promises';
import { Unzip, UnzipInflate, Zip, ZipDeflate } from 'fflate';
import readXlsxFile, { type CellValue } from 'read-excel-file/node';
import { Parser } from 'saxen';
import { ImportError } from './import-error';
import type { TableRow } from './table-row';

/** A sheet of 100,000 rows with 28 columns needs about 150 MB when it is unpacked. */
const maxUnpackedBytes = 512 * 1024 * 1024;
const maxCells = 6_000_000;
/** The most rows that Excel allows. */
const maxRows = 1_048_576;
/**
 * The maximum number of cells in the smallest rectangles that contain each sheet's cells, of all sheets together. The
 * empty cells in these rectangles are read too.
 */
const maxArea = 20_000_000;
const rowsTogether = 100;

export interface Workbook {
  sheets: string[];
  sheet: string;
  /** Empty rows are left out. `line` is the row's number in the sheet. */
  rows: TableRow[];
}

export async function isWorkbook(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.equals(Buffer.from('PK\x03\x04', 'latin1'));
  } catch {
    return false;
  } finally {
    await file.close();
  }
}

/**
 * `sheet` null: the first sheet that has a row.
 * @throws ImportError if the file is not an Excel file, is too large, or has no such sheet
 */
export async function readWorkbook(path: string, sheet: string | null): Promise<Workbook> {
  const checked = copyChecked(await readFile(path), path);
  const all = await readXlsxFile(checked).catch(() => {
    throw unreadable(path);
  });
  const sheets = all.map((one) => one.sheet);
  const found =
    sheet === null
      ? (all.find(({ data }) => data.some((cells) => cells.some((cell) => cell !== null))) ?? all[0])
      : all.find((one) => one.sheet === sheet);
  if (found === undefined) {
    throw new ImportError(
      `${path} has no sheet "${sheet ?? ''}"; it has ${sheets.map((one) => `"${one}"`).join(', ')}`,
    );
  }
  const cells = found.data.reduce((sum, row) => sum + row.length, 0);
  if (cells > maxCells) throw new ImportError(`${path} has more than ${maxCells.toLocaleString('en')} cells`);
  const rows = found.data.flatMap((row, index) => {
    const texts = row.map(toText);
    return texts.some((text) => text !== '') ? { line: index + 1, cells: texts } : [];
  });
  return { sheets, sheet: found.sheet, rows };
}

/**
 * Gives the rows in batches. The first row is the header.
 * @throws ImportError as `readWorkbook` does
 */
export async function* readWorkbookRows(
  path: string,
  { sheet, headerLine }: { sheet: string | null; headerLine: number },
): AsyncGenerator<TableRow[]> {
  const { rows } = await readWorkbook(path, sheet);
  const wanted = rows.filter(({ line }) => line >= headerLine);
  for (let from = 0; from < wanted.length; from += rowsTogether) {
    yield wanted.slice(from, from + rowsTogether);
  }
}

function toText(value: CellValue | null): string {
  if (value === null) return '';
  if (value instanceof Date) {
    const text = value.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value).trim();
}

/**
 * Unpacks the archive piece by piece and counts the bytes, because the sizes that the archive states may be wrong.
 * Checks the positions of the cells in every XML file, because a sheet may have any name.
 * @returns an archive of the XML files as they were checked. The reader of workbooks must not get the original, because
 * it unpacks differently: it reserves as much memory as the archive states.
 * @throws ImportError if the archive is larger than a real workbook
 */
function copyChecked(bytes: Uint8Array, path: string): Buffer {
  const copied: Uint8Array[] = [];
  const copy = new Zip((error, data) => {
    if (error !== null) throw error;
    copied.push(data);
  });
  const checkSheet = createAreaCheck(path);
  let unpacked = 0;
  const unzip = new Unzip((file) => {
    const isRead = /\.xml(\.rels)?$/.test(file.name);
    const pieces: Uint8Array[] = [];
    file.ondata = (error, data, isLast) => {
      // `fflate` catches an error that this function throws, and calls the function again with that error.
      if (error instanceof ImportError) throw error;
      if (error !== null) throw new ImportError(`${path} is damaged: ${error.message}`);
      unpacked += data.length;
      if (unpacked > maxUnpackedBytes)
        throw new ImportError(`${path} is too large: unpacked, it has more than 512 MB`);
      if (!isRead) return;
      pieces.push(data);
      if (!isLast) return;
      const content = Buffer.concat(pieces);
      checkSheet(content);
      const entry = new ZipDeflate(file.name, { level: 1 });
      copy.add(entry);
      entry.push(content, true);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  const piece = 64 * 1024;
  try {
    for (let from = 0; from < bytes.length; from += piece)
      unzip.push(bytes.subarray(from, from + piece), from + piece >= bytes.length);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`${path} is damaged: it cannot be unpacked`);
  }
  copy.end();
  return Buffer.concat(copied);
}

/**
 * Uses the XML parser that the reader of workbooks contains, so that both find the same cells. XML has many ways to
 * write the same attribute.
 * @returns a function that checks one XML file. It throws an ImportError if a cell is too far from the others.
 */
function createAreaCheck(path: string): (content: Uint8Array) => void {
  let otherSheets = 0;
  return (content) => {
    let isSheet = false;
    let rows = 0;
    let columns = 0;
    const parser = new Parser();
    parser.on('error', () => {
      throw unreadable(path);
    });
    parser.on('openTag', (name, attributes, decodeEntities) => {
      const tag = withoutPrefix(name);
      isSheet ||= tag === 'sheetData';
      if (!isSheet || (tag !== 'row' && tag !== 'c')) return;
      // A row without a number is the one after the row before it.
      if (tag === 'row') rows += 1;
      for (const [key, value] of Object.entries(attributes())) {
        if (withoutPrefix(key) !== 'r') continue;
        const [, letters = '', number = ''] = /^(\D*)(.*)$/s.exec(decodeEntities(value)) ?? [];
        rows = Math.max(rows, Number(number) || 0);
        columns = Math.max(columns, columnNumber(letters));
      }
      if (rows > maxRows || otherSheets + rows * columns > maxArea) throw tooFar(path, rows, columns);
    });
    parser.parse(new TextDecoder().decode(content));
    otherSheets += rows * columns;
  };
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function columnLetters(number: number): string {
  const before = Math.floor((number - 1) / 26);
  return `${before > 0 ? columnLetters(before) : ''}${String.fromCharCode(65 + ((number - 1) % 26))}`;
}

function tooFar(path: string, rows: number, columns: number): ImportError {
  // Letters after those of Excel’s last column (XFD) would only be long.
  const cell = `${columnLetters(Math.min(Math.max(columns, 1), 16_384))}${rows}`;
  return new ImportError(
    `${path} has a cell in ${cell}, far from the others: delete what is beside and below the list`,
  );
}

function unreadable(path: string): ImportError {
  return new ImportError(`${path} cannot be read as an Excel file: save it again as .xlsx or as CSV`);
}
