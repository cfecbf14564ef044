/** Excel files (.xlsx). Formulas are never evaluated: a cell has the value that was last saved. */
import { open, readFile, stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { Parser } from 'saxen';
import type { ImportContext } from './import-context';
import { ImportError } from './import-error';
import { refuseOtherArchive, refuseOtherFormat } from './refuse-format';
import { plainFormat, showNumber, toNumberFormat, type NumberFormat } from './show-number';
import { formulaWithoutValue } from './spreadsheet-errors';
import type { TableRow } from './table-row';
import { unpackWorkbook } from './unpack-workbook';

const maxCells = 6_000_000;
/** The most rows that Excel allows. */
const maxRows = 1_048_576;
/** The maximum number of cells in the smallest rectangle that contains the sheet's cells. */
const maxArea = 20_000_000;
const rowsTogether = 100;

export interface Workbook {
  sheets: string[];
  sheet: string;
  /** Empty rows are left out. `line` is the row's number in the sheet. */
  rows: TableRow[];
}

/** @throws ImportError if the file is neither an Excel file nor a text file */
export async function isWorkbook(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0).catch(() => ({
      // The path is a folder. The reader of texts says so.
      buffer: Buffer.alloc(0),
      bytesRead: 0,
    }));
    const start = buffer.subarray(0, bytesRead);
    refuseOtherFormat(start, path);
    return start.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));
  } finally {
    await file.close();
  }
}

/**
 * `sheet` null: the first sheet that has a row.
 * @throws ImportError if the file is not an Excel file, is too large, or has no such sheet
 */
export async function readWorkbook(
  path: string,
  sheet: string | null,
  onProgress?: ImportContext['onProgress'],
): Promise<Workbook> {
  const { mtimeMs, size } = await stat(path);
  const key = [path, mtimeMs, size].join('\n');
  if (parsed?.key === key && (sheet === parsed.workbook.sheet || sheet === parsed.wanted))
    return parsed.workbook;
  const workbook = await parseWorkbook(path, sheet, onProgress);
  parsed = { key, wanted: sheet, workbook };
  return workbook;
}

/**
 * Whoever imports a workbook first detects how it is to be read. Parsing a large one takes seconds, so the last one is
 * kept until all of its rows have been read.
 */
let parsed: { key: string; wanted: string | null; workbook: Workbook } | null = null;

/** Frees the memory of the workbook. It is parsed again when it is read again. */
export function forgetWorkbook(): void {
  parsed = null;
}

async function parseWorkbook(
  path: string,
  sheet: string | null,
  onProgress: ImportContext['onProgress'],
): Promise<Workbook> {
  const bytes = await readFile(path);
  refuseOtherArchive(bytes, path);
  const parts = openParts(unpackWorkbook(bytes, path, onProgress), path);
  const sheets = parts.sheets.map(({ name }) => name);
  const wanted = sheet === null ? parts.sheets : parts.sheets.filter(({ name }) => name === sheet);
  const [first] = wanted;
  if (first === undefined) {
    throw new ImportError(
      `${path} has no sheet "${sheet ?? ''}"; it has ${sheets.map((one) => `"${one}"`).join(', ')}`,
    );
  }
  for (const { name, content } of wanted) {
    const rows = readSheet(content, parts, { path, onProgress });
    if (rows.length > 0) return { sheets, sheet: name, rows };
  }
  return { sheets, sheet: first.name, rows: [] };
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

interface Parts {
  sheets: { name: string; content: string }[];
  texts: string[];
  /** The format of each style of a cell. */
  formats: NumberFormat[];
  is1904: boolean;
}

type Files = ReadonlyMap<string, string>;

function openParts(files: Files, path: string): Parts {
  const read = (name: string | undefined) => (name === undefined ? undefined : files.get(name));
  const main = relationsOf('', files, path).find(({ type }) => type === 'officeDocument')?.target;
  const book = read(main);
  if (main === undefined || book === undefined) throw unreadable(path);
  const relations = relationsOf(main, files, path);
  const sheets: Parts['sheets'] = [];
  let is1904 = false;
  parse(book, path, {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') is1904 = isTrue(attributes().get('date1904'));
      if (tag !== 'sheet') return;
      const target = relations.find(({ id }) => id === attributes().get('id'));
      const content = target?.type === 'worksheet' ? read(target.target) : undefined;
      if (content !== undefined) sheets.push({ name: attributes().get('name') ?? '', content });
    },
  });
  if (sheets.length === 0) throw unreadable(path);
  const of = (kind: string) => read(relations.find(({ type }) => type === kind)?.target) ?? null;
  return {
    sheets,
    texts: readTexts(of('sharedStrings'), path),
    formats: readFormats(of('styles'), path),
    is1904,
  };
}

