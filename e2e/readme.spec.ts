import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures';

const blocks = [...readFileSync('README.md', 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map((match) =>
  (match[1] ?? '').trim().split('\n'),
);

test('the README’s two commands are the ones that the tests and CI run', async () => {
  expect(blocks.slice(0, 2)).toEqual([['npm start'], ['npm test']]);
  expect(readFileSync('playwright.config.ts', 'utf8')).toContain('command: `npm start >');
  expect(readFileSync('.ci/run', 'utf8')).toMatch(/^npm test$/m);
});

test('the README’s steps for importing members lead to a directory of them', async ({
  page,
  installation,
}) => {
  const lines = blocks[2] ?? [];
  const [importing = ''] = lines;
  const starting = lines.at(-1) ?? '';
  const file = join(installation.dataDir, 'members.csv');
  writeFileSync(
    file,
    'First name,Last name,Email,Membership type,Expires\nAda,Byron,ada@example.org,Fellow,2099-12-31\n',
  );
  const run = (line: string) => {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    expect(words[0]).toBe('./chapterhouse');
    return installation.chapterhouse(words.slice(1).map((word) => (word === 'members.csv' ? file : word)));
  };
  expect(importing).toContain(' import ');
  lines.slice(0, -1).forEach(run);
  expect(blocks).toHaveLength(5);
  const outputs = blocks.slice(3).flat().map(run);
  expect(outputs.find((text) => text.includes('renewed by phone'))).toContain('2099-12-31 → 2027-06-30');

  const [, name = '', value = '', command] = /^(\w+)=(\S+) (.*)$/.exec(starting) ?? [];
  expect(command).toBe('npm start');
  await page.goto(await installation.start({ [name]: value }));
  await expect(page.getByRole('link', { name: 'Example Association', exact: true })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).toContainText('Ada Byron');
});
