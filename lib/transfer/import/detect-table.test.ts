import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { detectTable, type DetectedTable } from './detect-table';
import { testFolder, testWorkbook } from './workbook.fixture';

type Given = Partial<Parameters<typeof detectTable>[1]>;

const cases: [what: string, content: string | Buffer, found: Partial<DetectedTable>, given?: Given][] = [
  [
    'a plain file',
    'Number,Name,Expires\n1,Ann,2027-06-30\n',
    { encoding: null, delimiter: ',', headerLine: 1, dateOrder: 'dmy' },
  ],
  [
    'a title, a remark and a blank line above the header',
    'Members\nmade on 1 June; by Bo\n\nNumber;Name;Email\n1;Ann;a@example.org\n',
    { delimiter: ';', headerLine: 4 },
  ],
  ['cells pasted from a spreadsheet', 'First name\tLast name\nAnn\tLee, PhD\n', { delimiter: '\t' }],
  ['vertical bars', 'Name|Email\nAnn|a@example.org\n', { delimiter: '|' }],
  [
    'Windows-1252',
    Buffer.from('Name,Email\nZo\u00eb,z@example.org\n', 'latin1'),
    { encoding: 'windows-1252' },
  ],
  [
    'UTF-16 with its mark',
    Buffer.from('\ufeffName,Email\nZo\u00eb,z@example.org\n', 'utf16le'),
    { encoding: null },
  ],
  ['no known name: the first line', 'A,B\n1,2\n', { headerLine: 1, delimiter: ',' }],
  ['the month first', 'Name,Expires\nAnn,3/4/2027\nBo,6/30/2027\n', { dateOrder: 'mdy' }],
  [
    'the day first',
    'Name,Expires\nAnn,3/4/2027\nBo,30/6/2027\n',
    { dateOrder: 'dmy' },
    { country: 'United States' },
  ],
  [
    'one typing error among dates',
    'Name,Expires\nA,13/1/2027\nB,14/1/2027\nC,1/15/2027\n',
    { dateOrder: 'dmy' },
  ],
  [
    'only dates of two readings',
    'Name,Expires\nAnn,3/4/2027\n',
    { dateOrder: 'dmy' },
    { country: 'Australia' },
  ],
  [
    'the same in the United States',
    'Name,Expires\nAnn,3/4/2027\n',
    { dateOrder: 'mdy' },
    { country: 'United States' },
  ],
  [
    'what is given',
    'Name;Expires\nAnn;30/6/2027\n',
    { encoding: 'iso-8859-2', delimiter: ',', headerLine: 2, dateOrder: 'mdy' },
    { encoding: 'iso-8859-2', delimiter: ',', headerLine: 2, dateOrder: 'mdy' },
  ],
];

it.each(cases)('%s', async (_what, content, found, given = {}) => {
  const path = join(testFolder(), 'members.csv');
  writeFileSync(path, content);
  expect(await detect(path, given)).toMatchObject({ sheets: [], sheet: null, ...found });
});

it('finds the header of a sheet below its title', async () => {
  const path = await testWorkbook([['Members'], [], ['', 'Name', 'Email'], ['', 'Ann', 'a@example.org']]);
  expect(await detect(path, {})).toMatchObject({
    encoding: null,
    delimiter: null,
    headerLine: 3,
    dateOrder: 'dmy',
    sheets: ['Sheet1'],
    sheet: 'Sheet1',
  });
});

it('refuses a file that is empty or not text', async () => {
  const path = join(testFolder(), 'members.csv');
  writeFileSync(path, '');
  await expect(detect(path, {})).rejects.toThrow(/is empty/);
  writeFileSync(path, Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]));
  await expect(detect(path, {})).rejects.toThrow(/is an old Excel file \(\.xls\)/);
  writeFileSync(path, Buffer.from([0x41, 0, 0, 0x42]));
  await expect(detect(path, {})).rejects.toThrow(/is not a text file/);
});

it.each([
  ['<html><table>', /is a web page/],
  ['%PDF-1.7', /is a PDF/],
  ['BEGIN:VCARD', /is a file of contacts/],
  ['{"Members":[]}', /is a JSON file/],
  ['PK\x03\x04..mimetypeapplication/vnd.oasis.opendocument.spreadsheet', /is an OpenDocument file/],
])('refuses a file that begins with %j by its name', async (start, message) => {
  const path = join(testFolder(), 'members.csv');
  writeFileSync(path, start, 'latin1');
  await expect(detect(path, {})).rejects.toThrow(message);
});

function detect(path: string, given: Given): Promise<DetectedTable> {
  return detectTable(path, { mapping: { map: [], set: [], extras: [] }, country: null, ...given });
}