interface Relation {
  id: string | undefined;
  type: string | undefined;
  /** The path in the archive. */
  target: string;
}

/** The files to which a file of the archive refers. @param name '': the archive itself */
function relationsOf(name: string, files: Files, path: string): Relation[] {
  const { dir, base } = posix.parse(name);
  const xml = files.get(posix.join(dir, '_rels', `${base}.rels`));
  const relations: Relation[] = [];
  if (xml === undefined) return relations;
  parse(xml, path, {
    open: (tag, attributes) => {
      if (tag !== 'Relationship') return;
      const target = attributes().get('Target') ?? '';
      relations.push({
        id: attributes().get('Id'),
        type: attributes().get('Type')?.split('/').at(-1),
        target: target.startsWith('/') ? target.slice(1) : posix.join(dir, target),
      });
    },
  });
  return relations;
}

/** The texts that cells share. A text may have parts with different fonts. Its pronunciation (`rPh`) is left out. */
function readTexts(xml: string | null, path: string): string[] {
  const texts: string[] = [];
  if (xml === null) return texts;
  let isText = false;
  let isPronunciation = false;
  parse(xml, path, {
    open: (tag) => {
      if (tag === 'si') texts.push('');
      if (tag === 'rPh') isPronunciation = true;
      isText = tag === 't';
    },
    close: (tag) => {
      if (tag === 'rPh') isPronunciation = false;
      if (tag === 't') isText = false;
    },
    text: (text) => {
      if (isText && !isPronunciation) texts.push((texts.pop() ?? '') + text);
    },
  });
  return texts.map(unescapeText);
}

function readFormats(xml: string | null, path: string): NumberFormat[] {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  if (xml === null) return formats;
  let isCellStyle = false;
  parse(xml, path, {
    open: (tag, attributes) => {
      if (tag === 'numFmt') {
        codes.set(Number(attributes().get('numFmtId')), attributes().get('formatCode') ?? '');
      }
      if (tag === 'cellXfs') isCellStyle = true;
      if (tag !== 'xf' || !isCellStyle) return;
      const id = Number(attributes().get('numFmtId') ?? 0);
      formats.push(toNumberFormat(id, codes.get(id) ?? null));
    },
    close: (tag) => {
      if (tag === 'cellXfs') isCellStyle = false;
    },
  });
  return formats;
}

interface Cell {
  column: number;
  type: string | undefined;
  style: number;
  /** null: the cell has no value. */
  value: string | null;
  hasFormula: boolean;
}

/**
 * Rows without text are left out. A row or a cell without a position follows the one before it.
 * @throws ImportError if a cell is too far from the others
 */
