/** Excel files (.xlsx). Formulas are never evaluated: a cell has the value that was last saved. */
import { open, readFile } from 'node:fs/promises';
import { Unzip, UnzipInflate } from 'fflate';
import readXlsxFile, { type CellValue } from 'read-excel-file/node';
import { ImportError } from './import-error';
import type { TableRow } from './table-row';

/** A sheet of 100,000 rows with 28 columns needs about 150 MB when it is unpacked. */
const maxUnpackedBytes = 512 * 1024 * 1024;
const maxCells = 6_000_000;
/**
 * The maximum number of cells in the smallest rectangle that contains a sheet's cells. The empty cells in this
 * rectangle are read too.
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
  requireSmall(await readFile(path), path);
  const all = await readXlsxFile(path).catch(() => {
    throw new ImportError(`${path} cannot be read as an Excel file: save it again as .xlsx or as CSV`);
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
 * Unpacks the archive piece by piece and counts the bytes, because the sizes that the archive states may be wrong. Also
 * checks the positions of the cells.
 * @throws ImportError if the archive is larger than a real workbook
 */
function requireSmall(bytes: Uint8Array, path: string): void {
  let unpacked = 0;
  const unzip = new Unzip((file) => {
    const measure = file.name.startsWith('xl/worksheets/') ? createAreaCheck(path) : null;
    file.ondata = (error, data) => {
      // `fflate` catches an error that this function throws, and calls the function again with that error.
      if (error instanceof ImportError) throw error;
      if (error !== null) throw new ImportError(`${path} is damaged: ${error.message}`);
      unpacked += data.length;
      if (unpacked > maxUnpackedBytes)
        throw new ImportError(`${path} is too large: unpacked, it has more than 512 MB`);
      measure?.(data);
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
}

function createAreaCheck(path: string): (data: Uint8Array) => void {
  let rest = '';
  let rows = 0;
  let columns = 0;
  return (data) => {
    const text = rest + Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1');
    for (const [, letters = '', number] of text.matchAll(/<c [^<>]*?\br="([A-Z]{1,3})(\d{1,7})"/g)) {
      rows = Math.max(rows, Number(number));
      columns = Math.max(columns, columnNumber(letters));
      if (rows * columns > maxArea) {
        throw new ImportError(
          `${path} has a cell in ${letters}${number}, far from the others: delete what is beside and below the list`,
        );
      }
    }
    // An XML element may be split between two pieces.
    rest = text.slice(-200);
  };
}

function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}
