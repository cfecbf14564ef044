import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { commandFolder } from './commands.fixture';

const { folder, run } = commandFolder();
const header = 'Number,First name,Last name,Email,Type,Expires,Notes';
const row = (number: string, { name = 'Cy', expires = '2027-06-30', notes = '' } = {}) =>
  `${number},${name},Ng,${number}@example.org,Full,${expires},${notes}`;
const table = (...rows: string[]) => `${[header, ...rows].join('\n')}\n`;

beforeAll(async () => {
  writeFileSync(join(folder, 'whole.csv'), table(row('A-1'), row('A-2')));
  expect((await run('import whole.csv --organisation 7 --create Example')).exitCode).toBe(0);
});

async function state(): Promise<unknown> {
  const organisations = JSON.parse((await run('organisation list --json')).out);
  await run('export state.json --organisation 7');
  const stored = readFileSync(join(folder, 'state.json'), 'utf8');
  return { organisations, stored, files: readdirSync(folder).sort() };
}

const tooLong = 'x'.repeat(1024 * 1024);
const good = row('A-3');
const cases: [what: string, content: string | Buffer, options: string, message: RegExp][] = [
  ['an empty file', '', '', /bad\.csv is empty$/],
  ['a header without rows', `${header}\n`, '', /bad\.csv has no rows below its header$/],
  [
    'one row in another encoding',
    Buffer.concat([
      Buffer.from(table(row('A-3', { name: 'Zo\u00eb' }), row('A-5', { name: '\u0141ukasz' }))),
      Buffer.from(`${row('A-4', { name: 'Zo\u00eb' })}\n`, 'latin1'),
    ]),
    '',
    /^Line 4, .*: has a letter that cannot be read: the row is in another encoding than the file$/m,
  ],
  [
    'the wrong encoding named',
    Buffer.from(table(row('A-3', { name: 'Zo\u00eb' })), 'latin1'),
    '--encoding utf-8',
    /^Line 2, .*: has a letter that cannot be read/m,
  ],
  [
    'an encoding that is none',
    table(good),
    '--encoding klingon',
    /--encoding "klingon" is not known. Use, for example, windows-1252/,
  ],
  [
    'a damaged Excel file',
    Buffer.from('PK\x03\x04\x14\0\x06\0', 'latin1'),
    '',
    /cannot be read as an Excel file: save it again as \.xlsx or as CSV$/,
  ],
  [
    'an old Excel file',
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]),
    '',
    /is an old Excel file \(\.xls\).*: open it in a spreadsheet program and save it/,
  ],
  [
    'no column of types',
    'First name,Last name\nCy,Ng\n',
    '',
    /No column has MembershipType: add --map COLUMN=MembershipType, or --set/,
  ],
  [
    'no column of names',
    'Email,Type\na@example.org,Full\n',
    '',
    /No column is read as a name: with --map, map a column to FullName, .*Organisation$/,
  ],
  [
    'latitudes without longitudes',
    'Company,Type,Lat\nCorio,Firm,-38\n',
    '',
    /Lat and \S*Lng go together: map a column to each/,
  ],
  [
    'a mapped column that the file does not have',
    table(good),
    '--map Surname=LastName',
    /has no column "Surname"; it has "Number", "First name"/,
  ],
  ['a field that is none', table(good), '--map Notes=Remarks', /no field "Remarks": see docs\/import\.md/],
  [
    'a number that occurs twice',
    table(good, row('A-4'), good),
    '',
    /^Line 4, MembershipNumber "A-3": is the same member as line 2$/m,
  ],
  [
    'a field of 1 MB',
    table(good, row('A-4', { name: tooLong })),
    '',
    /^Line 3, First name "x{79}…": is longer than 32000 characters$/m,
  ],
  [
    'an answer of 1 MB',
    table(row('A-4', { notes: tooLong })),
    '--extras Notes',
    /^Line 2, Notes "x{79}…": is longer than 32000 characters$/m,
  ],
  [
    'an answer that is not text',
    table(row('A-4', { notes: 'a\u0001' })),
    '--extras Notes',
    /^Line 2, Notes .*: has a control character$/m,
  ],
  [
    'a row of 3 MB',
    table(good, row('A-4', { name: tooLong.repeat(3) })),
    '',
    /bad\.csv, line 3: the row that starts here is longer than 2 MB: is a quotation mark/,
  ],
  [
    'a quotation mark that is never closed',
    table(good, 'A-4,"Cy,Ng'),
    '',
    /bad\.csv, line 3: a quotation mark is opened here and not closed/,
  ],
  [
    'more cells than columns',
    table(`${good},more`),
    '',
    /^Line 2: has more cells than the header has columns: is a comma/m,
  ],
  [
    'a date that is none',
    table(good, row('A-4', { expires: 'soon' })),
    '',
    /^Line 3, Expires "soon": must be a date such as 2026-06-30$/m,
  ],
  [
    'a date of no calendar',
    table(row('A-4', { expires: '2027-02-29' })),
    '',
    /^Line 2, Expires "2027-02-29": is not a real date$/m,
  ],
  [
    'a date of two readings',
    table(row('A-4', { expires: '3/4/2027' })),
    '',
    /^Line 2, Expires "3\/4\/2027": can be read in two ways: add --date-order dmy .* or mdy/m,
  ],
];

