import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandFolder } from './commands.fixture';

const { folder, run } = commandFolder();
const file = join(folder, 'members.csv');
const saved = `${file}.bad.csv`;
const importing = 'import members.csv --organisation 7 --create Example --skip-bad --json';
const rows = [
  'Number;First name;Last name;Type;Expires',
  'A-1;Ann;Lee;Full;2027-06-30',
  'A-2;Bo;"Ng; ""Bo""";Full;soon',
  'A-3;Cy',
  'A-4;Di;Ho;Full;2027-06-30',
  'A-1;Ed;Ito;Full;next',
];

it('a dry run shows what --skip-bad would leave out, and writes nothing', async () => {
  writeFileSync(file, rows.join('\n'));
  const { exitCode, out } = await run(`${importing} --dry-run`);
  expect(exitCode).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ read: 5, created: 2, bad: 3, badFile: null });
  expect(existsSync(saved)).toBe(false);
  expect(JSON.parse((await run('organisation list --json')).out)).toEqual([]);
});

it('--skip-bad writes the good rows and saves the bad ones with reasons, in a file that only its owner can read', async () => {
  const { exitCode, out } = await run(importing);
  expect(exitCode).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ read: 5, created: 2, bad: 3, badFile: saved });
  expect(readFileSync(saved, 'utf8').split('\r\n')).toEqual([
    'Number,First name,Last name,Type,Expires,Problem',
    'A-2,Bo,"Ng; ""Bo""",Full,soon,Expires must be a date such as 2026-06-30',
    'A-3,Cy,,,,MembershipType is missing: a new membership needs a type',
    'A-1,Ed,Ito,Full,next,Expires must be a date such as 2026-06-30',
    '',
  ]);
  expect(statSync(saved).mode & 0o777).toBe(0o600);
});

it('the saved rows are imported after correction', async () => {
  const right = readFileSync(saved, 'utf8').replaceAll('soon', '').replace('A-1,Ed', 'A-5,Ed');
  writeFileSync(saved, right.replace('next', '').replace('A-3,Cy,,,', 'A-3,Cy,,Full,'));
  const again = await run('import members.csv.bad.csv --organisation 7 --without-end --json');
  expect(JSON.parse(again.out)).toMatchObject({ read: 3, created: 3, bad: 0, problems: [] });
});

it.each([
  ['in the way is a folder', (path: string) => mkdirSync(path), 'EISDIR'],
  ['the folder of a link does not exist', (path: string) => symlinkSync('/dev/full/x', path), 'ENOTDIR'],
])('if %s, --skip-bad stops before it reads a row', async (_what, block, code) => {
  const other = join(folder, `${code}.csv`);
  writeFileSync(other, rows.join('\n'));
  block(`${other}.bad.csv`);
  const { exitCode, err } = await run(`import ${code}.csv --organisation 9 --create Example --skip-bad`);
  expect(exitCode).toBe(1);
  expect(err).toContain(`${other}.bad.csv, which cannot be written (${code})`);
  expect(err, 'the columns are told when all rows have been read').not.toContain('Columns:');
  expect(
    (await run(`import ${code}.csv --organisation 9 --create Example --skip-bad --dry-run`)).exitCode,
  ).toBe(0);
});

it('the check creates no file, and does not change an earlier file of bad rows', async () => {
  const other = join(folder, 'good.csv');
  writeFileSync(other, rows.filter((row) => /Number|A-4/.test(row)).join('\n'));
  const good = 'import good.csv --organisation 9 --create Example --skip-bad';
  expect((await run(good)).exitCode).toBe(0);
  expect(existsSync(`${other}.bad.csv`)).toBe(false);
  writeFileSync(`${other}.bad.csv`, 'earlier');
  expect((await run(good)).exitCode).toBe(0);
  expect(readFileSync(`${other}.bad.csv`, 'utf8')).toBe('earlier');
});
