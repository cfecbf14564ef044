import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { constants, deflateRawSync } from 'node:zlib';
import { Zip, strToU8, zipSync, type ZipInputFile } from 'fflate';
import { expect, it } from 'vitest';
import { readTable } from './read-table';
import { forgetWorkbook, isWorkbook, readWorkbook } from './read-workbook';
import { testFolder, testWorkbook } from './workbook.fixture';
import { writeWorkbook } from './write-workbook.fixture';

it('reads dates, numbers and yes or no as text, and skips empty rows', async () => {
  const path = await testWorkbook([
    ['Members 2026'],
    [],
    ['Name', 'Paid to', 'Phone', 'Balance', 'Current'],
    ['Zoë  ', new Date(Date.UTC(2027, 5, 30)), 352220000, -12.5, true],
    ['Bo', new Date(Date.UTC(2027, 5, 30, 14, 5)), null, 0, false],
  ]);
  expect(await isWorkbook(path)).toBe(true);
  const { rows, sheets, sheet } = await readWorkbook(path, null);
  expect([sheets, sheet]).toEqual([['Sheet1'], 'Sheet1']);
  expect(rows.map(({ line }) => line)).toEqual([1, 3, 4, 5]);
  expect(rows[2]?.cells).toEqual(['Zoë', '2027-06-30', '352220000', '-12.5', 'yes']);
  expect(rows[3]?.cells).toEqual(['Bo', '2027-06-30 14:05:00', '', '0', 'no']);
});

it('says how far it is, and parses the workbook again only when it has changed or is forgotten', async () => {
  const path = join(testFolder(), 'many.xlsx');
  const write = (name: string) =>
    writeWorkbook(path, [['List', [['Name'], ...Array.from({ length: 200 }, (_, at) => [`${name} ${at}`])]]]);
  await write('Bo');
  let steps: string[] = [];
  const readAgain = async () => {
    steps = [];
    const { rows } = await readWorkbook(path, 'List', ({ phase, done }) => steps.push(`${phase} ${done}`));
    return rows[1]?.cells;
  };
  expect(await readAgain()).toEqual(['Bo 0']);
  expect(steps).toEqual(['opening 0', 'reading 100', 'reading 200']);
  expect([await readAgain(), steps]).toEqual([['Bo 0'], []]);
  forgetWorkbook();
  expect([await readAgain(), steps.length]).toEqual([['Bo 0'], 3]);
  await write('Zoë');
  expect(await readAgain()).toEqual(['Zoë 0']);
  forgetWorkbook();
  const stop = new Error('stopped');
  const throwIt = () => {
    throw stop;
  };
  await expect(readWorkbook(path, null, throwIt)).rejects.toBe(stop);
});

it('reads the first sheet that has a row, or the one that is named', async () => {
  const path = join(testFolder(), 'members.xlsx');
  await writeWorkbook(path, [
    ['Notes', []],
    ['Members', [['Name'], ['Ann']]],
    ['Old', [['Name'], ['Bo']]],
  ]);
  const names = async (sheet: string | null) => (await readWorkbook(path, sheet)).rows[1]?.cells;
  expect([await names(null), await names('Old')]).toEqual([['Ann'], ['Bo']]);
  await expect(names('New')).rejects.toThrow('has no sheet "New"; it has "Notes", "Members", "Old"');
});

it('corrects cells by the row and the column, and leaves out a row of totals', async () => {
  const path = await testWorkbook([
    ['Name', 'Email', 'Fee'],
    ['Ann', 'wrong', 5],
    ['Total Fitness', 'total@example.org', 6],
    ['Total', null, 11],
    ['Total:', null, '11.00 $'],
  ]);
  const rows: string[][] = [];
  const options = {
    encoding: null,
    headerLine: 1,
    corrections: [{ line: 2, column: 'Email', value: ' ann@example.org ' }],
  };
  for await (const some of readTable(path, options)) rows.push(...some.map(({ cells }) => cells));
  expect(rows).toEqual([
    ['Name', 'Email', 'Fee'],
    ['Ann', 'ann@example.org', '5'],
    ['Total Fitness', 'total@example.org', '6'],
  ]);
});

