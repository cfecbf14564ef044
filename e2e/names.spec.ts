import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures';

// The name is wider than a phone, and has no space at which a line could break.
const name = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const type = 'Hauptbetriebswerkbauunterbeamtenmitgliedschaft';
const category = 'Elektrizitätshauptbetriebswerkbauunterbeamte';

test('the longest words are broken, so that no page is wider than a phone', async ({
  page,
  installation,
}) => {
  const file = join(installation.dataDir, 'members.csv');
  const rows = [`1,${name},${type},${category},Melbourne,VIC`, '2,Short,Full,Other,Geelong,NSW'];
  writeFileSync(
    file,
    `ChapterhouseID,Organisation,MembershipType,Categories,Suburb,State\n${rows.join('\n')}\n`,
  );
  installation.chapterhouse([
    'import',
    file,
    '--organisation',
    '200',
    '--open-directory',
    '--create',
    'Long Names',
    '--without-end',
  ]);
  const base = await installation.start({ MEMBERSHIP_ORGANISATION_ID: '200' });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(base);
  const own = await page.getByRole('link', { name: new RegExp(`^(${name}|${type}|${category})`) }).all();
  const paths = await Promise.all(own.map((link) => link.getAttribute('href')));
  expect(paths.length).toBeGreaterThan(2);
  const searches = ['/?layout=rows', `/?q=${name.slice(0, 30)}`, `/?q=${'x'.repeat(190)}`, '/?type=1&type=2'];
  for (const path of ['/', ...searches, `/?near=${'x'.repeat(190)}`, ...paths]) {
    await page.goto(`${base}${path}`);
    // Not by pressing, because an open sheet covers the others.
    await page.locator('main details').evaluateAll((all: HTMLDetailsElement[]) => {
      for (const details of all) details.open = true;
    });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, path ?? '').toBeLessThanOrEqual(320);
  }
});
