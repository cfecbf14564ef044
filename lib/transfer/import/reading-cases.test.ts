/** The files in `cases/` each had a fault that an import did not notice. All people in them are invented. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Answers } from './causes';
import { findColumnCustoms } from './column-customs';
import { detectTable } from './detect-table';
import { guessField, type FieldName } from './fields';
import { proposeMapping } from './mapping';
import { readHeader, readMemberRows, type ReadRow } from './member-row';
import { readTable } from './read-table';

const folder = join(import.meta.dirname, 'cases');

/** Reads a file as the browser and the command line do, without an association. */
async function readCase(file: string) {
  const path = join(folder, file);
  const mapping = { map: [], set: [], extras: [] };
  const table = await detectTable(path, { mapping, country: 'Australia' });
  const header = await readHeader(path, table);
  const proposed = proposeMapping(header, mapping);
  const values = {
    dateOrder: table.dateOrder,
    separators: ';|',
    timeZone: 'Australia/Sydney',
    today: '2026-03-02',
  };
  const { customs } = await findColumnCustoms(readTable(path, table), proposed);
  const read: ReadRow[] = [];
  const rows = readMemberRows(readTable(path, table), {
    mapping: proposed,
    values,
    customs,
    country: 'Australia',
    answers: new Answers(new Map()),
  });
  for await (const some of rows) read.push(...some);
  return { table, header, read };
}

/** The lines with a problem or a question. */
const questions = (read: readonly ReadRow[]) => [
  ...new Set(read.flatMap((one) => (one.row === null ? one.problems : one.doubts)).map(({ line }) => line)),
];
const named = (read: readonly ReadRow[], ...fields: FieldName[]) =>
  read.map(({ values }) => fields.map((field) => values.get(field)));

it('finds a header with line breaks', async () => {
  const { table, header, read } = await readCase('01-header-with-line-breaks.csv');
  expect([table.headerLine, header]).toEqual([
    1,
    ['Member Number', 'First name', 'Last name', 'Email', 'Type', 'Expiry date'],
  ]);
  expect(named(read, 'MembershipNumber', 'ExpiryDate')).toEqual([['1', '2027-06-30']]);
});

it('asks about the errors of a spreadsheet, and clears nothing', async () => {
  const { read } = await readCase('03b-lookup-errors.xlsx');
  expect(questions(read)).toEqual([2]);
  const [one] = read;
  expect(
    ['Email', 'ExpiryDate', 'Phone', 'Address'].filter((field) => one?.values.has(field as FieldName)),
  ).toEqual([]);
  expect(questions((await readCase('03c-new-member-lookup-error.xlsx')).read)).toEqual([2]);
  expect(questions((await readCase('03d-expiry-shows-0-01-1900.xlsx')).read)).toEqual([2]);
});

it('separates names from titles, degrees and suffixes', async () => {
  const { read } = await readCase('04-names-with-suffixes.csv');
  expect(named(read, 'FirstName', 'LastName', 'Title')).toEqual([
    ['Ann', 'Lee', null],
    ['Bo', 'Lee Jr.', null],
    ['Martin Luther', 'King III', null],
    ['Cy', 'Ho', 'Dr.'],
    ['Dee', 'Ng', null],
    ['Eva', 'Huber', 'Prof. Dr. med.'],
    ['Hal', 'Daume III', null],
    ['Fay', 'Orr', null],
    ['Sam', 'Smith Jr.', null],
    ['', 'Lee', null],
    ['Gia', 'Roe', 'Ms'],
  ]);
  const left = read.flatMap((one) =>
    one.row === null ? [] : one.restored.map(({ line, value }) => [line, value]),
  );
  expect(left).toEqual([
    [2, 'PhD'],
    [6, 'MD'],
    [9, 'BSc, DipEd'],
    [12, 'née Poe'],
  ]);
});

