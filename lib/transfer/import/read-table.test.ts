import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createTableReader, readTable } from './read-table';

const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-table-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(content: string | Uint8Array, encoding: string | null = null, headerLine = 1) {
  const path = join(folder, 'file.csv');
  writeFileSync(path, content);
  const rows = [];
  for await (const some of readTable(path, { encoding, headerLine })) rows.push(...some);
  return rows;
}
const cells = (rows: { cells: string[] }[]) => rows.map((row) => row.cells);

it('reads the byte-order marks of UTF-8 and UTF-16', async () => {
  expect(cells(await read('\ufeffname\nZoë'))).toEqual([['name'], ['Zoë']]);
  expect(cells(await read(Buffer.from('\ufeffname\nZoë', 'utf16le')))).toEqual([['name'], ['Zoë']]);
});

it('names --encoding for bytes that are not UTF-8, and reads them once it is given', async () => {
  const latin = Buffer.from('name\nZo\u00eb', 'latin1');
  await expect(read(latin)).rejects.toThrow(/--encoding/);
  expect(cells(await read(latin, 'windows-1252'))).toEqual([['name'], ['Zoë']]);
  await expect(read(latin, 'klingon')).rejects.toThrow(/not known/);
});

it('refuses an incomplete character at the end', async () => {
  await expect(read(Buffer.from([0x61, 0x0a, 0xc3]))).rejects.toThrow(/--encoding/);
});

it('numbers the rows as a spreadsheet does: empty rows count, and lines within cells do not', async () => {
  const rows = await read('a,b\n\n"one\ntwo",2\n,\n3,4\n');
  expect(rows.map(({ line }) => line)).toEqual([1, 3, 5]);
});

it('gives the same rows again, even if the file has changed since', async () => {
  const path = join(folder, 'twice.csv');
  writeFileSync(path, 'a,b\n"one\ntwo",Zo\u00eb \ud83c\udf0f\n\n\u0001"\u2028,4\n');
  const readAgain = createTableReader(path, { encoding: null, headerLine: 1 });
  const first: unknown[] = [];
  const second: unknown[] = [];
  for await (const rows of readAgain()) first.push(...rows);
  writeFileSync(path, 'other');
  for await (const rows of readAgain()) second.push(...rows);
  expect(first).toHaveLength(3);
  expect(second).toEqual(first);
});

it('skips a remark above the header', async () => {
  expect(cells(await read('see www\na,b\n1,2\n', null, 2))).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
});

it('refuses a file that is missing, empty, a folder or binary, and a quote that is never closed', async () => {
  const rows = (path: string) => readTable(path, { encoding: null, headerLine: 1 }).next();
  await expect(rows(join(folder, 'none.csv'))).rejects.toThrow(/no file/);
  await expect(rows(folder)).rejects.toThrow(/folder/);
  await expect(read('')).rejects.toThrow(/empty/);
  await expect(read(Buffer.from([0x50, 0x4b, 3, 4, 0, 0]))).rejects.toThrow(/Excel file/);
  await expect(read(Buffer.from([0xd0, 0xcf, 0x11, 0, 0]))).rejects.toThrow(/not a text file/);
  await expect(read('a,b\n1,"2\n')).rejects.toThrow(/not closed/);
});