it('does not evaluate a formula: a cell has the value that was last saved', async () => {
  const path = join(testFolder(), 'formula.xlsx');
  const cells = '<c r="A1"><v>7</v></c><c r="B1"><f>A1*6</f><v>1</v></c><c r="C1"><f>A1*6</f></c>';
  writeFileSync(path, zipSync(workbookOf(`<row r="1">${cells}</row>`)));
  expect((await readWorkbook(path, null)).rows[0]?.cells).toEqual(['7', '1', '#FORMULA!']);
});

const styles = [
  'General',
  '00000',
  '0000\\ 000\\ 000',
  '"M-"000',
  'dd/mm/yyyy',
  '#,##0.00',
  '"$"#,##0.00',
  '[$-C07]d. mmm yy',
  '+0',
];

it.each([
  ['<c r="A1" t="e"><v>#N/A</v></c>', '#N/A'],
  ['<c t="b"><v>true</v></c>', 'yes'],
  ['<c t="b"><v>0</v></c>', 'no'],
  ['<c s="1"><v>42</v></c>', '00042'],
  ['<c s="1"><v>4200000</v></c>', '4200000'],
  ['<c s="2"><v>412345678</v></c>', '0412 345 678'],
  ['<c s="3"><v>7</v></c>', 'M-007'],
  ['<c s="8"><v>61412345678</v></c>', '+61412345678'],
  ['<c s="5"><v>1234.5</v></c>', '1234.5'],
  ['<c s="6"><v>50</v></c>', '50'],
  ['<c s="4"><v>0</v></c>', '0/01/1900'],
  ['<c s="4"><v>59</v></c>', '1900-02-28'],
  ['<c s="4"><v>61</v></c>', '1900-03-01'],
  ['<c s="7"><v>46568</v></c>', '2027-06-30'],
  ['<c><v>0.30000000000000004</v></c>', '0.3'],
  ['<c><v>57.699999999999996</v></c>', '57.7'],
  ['<c><v>61412345678</v></c>', '61412345678'],
  ['<c t="inlineStr"><is><r><t>A</t></r><r><t xml:space="preserve"> &amp; B</t></r></is></c>', 'A & B'],
  ['<c t="str"><f>A2</f><v></v></c>', ''],
])('reads the cell %s as %j', async (cell, text) => {
  const path = join(testFolder(), 'cell.xlsx');
  writeFileSync(path, zipSync(workbookOf(`<row>${cell}<c><v>1</v></c></row>`, styles)));
  expect((await readWorkbook(path, null)).rows).toEqual([{ line: 1, cells: [text, '1'] }]);
});

it('refuses a ZIP archive that is not a workbook, and a damaged one', async () => {
  const path = join(testFolder(), 'other.xlsx');
  writeFileSync(path, zipSync({ 'readme.txt': strToU8('not a workbook') }));
  await expect(readWorkbook(path, null)).rejects.toThrow(/cannot be read as an Excel file/);
  const whole = zipSync(workbookOf('<row r="1"><c r="A1"><v>7</v></c></row>'));
  writeFileSync(path, whole.subarray(0, whole.length / 2));
  await expect(readWorkbook(path, null)).rejects.toThrow(/cannot be read as an Excel file|damaged/);
});

it('refuses a sheet with a cell far from the others, and reads one with a cell far below', async () => {
  const path = join(testFolder(), 'far.xlsx');
  const first = '<row r="1"><c r="A1"><v>7</v></c></row>';
  const far = '<row r="1048576"><c r="XFD1048576"><v>8</v></c></row>';
  writeFileSync(path, zipSync(workbookOf(first + far)));
  await expect(readWorkbook(path, null)).rejects.toThrow(/has a cell in XFD1048576, far from the others/);
  const below = '<row r="90000"><c t="n" r="C90000"><v>9</v></c></row>';
  writeFileSync(path, zipSync(workbookOf(first + below)));
  expect((await readWorkbook(path, null)).rows.map(({ line }) => line)).toEqual([1, 90000]);
});