it('reads only amounts with a currency and one sign', async () => {
  const { read } = await readCase('05-amounts.csv');
  const amounts = read.map((one, at) => [
    at + 1,
    one.row === null ? 'refused' : one.values.get('AmountOutstanding'),
  ]);
  const asked = questions(read.filter(({ row }) => row !== null)).map((line) => line - 1);
  expect(asked).toEqual([11, 24, 25]);
  expect(amounts).toEqual([
    [1, 50_000],
    ...[2, 3, 4].map((at) => [at, -50_000]),
    [5, 50_000],
    ...[6, 7, 8, 9, 10].map((at) => [at, -50_000]),
    [11, 1_234_000],
    [12, 1_234_000],
    [13, 1_234_500],
    [14, 1_234_500],
    [15, 1_234_567_000],
    [16, 12_345_678_900],
    [17, 1_234_500],
    [18, 1_234_500],
    [19, 500],
    [20, 125],
    [21, 1500],
    [22, 1500],
    [23, 12_340],
    [24, 100_000_000],
    [25, 99_999_000],
    [26, 1_234_000],
    [27, 50_000],
    [28, 50_000],
    ...[29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40].map((at) => [at, 'refused']),
    ...[41, 42, 43].map((at) => [at, -50_000]),
    [44, 'refused'],
    [45, 'refused'],
  ] as [number, number | string][]);
});

it('removes invisible characters', async () => {
  const { read } = await readCase('06-invisible-characters.csv');
  expect(named(read, 'Email', 'Phone')).toEqual([
    ['ann@example.org', '+61 412 345 678'],
    ['bo@example.org', null],
    ['cy@example.org', null],
  ]);
  expect(questions(read)).toEqual([]);
});

it('corrects email addresses, and asks about those that are malformed or look alike', async () => {
  const { read } = await readCase('07-emails.csv');
  expect(questions(read).map((line) => line - 1)).toEqual([6, 7, 8, 10, 12, 13, 15, 17, 18, 19, 20, 21, 24]);
  expect(read.map(({ values }) => values.get('Email')).slice(0, 5)).toEqual([
    'adam.baker@example.org',
    'eve@example.org',
    'bob@example.org',
    'cy@example.org',
    'di@example.org',
  ]);
  expect([22, 25].map((number) => read[number - 1]?.values.get('Email'))).toEqual([
    'una@example.org',
    'will@example.org',
  ]);
});

it.each([
  [
    '08b-mac-roman-cr.csv',
    'macintosh',
    [
      ['Zoë', 'Müller'],
      ['René', 'Noël'],
    ],
  ],
  ['08c-windows-1250.csv', 'windows-1250', [['Łukasz', 'Żółć']]],
])('%s is in %s, which is a guess', async (file, encoding, names) => {
  const { table, read } = await readCase(file);
  expect(table.encoding).toBe(encoding);
  expect(table.guessedWords).toEqual(names.flat());
  expect(named(read, 'FirstName', 'LastName')).toEqual(names);
});

it('reads UTF-8 with one row in another encoding, and reports the row', async () => {
  const { table, read } = await readCase('08a-utf8-with-one-latin1-row.csv');
  expect([table.encoding, table.guessedWords]).toEqual(['utf-8', []]);
  expect(named(read, 'FirstName').slice(0, 2)).toEqual([['Zoë'], ['Łukasz']]);
  expect(questions(read)).toEqual([4]);
});

it('reads what Excel shows', async () => {
  const amounts = await readCase('09-balances-from-formulas.xlsx');
  expect(named(amounts.read, 'AmountOutstanding').flat()).toEqual([300, 0, 445_050, 57_700, 0, 33_330]);
  expect(named((await readCase('10b-number-format-00000.xlsx')).read, 'MembershipNumber')).toEqual([
    ['00042'],
  ]);
  expect(named((await readCase('11a-cells-without-reference.xlsx')).read, 'ExpiryDate')).toEqual([
    ['2027-06-30'],
  ]);
  expect(named((await readCase('11b-booleans-as-words.xlsx')).read, 'Listed').flat()).toEqual([
    true,
    false,
    true,
  ]);
});