it.each(cases)(
  '%s is refused with a message and exit code 1, and nothing is written',
  async (_what, content, options, message) => {
    writeFileSync(join(folder, 'bad.csv'), content);
    const before = await state();
    await expectRefusal(`import bad.csv --organisation 7 ${options}`, message);
    // If the organisation is missing, it is not created.
    await expectRefusal(`import bad.csv --organisation 8 --create Another ${options}`, message);
    expect(await state()).toEqual(before);
  },
);

it.each([
  ['there.is.none.csv', '7', /^There is no file \S*there\.is\.none\.csv$/],
  ['.', '7', /is a folder, not a file$/],
  ['whole.csv', '8', /^There is no organisation 8: add --create "NAME" to create it$/m],
  ['half.json', '7', /half\.json is not valid JSON/],
  ['other.json', '7', /other\.json is not a file that chapterhouse export wrote/],
])('the file %s for organisation %s is refused in the same way', async (file, organisation, message) => {
  writeFileSync(join(folder, 'half.json'), '{"Chapterhouse":');
  writeFileSync(join(folder, 'other.json'), '[1,2]');
  const before = await state();
  await expectRefusal(`import ${file} --organisation ${organisation}`, message);
  expect(await state()).toEqual(before);
});

it.each([
  ['import whole.csv', /--organisation/],
  ['import whole.csv --organisation seven', /--organisation.*positive integer/],
  ['import whole.csv --organisation 7 --date-order ymd', /--date-order.*dmy, mdy/],
  ['import whole.csv --organisation 7 --map Notes', /--map.*name=value/],
  ['import whole.csv --organisation 7 --time-zone Mars', /--time-zone must be .*Australia\/Melbourne/],
  ['import whole.csv --organisation 7 --mapping none.json', /none\.json/],
  ['import whole.csv --organisation 7 --organization 8', /unknown option '--organization'/],
])('the call "%s" is refused with exit code 2, naming the option', async (line, message) => {
  const before = await state();
  const { exitCode, err } = await run(line);
  expect([exitCode, err]).toEqual([2, expect.stringMatching(message)]);
  expect(await state()).toEqual(before);
});

async function expectRefusal(line: string, message: RegExp): Promise<void> {
  const { exitCode, err } = await run(line);
  expect([exitCode, err]).toEqual([1, expect.stringMatching(message)]);
  // Only an unexpected error shows a stack trace.
  expect(err).not.toMatch(/^\s+at /m);
  const result = JSON.parse((await run(`${line} --json`)).out);
  expect(result.error ?? result.problems[0].reason).toMatch(/\w/);
}