it.each([
  ['in single quotes', `<row r="1300"><c r='XFD1300'><v>8</v></c></row>`],
  ['after a value with a bracket', '<row r="1300"><c s="1>0" r="XFD1300"><v>8</v></c></row>'],
  ['with a namespace', '<x:row x:r="1300"><x:c x:r="XFD1300"><x:v>8</x:v></x:c></x:row>'],
  ['as a character reference', '<row r="1300"><c r="&#88;FD&#x31;300"><v>8</v></c></row>'],
  ['of a row without cells', '<row r="1048577"/>'],
  ['with a number of another form', '<row r="1.5e6"><c r="A1.5e6"><v>8</v></c></row>'],
  ['that is left out', `<row/>`.repeat(1_048_577)],
])('refuses a sheet with a far position %s', async (_, rows) => {
  const path = join(testFolder(), 'far.xlsx');
  writeFileSync(path, zipSync(workbookOf('<row r="1"><c r="A1"><v>7</v></c></row>' + rows), { level: 1 }));
  await expect(readWorkbook(path, null)).rejects.toThrow(/far from the others/);
});

it('refuses far cells in a sheet with any name', async () => {
  const path = join(testFolder(), 'far.xlsx');
  const relations = 'xl/_rels/workbook.xml.rels';
  const elsewhere = workbookOf('<row r="1300"><c r="XFD1300"><v>8</v></c></row>');
  const named = Buffer.from(elsewhere[relations] ?? '')
    .toString()
    .replace('worksheets/sheet1', 'sheet');
  const { 'xl/worksheets/sheet1.xml': sheet = strToU8(''), ...others } = elsewhere;
  writeFileSync(path, zipSync({ ...others, [relations]: strToU8(named), 'xl/sheet.xml': sheet }));
  await expect(readWorkbook(path, null)).rejects.toThrow(/far from the others/);
});

it('does not reserve the memory that an archive states, and reads what it contains', async () => {
  const path = join(testFolder(), 'stated.xlsx');
  const bytes = Buffer.from(zipSync(workbookOf('<row r="1"><c r="A1"><v>7</v></c></row>')));
  // The uncompressed size in the header of the last file, which is the sheet.
  bytes.writeUInt32LE(1_000_000_000, bytes.lastIndexOf('PK\x03\x04') + 22);
  writeFileSync(path, bytes);
  expect((await readWorkbook(path, null)).rows[0]?.cells).toEqual(['7']);
});

it('refuses a small file that unpacks to more than 512 MB', async () => {
  const path = join(testFolder(), 'bomb.xlsx');
  const file = openSync(path, 'w');
  const zip = new Zip((error, data) => {
    if (error !== null) throw error;
    writeSync(file, data);
  });
  const sheet: ZipInputFile = { filename: 'xl/worksheets/sheet1.xml', crc: 0, size: 0, compression: 8 };
  zip.add(sheet);
  // Each piece is complete in itself, so that the same piece can be repeated.
  const zeros = deflateRawSync(new Uint8Array(8 * 1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH });
  for (let megabytes = 0; megabytes <= 512; megabytes += 8) sheet.ondata?.(null, zeros, false);
  sheet.ondata?.(null, deflateRawSync(new Uint8Array()), true);
  zip.end();
  closeSync(file);
  await expect(readWorkbook(path, null)).rejects.toThrow(/unpacked, it has more than 512 MB/);
});

/** @param formats the formats of the styles 0, 1 … */
function workbookOf(rows: string, formats: readonly string[] = []): Record<string, Uint8Array> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  return {
    '[Content_Types].xml': strToU8(`<Types xmlns="${packages}/content-types"/>`),
    '_rels/.rels': strToU8(
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="/xl/styles.xml"/></Relationships>`,
    ),
    'xl/styles.xml': strToU8(
      `<styleSheet xmlns="${main}"><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode='${code.replaceAll('"', '&quot;')}'/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}</cellXfs></styleSheet>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    ),
  };
}