it('reads dates of many forms, and asks about those with two meanings', async () => {
  const { read } = await readCase('12-dates.csv');
  const refused = read.flatMap((one, at) => (one.row === null ? at + 1 : []));
  expect(refused).toEqual([9, 18, 19, 43]);
  const asked = questions(read.filter(({ row }) => row !== null)).map((line) => line - 1);
  expect(asked).toEqual([6, 7, 8, 11, 12, 14, 16, 17, 44, 45]);
  const dates = new Map(read.map(({ values }, at) => [at + 1, values.get('ExpiryDate')]));
  for (const number of [3, 4, 5, 6, 7, 16, 17]) expect([number, dates.get(number)]).toEqual([number, null]);
  const others: Record<number, string> = {
    8: '9999-12-31',
    26: '2027-07-01',
    32: '2027-09-30',
    33: '2027-09-30',
    34: '2027-09-30',
    14: '2026-06-30',
    37: '2027-12-31',
    44: '2570-06-30',
    45: '2570-06-30',
  };
  const wholes = [...dates].filter(([number, date]) => date !== null && !refused.includes(number));
  for (const [number, date] of wholes)
    expect([number, date]).toEqual([number, others[number] ?? '2027-06-30']);
});

it('asks about websites that are none', async () => {
  const { read } = await readCase('13-websites.csv');
  const websites = new Map(read.map(({ values }, at) => [at + 1, values.get('Website')]));
  expect(questions(read).map((line) => line - 1)).toEqual([1, 2, 3, 4, 5, 6, 7, 9, 13, 14, 15, 16]);
  expect([10, 11, 12].map((number) => websites.get(number))).toEqual([
    'http://example.org',
    'http://example.org',
    'https://example.org',
  ]);
});

it('chooses the delimiter that the rows have in common', async () => {
  const { table, header, read } = await readCase('14-semicolons-with-commas-in-names.csv');
  expect([table.delimiter, header.length]).toEqual([';', 5]);
  expect(named(read, 'FirstName', 'LastName')).toEqual([['Anna', 'Huber']]);
});

it('reads quotation marks after a backslash', async () => {
  const { read } = await readCase('15-backslash-quotes.csv');
  expect(named(read, 'Organisation')).toEqual([['The "Old" Mill, Geelong'], ['Plain']]);
});

it('recognises the columns of Outlook and of Google', async () => {
  const outlook = await readCase('17-outlook.csv');
  const address = ['Address', 'Suburb', 'State', 'Postcode', 'Country'] as const;
  expect(
    named(outlook.read, 'FirstName', 'LastName', 'Organisation', 'Email', 'WorkPhone', 'Mobile'),
  ).toEqual([['Ann', 'Lee', 'Corio Bay Physio', 'ann@example.org', '03 5221 0000', '0412 345 678']]);
  expect(named(outlook.read, ...address)).toEqual([['2 Home St', 'Lara', 'VIC', '3212', 'Australia']]);
  expect(named(outlook.read, 'MailingAddress', 'MailingSuburb', 'MailingPostcode', 'Website')).toEqual([
    ['1 High St', 'Geelong', '3220', 'http://example.org'],
  ]);
  const google = await readCase('18-google-contacts.csv');
  expect(named(google.read, 'FirstName', 'LastName', 'Title', 'Organisation', 'Email', 'Phone')).toEqual([
    ['Ann', 'Lee', 'Dr', 'Corio Bay Physio', 'ann@example.org', '+61 412 345 678'],
  ]);
  expect(named(google.read, ...address, 'Website')).toEqual([
    ['1 Home St', 'Geelong', 'VIC', '3220', 'AU', 'https://example.org'],
  ]);
  expect(google.read[0]?.row === null ? [] : google.read[0]?.doubts).toHaveLength(2);
  expect(guessField('E-mail 1 - Value')).toBe('Email');
});
