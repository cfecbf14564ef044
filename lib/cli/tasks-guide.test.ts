/** The commands of docs/tasks.md, in the order of the page. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandFolder } from './commands.fixture';

const guide = readFileSync('docs/tasks.md', 'utf8');
const lines = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, text = '']) =>
  text.trim().split('\n'),
);
const { folder, run } = commandFolder();

it('every command of the everyday tasks runs, and does what its task says', { timeout: 60_000 }, async () => {
  writeFileSync(
    join(folder, 'members.csv'),
    [
      'Number,First name,Last name,Email,Type,Expires',
      'A-1,Zoë,Berg,zoe@example.org,Full,2099-12-31',
      'A-2,Zoe,Berg,zb@example.org,Full,2098-12-31',
    ].join('\n'),
  );
  const [, extras = ''] = /where `extras\.json` is `(.+)`/.exec(guide) ?? [];
  writeFileSync(join(folder, 'extras.json'), extras);
  expect(lines.length).toBeGreaterThanOrEqual(20);
  for (const line of lines) {
    expect(line).toMatch(/^\.\/chapterhouse /);
    const { exitCode, err } = await run(line.replace('./chapterhouse ', ''));
    expect({ line, exitCode, err: exitCode === 0 ? '' : err }).toEqual({ line, exitCode: 0, err: '' });
  }
  const member = async (id: number) => JSON.parse((await run(`member show ${id} --json`)).out).member;
  expect(await member(1)).toMatchObject({
    ExpiryDate: '2101-06-30',
    User: { ID: '1', Email: 'zoe.berg@example.org' },
    Directory: { Listed: false },
  });
  // The merge was undone.
  expect(await member(2)).toMatchObject({ User: { ID: '2' } });
  // The sub-member left the company and came back.
  expect(await member(7)).toMatchObject({ ParentID: '5', ExpiryDate: '2099-06-30' });
  // One of these members was refused, one removed and one erased.
  for (const id of [3, 4, 6]) expect((await run(`member show ${id}`)).exitCode).toBe(1);
});

it('every task has a command', () => {
  // The rest of the page counts presses.
  const [ofCommands = ''] = guide.split('## How many presses a task takes');
  const tasks = ofCommands.split(/^## /m).slice(1);
  expect(tasks.length).toBeGreaterThanOrEqual(15);
  for (const task of tasks) expect(task).toContain('```sh\n');
});
