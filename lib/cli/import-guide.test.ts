import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { fieldNames } from '@/lib/transfer/import/fields';
import { sampleSize } from '@/lib/base/test-strength';
import { commandFolder } from './commands.fixture';

const guide = readFileSync(new URL('../../docs/import.md', import.meta.url), 'utf8');
const { folder, run } = commandFolder();

const examples = [
  ...guide.matchAll(/`(\w+\.csv)`:\n\n```csv\n([^`]+)```\n\n```sh\n\.\/chapterhouse ([^\n]+)\n/g),
];

it('has three worked examples', () => expect(examples).toHaveLength(3));

it.each(examples.map(([, file = '', content = '', command = '']) => [file, content, command]))(
  'the example %s imports completely, and changes nothing the second time',
  async (file, content, command) => {
    writeFileSync(join(folder, file), content);
    const first = await run(`${command} --json`);
    expect(first.err).toContain('→');
    expect(first.exitCode).toBe(0);
    const rows = content.trim().split('\n').length - 1;
    expect(JSON.parse(first.out)).toMatchObject({ read: rows, created: rows, bad: 0, unplaced: 0 });
    expect(JSON.parse((await run(`${command} --json`)).out)).toMatchObject({ unchanged: rows, created: 0 });
  },
);

// These are real lists, which are not part of the project.
const shared = fileURLToPath(new URL('../../../shared/data', import.meta.url));
const published = guide.match(/^\.\/chapterhouse import \S+\.csv --organisation 40\d .*$/gm) ?? [];
const isPresent = existsSync(join(shared, 'openbrewerydb.csv'));
/** The first two lists have 15,581 members, the others 1,323. */
const firstList = sampleSize({ usual: 2, long: 0 });

it.skipIf(!isPresent)(
  `the published files are imported completely${isPresent ? '' : ' (skipped: they are not here)'}`,
  { timeout: 180_000 },
  async () => {
    expect(published).toHaveLength(9);
    const read: number[] = [];
    for (const line of published.slice(firstList)) {
      const [, file = ''] = /import (\S+)/.exec(line) ?? [];
      const path = [shared, join(shared, 'victoria-raw')].map((from) => join(from, file)).find(existsSync);
      copyFileSync(path ?? '', join(folder, file));
      const { out } = await run(`${line.replace('./chapterhouse ', '')} --json`);
      const result = JSON.parse(out);
      expect(result, file).toMatchObject({ created: result.read - result.bad });
      read.push(result.created);
    }
    expect(read).toEqual([11_821, 3760, 131, 263, 138, 92, 253, 146, 300].slice(firstList));
  },
);

it('names every field', () => {
  for (const name of fieldNames.filter((one) => !/^Location[2-5]/.test(one)))
    expect(guide).toContain(`\`${name}\``);
});

it('exit codes: 2 for a wrong call, 1 for a missing file, with the reason as JSON', async () => {
  expect((await run('import')).exitCode).toBe(2);
  expect((await run('import none.csv --organisation zero')).exitCode).toBe(2);
  const missing = await run('import none.csv --organisation 300 --json');
  expect(missing.exitCode).toBe(1);
  expect(JSON.parse(missing.out)).toEqual({ error: expect.stringContaining('There is no file') });
});
