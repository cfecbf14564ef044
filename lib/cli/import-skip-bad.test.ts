import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandFolder } from './test-commands';

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

it('--skip-bad writes the good rows and saves the bad ones with reasons, for their owner alone', async () => {
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
