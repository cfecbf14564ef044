import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandFolder } from './commands.fixture';

const { folder, run } = commandFolder();
const suburb = 'AU\t3999\tNew Suburb\tVictoria\tVIC\t\t\t\t\t-38.5\t145.6\t4';

it('an added postal file gives places to members that had none', async () => {
  writeFileSync(join(folder, 'AU.txt'), `${suburb}\nAU\t3998\tNowhere\n`);
  writeFileSync(
    join(folder, 'firms.csv'),
    'Number,Company,Type,Suburb,State,Postcode,Country\nF-1,Acme,Firm,New Suburb,VIC,3999,Australia\n',
  );
  const importing = 'import firms.csv --organisation 7 --create Firms --without-end --place --json';
  expect(JSON.parse((await run(importing)).out)).toMatchObject({ created: 1, unplaced: 1 });
  const added = await run('gazetteer add AU.txt --json');
  expect(added.exitCode).toBe(0);
  expect(added.err).toContain('Line 2: expected 12 columns');
  expect(JSON.parse(added.out)).toMatchObject({ countries: ['AU'], added: 1, bad: [{ line: 2 }] });
  expect(JSON.parse((await run(importing)).out)).toMatchObject({ updated: 1, unplaced: 0 });
});

it('a missing file, or one with another layout, is refused with the reason and exit code 1', async () => {
  writeFileSync(join(folder, 'other.csv'), 'a,b\n1,2\n');
  const other = await run('gazetteer add other.csv');
  expect(other).toMatchObject({ exitCode: 1, out: '' });
  expect(other.err).toMatch(/other\.csv is not a GeoNames postal file: [^\n]+$/);
  expect(await run('gazetteer add none.txt')).toMatchObject({ exitCode: 1 });
  expect(await run('gazetteer add')).toMatchObject({ exitCode: 2 });
});