function readSheet(
  xml: string,
  parts: Parts,
  { path, onProgress }: { path: string; onProgress: ImportContext['onProgress'] },
): TableRow[] {
  const rows: TableRow[] = [];
  let cells: string[] = [];
  let cell: Cell | null = null;
  let isValue = false;
  let isSheet = false;
  let [line, lastLine, lastColumn, count] = [0, 0, 0, 0];
  const requireNear = () => {
    if (lastLine > maxRows || lastLine * lastColumn > maxArea) throw tooFar(path, lastLine, lastColumn);
  };
  parse(xml, path, {
    open: (tag, attributes) => {
      isSheet ||= tag === 'sheetData';
      if (!isSheet) return;
      if (tag === 'row') {
        line = Number(attributes().get('r')) || line + 1;
        lastLine = Math.max(lastLine, line);
        requireNear();
        cells = [];
      } else if (tag === 'c') {
        const [, letters = '', row = ''] = /^(\D*)(.*)$/s.exec(attributes().get('r') ?? '') ?? [];
        const column = letters === '' ? cells.length : columnNumber(letters) - 1;
        lastLine = Math.max(lastLine, Number(row) || 0);
        lastColumn = Math.max(lastColumn, column + 1);
        requireNear();
        const style = Number(attributes().get('s') ?? 0);
        cell = { column, type: attributes().get('t'), style, value: null, hasFormula: false };
      } else if (tag === 'f' && cell !== null) cell.hasFormula = true;
      else if ((tag === 'v' || tag === 't') && cell !== null) {
        cell.value ??= '';
        isValue = true;
      }
    },
    text: (text) => {
      if (isValue && cell !== null) cell.value += text;
    },
    close: (tag) => {
      if (tag === 'v' || tag === 't') isValue = false;
      if (tag === 'c' && cell !== null) {
        while (cells.length < cell.column) cells.push('');
        cells[cell.column] = toText(cell, parts);
        cell = null;
      } else if (tag === 'row' && isSheet) {
        count += cells.length;
        if (count > maxCells) {
          throw new ImportError(`${path} has more than ${maxCells.toLocaleString('en')} cells`);
        }
        if (cells.some((text) => text !== '')) rows.push({ line, cells });
        if (rows.length % rowsTogether === 0)
          onProgress?.({ phase: 'reading', done: rows.length, total: null });
      } else if (tag === 'sheetData') isSheet = false;
    },
  });
  return rows;
}

function toText({ type, value, style, hasFormula }: Cell, { texts, formats, is1904 }: Parts): string {
  if (value === null) return hasFormula ? formulaWithoutValue : '';
  if (type === 's') return (texts[Number(value)] ?? '').trim();
  if (type === 'b') return isTrue(value) ? 'yes' : 'no';
  if (type === 'd') return value.replace(/T00:00:00(?:\.0+)?Z?$/, '').trim();
  if (type !== undefined && type !== 'n') return unescapeText(value).trim();
  const number = value.trim() === '' ? NaN : Number(value);
  if (Number.isNaN(number)) return value.trim();
  return showNumber(number, formats[style] ?? plainFormat, is1904);
}

/** Excel writes 1 and 0, and other programs also write the words. */
function isTrue(value: string | undefined): boolean {
  return value === '1' || value?.toLowerCase() === 'true';
}

/** Excel writes characters that XML cannot contain as `_x000D_`. */
function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

interface Listener {
  open?: (tag: string, attributes: () => ReadonlyMap<string, string>) => void;
  close?: (tag: string) => void;
  text?: (text: string) => void;
}

/**
 * Tags and attributes are named without their namespace.
 * @throws ImportError if the text is not XML
 */
function parse(xml: string, path: string, { open: onOpen, close, text }: Listener): void {
  const parser = new Parser();
  parser.on('error', (error) => {
    throw error instanceof ImportError ? error : unreadable(path);
  });
  if (onOpen !== undefined) {
    parser.on('openTag', (name, attributes, decode) => {
      let known: ReadonlyMap<string, string> | null = null;
      onOpen(withoutPrefix(name), () => {
        known ??= new Map(
          Object.entries(attributes()).map(([key, value]) => [withoutPrefix(key), decode(value)]),
        );
        return known;
      });
    });
  }
  if (close !== undefined) parser.on('closeTag', (name) => close(withoutPrefix(name)));
  if (text !== undefined) {
    parser.on('text', (part, decode) => text(decode(part)));
    parser.on('cdata', text);
  }
  const failure = parser.parse(xml);
  if (failure !== null) throw failure instanceof ImportError ? failure : unreadable(path);
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
